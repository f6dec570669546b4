"""Every rule in one sentence, by its number, and the whole game for those who learn it."""

from collections import Counter
from collections.abc import Mapping, Sequence

from fieldkit.games.dice_extra import kinds as ki
from fieldkit.phrases import N_, Message, MessageList, Term

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


def _price(piece: ki.Piece) -> dict[str, MessageList]:
    counts = Counter(ki.PRICES[piece]).items()
    items = [Message("{n} {kind}", {"n": n, "kind": Term(kind)}) for kind, n in counts]
    return {"price": MessageList(items, N_("and"))}


GUIDE: Mapping[str, Sequence[Message]] = {
    "DX-1": (
        Message(
            "{least} to {most} people settle one island together, each in one colour.",
            {"least": ki.MIN_PLAYERS, "most": ki.MAX_PLAYERS},
        ),
    ),
    "DX-2": (
        Message("The youngest begins, then it goes clockwise: each marks a starting road on the coast."),
        Message(
            "Between two starting roads lie at least {n} free ones, by the shortest way.", {"n": ki.APART}
        ),
        Message("A start that would leave a later player without one cannot be chosen."),
    ),
    "DX-3": (
        Message(
            "The first turn has {first} dice, each next one more, up to {most}; then it is always {most}.",
            {"first": ki.FIRST_DICE, "most": ki.MAX_DICE},
        ),
        Message(
            "Roll up to {n} times. In between keep any dice; a kept one may be rolled again.", {"n": ki.ROLLS}
        ),
        Message("Your first piece ends your rolling."),
    ),
    "DX-4": (
        Message("A road costs {price}.", _price("road")),
        Message("A settlement costs {price}.", _price("settlement")),
        Message("A city costs {price}.", _price("city")),
        Message("A knight costs {price}.", _price("knight")),
        Message("{n} gold stand for any one other die.", {"n": ki.GOLD_FOR_ONE}),
    ),
    "DX-5": (
        Message("Build as much as your dice pay, in any order. Dice that are left over are lost."),
        Message("Roads and settlements continue your own road. An edge takes one road."),
        Message("Where your road meets a free site, settle there before the road goes on."),
        Message("Another player's building ends your road. A corner without a site never does."),
    ),
    "DX-6": (
        Message("A city takes the place of your own settlement, on the sites with a tower."),
        Message("A knight needs your own road on an edge of its hex, or your own building on a corner."),
        Message("A hex has one knight, the desert two: the first to build it has it."),
    ),
    "DX-7": (
        Message("In a later turn, after your last roll, each of your knights may help you once in the game."),
        Message("It turns one die to the kind of its hex. One from the desert turns it to any kind."),
    ),
    "DX-8": (
        Message(
            "Points: settlement {settlement}, city {city}, longest road {road}, largest army {army}.",
            ki.POINTS,
        ),
        Message("The longest road has at least {n} in a row; branches do not count.", {"n": ki.MIN_ROAD}),
        Message("Another player's building cuts a road. A longer road takes the points over."),
        Message(
            "The first with {n} knights, used or not, has the largest army. A larger one takes it over.",
            {"n": ki.MIN_ARMY},
        ),
        Message("If it is your turn and you have {target} points, you win.", {"target": "{target}"}),
    ),
    "DX-9": (
        Message(
            "If you play with castles: {dice} dice of one kind mark any free castle, for {castle} points.",
            {"dice": ki.MAX_DICE, "castle": ki.POINTS["castle"]},
        ),
        Message("Gold counts as a kind of its own here and stands for nothing else. Knights help."),
    ),
}
"""Number to the sentences that teach a rule; an option stays a ``{placeholder}`` for a page to fill."""
