"""Values for the report of a match, its charts and the commands; shared code draws them."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from fieldkit.colours import BALLS
from fieldkit.games import report as shared
from fieldkit.games.full_contact import view
from fieldkit.games.full_contact.ball_events import DepositCounted, DepositHeld
from fieldkit.games.full_contact.points import made, standing
from fieldkit.games.full_contact.state import State, Team, total
from fieldkit.games.full_contact.words import called
from fieldkit.messages import GameCommand, Sighting
from fieldkit.phrases import N_, Language, MessageList, Term


class FullContactReport(shared.GameReport):
    """Points, balls and decisions: the `GameReport` of this game."""

    sorts: Mapping[str, shared.LineSort] = {
        "ball": shared.LineSort(listed=False),
        "setup": shared.LineSort(listed=False),
        "clock": shared.LineSort(listed=False),
        "purchase": shared.LineSort(Term("Purchases and placings")),
        "card": shared.LineSort(Term("Cards and discards")),
        "trade": shared.LineSort(Term("Trades")),
        "note": shared.LineSort(Term("Notes and fouls"), marked=True),
        "stop": shared.LineSort(Term("Stops"), marked=True),
        "void": shared.LineSort(Term("Rounds cancelled"), marked=True),
        "correction": shared.LineSort(Term("Corrections"), marked=True),
    }

    def result(self, state: State, translate: Language) -> shared.Result | None:
        """Return who has won (FC-32)."""
        found = view.result(state)
        if not found or not found["winners"]:
            return None
        won = tuple(found["winners"])
        teams = MessageList([called(state.team(id)) for id in won], N_("and"))
        text = translate.sentence(N_("{teams} win") if len(won) == 1 else N_("{teams} share it"), teams=teams)
        if not found["final"]:
            text = translate.sentence("{result}, not yet confirmed", result=text)
        return shared.Result(text, won)

    def charts(self, board: Mapping[str, Any], translate: Language) -> Sequence[shared.Chart]:
        told = board.get("statistics") if board.get("stage") != "play" else None
        sides = board.get("sides")
        if not told or not sides:
            return ()
        history, colours = told["points"], board["options"]["colours"]
        lines = [(side, [entry[side["id"]] for entry in history]) for side in sides]
        rounds = [translate(Term("start")), *map(str, range(1, len(history)))]
        title = translate(Term("Points after each round"))
        points = shared.LineChart("points", title, rounds, lines, board["target"])
        balls = [told["collected"][side["id"]] for side in sides]
        bars = [
            shared.Bars(translate(Term(kind)), BALLS[colours[kind]], kind, [own[kind] for own in balls])
            for kind in balls[0]
        ]
        words = [translate.number("{n} ball", "{n} balls", sum(own.values())) for own in balls]
        title, under = translate(Term("Balls collected")), list(zip(sides, words, strict=True))
        return points, shared.BarChart("collected", title, under, bars)

    def details(self, past: shared.Past, translate: Language) -> shared.Details:
        state: State = past.state
        facts = [translate.number("{n} round", "{n} rounds", state.number)]
        facts += [translate.sentence("first to {n}", n=state.target)]
        facts += [translate(Term("practice"))] if state.practice else []
        players = _players(state, translate)
        return shared.Details(
            facts=facts,
            tables=[_made(state, translate), _rounds(past, translate)],
            lists=[shared.Figures(translate(Term("Balls by player")), players)] if players else [],
            figures=[shared.Figure(translate(name), str(n)) for name, n in _balls(state, past.steps).items()],
        )

    def practice(self, state: State) -> bool:
        return state.practice

    def season(self, state: State) -> tuple[shared.PlayerShare, ...]:
        named = ((*player.partition("/"), balls) for player, balls in state.by_player.items())
        return tuple(shared.PlayerShare(team, number, balls) for team, _, number, balls in named)


def _made(state: State, translate: Language) -> shared.Table:
    """Return the table of buildings, knights and cards at the end, and their points (FC-31)."""
    parts: dict[str, tuple[str, Callable[[Team], object]]] = {
        "cities": (N_("Cities"), lambda team: len(state.buildings(team.id, "city"))),
        "settlements": (N_("Settlements"), lambda team: len(state.buildings(team.id, "settlement"))),
        "knights": (N_("Knights"), lambda team: team.knights),
        "cards": (N_("Cards with a point"), lambda team: team.used_cards.count("victory_point")),
        "extra": (N_("Extra points"), lambda team: ""),
    }
    columns = [(team, made(state, team)) for team in state.teams]
    rows = [
        (translate(Term(name)), [str(cell) for team, worth in columns for cell in (count(team), worth[part])])
        for part, (name, count) in parts.items()
    ]
    sums = [str(cell) for _, worth in columns for cell in ("", sum(worth.values()))]
    rows.append((translate(Term("Together")), sums))
    return shared.Table(
        translate(Term("How the points were made")),
        "",
        view.sides(state, translate),
        [translate(Term("on the field")), translate(Term("points"))],
        rows,
    )


def _rounds(past: shared.Past, translate: Language) -> shared.Table:
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
    return shared.Table(
        translate(Term("Round by round")),
        translate(Term("balls brought in, points when the next round began")),
        view.sides(past.state, translate),
        [translate(Term("balls")), translate(Term("points"))],
        rows,
    )


def _players(state: State, translate: Language) -> list[shared.Figure]:
    """Return the balls by player, most first; a player is ``team/number``."""
    sides = {side["id"]: side for side in view.sides(state, translate)}
    ordered = sorted(state.by_player.items(), key=lambda one: -one[1])
    named = [(*player.partition("/"), balls) for player, balls in ordered]
    return [shared.Figure(number, str(balls), sides.get(team)) for team, _, number, balls in named]


def _balls(state: State, steps: Iterable[shared.Step]) -> Mapping[Term, int]:
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
