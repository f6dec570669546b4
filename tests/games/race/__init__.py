"""A race: two sides take turns with two dice, and the first to reach the goal wins.

It has no whistle, no hoops and no clock. It stands for every game of another kind: no line of the shared code
knows it, and a tablet, a spectators' page and a scoreboard play it all the same.
"""

from __future__ import annotations

from fieldkit.games.race.game import Race

from fieldkit.games import register

register(Race.name, Race.from_settings)
