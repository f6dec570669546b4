"""The last readings and presses, for the kit page: what was read, where, and what it stands for."""

from collections import deque
from collections.abc import Mapping
from itertools import count
from typing import Any, cast

from fieldkit.clock import MS
from fieldkit.games import Game
from fieldkit.kit_page.view import Input
from fieldkit.messages import Press, Reading, Sighting
from fieldkit.phrases import Language, Message, Term

MAX_INPUTS = 30
"""The number of inputs that are kept."""


class LiveInputs:
    """Not safe for several threads at once."""

    def __init__(self, names: Mapping[str, str], translate: Language) -> None:
        self._names, self._translate = names, translate
        self._seqs = count(1)
        self._kept: deque[tuple[object, Input]] = deque(maxlen=MAX_INPUTS)

    def newest_first(self) -> list[Input]:
        """Return what is kept."""
        return [shown for _, shown in reversed(self._kept)]

    def read(self, reading: Reading, sighting: Sighting) -> None:
        """Keep a reading, unless a node repeats it."""
        means = meaning(sighting, self._names)
        shown = {
            "at": reading.at // MS,
            "from": "hoop",
            "name": reading.hoop,
            "node": reading.frame and reading.frame.hoop,
            "kind": "button" if reading.tag is None else "tag",
            "value": reading.tag or reading.button or "",
            "means": means and self._translate(means),
            "rssi_dbm": reading.rssi_dbm,
        }
        self._keep(reading.frame, shown)

    def press(self, press: Press) -> None:
        """Keep a press, unless the whistle repeats it."""
        shown = {"at": press.at // MS, "from": "button", "name": press.button, "kind": "press"}
        self._keep(press.id, shown | {"value": press.button, "node": None, "means": None, "rssi_dbm": None})

    def _keep(self, id: object, shown: dict[str, Any]) -> None:
        if id is None or all(kept != id for kept, _ in self._kept):
            self._kept.append((id, cast(Input, {"seq": next(self._seqs), **shown})))


def meaning(sighting: Sighting, names: Mapping[str, str]) -> Term | Message | None:
    """Return what a tag or button stands for, in words, or None. ``names`` are what teams are called."""
    team, _, number = sighting.value.partition("/")
    called = Term(names.get(team, team))
    match sighting.role:
        case "ball":
            return Term(sighting.value)
        case "marker":
            return Message("marker of {team}", {"team": called})
        case "player":
            return Message("player {number} of {team}", {"number": number, "team": called})
        case "unknown":
            return None


def team_names(games: Mapping[str, Game]) -> dict[str, str]:
    """Return what the teams of all games are called, by id."""
    teams = [game.hoops.teams() for game in games.values() if game.hoops is not None]
    return {id: name or id for each in teams for id, name in each.items()}
