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

from fieldkit.clock import MS, NS
from fieldkit.colours import style_sheet
from fieldkit.errors import FieldkitError
from fieldkit.games import Game, Side, title_of
from fieldkit.games.report import Chart, Figure, LineSort, Past, Step
from fieldkit.journal.reading import Played
from fieldkit.journal.record import Record, last_check
from fieldkit.percentiles import percentiles
from fieldkit.phrases import ENGLISH, Language, Term
from fieldkit.records import charts
from fieldkit.records.fair import FairCheck, check
from fieldkit.records.reader import fold, in_one_line, read, result_of
from fieldkit.referee.match import Line, Match, evolved, line, over
from fieldkit.referee.view import Views

_STRIKES: Mapping[str, LineSort] = {"strike": LineSort(Term("Undone decisions"), marked=True)}
"""The one sort of line that is the kit's own."""
_USUAL = LineSort()
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
    sort: str
    struck: bool


def write(
    journal: Path, games: Mapping[str, Game], match: str, out: Path, kit: str, translate: Language = ENGLISH
) -> int:
    """Write the report of a match; ``kit`` is the kit's name. Raises FieldkitError with the one sentence."""
    found, records = read(journal, match)
    text = page(found, records, fold(found, games, records), kit, translate)
    try:
        out.write_text(text, encoding="utf-8")
    except OSError as error:
        raise FieldkitError(f"the report cannot be written to {out}: {error.strerror}") from error
    print(f"{match}: the report is in {out}")
    return 0


def page(
    found: Played, records: Sequence[Record], folded: Match, kit: str, translate: Language = ENGLISH
) -> str:
    """The report as HTML, in the language ``translate``."""
    game, state = folded.game, folded.state
    told, states = _walked(folded, translate)
    sorts = {**game.report.sorts, **_STRIKES}
    listed = [one for one in told if one.struck or sorts.get(one.sort, _USUAL).listed]
    details = game.report.details(Past(_steps(folded), states, state), translate)
    headline = game.headline(state, translate)
    sides = {side["id"]: side for side in headline["sides"]}
    result = result_of(folded, translate)
    counted = _counts(told, sorts, translate)
    return template("report.html", translate).render(
        kit=kit,
        match=found.id,
        game=translate(title_of(game)),
        date=_date(found.wall, translate),
        checked=_checked(records, translate),
        result=result,
        winners=[sides[id] for id in result.winners],
        details=details,
        sides=sides,
        ranked=sorted(sides.values(), key=lambda side: -side["score"]),
        charts=[(each.title, _both_shapes(each, translate)) for each in _charts(folded, translate)],
        decisions=[
            (game.report.chapter(number, translate), list(group))
            for number, group in groupby(listed, key=lambda one: one.round)
        ],
        marked={name for name, sort in sorts.items() if sort.marked},
        figures=[*details.figures, *counted, *_whistle(records, translate), *_length(records, translate)],
        dice=_dice(folded, translate),
        said=translate,
        mark=_mark,
        colour=charts.colour,
        faces=faces(),
        colours=Markup(style_sheet()),
    )


def _charts(folded: Match, translate: Language) -> Sequence[Chart]:
    """The charts that the game makes of the last public board, as on the spectators' page."""
    _, board = Views({folded.game.name: folded.game}, 1.0, translate).match_view(folded, {}, [], {})
    return folded.game.report.charts(board, translate)


def _steps(folded: Match) -> list[Step]:
    return [Step(entry.given, entry.events, entry.seq in folded.struck) for entry in folded.past()]


def _walked(folded: Match, translate: Language) -> tuple[list[Told], dict[int, Any]]:
    """All decisions in words, and the last state of each round as it stands."""
    game = folded.game
    told: list[Told] = []
    words: dict[int, Line] = {}
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
            words[said.seq] = said
        if not struck:
            state, number = after, now
            states = {earlier: kept for earlier, kept in states.items() if earlier < now} | {now: state}
    return told, states


def _counts(told: Iterable[Told], sorts: Mapping[str, LineSort], translate: Language) -> list[Figure]:
    """How often each sort of line was told that is worth counting."""
    found = Counter(one.sort for one in told if not one.struck)
    return [Figure(translate(sort.counted), str(found[name])) for name, sort in sorts.items() if sort.counted]


def _whistle(records: Iterable[Record], translate: Language) -> list[Figure]:
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
        Figure(translate(Term("Blasts of the whistle")), str(len(late))),
        Figure(translate(Term("… late by, in ms")), " · ".join(f"{name} {n}" for name, n in numbers.items())),
        Figure(translate(Term("… missed")), str(missed)),
    ]


def _length(records: Sequence[Record], translate: Language) -> list[Figure]:
    """From the first to the last decision, where one clock ran through the match."""
    decisions = [record.row for record in records if record.row.seq is not None]
    if not decisions or len({row.boot for row in decisions}) != 1:
        return []
    minutes = (decisions[-1].mono_ns - decisions[0].mono_ns) / NS / 60
    return [Figure(translate(Term("From set-up to end, in minutes")), f"{minutes:.0f}")]


def _dice(folded: Match, translate: Language) -> FairCheck | None:
    """The check of the dice, None where there is nothing to check or not yet."""
    if folded.fair is None or not over(folded):
        return None
    return check(folded, translate)


def _checked(records: Sequence[Record], translate: Language) -> str:
    """The last check of the kit in one line, "" when there was none."""
    checked = last_check(records)
    return in_one_line(checked, translate) if checked else ""


def _date(wall: str, translate: Language) -> str:
    """The record's label of when the match was set up, for people."""
    try:
        at = datetime.fromisoformat(wall)
    except ValueError:
        return wall
    # The order of day, month and year is each language's own.
    return format_datetime(at, translate.sentence("d MMMM y, HH:mm z"), locale=translate.code)


def _both_shapes(chart: Chart, translate: Language) -> list[tuple[str, Markup]]:
    """A chart for paper and large screens, and for a phone."""
    shapes = {"wide": charts.WIDE, "narrow": charts.NARROW}
    return [(name, _inline(charts.draw(chart, shape, translate.code))) for name, shape in shapes.items()]


def _inline(svg: str) -> Markup:
    """A drawing as a part of the page, which needs no namespace."""
    return Markup(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


def _mark(side: Side) -> Markup:
    """A side's mark, in its colour."""
    return _inline(charts.mark(side))


@cache
def faces() -> Markup:
    """The fonts, inside a page."""
    rules = [
        f"@font-face{{font-family:'{family}';font-weight:{weight};"
        f"src:url(data:font/ttf;base64,{_base64(package, name)})}}"
        for family, weight, package, name in _FACES
    ]
    return Markup("\n".join(rules))


def _base64(package: str, name: str) -> str:
    return base64.b64encode((resources.files(package) / "files" / name).read_bytes()).decode()


def template(name: str, translate: Language) -> Template:
    """A page of this room in a language."""
    source = (resources.files("fieldkit.records") / name).read_text("utf-8")
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(_=translate.sentence, ngettext=translate.number, language=translate.code)
    return made.from_string(source)
