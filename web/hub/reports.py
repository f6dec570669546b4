"""The reports of matches from the hub's own records, with their charts, and their decisions as a table.

One of each field is made at a time, so that no field's record keeps the reports of others waiting, and kept
until more of its match has come: who asks meanwhile is told to look again.
"""

from __future__ import annotations

import re
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask import Blueprint, Response, render_template, request

from fieldkit.errors import FieldkitError, NotStored, Unknown
from fieldkit.games import Game
from fieldkit.hub.derive import played
from fieldkit.hub.hub import Hub
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import Record
from fieldkit.phrases import Language, Term
from fieldkit.records.archive import UNREADABLE
from fieldkit.records.reader import possible

MAX_KEPT = 24
"""The number of reports that are kept."""
KEPT_S = 10
"""The time (s) a cache before the hub may keep one."""
_AGAIN_S = 2
_POLICY = "default-src 'none'; style-src 'unsafe-inline'; font-src 'self'; frame-ancestors 'none'"
_FIELD = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
_NAME = re.compile(r"(m[1-9][0-9]{0,8})(\.csv)?", re.ASCII)
_NONE = Term("There is no such match at this event.")


@dataclass(frozen=True, slots=True)
class _Made:
    """A report and the decisions; ``tip`` is the hash of the last record that they tell of.

    Of a record that says what cannot be, nothing is told.
    """

    tip: str
    report: bytes = b""
    decisions: bytes = b""


class Reports:
    """Makes and keeps reports; any thread."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._kept: OrderedDict[tuple[str, str], _Made] = OrderedDict()
        self._making: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)

    def of(self, field: str, match: str) -> _Made | None:
        """Return a match's report, or None while another of its field is made. Raises FieldkitError."""
        self._hub.journal_of(field)
        making = self._making[field]
        if not making.acquire(blocking=False):
            return None
        try:
            begun, records = self._hub.records_of(field, match)
            if not records:
                raise Unknown("no_match", "The hub has no match {id} of that field.", None, id=match)
            kept = self._kept.pop((field, match), None)
            if kept is None or kept.tip != records[-1].hash:
                found = played(begun, records)
                name = f"{self._hub.event.name} · {self._hub.state.fields.get(field, field)}"
                try:
                    with possible(match):
                        kept = _made(found, records, self._hub.games, name, self._hub.translate)
                except FieldkitError:
                    kept = _Made(records[-1].hash)
            self._kept[field, match] = kept
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return kept
        finally:
            making.release()


def _made(
    found: MatchInfo, records: Sequence[Record], games: Mapping[str, Game], name: str, translate: Language
) -> _Made:
    # Here, since nobody reads a report before the hub is up.
    from fieldkit.records.reader import fold
    from fieldkit.records.report import public_page
    from fieldkit.records.sheet import sheet

    folded = fold(found, games, records)
    ways = (
        ("/", Term("All fields")),
        ("/schedule", Term("Schedule")),
        ("/standings", Term("Standings")),
        (f"{found.id}.csv", Term("Decisions (CSV)")),
    )
    page = public_page(found, records, folded, name, translate, ways)
    return _Made(records[-1].hash, page.encode(), sheet(folded, records, translate))


def add(pages: Blueprint, hub: Hub) -> None:
    """``/report/<field>/<match>`` and the same with ``.csv``; ``match`` is the field's own name for it."""
    reports = Reports(hub)

    @pages.get("/report/<field>/<name>")
    def report(field: str, name: str) -> Response:
        asked = _NAME.fullmatch(name)
        if not (asked and _FIELD.fullmatch(field)):
            return _said(404, hub.translate(_NONE))
        try:
            made = reports.of(field, asked[1])
        except NotStored:
            return _said(503, hub.translate(Term("The hub cannot read its records at the moment.")))
        except FieldkitError:
            return _said(404, hub.translate(_NONE))
        if made is None:
            return _said(
                503, hub.translate(Term("The report is being written. This page looks again by itself."))
            )
        if not made.report:
            return _said(404, hub.translate(UNREADABLE))
        if asked[2]:
            response = _kept(made.decisions, "text/csv", "default-src 'none'")
            response.headers["Content-Disposition"] = f'attachment; filename="{field}-{name}"'
            return response
        return _kept(made.report, "text/html", _POLICY)


def _said(status: int, message: str) -> Response:
    """Return a sentence in place of a report; one that will come is asked for again."""
    again = _AGAIN_S if status == 503 else None
    page = render_template("hub/sentence.html", message=message, again=again)
    response = Response(page, status, mimetype="text/html")
    response.headers["Cache-Control"] = "no-store"
    if again:
        response.headers["Retry-After"] = str(again)
    return response


def _kept(content: bytes, mimetype: str, policy: str) -> Response:
    response = Response(content, mimetype=mimetype)
    response.headers["Content-Security-Policy"] = policy
    response.headers["Cache-Control"] = f"public, max-age={KEPT_S}"
    response.add_etag()
    response.make_conditional(request.environ)
    return response
