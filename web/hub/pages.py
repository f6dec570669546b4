"""The pages of an event for everybody: fields, schedule, standings, teams, matches, screens and paper.

Each page is the same for all who ask, whatever they have chosen, so that a cache before the hub may keep it
for a crowd. What it shows it takes from the public documents by itself.
"""

from __future__ import annotations

import re

from flask import Blueprint, Response, abort, render_template, request

from fieldkit.hub.hub import Hub
from web.hub import reports

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
    reports.add(pages, hub)
    return pages


def _screen(hub: Hub) -> Response:
    """Return the page for a TV; its address says its theme, so that a cache keeps one of each."""
    asked = request.args.get("theme")
    return _page("hub/screen.html", event=hub.event, own_theme=asked if asked in _THEMES else None)


def _page(template: str, **given: object) -> Response:
    response = Response(render_template(template, **given), mimetype="text/html")
    response.headers["Cache-Control"] = f"public, max-age={KEPT_S}, stale-while-revalidate={STALE_S}"
    response.add_etag()
    response.make_conditional(request.environ)
    return response
