"""The calls of people who are logged in, from the organisers' desk, and its pages."""

from __future__ import annotations

import gzip
import hashlib
import re
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.teams import read, text_of, write
from fieldkit.hub import admitting, confirming, organising, registering
from fieldkit.hub.access import Person, Role
from fieldkit.hub.archive import packed
from fieldkit.hub.archive_lines import ArchiveHead
from fieldkit.hub.calls import begin_call
from fieldkit.hub.desk import desk as desk_of
from fieldkit.hub.hub import Hub
from fieldkit.journal.record import wall_label
from fieldkit.phrases import N_
from web.api import answer, caller
from web.hub.asked import (
    AllTeams,
    AttachmentRequest,
    CheckInRequest,
    ConfirmationRequest,
    CorrectionRequest,
    Level,
    Name,
    NewField,
    NewPerson,
    NewTeam,
    Reason,
    ScreenRequest,
    Show,
    asked,
)
from web.hub.login import Login
from web.rate_limit import Guesser, RateLimiter, Wait, network
from web.redirects import for_others
from web.wire import NO_STORE, Refused

ORGANISER: tuple[Role, ...] = ("organiser",)
CREW: tuple[Role, ...] = ("organiser", "crew")
EVERYBODY: tuple[Role, ...] = ("organiser", "referee", "crew", "reader")
MAY: Mapping[str, tuple[Role, ...]] = {
    "desk": EVERYBODY,
    "teams_csv": EVERYBODY,
    "archive": ORGANISER,
    "put_teams": ORGANISER,
    "add_team": ORGANISER,
    "edit_team": ORGANISER,
    "check_in": CREW,
    "make_schedule": ORGANISER,
    "change_schedule": ORGANISER,
    "confirm": ("organiser", "referee"),
    "correct": ORGANISER,
    "attach": ORGANISER,
    "draw": ORGANISER,
    "access": ("organiser", "reader"),
    "new_person": ORGANISER,
    "revoke": ORGANISER,
    "end_session": ORGANISER,
    "end_sessions": ORGANISER,
    "new_field": ORGANISER,
    "rename_field": ORGANISER,
    "new_key": ORGANISER,
    "new_kit": ORGANISER,
    "screens": ("organiser", "crew", "reader"),
    "assign_screen": CREW,
}
"""The roles that may make each call. Besides, a referee confirms only what their own field played."""

NEW_SCREENS = 30
"""The number of unknown screens an address may bring in a minute: those of a venue, switched on."""
PLACE = "/v1/events/<event>"
"""The path below which all calls lie."""
_CALL = re.compile(r"[A-Za-z0-9-]{16,64}", re.ASCII)
_LASTING = ("bad_key", "version", "no_field", "not_stored", "busy", "bad_json", "bad_view")
"""The refusals that are over as soon as a field is well again; any other is when its records are taken."""


class Desk:
    """The shared part of the calls: the hub, who asks, and what was last refused of each field."""

    def __init__(self, hub: Hub, login: Login) -> None:
        self.hub, self.login = hub, login
        self.refused: dict[str, Mapping[str, Any]] = {}

    def person(self, call: str, event: str) -> Person:
        """Return who makes a call. Raises Refused for who may not, Unknown for another event."""
        self.check(event)
        return self.login.having(request.environ["asgi.scope"], *MAY[call])

    def check(self, event: str) -> None:
        """Raise Unknown for another event."""
        if event != self.hub.event.id:
            raise Unknown("no_event", "There is no event {id} at this hub.", None, id=event)

    def note(self, response: Response) -> Response:
        """Remember what a field was refused, until it is well again."""
        call, field = request.endpoint or "", (request.view_args or {}).get("field", "")
        if not call.startswith("hub_calls.") or field not in self.hub.state.fields:
            return response
        if response.status_code == 200:
            known = self.refused.get(field, {})
            if call == "hub_calls.records" or known.get("code") in _LASTING:
                self.refused.pop(field, None)
        else:
            said = (response.get_json(silent=True) or {}).get("error", {})
            # A gap is how a field finds out where to go on; who tries too many keys is not the field.
            if said.get("code") not in ("gap", "too_many_pins", "too_many_guesses"):
                told = {"code": said.get("code", ""), "text": said.get("message", ""), "at": wall_label()}
                self.refused[field] = told
        return response


