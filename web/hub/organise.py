"""The calls of people who are logged in, from the organisers' desk, and its pages."""

import gzip
import hashlib
import re
import threading
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec
from flask import Blueprint, Response, render_template, request

from fieldkit.errors import Rejected, Unknown
from fieldkit.event.documents import Id
from fieldkit.event.teams import read, text_of, write
from fieldkit.hub import admitting, confirming, organising
from fieldkit.hub.access import CALL, Person, Role
from fieldkit.hub.archive import packed
from fieldkit.hub.archive_lines import ArchiveHead
from fieldkit.hub.desk import desk as desk_of
from fieldkit.hub.hub import Hub
from fieldkit.journal.record import wall_label
from fieldkit.phrases import N_
from web.api import answer, caller
from web.hub import asked
from web.hub.login import Login
from web.rate_limit import Guesser, RateLimiter, Wait, network
from web.redirects import for_others
from web.wire import NO_STORE, Refused

ORGANISER: tuple[Role, ...] = ("organiser",)
CREW: tuple[Role, ...] = ("organiser", "crew")
EVERYBODY: tuple[Role, ...] = ("organiser", "referee", "crew", "reader")

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
        self.calls = Blueprint("organise", __name__)
        self.refused: dict[str, Mapping[str, Any]] = {}
        self.may: dict[str, tuple[Role, ...]] = {}
        """The roles that may make each call."""

    def call(
        self, name: str, method: str, path: str, roles: tuple[Role, ...] = ORGANISER
    ) -> Callable[[Callable[..., object]], None]:
        """Serve a call of those who have one of the roles; where the function returns nothing, with ok."""
        self.may[name] = roles

        def add(make: Callable[..., object]) -> None:
            def view(event: str, **about: str) -> Response:
                self.check(event)
                made = make(self.login.having(request.environ["asgi.scope"], *roles), **about)
                return made if isinstance(made, Response) else answer({"ok": True} if made is None else made)

            self.calls.add_url_rule(f"{PLACE}{path}", name, view, methods=[method])

        return add

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
            if call == "hub_calls.records" or self.refused.get(field, {}).get("code") in _LASTING:
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
    desk = Desk(hub, login)
    desk.calls.after_app_request(desk.note)
    desk.calls.before_request(_begin_call)
    desk.calls.teardown_request(_end_call)
    _looking(desk, data)
    for add in (_teams, _schedule, _results, _people, _fields, _screens):
        add(desk)
    return desk.calls


def _begin_call() -> None:
    """Take the id of a call: sent again, it decides nothing more. Raises Refused (400)."""
    id = request.headers.get("Idempotency-Key", "")
    if id and not _CALL.fullmatch(id):
        raise Refused(400, "bad_request", N_("The id of a call is 16 to 64 letters and digits."))
    CALL.set(id)


def _end_call(_: BaseException | None) -> None:
    CALL.set("")


def _looking(desk: Desk, data: Path) -> None:
    hub, packing = desk.hub, threading.Lock()
    head = ArchiveHead(hub.event, hub.settings.hub.language)

    @desk.calls.get("/organise")
    def page() -> Response:
        is_in = desk.login.person(request.environ["asgi.scope"]) is not None
        template = "hub/organise.html" if is_in else "hub/organise_login.html"
        content = render_template(template, event=hub.event, url=hub.settings.hub.url)
        return Response(content, headers={"Cache-Control": "no-store"}, mimetype="text/html")

    @desk.call("desk", "GET", "/desk", EVERYBODY)
    def look(person: Person) -> Response:
        may = [call for call, roles in desk.may.items() if person.role in roles]
        told = desk_of(hub, person, may, desk.refused)
        if "end_session" in may:
            told["sessions"] = desk.login.listed(request.environ["asgi.scope"])
        body = msgspec.json.encode(told)
        tag = hashlib.blake2b(body, digest_size=8).hexdigest()
        is_known = request.if_none_match.contains_weak(tag)
        is_packed = bool(request.accept_encodings["gzip"]) and not is_known
        # The first level is fast, and leaves a tenth of it.
        sent = gzip.compress(body, 1, mtime=0) if is_packed else b"" if is_known else body
        response = Response(sent, 304 if is_known else 200, mimetype="application/json")
        response.headers.update({"Content-Encoding": "gzip"} if is_packed else {})
        response.set_etag(tag, weak=True)
        caching = {"Cache-Control": "private, no-cache", "Vary": "Accept-Encoding"}
        response.headers.update(caching | {"X-Content-Type-Options": "nosniff"})
        return response

    @desk.call("archive", "GET", "/archive")
    def archive(person: Person) -> Response:
        if not packing.acquire(blocking=False):
            raise Rejected("busy", "The archive is being packed already; wait for that download.")
        try:
            return _file(f"{hub.event.id}.zip", "application/zip", packed(head, hub.store, hub.games, data))
        finally:
            packing.release()


