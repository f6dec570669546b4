"""The calls of fields, and log-in: those under ``/v1`` that `fieldkit.uplink` and pages make."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from fieldkit.errors import NotStored, Rejected, Unknown
from fieldkit.hub.access import Person
from fieldkit.hub.hub import Hub
from fieldkit.hub.intake import GameName, RecordFrom, Refusal
from fieldkit.hub.live import FieldView
from fieldkit.phrases import N_
from web.api import answer
from web.hub.login import Login
from web.session import KNOWN_S
from web.wire import KNOWN, Refused, parse_object

_RECORDS = msgspec.json.Decoder(list[RecordFrom])
_VIEW = msgspec.json.Decoder(FieldView)
MAX_RECORDS = 1000
"""The number of records that one push may hold."""


def blueprint(hub: Hub, login: Login) -> Blueprint:
    """Make the calls of fields, log-in and health."""
    calls = Blueprint("hub_calls", __name__)
    _failures(calls, hub)
    _fields(calls, hub, login)
    _sessions(calls, login)

    @calls.get("/api/health")
    def health() -> Response:
        state = hub.state
        online = {id: hub.live.is_online(id) for id in state.fields}
        told = {"event": hub.event.id, "fields": online, "phones": hub.feed.phones}
        is_well = hub.store.takes_writes()
        return answer({"ok": is_well} | told, 200 if is_well else 503)

    return calls


def _failures(calls: Blueprint, hub: Hub) -> None:
    """Refusals in the form of all errors; of records also how far the hub has them."""

    @calls.app_errorhandler(Rejected)
    def rejected(refused: Rejected) -> Response:
        said = {"code": refused.code, "message": hub.translate(refused.said), "rule": refused.rule}
        body: dict[str, Any] = {"error": said}
        if isinstance(refused, Refusal):
            body |= {"have": refused.have, "record": refused.record}
        missing = refused.code in ("no_field", "no_event", "no_match")
        return answer(body, 404 if missing else 400 if isinstance(refused, Unknown) else 409)

    @calls.app_errorhandler(NotStored)
    def not_stored(failure: NotStored) -> Response:
        said = {"code": "not_stored", "message": hub.translate(failure.said), "rule": None}
        return answer({"error": said}, 503)


def _fields(calls: Blueprint, hub: Hub, login: Login) -> None:
    place = "/v1/events/<event>/fields/<field>"

    def let_in(event: str, field: str) -> None:
        if event != hub.event.id:
            raise Unknown("no_event", "There is no event {id} at this hub.", None, id=event)
        hub.journal_of(field)
        login.field(request.environ["asgi.scope"], field)

    @calls.get(f"{place}/hello")
    def hello(event: str, field: str) -> Response:
        let_in(event, field)
        return answer(hub.hello(field, request.args.get("protocol", 0, int)))

    @calls.put(f"{place}/matches/<match>/records/<int:start>")
    def records(event: str, field: str, match: str, start: int) -> Response:
        let_in(event, field)
        sent = _decoded(_RECORDS.decode, request.get_data())
        if len(sent) > MAX_RECORDS:
            raise Unknown("too_many_records", "A push holds at most {n} records.", None, n=MAX_RECORDS)
        taken = [one.record() for one in sent]
        game = request.args.get("game", "")
        _decoded(lambda sent: msgspec.convert(sent, GameName), game)
        return answer({"have": hub.push(field, match, game, start, taken)})

    @calls.put(f"{place}/view")
    def view(event: str, field: str) -> Response:
        let_in(event, field)
        newest = hub.show(field, _decoded(_VIEW.decode, request.get_data()))
        state = hub.state
        have = hub.intake.known(hub.journal_of(field))
        documents = {"teams": state.teams.version, "schedule": hub.shown.schedule.version}
        return answer({"have": have, "newest": newest, "here": sorted(state.here), **documents})


def _decoded(decode: Callable[[Any], Any], sent: object) -> Any:
    """Return what a field sent; raises Unknown for what makes no sense."""
    try:
        return decode(sent)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as error:
        raise Unknown("bad_json", "The hub cannot read this: {why}.", None, why=error) from None


def _sessions(calls: Blueprint, login: Login) -> None:
    @calls.post("/v1/session")
    def log_in() -> Response:
        pin = parse_object(request.get_data()).get("pin")
        if not isinstance(pin, str):
            raise Refused(400, "bad_request", N_('Send {"pin": "…"}, as text.'))
        person, token, known = login.enter(request.environ["asgi.scope"], pin)
        response = answer(_told(person))
        keep = partial(response.set_cookie, httponly=True, samesite="Strict", secure=login.is_secure)
        keep(login.cookie, token, path="/")
        if known is not None:
            keep(f"{login.cookie}{KNOWN}", known, KNOWN_S, path="/v1/session")
        return response

    @calls.get("/v1/session")
    def who() -> Response:
        return answer(_told(login.person(request.environ["asgi.scope"])))

    @calls.delete("/v1/session")
    def log_out() -> Response:
        login.leave(request.environ["asgi.scope"])
        response = answer({"ok": True})
        response.delete_cookie(login.cookie, httponly=True, samesite="Strict", secure=login.is_secure)
        return response


def _told(person: Person | None) -> Mapping[str, str]:
    return {name: getattr(person, name, "") for name in ("role", "name", "field")}