def blueprint(hub: Hub, login: Login, data: Path) -> Blueprint:
    """Make the calls of people who are logged in, and their pages; ``data`` is the hub's folder."""
    calls = Blueprint("organise", __name__)
    desk = Desk(hub, login)
    calls.after_app_request(desk.note)
    calls.before_request(_begin_call)
    calls.teardown_request(lambda _: begin_call(""))
    _looking(calls, desk, data)
    _teams(calls, desk)
    _schedule(calls, desk)
    _results(calls, desk)
    _people(calls, desk)
    _fields(calls, desk)
    _screens(calls, desk)
    _pages(calls, desk)
    return calls


def _begin_call() -> None:
    """Take the id that a page gives its call: sent again, it is answered again and decides nothing more.

    Raises Refused (400).
    """
    id = request.headers.get("Idempotency-Key", "")
    if id and not _CALL.fullmatch(id):
        text = N_("The id of a call is 16 to 64 letters and digits.")
        raise Refused(400, "bad_request", text)
    begin_call(id)


def _looking(calls: Blueprint, desk: Desk, data: Path) -> None:
    @calls.get(f"{PLACE}/desk")
    def look(event: str) -> Response:
        person = desk.person("desk", event)
        may = [call for call, roles in MAY.items() if person.role in roles]
        told = desk_of(desk.hub, person, may, desk.refused)
        if "end_session" in may:
            told["sessions"] = desk.login.listed(request.environ["asgi.scope"])
        body = msgspec.json.encode(told)
        tag = hashlib.blake2b(body, digest_size=8).hexdigest()
        is_known = request.if_none_match.contains_weak(tag)
        response = Response(status=304) if is_known else _packed(body)
        response.set_etag(tag, weak=True)
        response.headers["Cache-Control"] = "private, no-cache"
        response.headers["Vary"] = "Accept-Encoding"
        response.headers["X-Content-Type-Options"] = "nosniff"
        return response

    hub, packing = desk.hub, threading.Lock()
    head = ArchiveHead(hub.event, hub.settings.hub.language)

    @calls.get(f"{PLACE}/archive")
    def archive(event: str) -> Response:
        desk.person("archive", event)
        if not packing.acquire(blocking=False):
            raise Rejected("busy", "The archive is being packed already; wait for that download.")
        try:
            return _file(f"{event}.zip", "application/zip", packed(head, hub.store, hub.games, data))
        finally:
            packing.release()


def _file(name: str, mimetype: str, content: bytes) -> Response:
    headers = dict(NO_STORE) | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, mimetype=mimetype)


def _packed(body: bytes) -> Response:
    if not request.accept_encodings["gzip"]:
        return Response(body, mimetype="application/json")
    # The first level is fast, and leaves a tenth of it.
    packed = gzip.compress(body, 1, mtime=0)
    return Response(packed, headers={"Content-Encoding": "gzip"}, mimetype="application/json")


