"""Every rule in one sentence, by its number: what a refusal shows beside its reason.

The whole text of each, with our rulings, stands in this folder's ``README.md`` and begins with the same
sentence. A test holds the two together, and both to the code and the tests that name a number.
"""

from __future__ import annotations

from collections.abc import Mapping

from fieldkit.phrases import Message

RULES: Mapping[str, Message] = {
    "DX-1": Message("Two to four people settle one island together, each in one colour."),
    "DX-2": Message("Each player marks a starting road on the coast, far from all the others."),
    "DX-3": Message("A turn has up to three rolls; before each of them any dice are set aside."),
    "DX-4": Message("Each piece has its price in dice, and two gold stand for any one other thing."),
    "DX-5": Message("Roads and settlements continue your own road, and nobody builds past a free site."),
    "DX-6": Message("A city replaces your own settlement; a knight stands by your own road or building."),
    "DX-7": Message("A built knight is once a joker, in a later turn and after the last roll."),
    "DX-8": Message("Reach the points in your own turn to win: settlements, cities, longest road, army."),
    "DX-9": Message("With castles in play, six dice of one kind build any free castle."),
}
