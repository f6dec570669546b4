"""The report of a match: one HTML file with its charts, tables and decisions, to read anywhere and print.

Made from the record alone and asking the game only through its protocol. Fonts, marks and charts are in the
file: it loads nothing. It speaks the kit's language; what the command says on the console is English.
"""

from __future__ import annotations

import base64
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

from babel.dates import format_datetime
from babel.numbers import format_decimal
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from fieldkit.checkup.pre_match import in_one_line
from fieldkit.clock import MS, NS
from fieldkit.errors import FieldkitError
from fieldkit.games import Game, Sort
from fieldkit.journal.database import Played
from fieldkit.journal.record import Record, last_check
from fieldkit.messages import GameCommand, Sighting
from fieldkit.percentiles import percentiles
from fieldkit.phrases import ENGLISH, Language, MessageList, Term
from fieldkit.records import charts
from fieldkit.records.commands import fold, read
from fieldkit.referee.match import Entry, Match, evolved, line, over, stamp, verdict_of

LEFT_OUT: tuple[Sort, ...] = ("ball", "clock")
"""What the list of decisions does not tell one by one: the charts and the table do."""
_COUNTED: Mapping[Sort, Term] = {
    "purchase": Term("Purchases and placings"),
    "card": Term("Cards and discards"),
    "trade": Term("Trades"),
    "note": Term("Notes and fouls"),
    "stop": Term("Stops"),
    "void": Term("Rounds taken back"),
    "correction": Term("Corrections"),
    "strike": Term("Strikes"),
}
_FACES = (
    ("Barlow Condensed", 700, "fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf"),
    ("Barlow Condensed", 800, "fontpkg_barlow_condensed", "BarlowCondensed-ExtraBold.ttf"),
    ("Atkinson Hyperlegible", 400, "fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular.ttf"),
    ("Atkinson Hyperlegible", 700, "fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Bold.ttf"),
)


@dataclass(frozen=True, slots=True)
class Told:
    """One decision in words, in the round it was made; ``struck`` when it no longer counts."""

    seq: int
    round: int
    text: str
    team: str | None
    sort: Sort
    struck: bool


def write(
    journal: Path, games: Mapping[str, Game], match: str, out: Path, kit: str, translate: Language = ENGLISH
) -> int:
    """Write the report of a match; ``kit`` is the kit's name. Raises FieldkitError with the one sentence."""
    found, records = read(journal, match)
    text = page(found, records, fold(found, games, records), kit, translate)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as mishap:
        raise FieldkitError(f"the report cannot be written to {out}: {mishap.strerror}") from mishap
    print(f"{match}: the report is in {out}")
    return 0


def page(
    found: Played, records: Sequence[Record], folded: Match, kit: str, translate: Language = ENGLISH
) -> str:
    """The report as HTML, in the language ``translate``."""
    told, states = _walked(folded, translate)
    views = {number: folded.game.view(state) for number, state in states.items()}
    board = folded.game.view(folded.state, translate)
    teams = {team["id"]: team | {"name": team.get("name") or team["id"]} for team in board.get("teams", ())}
    listed = [one for one in told if one.struck or one.sort not in LEFT_OUT]
    winners = [teams[id] for id in (board.get("result") or {}).get("winners", ()) if id in teams]
    return _template(translate).render(
        kit=kit,
        match=found.id,
        game=found.game.replace("_", " ").capitalize(),
        date=_date(found.wall, translate),
        checked=_checked(records, translate),
        board=board,
        played=stamp(folded).number,
        over=over(folded),
        teams=teams,
        ranked=sorted(teams.values(), key=lambda team: -team.get("vp", 0)),
        winners=winners,
        won=translate(MessageList([team["name"] for team in winners], "and")),
        charts=[
            (translate(charts.TITLES[name]), _both_shapes(name, board, translate)) for name in charts.CHARTS
        ],
        rounds=_rounds(views, list(teams)),
        decisions=[(number, list(group)) for number, group in groupby(listed, key=lambda one: one.round)],
        figures=[
            (translate(name), figure) for name, figure in _figures(records, folded, board, told, translate)
        ],
        players=_players(board, teams),
        mark=_mark,
        faces=_faces(),
        colours=charts.TEAMS,
    )


def _walked(folded: Match, translate: Language) -> tuple[list[Told], dict[int, Any]]:
    """All decisions in words, and the last state of each round as it stands."""
    game = folded.game
    told: list[Told] = []
    words: dict[int, str] = {}
    states: dict[int, Any] = {}
    state: Any = None
    number = 0
    for entry in folded.past():
        after = evolved(game, state, entry.events)
        said = line(game, after, entry, translate, words)
        struck = entry.seq is not None and entry.seq in folded.struck
        now = game.stamp(after)[0]
        if said:
            # A round that is taken back takes its number with it: that is still told in the round.
            told.append(Told(said.seq, max(number, now), said.text, said.team, said.sort, struck))
            words[said.seq] = said.text
        if not struck:
            state, number = after, now
            states = {earlier: kept for earlier, kept in states.items() if earlier < now} | {now: state}
    return told, states


def _rounds(views: Mapping[int, Mapping[str, Any]], teams: Sequence[str]) -> list[dict[str, Any]]:
    """A row for the start and for each round: balls brought in and points after it, by team."""
    rows = []
    before: Mapping[str, int] = {}
    for number, view in sorted(views.items()):
        balls = {
            team: sum(kinds.values())
            for team, kinds in view.get("statistics", {}).get("collected", {}).items()
        }
        points = {team["id"]: team["vp"] for team in view.get("teams", ()) if "vp" in team}
        cells = [(balls.get(id, 0) - before.get(id, 0), points.get(id)) for id in teams]
        rows.append({"number": number, "cells": cells})
        before = balls
    return rows if before else []


