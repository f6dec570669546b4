"""The API's short calls: sessions, the views, the kit page, heartbeat, health and their description."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, get_args

import msgspec
from flask import Blueprint, Response, request

from fieldkit.games import Game
from fieldkit.phrases import N_
from fieldkit.referee.feed import EncodedView, Watched
from fieldkit.referee.sounding import Device
from web.codes import CAPTAIN, CREW
from web.commands import require_json
from web.passes import SCREEN
from web.passes import SEAT as SEATED
from web.redirects import for_phones
from web.session import COOKIE_S, KNOWN_S, Session
from web.wire import COOKIE, NO_STORE, Caller, Refused, cookie_names, parse_object

if TYPE_CHECKING:
    from fieldkit.kit_page.page import KitPage
    from fieldkit.referee.referee import Referee

SEAT = re.compile(r"[a-z0-9_-]{1,32}")
"""The form of a side's id."""
_DEVICE = re.compile(r"[a-z0-9-]{1,40}")
DEVICES: tuple[Device, ...] = get_args(Device)
EXACT_PHONES = 20
"""Up to this many phones are counted exactly."""
MAX_SEATS = 200
"""For how many seats tokens are made at once: a sheet of cards after the other."""


class _Alarm(msgspec.Struct):
    id: str
    text: str
    cure: str


class _KitForCrew(msgspec.Struct, frozen=True):
    hub: msgspec.Raw = msgspec.Raw(b"null")


class _ForCrew(msgspec.Struct):
    """The part of the referee's view that the crew sees besides what everybody sees."""

    game: str | None = None
    alarms: list[_Alarm] = []
    can: dict[str, msgspec.Raw] = {}
    kit: _KitForCrew = _KitForCrew()


FOR_CREW = ("hoop-", "battery-", "strays", "twins-", "step-", "hub")
"""Prefixes of the ids of alarms that the crew can do something about, or tells the organisers of."""


def blueprint(
    referee: Referee,
    kit_page: KitPage,
    session: Session,
    games: Mapping[str, Game],
    description: Callable[[], bytes],
) -> Blueprint:
    """Make the calls under ``/api`` that answer at once; ``description`` makes ``openapi.json``."""
    api = Blueprint("api", __name__, url_prefix="/api")
    _views(api, referee, session, games)
    _logging_in(api, session)
    _codes(api, session)
    _logged_in(api, session)
    _kit(api, kit_page, session, referee.now_ms)

    @api.post("/beat")
    def beat() -> Response:
        passed = session.acting(caller())
        referee.beat(passed.id[:8] or passed.by)
        phones = referee.feed.followers
        # As people say it, so that it does not flicker: exactly, then in tens.
        shown = phones if phones <= EXACT_PHONES else (phones + 5) // 10 * 10
        return answer({"now": referee.now_ms(), "phones": shown})

    @api.post("/whistle")
    def whistle() -> Response:
        session.sounding(caller())
        asked = parse_object(request.get_data())
        id, device, sounds = asked.get("id"), asked.get("device"), asked.get("sounds")
        if not (isinstance(id, str) and _DEVICE.fullmatch(id) and device in DEVICES and type(sounds) is bool):
            text = N_('Send {"id": "…", "device": "computer" or "tablet", "sounds": true or false}.')
            raise Refused(400, "bad_request", text)
        referee.stand_in(id, device, sounds)
        return answer({"now": referee.now_ms()})

    @api.get("/ask")
    def ask() -> Response:
        passed = session.find(caller())
        found = referee.ask("" if passed is None else passed.by, request.args.to_dict())
        return answer(found.body, found.status)

    @api.get("/health")
    def health() -> Response:
        return answer(referee.health())

    @api.get("/openapi.json")
    def openapi() -> Response:
        return Response(description(), mimetype="application/json", headers={"Cache-Control": "no-cache"})

    return api


def for_everybody(watched: Watched) -> Blueprint:
    """Make the calls that the spectators' process answers too."""
    api = Blueprint("board", __name__, url_prefix="/api")

    @api.get("/board")
    def board() -> Response:
        view = watched.feed.latest
        return shown(view.rev, view.board, "no-cache", watched.now_ms())

    return api


def _views(api: Blueprint, referee: Referee, session: Session, games: Mapping[str, Game]) -> None:
    @api.get("/match")
    def match() -> Response:
        session.referee(caller())
        view = referee.feed.latest
        return shown(view.rev, view.match, "private, no-cache", referee.now_ms())

    @api.get("/crew")
    def crew() -> Response:
        session.having(caller(), "crew", "referee")
        view = msgspec.json.decode(referee.feed.latest.match, type=_ForCrew)
        alarms = [alarm for alarm in view.alarms if alarm.id.startswith(FOR_CREW)]
        game = games.get(view.game or "")
        can = {name: may for name, may in view.can.items() if game is not None and name in game.crew}
        return answer({"alarms": alarms, "can": can, "hub": view.kit.hub})


def _kit(api: Blueprint, page: KitPage, session: Session, now_ms: Callable[[], int]) -> None:
    @api.get("/kit")
    def look() -> Response:
        session.referee(caller())
        view = page.view()
        return shown(view["rev"], msgspec.json.encode(view), "private, no-cache", now_ms())

    @api.post("/kit")
    def act() -> Response:
        if session.acting(caller()).by == "tablet":
            require_json(caller())
        done = page.do(parse_object(request.get_data()))
        body = done.body if done.status != 200 else {"now": now_ms(), **done.body}
        return answer(body, done.status)