def _file(name: str, mimetype: str, content: bytes) -> Response:
    headers = dict(NO_STORE) | {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(content, headers=headers, mimetype=mimetype)


def _teams(desk: Desk) -> None:
    hub = desk.hub

    @desk.call("put_teams", "PUT", "/teams")
    def put(person: Person) -> object:
        if request.mimetype == "text/csv":
            teams = read(text_of(request.get_data()))
            if request.args.get("dry_run"):
                return {"teams": admitting.would_put(hub, hub.state, teams)}
        else:
            teams = tuple(each.team() for each in asked.values(teams=tuple[asked.NewTeam, ...]).teams)
        made = admitting.put_teams(hub, teams, person.name)
        return {"version": made.version, "teams": len(made.teams)}

    @desk.call("add_team", "POST", "/teams")
    def add(person: Person) -> object:
        return admitting.add_team(hub, asked.body(asked.NewTeam).team(), person.name)

    @desk.call("edit_team", "PATCH", "/teams/<team>")
    def edit(person: Person, team: str) -> object:
        return admitting.edit_team(hub, team, asked.body(asked.NewTeam).team(), person.name)

    @desk.call("teams_csv", "GET", "/teams.csv", EVERYBODY)
    def table(person: Person) -> Response:
        content = write(hub.state.teams.teams).encode("utf-8-sig")
        return _file(f"{hub.event.id}-teams.csv", "text/csv", content)

    @desk.call("check_in", "POST", "/checkin", CREW)
    def check_in(person: Person) -> None:
        told = asked.values(team=Id, here=bool)
        admitting.check_in(hub, told.team, told.here, person.name)


def _schedule(desk: Desk) -> None:
    hub = desk.hub

    @desk.call("make_schedule", "POST", "/schedule")
    def make(person: Person) -> object:
        plan = asked.body(organising.Plan)
        if plan.dry_run:
            return organising.outlook(hub, plan, person.name)
        made = organising.make_schedule(hub, plan, person.name)
        return {"version": made.version, "matches": len(made.matches)}

    @desk.call("change_schedule", "PATCH", "/schedule")
    def change(person: Person) -> object:
        # The checker takes no union for a type.
        wanted: organising.Change = asked.body(organising.Change)  # type: ignore[arg-type]
        return {"version": organising.change(hub, wanted, person.name).version}


def _results(desk: Desk) -> None:
    hub = desk.hub

    @desk.call("confirm", "POST", "/results/<scheduled>/confirm", ("organiser", "referee"))
    def confirm(person: Person, scheduled: str) -> object:
        version = asked.values(version=str).version
        if not version:
            confirming.take_back(hub, scheduled, person)
            return {"confirmed": False}
        return {"confirmed": confirming.confirm(hub, scheduled, version, person).confirmed}

    @desk.call("correct", "POST", "/results/<scheduled>/correct")
    def correct(person: Person, scheduled: str) -> object:
        told = asked.body(asked.CorrectionRequest)
        if told.dry_run:
            return {"changes": confirming.would_change(hub, scheduled, told.scores, person)}
        found = confirming.correct(hub, scheduled, told.scores, told.reason, person)
        return {"confirmed": found is not None and found.confirmed}

    @desk.call("attach", "POST", "/matches/<field>/<match>/attach")
    def attach(person: Person, field: str, match: str) -> None:
        told = asked.body(asked.AttachmentRequest)
        confirming.attach(hub, field, match, told.scheduled, told.teams, person.name, told.record)

    @desk.call("draw", "POST", "/draws")
    def draw(person: Person) -> object:
        teams = asked.values(teams=tuple[Id, ...]).teams
        return {"order": confirming.draw_lots(hub, teams, person.name).order}


def _people(desk: Desk) -> None:
    hub = desk.hub

    @desk.call("access", "GET", "/access", ("organiser", "reader"))
    def all_access(person: Person) -> object:
        return {"access": admitting.keys(hub)}

    @desk.call("new_person", "POST", "/access")
    def new_person(person: Person) -> object:
        told = asked.body(asked.NewPerson)
        id, pin = admitting.new_person(hub, told.role, told.name, told.field)
        return {"id": id, "pin": pin}

    @desk.call("revoke", "DELETE", "/access/<id>")
    def revoke(person: Person, id: str) -> None:
        admitting.revoke(hub, id)

    @desk.call("end_session", "DELETE", "/sessions/<id>")
    def end_session(person: Person, id: str) -> None:
        desk.login.end(id)

    @desk.call("end_sessions", "DELETE", "/sessions")
    def end_sessions(person: Person) -> None:
        desk.login.end_others(request.environ["asgi.scope"])


def _fields(desk: Desk) -> None:
    hub = desk.hub

    def shown(field: str, key: str) -> object:
        """Return a key, and the lines that a field's settings need for it: shown now and never again."""
        url = hub.settings.hub.url or for_others(caller().own, hub.settings.hub.host)
        values = {"url": url, "event": hub.event.id, "field": field, "key": key}
        lines = "\n".join(["[hub]", *(f'{name} = "{value}"' for name, value in values.items())])
        return {"field": field, "key": key, "lines": lines}

    @desk.call("new_field", "POST", "/fields")
    def new_field(person: Person) -> object:
        told = asked.values(id=str, name=str)
        return shown(told.id, admitting.new_field(hub, told.id, told.name, person.name))

    @desk.call("rename_field", "PATCH", "/fields/<field>")
    def rename(person: Person, field: str) -> None:
        admitting.rename_field(hub, field, asked.values(name=str).name, person.name)

    @desk.call("new_key", "POST", "/fields/<field>/keys")
    def new_key(person: Person, field: str) -> object:
        return shown(field, admitting.new_key(hub, field))

    @desk.call("new_kit", "POST", "/fields/<field>/new-kit")
    def new_kit(person: Person, field: str) -> object:
        return {"record": admitting.new_kit(hub, field, asked.values(reason=str).reason, person.name)}


def _screens(desk: Desk) -> None:
    hub, new = desk.hub, RateLimiter(time.monotonic, NEW_SCREENS)

    @desk.call("screens", "GET", "/screens", ("organiser", "crew", "reader"))
    def screens(person: Person) -> object:
        return {"screens": admitting.screens(hub)}

    @desk.calls.post(f"{PLACE}/screens")
    def meet(event: str) -> Response:
        # A screen logs in nowhere: what it may show is for everybody.
        desk.check(event)
        told, address = asked.values(id=str, name=str), network(caller().address)

        def admit() -> None:
            if isinstance(found := new.attempt(Guesser("screen", address), lambda: False), Wait):
                text = N_("Too many new screens from here; try again in {wait} s.")
                retry = (("Retry-After", str(found.seconds)),)
                raise Refused(429, "too_many_screens", text, retry, wait=found.seconds)

        return answer({"show": admitting.meet_screen(hub, told.id, told.name, address, admit)})

    @desk.call("assign_screen", "PUT", "/screens/<id>", CREW)
    def assign(person: Person, id: str) -> None:
        admitting.assign_screen(hub, id, asked.values(show=str).show)
