"""Values for the report of a match, its charts and the commands; shared code draws them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from fieldkit.colours import BALLS
from fieldkit.games import Side
from fieldkit.games.full_contact import view
from fieldkit.games.full_contact.ball_events import DepositCounted, DepositHeld
from fieldkit.games.full_contact.names import called
from fieldkit.games.full_contact.points import made, standing
from fieldkit.games.full_contact.state import State, buildings, total
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
    PlayerShare,
    Result,
    SeasonShare,
    Step,
    Table,
)
from fieldkit.messages import GameCommand, Sighting
from fieldkit.phrases import N_, Language, MessageList, Term


class FullContactReport(GameReport):
    """Points, balls and decisions: the `GameReport` of this game."""

    sorts: Mapping[str, LineSort] = {
        "ball": LineSort(listed=False),
        "setup": LineSort(listed=False),
        "clock": LineSort(listed=False),
        "purchase": LineSort(Term("Purchases and placings")),
        "card": LineSort(Term("Cards and discards")),
        "trade": LineSort(Term("Trades")),
        "note": LineSort(Term("Notes and fouls"), marked=True),
        "stop": LineSort(Term("Stops"), marked=True),
        "void": LineSort(Term("Rounds cancelled"), marked=True),
        "correction": LineSort(Term("Corrections"), marked=True),
    }

    def result(self, state: State, translate: Language) -> Result | None:
        """Return who has won (FC-32)."""
        found = view.result(state)
        if not found or not found["winners"]:
            return None
        won = tuple(found["winners"])
        teams = MessageList([called(state.team(id)) for id in won], N_("and"))
        text = translate.sentence(N_("{teams} win") if len(won) == 1 else N_("{teams} share it"), teams=teams)
        if not found["final"]:
            text = translate.sentence("{result}, not yet confirmed", result=text)
        return Result(text, won)

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[Chart]:
        told = board.get("statistics") if board.get("stage") != "play" else None
        sides = board.get("sides")
        if not told or not sides:
            return ()
        lines = _points(sides, told["points"], board["target"], translate)
        return lines, _collected(sides, told["collected"], board["options"]["colours"], translate)

    def details(self, past: Past, translate: Language) -> Details:
        state: State = past.state
        facts = [translate.number("{n} round", "{n} rounds", state.number)]
        facts += [translate.sentence("first to {n}", n=state.target)]
        facts += [translate(Term("practice"))] if state.practice else []
        players = _players(state, translate)
        return Details(
            facts=facts,
            tables=[_made(state, translate), _rounds(past, translate)],
            lists=[Figures(translate(Term("Balls by player")), players)] if players else [],
            figures=[Figure(translate(name), str(n)) for name, n in _balls(state, past.steps).items()],
        )

    def practice(self, state: State) -> bool:
        return state.practice

    def season(self, state: State) -> SeasonShare:
        named = ((*player.partition("/"), balls) for player, balls in state.by_player.items())
        return SeasonShare(tuple(PlayerShare(team, number, balls) for team, _, number, balls in named))


def _points(
    sides: Sequence[Side], history: Sequence[Mapping[str, int]], target: int, translate: Language
) -> LineChart:
    return LineChart(
        "points",
        translate(Term("Points after each round")),
        [translate(Term("start")), *map(str, range(1, len(history)))],
        [(side, [entry[side["id"]] for entry in history]) for side in sides],
        target,
    )


def _collected(
    sides: Sequence[Side],
    balls: Mapping[str, Mapping[str, int]],
    colours: Mapping[str, str],
    translate: Language,
) -> BarChart:
    of_all = [(side, sum(balls[side["id"]].values())) for side in sides]
    return BarChart(
        "collected",
        translate(Term("Balls collected")),
        [(side, translate.number("{n} ball", "{n} balls", n)) for side, n in of_all],
        [
            Bars(
                translate(Term(kind)), BALLS[colours[kind]], kind, [balls[side["id"]][kind] for side in sides]
            )
            for kind in balls[sides[0]["id"]]
        ],
    )


def _made(state: State, translate: Language) -> Table:
    """Return the table of buildings, knights and cards at the end, and their points (FC-31)."""
    parts = {
        "cities": Term("Cities"),
        "settlements": Term("Settlements"),
        "knights": Term("Knights"),
        "cards": Term("Cards with a point"),
        "extra": Term("Extra points"),
    }
    columns: list[tuple[Mapping[str, int | None], Mapping[str, int]]] = []
    for team in state.teams:
        counts: Mapping[str, int | None] = {
            "cities": len(buildings(state, team.id, "city")),
            "settlements": len(buildings(state, team.id, "settlement")),
            "knights": team.knights,
            "cards": team.used_cards.count("victory_point"),
        }
        columns.append((counts, made(state, team)))
    rows: list[tuple[str, list[str]]] = []
    for part, name in parts.items():
        cells = [str(cell) for n, worth in columns for cell in (n.get(part, ""), worth[part])]
        rows.append((translate(name), cells))
    sums = [str(cell) for _, worth in columns for cell in ("", sum(worth.values()))]
    rows.append((translate(Term("Together")), sums))
    return Table(
        translate(Term("How the points were made")),
        "",
        view.headline(state, translate)["sides"],
        [translate(Term("on the field")), translate(Term("points"))],
        rows,
    )


def _rounds(past: Past, translate: Language) -> Table:
    """Return a row for the start and for each round: balls brought in and points after it, by team."""
    rows: list[tuple[str, list[str]]] = []
    before: Mapping[str, int] = {}
    for number, state in sorted(past.states.items()):
        points, balls = standing(state), {id: total(kinds) for id, kinds in state.collected.items()}
        name = translate.sentence("Round {number}", number=number) if number else translate(Term("Start"))
        cells: list[str] = []
        for team in points:
            brought = str(balls.get(team, 0) - before.get(team, 0)) if number else ""
            cells += (brought, str(points[team]))
        rows.append((name, cells))
        before = balls
    return Table(
        translate(Term("Round by round")),
        translate(Term("balls brought in, points when the next round began")),
        view.headline(past.state, translate)["sides"],
        [translate(Term("balls")), translate(Term("points"))],
        rows,
    )


def _players(state: State, translate: Language) -> list[Figure]:
    """Return the balls by player, most first; a player is ``team/number``."""
    sides = {side["id"]: side for side in view.headline(state, translate)["sides"]}
    ordered = sorted(state.by_player.items(), key=lambda one: -one[1])
    named = [(*player.partition("/"), balls) for player, balls in ordered]
    return [Figure(number, str(balls), sides.get(team)) for team, _, number, balls in named]


def _balls(state: State, steps: Iterable[Step]) -> Mapping[Term, int]:
    """Count the balls that the hoops saw, by their fate, and those counted by hand (FC-10 to FC-13)."""
    found: Counter[str] = Counter()
    for step in steps:
        kinds = {type(event) for event in step.events}
        counted = DepositCounted in kinds
        if isinstance(step.given, Sighting) and step.given.role in ("ball", "unknown"):
            found["counted" if counted else "held" if DepositHeld in kinds else "refused"] += 1
        elif isinstance(step.given, GameCommand) and counted and not step.struck:
            found["by hand"] += 1
    return {
        Term("Balls collected"): sum(total(kinds) for kinds in state.collected.values()),
        Term("Balls seen by the hoops"): found.total() - found["by hand"],
        Term("… counted at once"): found["counted"],
        Term("… held for the referee"): found["held"],
        Term("… refused"): found["refused"],
        Term("Balls counted by hand"): found["by hand"],
    }