def _teams(calls: Blueprint, desk: Desk) -> None:
    hub = desk.hub

    @calls.put(f"{PLACE}/teams")
    def put(event: str) -> Response:
        person = desk.person("put_teams", event)
        if request.mimetype == "text/csv":
            teams = read(text_of(request.get_data()))
            if request.args.get("dry_run"):
                return answer({"teams": msgspec.to_builtins(registering.would_put_teams(hub, teams))})
        else:
            teams = tuple(each.team() for each in asked(AllTeams).teams)
        made = registering.put_teams(hub, teams, person.name)
        return answer({"version": made.version, "teams": len(made.teams)})

    @calls.post(f"{PLACE}/teams")
    def add(event: str) -> Response:
        person = desk.person("add_team", event)
        return answer(msgspec.to_builtins(registering.add_team(hub, asked(NewTeam).team(), person.name)))

    @calls.patch(f"{PLACE}/teams/<team>")
    def edit(event: str, team: str) -> Response:
        person = desk.person("edit_team", event)
        made = registering.edit_team(hub, team, asked(NewTeam).team(), person.name)
        return answer(msgspec.to_builtins(made))

    @calls.get(f"{PLACE}/teams.csv")
    def table(event: str) -> Response:
        desk.person("teams_csv", event)
        return _file(f"{event}-teams.csv", "text/csv", write(hub.state.teams.teams).encode("utf-8-sig"))

    @calls.post(f"{PLACE}/checkin")
    def check_in(event: str) -> Response:
        person = desk.person("check_in", event)
        told = asked(CheckInRequest)
        registering.check_in(hub, told.team, told.here, person.name)
        return answer({"ok": True})


def _schedule(calls: Blueprint, desk: Desk) -> None:
    hub = desk.hub

    @calls.post(f"{PLACE}/schedule")
    def make(event: str) -> Response:
        person = desk.person("make_schedule", event)
        plan = asked(organising.Plan)
        if plan.dry_run:
            return answer(msgspec.to_builtins(organising.outlook(hub, plan, person.name)))
        made = organising.make_schedule(hub, plan, person.name)
        return answer({"version": made.version, "matches": len(made.matches)})

    @calls.patch(f"{PLACE}/schedule")
    def change(event: str) -> Response:
        person = desk.person("change_schedule", event)
        # The checker takes no union for a type.
        wanted: organising.Change = asked(organising.Change)  # type: ignore[arg-type]
        return answer({"version": organising.change(hub, wanted, person.name).version})


def _results(calls: Blueprint, desk: Desk) -> None:
    hub = desk.hub

    @calls.post(f"{PLACE}/results/<scheduled>/confirm")
    def confirm(event: str, scheduled: str) -> Response:
        person = desk.person("confirm", event)
        version = asked(ConfirmationRequest).version
        if not version:
            confirming.take_back(hub, scheduled, person)
            return answer({"confirmed": False})
        found = confirming.confirm(hub, scheduled, version, person)
        return answer({"confirmed": found.confirmed})

    @calls.post(f"{PLACE}/results/<scheduled>/correct")
    def correct(event: str, scheduled: str) -> Response:
        person = desk.person("correct", event)
        told = asked(CorrectionRequest)
        if told.dry_run:
            return answer({"changes": confirming.would_change(hub, scheduled, told.scores, person)})
        found = confirming.correct(hub, scheduled, told.scores, told.reason, person)
        return answer({"confirmed": found is not None and found.confirmed})

    @calls.post(f"{PLACE}/matches/<field>/<match>/attach")
    def attach(event: str, field: str, match: str) -> Response:
        person = desk.person("attach", event)
        told = asked(AttachmentRequest)
        confirming.attach(hub, field, match, told.scheduled, told.teams, person.name, told.record)
        return answer({"ok": True})

    @calls.post(f"{PLACE}/draws")
    def draw(event: str) -> Response:
        person = desk.person("draw", event)
        drawn = confirming.draw_lots(hub, asked(Level).teams, person.name)
        return answer({"order": drawn.order})