def _logging_in(api: Blueprint, session: Session) -> None:
    @api.get("/session")
    def who() -> Response:
        passed = session.known(caller())
        return answer({"role": passed.role, "by": passed.by})

    @api.post("/session")
    def log_in() -> Response:
        asked = parse_object(request.get_data())
        pin, code = asked.get("pin"), asked.get("code")
        given = [each for each in (pin, code) if each is not None]
        if len(given) != 1 or not isinstance(given[0], str):
            raise Refused(400, "bad_request", N_('Send {"pin": "…"} or {"code": "…"}, as text.'))
        token = session.enter(caller(), pin, code)
        response = _with_cookie(token)
        if known := session.known_mark(caller(), token):
            name = cookie_names(request.is_secure)[1]
            response.set_cookie(name, known, KNOWN_S, path="/api/session", **_cookie_rules())
        return response

    @api.delete("/session")
    def log_out() -> Response:
        session.leave(session.commanding(caller()))
        response = answer({"ok": True})
        for name in {COOKIE, cookie_names(request.is_secure)[0]}:
            response.delete_cookie(name, **_cookie_rules())
        return response


def _with_cookie(token: str) -> Response:
    response = answer({"ok": True})
    response.set_cookie(cookie_names(request.is_secure)[0], token, COOKIE_S, **_cookie_rules())
    return response


def _cookie_rules() -> dict[str, Any]:
    return {"httponly": True, "samesite": "Strict", "secure": request.is_secure}


def _codes(api: Blueprint, session: Session) -> None:
    @api.post("/session/code")
    def code() -> Response:
        session.acting(caller())
        by = _for_whom(parse_object(request.get_data() or b"{}"))
        made, seconds = session.code(by)
        role = "referee" if by == "tablet" else by.partition("/")[0]
        own = caller().own if role == "referee" else for_phones(caller().own)
        address = f"{own}/{address_of(role, made)}"
        return answer({"code": made, "seconds": seconds, "address": address})

    @api.post("/session/seats")
    def seats() -> Response:
        session.acting(caller())
        asked = parse_object(request.get_data()).get("seats")
        if not (isinstance(asked, list) and 0 < len(asked) <= MAX_SEATS and all(map(_is_seat, asked))):
            text = N_("Send the ids of 1 to {most} sides of the match, as a list named seats.")
            raise Refused(400, "bad_request", text, most=MAX_SEATS)
        return answer({"tokens": {seat: session.seat_token(seat) for seat in asked}})


def address_of(role: str, code: str) -> str:
    """Return the page that a code or token is for; a browser keeps to itself what is behind the ``#``."""
    return f"{role}#{code}" if role == "seat" else f"{role}#code={code}"


def _for_whom(asked: Mapping[str, Any]) -> str:
    """Return as whom a code is to let somebody in; raises Refused (400)."""
    role = asked.get("role", "referee")
    given = {name: asked[name] for name in asked if name != "role"}
    if role == "seat" and list(given) == ["seat"]:
        if not _is_seat(given["seat"]):
            raise Refused(400, "bad_request", N_("A seat is the id of a side of the match."))
        return f"{SEATED}{given['seat']}"
    if role == "captain" and list(given) == ["team"] and _is_seat(given["team"]):
        return f"{CAPTAIN}{given['team']}"
    plain = {"referee": "tablet", "crew": CREW, "screen": SCREEN}
    if not isinstance(role, str) or role not in plain or given:
        text = N_('Send {"role": "referee", "crew" or "screen"}, or a captain with a team, or a seat.')
        raise Refused(400, "bad_request", text)
    return plain[role]


def _logged_in(api: Blueprint, session: Session) -> None:
    @api.get("/sessions")
    def listed() -> Response:
        return answer(session.listed(session.referee(caller())))

    @api.delete("/sessions")
    def end() -> Response:
        own = session.acting(caller())
        asked = parse_object(request.get_data())
        if asked == {"all": True}:
            return _with_cookie(session.end_all(caller(), own))
        if list(asked) != ["id"] or not isinstance(asked["id"], str):
            raise Refused(400, "bad_request", N_('Send {"id": "…"}, or {"all": true} for all others.'))
        session.end(asked["id"])
        return answer({"ok": True})


def _is_seat(given: object) -> bool:
    return isinstance(given, str) and SEAT.fullmatch(given) is not None


def shown(rev: int, body: bytes, caching: str, now_ms: int) -> Response:
    """Answer with a view, stamped with the moment; 304 to a caller that would only get another moment."""
    tag = f"{rev}-{hashlib.blake2b(body, digest_size=8).hexdigest()}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = Response(EncodedView.stamped(body, now_ms), mimetype="application/json")
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = caching
    return response


def caller() -> Caller:
    """Return who sent the Flask request."""
    return Caller.of(request.environ["asgi.scope"])


def answer(body: object, status: int = 200) -> Response:
    """Make a JSON answer for this caller alone."""
    return Response(msgspec.json.encode(body), status, dict(NO_STORE), mimetype="application/json")
