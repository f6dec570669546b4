"""The pages of an event for everybody, the same for all who ask, and the reports of its matches."""

import re
import threading
from collections import OrderedDict, defaultdict
from collections.abc import Sequence

import msgspec
from flask import Blueprint, Response, abort, render_template, request

from fieldkit.errors import FieldkitError, NotStored, Unknown
from fieldkit.hub.derive import played
from fieldkit.hub.hub import Hub
from fieldkit.journal.reading import MatchInfo
from fieldkit.journal.record import Record
from fieldkit.phrases import Term
from fieldkit.records.archive import UNREADABLE
from fieldkit.records.reader import possible
from web.matches import REPORT_POLICY, decisions, kept, tagged

KEPT_S = 30
"""The time (s) a cache may keep a page without asking again; a change of the event's name waits as long."""
STALE_S = 300
"""The time for which it may still be shown while it is asked for again."""
_TEAM = _FIELD = re.compile(r"[a-z0-9-]{1,32}", re.ASCII)
_MATCH = re.compile(r"[A-Za-z0-9-]{1,16}", re.ASCII)
_WHOLE = ("schedule", "standings", "announcer")
"""The pages that are about the whole event, by their addresses."""
_ABOUT = {"field": _FIELD, "team": _TEAM, "match": _MATCH}
"""The pages that are about one thing, with the form of its id."""
_SHEETS = {"team": _TEAM, "receipt": _MATCH}
_WHOLE_SHEETS = ("schedule", "finals", "teams")
_THEMES = ("sun", "dusk")


def blueprint(hub: Hub) -> Blueprint:
    """Make the pages of a hub's event; what they are made of comes from `web.pages.made_of`."""
    pages, event = Blueprint("hub_pages", __name__), hub.event

    def add(place: str, template: str, form: re.Pattern[str] | None = None, **given: str) -> None:
        def show(about: str = "") -> Response:
            if form is not None and not form.fullmatch(about):
                abort(404)
            return _page(f"hub/{template}", event=event, about=about, **given)

        pages.add_url_rule(place if form is None else f"{place}/<about>", f"{place} {form is None}", show)

    add("/", "page.html", page="fields")
    add("/queue", "queue.html")
    pages.add_url_rule("/screen", "screen", lambda: _screen(hub))
    for name in _WHOLE:
        add(f"/{name}", "page.html", page=name)
    for name, form in _ABOUT.items():
        add(f"/{name}", "page.html", form, page=name)
    for name in _WHOLE_SHEETS:
        add(f"/print/{name}", "paper.html", sheet=name)
    for name, form in _SHEETS.items():
        add(f"/print/{name}", "paper.html", form, sheet=name)
    _add_reports(pages, hub)
    return pages


def _screen(hub: Hub) -> Response:
    """Return the page for a TV; its address says its theme, so that a cache keeps one of each."""
    asked = request.args.get("theme")
    return _page("hub/screen.html", event=hub.event, own_theme=asked if asked in _THEMES else None)


def _page(template: str, **given: object) -> Response:
    response = Response(render_template(template, **given), mimetype="text/html")
    return tagged(response, f"public, max-age={KEPT_S}, stale-while-revalidate={STALE_S}")


MAX_KEPT = 24
"""The number of reports that are kept."""
_REPORT_CACHING = "public, max-age=10"
"""A cache before the hub may keep one for ten seconds."""
_AGAIN_S = 2
_NAME = re.compile(r"(m[1-9][0-9]{0,8})(\.csv)?", re.ASCII)
_NONE = Term("There is no such match at this event.")
_LATER = Term("The report is being written. This page looks again by itself.")
_WAYS = ("/", Term("All fields")), ("/schedule", Term("Schedule")), ("/standings", Term("Standings"))


class _Made(msgspec.Struct, frozen=True):
    """A report and the decisions, empty for a record that says what cannot be; ``tip`` is the last hash."""

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
            made = self._kept.pop((field, match), None)
            if made is None or made.tip != records[-1].hash:
                name = f"{self._hub.event.name} · {self._hub.state.fields.get(field, field)}"
                try:
                    with possible(match):
                        made = _made(played(begun, records), records, self._hub, name)
                except FieldkitError:
                    made = _Made(records[-1].hash)
            self._kept[field, match] = made
            while len(self._kept) > MAX_KEPT:
                self._kept.popitem(last=False)
            return made
        finally:
            making.release()


def _made(found: MatchInfo, records: Sequence[Record], hub: Hub, name: str) -> _Made:
    # Here, since nobody reads a report before the hub is up.
    from fieldkit.records.reader import fold
    from fieldkit.records.report import page, sheet

    folded, translate = fold(found, hub.games, records), hub.translate
    decisions = f"{found.id}.csv", Term("Decisions (CSV)")
    told = page(found, records, folded, name, translate, (*_WAYS, decisions))
    return _Made(records[-1].hash, told.encode(), sheet(folded, records, translate))


def _add_reports(pages: Blueprint, hub: Hub) -> None:
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
            return _said(503, hub.translate(_LATER))
        if not made.report:
            return _said(404, hub.translate(UNREADABLE))
        if asked[2]:
            return decisions(made.decisions, f"{field}-{name}", _REPORT_CACHING)
        return kept(made.report, "text/html", REPORT_POLICY, _REPORT_CACHING)


def _said(status: int, message: str) -> Response:
    """Return a sentence in place of a report; one that will come is asked for again."""
    again = _AGAIN_S if status == 503 else None
    page = render_template("hub/sentence.html", message=message, again=again)
    headers = {"Cache-Control": "no-store"} | ({"Retry-After": str(again)} if again else {})
    return Response(page, status, headers, mimetype="text/html")
