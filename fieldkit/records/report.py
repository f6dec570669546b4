"""The report of a match as one HTML page, made from the record alone, to read anywhere and print."""

import base64
import csv
import io
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib import resources
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup
from msgspec.structs import replace

from fieldkit.clock import MS
from fieldkit.colours import style_sheet
from fieldkit.games import Game, Side, title_of
from fieldkit.games.report import Chart, Details, Figure, Figures, LineSort, Past, Step
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import Record, last_check
from fieldkit.phrases import ENGLISH, N_, Language, Term
from fieldkit.records import charts
from fieldkit.records.fair import check
from fieldkit.records.plain import MAX_NAME, MAX_TOLD, cell, cut, cut_in, write_page
from fieldkit.records.reader import (
    date_of,
    fold,
    in_doubt,
    in_one_line,
    local_time,
    minutes_of,
    read,
    result_of,
)
from fieldkit.records.rounds import cue_reports, round_figures
from fieldkit.referee.match import DOUBT, Line, Match, line, over, walked
from fieldkit.referee.view import Views

_STRIKES = {"strike": LineSort(Term("Undone decisions"), marked=True), DOUBT: LineSort(marked=True)}
"""The sorts of lines that are the kit's own."""
_USUAL = LineSort()
MAX_TITLED = 6
"""Up to how many sides are named in the title."""
_FACES = (
    ("Barlow Condensed", 700, "fontpkg_barlow_condensed", "BarlowCondensed-Bold.ttf"),
    ("Barlow Condensed", 800, "fontpkg_barlow_condensed", "BarlowCondensed-ExtraBold.ttf"),
    ("Atkinson Hyperlegible", 400, "fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Regular.ttf"),
    ("Atkinson Hyperlegible", 700, "fontpkg_atkinson_hyperlegible", "AtkinsonHyperlegible-Bold.ttf"),
)


class DecisionLine(msgspec.Struct, frozen=True):
    """One decision in words, in the round it was made; ``struck`` when it no longer counts."""

    seq: int
    round: int
    text: str
    team: str | None
    sort: str
    struck: bool
    private: bool


def write(
    journal: Path, games: Mapping[str, Game], match: str, out: Path, kit: str, translate: Language = ENGLISH
) -> int:
    """Write the report of a match; ``kit`` is the kit's name. Raises FieldkitError with the one sentence."""
    found, records = read(journal, match)
    text = page(found, records, fold(found, games, records), kit, translate)
    write_page(text, out, "report")
    print(f"{match}: the report is in {out}")
    return 0


Ways = Sequence[tuple[str, Term]]
"""The addresses of other pages, and what they are called."""


def own_ways(match: str) -> Ways:
    """Return the ways from the report of a match to the kit's other pages."""
    return (
        ("/matches", Term("All matches")),
        ("/season", Term("Season")),
        (f"/matches/{match}.csv", Term("Decisions (CSV)")),
    )


def page(
    found: MatchInfo,
    records: Sequence[Record],
    folded: Match,
    kit: str,
    translate: Language = ENGLISH,
    ways: Ways = (),
) -> str:
    """Return the report as HTML; without points and result if the record does not hold.

    It is whole in one file. With ``ways`` to others it is part of a website, and without the referee's lines.
    """
    is_public = bool(ways)
    is_told = not (found.flaw or (is_public and not over(folded)))
    details = _details(folded, records, translate) if is_told else Details()
    told = [one for one in told_lines(folded, translate) if not (is_public and one.private)]
    sorts = {**folded.game.report.sorts, **_STRIKES}
    listed = [one for one in told if one.struck or sorts.get(one.sort, _USUAL).listed]
    headline = folded.game.headline(folded.state, translate)
    sides = {side["id"]: cut_in(side) for side in headline["sides"]}
    result = in_doubt(translate) if found.flaw else result_of(folded, translate)
    game, date = translate(title_of(folded.game)), date_of(found.wall, translate)
    ranked = sorted(sides.values(), key=lambda side: (side["id"] not in result.winners, -side["score"]))
    shown = [] if found.flaw else [cut_in(each) for each in _charts(folded, translate)]
    checked = None if is_public else last_check(records)
    checks = [cut(in_one_line(checked, translate), MAX_TOLD)] if checked else []
    figures = [*cut_in(details).figures, *_counts(told, sorts, translate), *_length(records, translate)]
    return template("report.html", translate).render(
        kit=kit,
        match=found.id,
        game=game,
        date=date,
        title=("" if found.flaw else _title(ranked)) or game,
        flaw=found.flaw,
        ways=ways,
        result=cut_in(result),
        winners=[sides[id] for id in result.winners],
        details=cut_in(details),
        sides=sides,
        ranked=[] if found.flaw else ranked,
        charts=[(each.title, _both_shapes(each, translate)) for each in shown],
        decisions=_chapters(folded, listed, translate),
        marked={name for name, sort in sorts.items() if sort.marked},
        figures=[] if found.flaw else figures,
        notes=_whistle(records, translate) + checks,
        dice=check(folded, translate) if folded.fair and over(folded) else None,
        said=translate,
        mark=lambda side: _inline(charts.mark(side)),
        colour=charts.colour,
        faces=faces(is_linked=is_public),
        colours=Markup(style_sheet()),
    )


def _chapters(
    folded: Match, listed: Iterable[DecisionLine], translate: Language
) -> list[tuple[str, list[DecisionLine]]]:
    groups = groupby(listed, key=lambda one: one.round)
    return [(folded.game.report.chapter(number, translate), list(group)) for number, group in groups]