def _figures(
    records: Sequence[Record],
    folded: Match,
    board: Mapping[str, Any],
    told: Iterable[Told],
    translate: Language,
) -> list[tuple[Term, str]]:
    """The numbers of the match, each with its name."""
    collected = board.get("statistics", {}).get("collected", {})
    balls = _verdicts(folded)
    sorts = Counter(one.sort for one in told if not one.struck)
    figures = [
        (Term("Balls collected"), str(sum(sum(kinds.values()) for kinds in collected.values()))),
        (Term("Balls seen by the hoops"), str(balls.total() - balls["by hand"])),
        (Term("… counted at once"), str(balls["counted"])),
        (Term("… held for the referee"), str(balls["held"])),
        (Term("… refused"), str(balls["refused"])),
        (Term("Balls counted by hand"), str(balls["by hand"])),
    ]
    figures += [(name, str(sorts[sort])) for sort, name in _COUNTED.items()]
    return figures + _whistle(records, translate) + _length(records)


def _verdicts(folded: Match) -> Counter[str]:
    """What became of the balls that the hoops saw, and how many were counted by hand."""
    game, found = folded.game, Counter[str]()
    for entry in folded.past():
        if isinstance(entry.given, Sighting) and entry.given.role in ("ball", "unknown"):
            found[verdict_of(game, entry.events)] += 1
        elif _by_hand(folded, entry):
            found["by hand"] += 1
    return found


def _by_hand(folded: Match, entry: Entry) -> bool:
    counts = entry.seq not in folded.struck and isinstance(entry.given, GameCommand)
    words = folded.game.describe(folded.state, entry.events) if counts else None
    return bool(words and words.sort == "ball") and verdict_of(folded.game, entry.events) == "counted"


def _whistle(records: Iterable[Record], translate: Language) -> list[tuple[Term, str]]:
    given = [json.loads(record.row.given) for record in records if record.row.seq is None]
    reports = [each for each in given if each.get("type") == "cue_report"]
    late = [each["late_ns"] / MS for each in reports if each.get("late_ns") is not None]
    if not late:
        return []
    numbers = {
        name: format_decimal(value, "0.00", translate.code) for name, value in percentiles(late).items()
    }
    missed = sum(each["outcome"] == "missed" for each in reports)
    return [
        (Term("Blasts of the whistle"), str(len(late))),
        (Term("… late by, in ms"), " · ".join(f"{name} {number}" for name, number in numbers.items())),
        (Term("… missed"), str(missed)),
    ]


def _length(records: Sequence[Record]) -> list[tuple[Term, str]]:
    """From the first to the last decision, where one clock ran through the match."""
    decisions = [record.row for record in records if record.row.seq is not None]
    if not decisions or len({row.boot for row in decisions}) != 1:
        return []
    minutes = (decisions[-1].mono_ns - decisions[0].mono_ns) / NS / 60
    return [(Term("From set-up to end, in minutes"), f"{minutes:.0f}")]


def _checked(records: Sequence[Record], translate: Language) -> str:
    """The last check of the kit in one line, "" when there was none."""
    checked = last_check(records)
    return in_one_line(checked, translate) if checked else ""


def _players(board: Mapping[str, Any], teams: Mapping[str, Any]) -> list[tuple[Any, str, int]]:
    """The balls by player, most first: the team, who of it, how many."""
    found = []
    for player, balls in board.get("statistics", {}).get("players", {}).items():
        team, _, number = player.partition("/")
        found.append((teams.get(team), number or player, balls))
    return sorted(found, key=lambda one: -one[2])


def _date(wall: str, translate: Language) -> str:
    """The record's label of when the match was set up, for people."""
    try:
        at = datetime.fromisoformat(wall)
    except ValueError:
        return wall
    # The order of day, month and year is each language's own.
    return format_datetime(at, translate.sentence("d MMMM y, HH:mm z"), locale=translate.code)


def _both_shapes(name: str, board: Mapping[str, Any], translate: Language) -> list[tuple[str, Markup]]:
    """A chart for paper and large screens, and for a phone."""
    shapes = {"wide": charts.WIDE, "narrow": charts.NARROW}
    drawn = [(each, _inline(charts.CHARTS[name](board, shape, translate))) for each, shape in shapes.items()]
    return [(each, chart) for each, chart in drawn if chart]


def _inline(svg: str | None) -> Markup | None:
    """A chart as a part of the page, which needs no namespace."""
    return Markup(svg.replace(' xmlns="http://www.w3.org/2000/svg"', "")) if svg else None


def _mark(team: Mapping[str, Any]) -> Markup:
    """A team's mark, in its colour."""
    return _inline(charts.mark(team)) or Markup("")


@cache
def _faces() -> Markup:
    """The fonts, inside the page."""
    rules = [
        f"@font-face{{font-family:'{family}';font-weight:{weight};"
        f"src:url(data:font/ttf;base64,{_base64(package, name)})}}"
        for family, weight, package, name in _FACES
    ]
    return Markup("\n".join(rules))


def _base64(package: str, name: str) -> str:
    return base64.b64encode((resources.files(package) / "files" / name).read_bytes()).decode()


def _template(translate: Language) -> Template:
    source = (resources.files("fieldkit.records") / "report.html").read_text("utf-8")
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(_=translate.sentence, ngettext=translate.number, language=translate.code)
    return made.from_string(source)
