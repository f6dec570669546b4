"""Every numbered rule of the game as one short sentence: what a refusal cites, for the table to read out.

The rules in full, with our rulings, are in ``README.md`` beside this file.
"""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.phrases import Message

RULES: Mapping[str, Message] = {
    "BH-1": Message("3 to 6 people play, with 6 settlers each, 24 laurels, ten places and one champion."),
    "BH-1a": Message("The ten places have the sums of two dice: 2 to 6 and 8 to 12."),
    "BH-2": Message("With the second settlement each player puts a settler on a free place, for nothing."),
    "BH-3": Message(
        "A turn sends one settler to a free place, or at a full table up to two, each by a roll."
    ),
    "BH-4": Message("The place that is rolled earns its owner a laurel, a 7 the one with the most settlers."),
    "BH-5": Message("1 to 5 laurels buy five different things, each once in the own turn."),
    "BH-6": Message("The first with 3 settlers at the table is champion, until somebody else has more."),
    "BH-7": Message("12 points in the own turn win: those of the board, and 1 for the champion."),
}
"""Number to sentence, in English for a catalogue."""
