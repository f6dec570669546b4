"""The matches, for everybody, read from the record beside the referee; one report is made at a time."""

import re
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, abort, render_template, request
from msgspec.structs import replace

from fieldkit.errors import FieldkitError
from fieldkit.games import Game
from fieldkit.journal.reading import MatchInfo
from fieldkit.phrases import Language, Term
from fieldkit.records.archive import Archive, Summary, season_of
from fieldkit.records.reader import date_of, local_time
from fieldkit.referee.feed import Watched

MATCH = re.compile(r"m[1-9][0-9]{0,8}", re.ASCII)
"""The form of a match's id."""
PAGE = 50
"""Matches on one page of the list."""
BUDGET_S = 0.4
"""Time that one request may spend on matches that nobody has read before."""
MAX_KEPT = 24
"""Maximum of reports that are kept."""
STALE_S = 10.0
"""Maximum age of the report of a running match."""

_AGAIN_S = 2
_CHART_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src data:"
"""A chart brings its style and font along, and loads nothing."""
REPORT_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; frame-ancestors 'none'"
"""A report brings its style along, and loads the kit's fonts."""


class _StoredReport(msgspec.Struct, frozen=True):
    """A match's report and decisions; ``tip`` is the hash of the last record that they tell of."""

    tip: str
    at: float
    is_over: bool
    report: bytes
    decisions: bytes


class MatchReports:
    """Makes the public report and decisions of matches, one at a time, and keeps the latest."""

    def __init__(self, journal: Path, games: Mapping[str, Game], kit: str, translate: Language) -> None:
        self._journal, self._games, self._kit, self._translate = journal, games, kit, translate
        self._kept: OrderedDict[str, _StoredReport] = OrderedDict()
        self._making = threading.Lock()

    def of(self, match: str, in_doubt: bool = False) -> _StoredReport | None:
        """Return the report of a match, None while another is made or it is ``in_doubt``.

        Raises FieldkitError.
        """
        # Here, since nobody reads a report before the kit is up.
        from fieldkit.journal.reading import last_hash, reading

        with reading(self._journal) as db:
            tip = last_hash(db, match) + ("?" if in_doubt else "")
        kept = self._kept.get(match)
        # The report of a running match may be a little behind.
        is_fresh = kept and not kept.is_over and time.monotonic() - kept.at < STALE_S
        if kept and (kept.tip == tip or (not in_doubt and is_fresh)):
            return kept
        if not self._making.acquire(blocking=False):
            return None
        try:
            made = self._made(match)
            if in_doubt:
                made = replace(made, tip=tip)
            self._kept[match] = made
            self._kept.move_to_end(match)
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return made
        finally:
            self._making.release()

    def _made(self, match: str) -> _StoredReport:
        from fieldkit.records.reader import fold, read
        from fieldkit.records.report import own_ways, page, sheet
        from fieldkit.referee.match import over

        found, records = read(self._journal, match)
        folded = fold(found, self._games, records)
        told = page(found, records, folded, self._kit, self._translate, own_ways(found.id)).encode()
        decisions = sheet(folded, records, self._translate)
        return _StoredReport(records[-1].hash, time.monotonic(), over(folded), told, decisions)


def blueprint(
    watched: Watched, journal: Path, data: Path, games: Mapping[str, Game], kit: str, translate: Language
) -> Blueprint:
    """Serve ``/matches`` with reports and tables, ``/season``, ``/charts`` and ``/fair``."""
    pages = Blueprint("matches", __name__)
    archive = Archive(journal, data / "matches.json", games, translate)
    reports = MatchReports(journal, games, kit, translate)
    live = lru_cache(maxsize=1)(_live)
    checked = partial(_checked, journal, games, kit, translate)
    _kept_pages(pages, watched, partial(_drawn, games, translate), checked)

    @pages.get("/matches")
    def matches() -> Response:
        board = watched.feed.latest.board
        archive.newest_in_doubt = _is_in_doubt(board)
        return _listed(archive, live(board), request.args.get("before", ""), translate)

    @pages.get("/matches/<match>")
    def match(match: str) -> Response:
        id, _, ending = match.partition(".")
        if ending not in ("", "csv") or not MATCH.fullmatch(id):
            return _no_match(match, translate)
        try:
            made = reports.of(id, _is_in_doubt(watched.feed.latest.board))
        except FieldkitError:
            return _no_match(match, translate)
        if made is None:
            return _wait(translate(Term("The report is being written. This page looks again by itself.")))
        if ending:
            return decisions(made.decisions, f"{id}.csv")
        return kept(made.report, "text/html", REPORT_POLICY)

    @pages.get("/season")
    def season() -> Response:
        archive.newest_in_doubt = _is_in_doubt(watched.feed.latest.board)
        return _season(archive, request.args, translate)

    return pages


def _kept_pages(
    pages: Blueprint,
    watched: Watched,
    draw: Callable[[bytes], Mapping[str, bytes]],
    check: Callable[[str], tuple[bytes, str]],
) -> None:
    # All spectators ask for the same ones at once when a match is over, and dice never change again.
    drawn, checked = lru_cache(maxsize=2)(draw), lru_cache(maxsize=2)(check)

    @pages.get("/charts/<name>.svg")
    def chart(name: str) -> Response:
        picture = drawn(watched.feed.latest.board).get(name) or abort(404)
        return kept(picture, "image/svg+xml", _CHART_POLICY)

    @pages.get("/fair/<match>")
    def fair(match: str) -> Response:
        if not MATCH.fullmatch(match):
            abort(404)
        try:
            page, policy = checked(match)
        except FieldkitError:
            abort(404)
        return kept(page, "text/html", policy)


