"""The report of a match: points, laurels and the dice."""

from collections.abc import Mapping, Sequence
from typing import Any

from fieldkit.colours import SUN
from fieldkit.games import report
from fieldkit.games.big_honor.events import Rolled
from fieldkit.games.big_honor.state import SUMS, State, sent_by
from fieldkit.games.people import called, side_of
from fieldkit.phrases import N_, Language, Term


class BigHonorReport(report.GameReport):
    """The report of this game."""

    beginning = Term("Second settlements")
    chapters = N_("Turn {number}")
    sorts: Mapping[str, report.LineSort] = {
        "turn": report.LineSort(listed=False),
        "roll": report.LineSort(Term("Production rolls"), listed=False),
        "points": report.LineSort(listed=False),
        "settler": report.LineSort(Term("Settlers sent, and tries to send one")),
        "spent": report.LineSort(Term("Laurels spent")),
    }

    def result(self, state: State, translate: Language) -> report.Result | None:
        """Name the winner (BH-7)."""
        if state.winner is None:
            return None
        player = state.player(state.winner)
        given = {"player": called(player), "points": state.score(player.id)}
        return report.Result(translate.sentence("{player} wins with {points} points", **given), (player.id,))

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[report.Chart]:
        """Draw the points round by round, and the settlers and laurels at the end."""
        history, sides = board.get("history"), board.get("sides")
        if not history or not sides:
            return ()
        length = len(history[sides[0]["id"]])
        lines = report.LineChart(
            "points",
            translate(Term("Points after each round of the table")),
            [translate(Term("start")), *map(str, range(1, length))],
            [(side, history[side["id"]]) for side in sides],
            board["target"],
        )
        return lines, _table(board, translate)

    def details(self, past: report.Past, translate: Language) -> report.Details:
        """Tell what the table talks about afterwards: the champion, the laurels, how the dice fell."""
        state: State = past.state
        events = [event for step in past.steps if not step.struck for event in step.events]
        sevens = sum(isinstance(event, Rolled) and sum(event.dice) == 7 for event in events)
        facts = [translate.number("{n} turn", "{n} turns", state.turn)]
        if state.champion:
            champion = called(state.player(state.champion))
            facts.append(translate.sentence("{player} is champion", player=champion))
        counts = [report.Figure(str(number), str(state.sums.count(number))) for number in SUMS]
        dice = report.Figures(translate(Term("How often each sum was rolled")), counts)
        earned = sum(player.earned for player in state.players)
        return report.Details(
            facts=facts,
            lists=[_laurels(state, translate), dice],
            figures=[
                report.Figure(translate(Term("Laurels won")), str(earned)),
                report.Figure(translate(Term("Rolls of 7")), str(sevens)),
            ],
        )

    def season(self, state: State) -> tuple[report.PlayerShare, ...]:
        """Name the players for their season."""
        return ()


def _table(board: Mapping[str, Any], translate: Language) -> report.BarChart:
    players = {player["id"]: player for player in board["players"]}
    shown = [players[side["id"]] for side in board["sides"]]
    sent, laurels = ([each[what] for each in shown] for what in ("sent", "laurels"))
    return report.BarChart(
        "table",
        translate(Term("Settlers and laurels at the end")),
        [(side, translate.number("{n} point", "{n} points", side["score"])) for side in board["sides"]],
        [
            report.Bars(translate(Term("settlers")), SUN["ink"], "settler", sent),
            report.Bars(translate(Term("laurels")), SUN["start"], "laurel", laurels),
        ],
    )


def _laurels(state: State, translate: Language) -> report.Figures:
    figures = []
    for player in state.players:
        given = {"earned": player.earned, "spent": player.spent, "sent": sent_by(state, player.id)}
        text = translate.sentence("{earned} won, {spent} spent; {sent} settlers at the table", **given)
        figures.append(report.Figure("", text, side_of(player, state.score(player.id), translate)))
    return report.Figures(translate(Term("Laurels by player")), figures)
