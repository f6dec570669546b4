"""The rules in words: each in one sentence, which a refusal cites, and the whole game to learn it from."""

from collections.abc import Mapping, Sequence

from fieldkit.games.big_honor import state as st
from fieldkit.games.big_honor.commands import MIN_PLAYERS
from fieldkit.games.people import COLOURS
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
GUIDE: Mapping[str, Sequence[Message]] = {
    "BH-1": (
        Message(
            "{least} to {most} of you play Catan on your own board, by its own rules.",
            {"least": MIN_PLAYERS, "most": len(COLOURS)},
        ),
        Message(
            "Beside it lies the table of the Big Game. Each player has {n} settlers for it.",
            {"n": st.SETTLERS},
        ),
        Message("There are {n} laurels for all of you, also if you are five or six.", {"n": st.LAURELS}),
        Message(
            "If you are {n} or more, all others may build after each turn. Nobody sends or spends then.",
            {"n": st.SPECIAL_FROM},
        ),
    ),
    "BH-1a": (
        Message(
            "The table has {n} places, one for each sum of two dice but 7. The middle ones pay most often.",
            {"n": len(st.PLACES)},
        ),
    ),
    "BH-2": (Message("With your second settlement you put a settler on any free place, for nothing."),),
    "BH-3": (
        Message("In your turn, after the roll for production, you may send a settler for 1 wool or 1 grain."),
        Message("While a place is free, you send one a turn, to any free place."),
        Message(
            "When all places are taken, you roll two dice for one, up to {n} times a turn.", {"n": st.TRIES}
        ),
        Message("Each of these rolls costs 1 wool or 1 grain, whatever it shows. A 7 is rolled again."),
        Message("An opponent's place becomes yours, and their settler goes home. Your own gains nothing."),
        Message("Filling the last free place counts as that turn's send."),
        Message("Nobody has more than {n} settlers at the table.", {"n": st.SETTLERS}),
    ),
    "BH-4": (
        Message("On each roll for production the settler on that number earns a laurel."),
        Message("On a 7 the player with the most settlers at the table earns it; on a tie nobody does."),
        Message("A roll for a place earns nothing. Nobody has more than {n} laurels.", {"n": st.MAX_LAURELS}),
        Message("When all laurels are taken, none can be earned until some are spent."),
    ),
    "BH-5": (
        Message("In your turn, also before the roll, laurels buy these, each once a turn:"),
        Message("1 laurel: the robber goes back to the desert."),
        Message("2 laurels: draw a card, unseen, from an opponent."),
        Message("3 laurels: take any one resource."),
        Message("4 laurels: build a road for nothing."),
        Message("5 laurels: take a development card for nothing. It is not played in this turn."),
        Message("Laurels are not traded. Those you spend can be earned again."),
    ),
    "BH-6": (
        Message(
            "The first with {n} settlers at the table is champion: {points} point more.",
            {"n": st.CHAMPION_FROM, "points": st.CHAMPION_POINTS},
        ),
        Message("The champion stays champion on a tie and with fewer, until somebody else has more."),
        Message("If several have more, it is the one whose turn it is, else the next in turn order."),
    ),
    "BH-7": (
        Message(
            "If it is your turn and you have {n} points, you win: those of the board and the champion's.",
            {"n": st.TARGET},
        ),
        Message("Each player taps their own points of the board, up or down."),
        Message("If they are noticed too late: take the end of the turn back, then confirm the win."),
    ),
}
