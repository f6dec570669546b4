"""The report of a match: points, laurels and the dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from fieldkit.colours import SUN
from fieldkit.games.big_honor.events import Rolled
from fieldkit.games.big_honor.state import SUMS, State, points, sent_by
from fieldkit.games.big_honor.view import headline
from fieldkit.games.people import called
from fieldkit.games.report import (
    BarChart,
    Bars,
    Chart,
    Details,
    Figure,
    Figures,
    GameReport,
    LineChart,
    LineSort,
    Past,
    Result,
    SeasonShare,
)
from fieldkit.phrases import N_, Language, Term


class BigHonorReport(GameReport):
    """The report of this game."""

    beginning = Term("Second settlements")
    chapters = N_("Turn {number}")
    sorts: Mapping[str, LineSort] = {
        "turn": LineSort(listed=False),
        "roll": LineSort(Term("Production rolls"), listed=False),
        "points": LineSort(listed=False),
        "settler": LineSort(Term("Settlers sent, and tries to send one")),
        "spent": LineSort(Term("Laurels spent")),
    }

    def result(self, state: State, translate: Language) -> Result | None:
        """Name the winner (BH-7)."""
        if state.winner is None:
            return None
        player = state.player(state.winner)
        given = {"player": called(player), "points": points(state, player)}
        return Result(translate.sentence("{player} wins with {points} points", **given), (player.id,))

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[Chart]:
        """Draw the points round by round, and the settlers and laurels at the end."""
        history, sides = board.get("history"), board.get("sides")
        if not history or not sides:
            return ()
        length = len(history[sides[0]["id"]])
        lines = LineChart(
            "points",
            translate(Term("Points after each round of the table")),
            [translate(Term("start")), *map(str, range(1, length))],
            [(side, history[side["id"]]) for side in sides],
            board["target"],
        )
        return lines, _table(board, translate)

    def details(self, past: Past, translate: Language) -> Details:
        """Tell what the table talks about afterwards: the champion, the laurels, how the dice fell."""
        state: State = past.state
        facts = [translate.number("{n} turn", "{n} turns", state.turn)]
        if state.champion:
            champion = called(state.player(state.champion))
            facts.append(translate.sentence("{player} is champion", player=champion))
        counts = [Figure(str(number), str(state.sums.count(number))) for number in SUMS]
        dice = Figures(translate(Term("How often each sum was rolled")), counts)
        return Details(
            facts=facts,
            lists=[_laurels(state, translate), dice],
            figures=[
                Figure(translate(Term("Laurels won")), str(sum(each.earned for each in state.players))),
                Figure(translate(Term("Rolls of 7")), str(_sevens(past))),
            ],
        )

    def season(self, state: State) -> SeasonShare:
        """Name the players for their season."""
        return SeasonShare()


def _table(board: Mapping[str, Any], translate: Language) -> BarChart:
    players = {player["id"]: player for player in board["players"]}
    shown = [players[side["id"]] for side in board["sides"]]
    return BarChart(
        "table",
        translate(Term("Settlers and laurels at the end")),
        [(side, translate.number("{n} point", "{n} points", side["score"])) for side in board["sides"]],
        [
            Bars(translate(Term("settlers")), SUN["ink"], "settler", [each["sent"] for each in shown]),
            Bars(translate(Term("laurels")), SUN["start"], "laurel", [each["laurels"] for each in shown]),
        ],
    )


def _laurels(state: State, translate: Language) -> Figures:
    sides = {side["id"]: side for side in headline(state, translate)["sides"]}
    figures = []
    for player in state.players:
        given = {"earned": player.earned, "spent": player.spent, "sent": sent_by(state, player.id)}
        text = translate.sentence("{earned} won, {spent} spent; {sent} settlers at the table", **given)
        figures.append(Figure("", text, sides[player.id]))
    return Figures(translate(Term("Laurels by player")), figures)


def _sevens(past: Past) -> int:
    return sum(
        isinstance(event, Rolled) and sum(event.dice) == 7
        for step in past.steps
        if not step.struck
        for event in step.events
    )