def _people(calls: Blueprint, desk: Desk) -> None:
    hub = desk.hub

    @calls.get(f"{PLACE}/access")
    def all_access(event: str) -> Response:
        desk.person("access", event)
        return answer({"access": admitting.keys(hub)})

    @calls.post(f"{PLACE}/access")
    def new_person(event: str) -> Response:
        desk.person("new_person", event)
        told = asked(NewPerson)
        id, pin = admitting.new_person(hub, told.role, told.name, told.field)
        return answer({"id": id, "pin": pin})

    @calls.delete(f"{PLACE}/access/<id>")
    def revoke(event: str, id: str) -> Response:
        desk.person("revoke", event)
        admitting.revoke(hub, id)
        return answer({"ok": True})

    @calls.delete(f"{PLACE}/sessions/<id>")
    def end_session(event: str, id: str) -> Response:
        desk.person("end_session", event)
        desk.login.end(id)
        return answer({"ok": True})

    @calls.delete(f"{PLACE}/sessions")
    def end_sessions(event: str) -> Response:
        desk.person("end_sessions", event)
        desk.login.end_others(request.environ["asgi.scope"])
        return answer({"ok": True})


def _fields(calls: Blueprint, desk: Desk) -> None:
    hub = desk.hub

    def shown(field: str, key: str) -> Response:
        """Return a key, and the lines that a field's settings need for it: shown now and never again."""
        url = hub.settings.hub.url or for_others(caller().own, hub.settings.hub.host)
        values = {"url": url, "event": hub.event.id, "field": field, "key": key}
        lines = "\n".join(["[hub]", *(f'{name} = "{value}"' for name, value in values.items())])
        return answer({"field": field, "key": key, "lines": lines})

    @calls.post(f"{PLACE}/fields")
    def new_field(event: str) -> Response:
        person = desk.person("new_field", event)
        told = asked(NewField)
        return shown(told.id, admitting.new_field(hub, told.id, told.name, person.name))

    @calls.patch(f"{PLACE}/fields/<field>")
    def rename(event: str, field: str) -> Response:
        person = desk.person("rename_field", event)
        admitting.rename_field(hub, field, asked(Name).name, person.name)
        return answer({"ok": True})

    @calls.post(f"{PLACE}/fields/<field>/keys")
    def new_key(event: str, field: str) -> Response:
        desk.person("new_key", event)
        return shown(field, admitting.new_key(hub, field))

    @calls.post(f"{PLACE}/fields/<field>/new-kit")
    def new_kit(event: str, field: str) -> Response:
        person = desk.person("new_kit", event)
        return answer({"record": admitting.new_kit(hub, field, asked(Reason).reason, person.name)})


def _screens(calls: Blueprint, desk: Desk) -> None:
    hub, new = desk.hub, RateLimiter(time.monotonic, NEW_SCREENS)

    @calls.get(f"{PLACE}/screens")
    def screens(event: str) -> Response:
        desk.person("screens", event)
        return answer({"screens": admitting.screens(hub)})

    @calls.post(f"{PLACE}/screens")
    def meet(event: str) -> Response:
        # A screen logs in nowhere: what it may show is for everybody.
        desk.check(event)
        told, address = asked(ScreenRequest), network(caller().address)

        def admit() -> None:
            if isinstance(found := new.attempt(Guesser("screen", address), lambda: False), Wait):
                text = N_("Too many new screens from here; try again in {wait} s.")
                retry = (("Retry-After", str(found.seconds)),)
                raise Refused(429, "too_many_screens", text, retry, wait=found.seconds)

        return answer({"show": admitting.meet_screen(hub, told.id, told.name, address, admit)})

    @calls.put(f"{PLACE}/screens/<id>")
    def assign(event: str, id: str) -> Response:
        desk.person("assign_screen", event)
        admitting.assign_screen(hub, id, asked(Show).show)
        return answer({"ok": True})


def _pages(calls: Blueprint, desk: Desk) -> None:
    @calls.get("/organise")
    def page() -> Response:
        is_in = desk.login.person(request.environ["asgi.scope"]) is not None
        template = "hub/organise.html" if is_in else "hub/organise_login.html"
        content = render_template(template, event=desk.hub.event, url=desk.hub.settings.hub.url)
        return Response(content, headers={"Cache-Control": "no-store"}, mimetype="text/html")