def _title(ranked: Sequence[Side]) -> str:
    """Return who played and with what points, "" for a game where nobody is told so."""
    if not 0 < len(ranked) <= MAX_TITLED:
        return ""
    return " : ".join(f"{side['name']} {side['score']}" for side in ranked)


def _details(folded: Match, records: Sequence[Record], translate: Language) -> Details:
    steps = [Step(entry.given, entry.events, entry.seq in folded.struck) for entry in folded.past()]
    details = folded.game.report.details(Past(steps, _last_states(folded), folded.state), translate)
    rounds = round_figures(folded, records, translate)
    own = [Figures(translate(Term("Rounds as the whistle sounded them")), rounds)] if rounds else []
    return replace(details, lists=(*details.lists, *own))


def _charts(folded: Match, translate: Language) -> Sequence[Chart]:
    """Return the charts that the game makes of the last public board, as on the spectators' page."""
    _, board = Views({folded.game.name: folded.game}, 1.0, translate).match_view(folded, {}, [], {})
    return folded.game.report.charts(board, translate)


def told_lines(folded: Match, translate: Language) -> list[DecisionLine]:
    """Return all decisions in words, in turn."""
    game = folded.game
    told: list[DecisionLine] = []
    words: dict[int, Line] = {}
    number = 0
    for entry, after, struck in walked(folded):
        said = line(game, after, entry, translate, words)
        now = game.stamp(after)[0]
        if said:
            # A round that is taken back takes its number with it: that is still told in the round.
            place, text = max(number, now), cut(said.text, MAX_TOLD)
            told.append(DecisionLine(said.seq, place, text, said.team, said.sort, struck, said.private))
            words[said.seq] = said
        if not struck:
            number = now
    return told


def _last_states(folded: Match) -> dict[int, Any]:
    states: dict[int, Any] = {}
    for _, after, struck in walked(folded):
        if not struck:
            now = folded.game.stamp(after)[0]
            states = {earlier: kept for earlier, kept in states.items() if earlier < now} | {now: after}
    return states


def _counts(told: Iterable[DecisionLine], sorts: Mapping[str, LineSort], translate: Language) -> list[Figure]:
    found = Counter(one.sort for one in told if not one.struck)
    return [Figure(translate(sort.counted), str(found[name])) for name, sort in sorts.items() if sort.counted]


def _whistle(records: Iterable[Record], translate: Language) -> list[str]:
    """Return how well the whistle kept its times, in sentences; none for a match without one."""
    reports = cue_reports(records)
    late = [each.late_ns / MS for each in reports if each.late_ns is not None]
    if not late:
        return []
    missed = sum(each.outcome == "missed" for each in reports)
    # Up to the next whole ms: "at most" must not promise too much.
    found = {"n": len(late), "ms": max(1, math.ceil(max(late))), "missed": missed}
    some = N_("Blasts of the whistle: {n}, at most {ms} ms late; {missed} were missed.")
    none = N_("Blasts of the whistle: {n}, at most {ms} ms late.")
    return [translate.sentence(some if missed else none, **found)]


def _length(records: Sequence[Record], translate: Language) -> list[Figure]:
    minutes, name = minutes_of(records), translate(Term("From set-up to end, in minutes"))
    return [] if minutes is None else [Figure(name, str(minutes))]


def _both_shapes(chart: Chart, translate: Language) -> list[tuple[str, Markup]]:
    shapes = {"wide": charts.WIDE, "narrow": charts.NARROW}
    return [(name, _inline(charts.draw(chart, shape, translate.code))) for name, shape in shapes.items()]


def _inline(svg: str) -> Markup:
    return Markup(svg.replace(' xmlns="http://www.w3.org/2000/svg"', ""))


@cache
def faces(is_linked: bool = False) -> Markup:
    """Return the fonts inside a page, or linked as the kit serves them: its other pages have them already."""
    rules = []
    for family, weight, package, name in _FACES:
        source = f"url(/fonts/{name});font-display:swap"
        if not is_linked:
            raw = (resources.files(package) / "files" / name).read_bytes()
            source = f"url(data:font/ttf;base64,{base64.b64encode(raw).decode()})"
        rules.append(f"@font-face{{font-family:'{family}';font-weight:{weight};src:{source}}}")
    return Markup("\n".join(rules))


def template(name: str, translate: Language) -> Template:
    """Return a page of this room in a language."""
    source = (resources.files("fieldkit.records") / name).read_text("utf-8")
    made = Environment(autoescape=True, undefined=StrictUndefined, trim_blocks=True, lstrip_blocks=True)
    made.globals.update(_=translate.sentence, ngettext=translate.number, language=translate.code)
    return made.from_string(source)


def sheet(folded: Match, records: Iterable[Record], translate: Language) -> bytes:
    """Return all decisions that everybody may see, undone ones too: number, time, round, side, words."""
    walls = {record.row.seq: record.row.wall for record in records}
    sides = folded.game.headline(folded.state, translate)["sides"]
    names = {side["id"]: cut(side["name"], MAX_NAME) for side in sides}
    text = io.StringIO()
    table = csv.writer(text)
    heads = (Term("Number"), Term("Time"), Term("Round"), Term("Team"), Term("What happened"), Term("Undone"))
    table.writerow(map(translate, heads))
    for one in told_lines(folded, translate):
        if not one.private:
            at = local_time(walls.get(one.seq, ""))
            when = at.isoformat(" ", "seconds") if at else ""
            chapter = folded.game.report.chapter(one.round, translate)
            undone = translate(Term("undone")) if one.struck else ""
            row = (one.seq, when, chapter, names.get(one.team or "", ""), one.text, undone)
            table.writerow(map(cell, row))
    # With its mark of order, so that spreadsheets read more than ASCII.
    return text.getvalue().encode("utf-8-sig")