def _drawn(games: Mapping[str, Game], translate: Language, board: bytes) -> Mapping[str, bytes]:
    # Here, since nobody looks at a chart before the kit is up.
    from fieldkit.records.charts import NARROW, draw, with_font

    shown: dict[str, Any] = msgspec.json.decode(board)
    game = games.get(shown.get("game") or "")
    charts = game.report.charts(shown, translate) if game else ()
    return {each.name: with_font(draw(each, NARROW, translate.code)).encode() for each in charts}


def _checked(
    journal: Path, games: Mapping[str, Game], kit: str, translate: Language, match: str
) -> tuple[bytes, str]:
    # Here, since nobody checks dice before the kit is up.
    from fieldkit.records.fair import checked_match
    from fieldkit.records.fair_page import page, policy

    return page(checked_match(journal, games, match, translate), kit, translate).encode(), policy()


def _is_in_doubt(board: bytes) -> bool:
    return b'"doubt":{' in board


def _live(board: bytes) -> dict[str, Any] | None:
    shown: dict[str, Any] = msgspec.json.decode(board)
    if shown.get("match") is None or shown.get("stage") in ("setup", "over"):
        return None
    return {name: shown[name] for name in ("match", "title", "sides")}


class _Row(msgspec.Struct, frozen=True):
    """A line of the list; ``summary`` is None for a match that is on, or that nobody has read yet."""

    id: str
    when: str
    summary: Summary | None
    live: Mapping[str, Any] | None


def _listed(archive: Archive, live: Mapping[str, Any] | None, before: str, translate: Language) -> Response:
    try:
        found = archive.matches()
        ids = [each.id for each in found]
        # From the newest if there is no such one.
        wanted = found[ids.index(before) + 1 :] if before in ids else found
        page = [each for each in wanted[:PAGE] if live is None or each.id != live["match"]]
        known = archive.summaries(page, BUDGET_S)
    except FieldkitError:
        found, wanted, page, known = [], [], [], {}
    on = {live["match"]: live} if live else {}
    rows = [
        _Row(each.id, date_of(each.wall, translate), known.get(each.id), on.get(each.id))
        for each in wanted[:PAGE]
    ]
    return _page(
        "matches.html",
        rows=rows,
        ranked=lambda of: sorted(of.sides, key=lambda one: (one["id"] not in of.winners, -one["score"])),
        minutes=lambda n: translate.number("{n} minute", "{n} minutes", n),
        several=len({each.game for each in found}) > 1,
        older=wanted[PAGE - 1].id if len(wanted) > PAGE else None,
        again=_AGAIN_S if len(known) < len(page) else None,
    )


def _season(archive: Archive, asked: Mapping[str, str], translate: Language) -> Response:
    try:
        found = archive.matches()
        known = archive.summaries(found, BUDGET_S)
    except FieldkitError:
        found, known = [], {}
    read = [(each, known[each.id]) for each in found if each.id in known]
    counted = [(each, summary) for each, summary in read if summary.season is not None]
    games = list(dict.fromkeys(each.game for each, _ in counted))
    game = asked["game"] if asked.get("game") in games else next(iter(games), "")
    years = list(dict.fromkeys(_year(each) for each, _ in counted if each.game == game))
    year = asked["year"] if asked.get("year") in years else ""
    chosen = [one for each, one in counted if each.game == game and year in ("", _year(each))]
    return _page(
        "season.html",
        season=season_of(chosen),
        counted=translate.number("{n} match", "{n} matches", len(chosen)),
        games={each.game: one.game for each, one in reversed(counted)},
        game=game,
        years=[each for each in years if each],
        year=year,
        again=_AGAIN_S if len(known) < len(found) else None,
    )


def _year(match: MatchInfo) -> str:
    at = local_time(match.wall)
    return str(at.year) if at else ""


def _page(template: str, code: int = 200, /, **given: object) -> Response:
    return tagged(Response(render_template(template, **given), code, mimetype="text/html"))


def _no_match(match: str, translate: Language) -> Response:
    said = translate.sentence("There is no match {id} on this kit.", id=match[:20])
    return _page("error.html", 404, status=404, message=said, to="/matches")


def _wait(said: str) -> Response:
    response = _page("error.html", 503, status="…", message=said, to="/matches", again=_AGAIN_S)
    response.headers["Retry-After"] = str(_AGAIN_S)
    response.headers["Cache-Control"] = "no-store"
    return response


def kept(content: bytes, mimetype: str, policy: str, caching: str = "no-cache") -> Response:
    """Make an answer that may load what ``policy`` allows, and that a browser may keep."""
    return tagged(Response(content, headers={"Content-Security-Policy": policy}, mimetype=mimetype), caching)


def decisions(content: bytes, name: str, caching: str = "no-cache") -> Response:
    """Answer with a match's decisions, as a file of this name."""
    response = kept(content, "text/csv", "default-src 'none'", caching)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    return response


def tagged(response: Response, caching: str = "no-cache") -> Response:
    """Let a browser keep an answer, and ask whether it still holds: each time, unless ``caching`` says so."""
    response.headers["Cache-Control"] = caching
    if response.status_code == 200:
        response.add_etag()
        response.make_conditional(request.environ)
    return response
