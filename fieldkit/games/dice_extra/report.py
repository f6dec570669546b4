"""The dice game's part of the report, the charts and the commands: values only, drawn by shared code."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from fieldkit.colours import KINDS as COLOURS
from fieldkit.games import report
from fieldkit.games.dice_extra import events as ev
from fieldkit.games.dice_extra.kinds import KINDS, PICTURES, PIECES
from fieldkit.games.dice_extra.state import State, winners
from fieldkit.games.people import called, side_of
from fieldkit.phrases import N_, Language, MessageList, Term


class DiceReport(report.GameReport):
    """Points, dice and pieces."""

    sorts: Mapping[str, report.LineSort] = {
        "roll": report.LineSort(listed=False),
        "turn": report.LineSort(listed=False),
        "build": report.LineSort(Term("Pieces built")),
        "knight": report.LineSort(Term("Knights used")),
    }
    beginning = Term("Before the first turn")
    chapters = N_("Turn {number}")

    def result(self, state: State, translate: Language) -> report.Result | None:
        """Return who has won (DX-8)."""
        won = winners(state)
        if not won:
            return None
        players = MessageList([called(state.player(side)) for side in won], N_("and"))
        shared = N_("{players} share it with {n} points")
        template = N_("{players} won with {n} points") if len(won) == 1 else shared
        return report.Result(translate.sentence(template, players=players, n=state.score(won[0])), won)

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[report.Chart]:
        """Draw points after each time around, and what each player rolled."""
        told, sides = board.get("statistics"), board.get("sides")
        if not told or not sides or len(told["points"]) < 2:
            return ()
        order = [side["id"] for side in sides]
        lines = report.LineChart(
            "points",
            translate(Term("Points after each time around")),
            [translate(Term("start")), *map(str, range(1, len(told["points"])))],
            [(side, [entry[order.index(side["id"])] for entry in told["points"]]) for side in sides],
            board["target"],
        )
        rolled = {side: told["rolled"].get(side, [0] * len(KINDS)) for side in order}
        bars = report.BarChart(
            "rolled",
            translate(Term("What the dice showed")),
            [
                (side, translate.number("{n} die rolled", "{n} dice rolled", sum(rolled[side["id"]])))
                for side in sides
            ],
            [
                report.Bars(translate(Term(kind)), COLOURS[icon], icon, [rolled[side][n] for side in order])
                for n, (kind, icon) in enumerate(PICTURES.items())
            ],
        )
        return lines, bars

    def details(self, past: report.Past, translate: Language) -> report.Details:
        """Return what somebody reads after the match who was not there."""
        state: State = past.state
        sides = {player.id: side_of(player, state.score(player.id), translate) for player in state.players}
        facts = [translate.number("{n} turn", "{n} turns", state.turn)]
        facts += [translate.sentence("first to {n}", n=state.options.target)]
        facts += [translate(Term("with castles"))] if state.options.castles else []
        trails = sorted(state.trails.items(), key=lambda each: -len(each[1]))
        longest = [report.Figure(sides[side]["name"], str(len(trail)), sides[side]) for side, trail in trails]
        events = [event for step in past.steps if not step.struck for event in step.events]
        kinds = Counter(map(type, events))
        found = {Term("Rolls"): kinds[ev.Rolled], Term("Knights used as jokers"): kinds[ev.KnightUsed]}
        built = Counter((event.side, event.piece) for event in events if isinstance(event, ev.Built))
        rows = [
            (translate(Term(piece)), [str(built[side, piece]) for side in sides])
            for piece in PIECES
            if piece != "castle" or state.options.castles
        ]
        note, columns = translate(Term("pieces built in the whole match")), [translate(Term("built"))]
        return report.Details(
            facts=facts,
            tables=[report.Table(translate(Term("What was built")), note, [*sides.values()], columns, rows)],
            lists=[report.Figures(translate(Term("Longest trail")), longest)],
            figures=[report.Figure(translate(name), str(n)) for name, n in found.items()],
        )

    def season(self, state: State) -> tuple[report.PlayerShare, ...]:
        """Return a share: players are known by their names."""
        return ()
