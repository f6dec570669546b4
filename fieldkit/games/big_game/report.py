"""The report of a hall: the winner, the claims and how the dice fell."""

from collections.abc import Mapping

from fieldkit.games.big_game.claims import winner
from fieldkit.games.big_game.forms import points
from fieldkit.games.big_game.state import SUMS, Claim, State, seat_called
from fieldkit.games.report import Details, Figure, Figures, GameReport, LineSort, Past, Result
from fieldkit.phrases import N_, Language, Term

_STANDINGS: Mapping[str, Term] = {
    "open": Term("not judged"),
    "confirmed": Term("confirmed"),
    "rejected": Term("rejected"),
    "withdrawn": Term("taken back"),
    "closed": Term("not judged: the best one has more"),
}


class BigGameReport(GameReport):
    """The report of this game."""

    beginning = Term("Registration")
    chapters = N_("Turn {number}")
    sorts: Mapping[str, LineSort] = {
        "roll": LineSort(Term("Turns")),
        "robbers": LineSort(),
        "clock": LineSort(listed=False),
        "registered": LineSort(Term("Registrations"), listed=False),
        "seat": LineSort(listed=False),
        "claim": LineSort(Term("Claims made or taken back")),
        "judged": LineSort(Term("Claims judged")),
        "call": LineSort(Term("Calls for a steward"), listed=False),
        "sanction": LineSort(Term("Sanctions"), marked=True),
        "taken_back": LineSort(Term("Rolls taken back"), marked=True),
        "alarm": LineSort(Term("Alarms"), marked=True),
    }

    def result(self, state: State, translate: Language) -> Result | None:
        """Name the winner (BG-12); a rehearsal has none."""
        if state.rehearsal:
            return Result(translate(Term("Rehearsal")))
        best = winner(state)
        if state.winner is None or best is None:
            return None
        given = {"name": state.name(best.seat), "seat": seat_called(best.seat), "points": points(best.form)}
        said = translate.sentence("{name} ({seat}) wins with {points} points", **given)
        return Result(said, (best.seat.partition("-")[2],))

    def practice(self, state: State) -> bool:
        """Tell if the hall is a rehearsal."""
        return state.rehearsal

    def details(self, past: Past, translate: Language) -> Details:
        """Tell how large the hall was, what became of each claim, and how the dice fell."""
        state: State = past.state
        facts = [
            translate.number("{n} turn", "{n} turns", state.turn),
            translate.sentence("{n} players at {boards} boards", n=state.playing, boards=state.boards),
            translate.sentence("First to {n} points", n=state.options.target),
        ]
        sums = [sum(roll.dice) for roll in state.rolls]
        counts = [Figure(str(number), str(sums.count(number))) for number in SUMS]
        lists = [Figures(translate(Term("How often each sum was rolled")), counts)]
        if state.claims:
            judged = [_claim(state, claim, translate) for claim in state.claims]
            lists.insert(0, Figures(translate(Term("Claims")), judged))
        return Details(facts=facts, lists=lists)


def _claim(state: State, claim: Claim, translate: Language) -> Figure:
    given = {
        "n": claim.turn,
        "name": state.name(claim.seat),
        "points": points(claim.form),
        "standing": _STANDINGS[state.standing(claim)],
    }
    text = translate.sentence("Turn {n}: {name}, {points} points, {standing}", **given)
    return Figure(translate(seat_called(claim.seat)), f"{text}: {claim.reason}" if claim.reason else text)
