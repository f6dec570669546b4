"""Every numbered rule of the game as one short sentence: what a refusal cites, for the hall to hear.

The rules in full, with our rulings, are in ``README.md`` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.phrases import Message

RULES: Mapping[str, Message] = {
    "BG-1": Message("Boards stand in a ring, by threes; at each sit one Sun and one Moon player."),
    "BG-2": Message("Everybody begins with 3 settlements, one of them soon a city, a ship and a road."),
    "BG-3": Message("Sun and Moon act in turn; one roll for everybody opens a turn, and one clock ends it."),
    "BG-4": Message("Rolls come from 31 of the 36 cards of the dice deck, then it is shuffled again."),
    "BG-5": Message("The conductor's clock runs for each turn; after a 7 it waits for discards and robbers."),
    "BG-6": Message("On a 7 eight cards or more are halved; later both robbers move to a rolled number."),
    "BG-7": Message("Active players trade with five neighbours, waiting players with the three active ones."),
    "BG-8": Message("Only an active player who builds there at once forbids building on a neighbour board."),
    "BG-9": Message("The first settlement in each of five other territories scores 2 points more."),
    "BG-10": Message("One development card is played in a turn, and never in the turn it was bought."),
    "BG-11": Message("The first of a board with a route of 5 or 3 knights has it until the other has more."),
    "BG-12": Message("A claim with the target's points in the own turn wins, once it was confirmed."),
    "BG-13": Message(
        "What nobody objected to in the turn stands; the referee may sanction and remove players."
    ),
}
"""Number to sentence, in English for a catalogue."""
