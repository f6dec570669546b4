"""The API's short calls: sessions, the views, the heartbeat, health and the description of it all."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from flask import Blueprint, Response, request

from fieldkit.phrases import N_
from fieldkit.referee.feed import Published, RefereeApi
from web.session import CODE_S, COOKIE_S, Session
from web.wire import COOKIE, NO_STORE, Caller, Refused, parse_object

SEAT = re.compile(r"[a-z0-9_-]{1,32}")
"""The form of a side's id."""
EXACT_PHONES = 20
"""Up to this many phones are counted exactly."""
MAX_SEATS = 200
"""For how many seats tokens are made at once: a sheet of cards after the other."""


def blueprint(referee: RefereeApi, session: Session, description: Callable[[], bytes]) -> Blueprint:
    """The calls under ``/api`` that answer at once; ``description`` makes what ``openapi.json`` answers."""
    api = Blueprint("api", __name__, url_prefix="/api")
    _views(api, referee, session)
    _sessions(api, session)

    @api.post("/beat")
    def beat() -> Response:
        passed = session.acting(caller())
        referee.beat(passed.id[:8] or passed.by)
        return answer({"now": referee.now_ms(), "phones": _about(referee.feed.phones)})

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


def _views(api: Blueprint, referee: RefereeApi, session: Session) -> None:
    @api.get("/board")
    def board() -> Response:
        view = referee.feed.latest
        return shown(view.rev, view.board, "no-cache", referee.now_ms())

    @api.get("/match")
    def match() -> Response:
        session.referee(caller())
        view = referee.feed.latest
        return shown(view.rev, view.match, "private, no-cache", referee.now_ms())


def _sessions(api: Blueprint, session: Session) -> None:
    @api.post("/session")
    def log_in() -> Response:
        asked = parse_object(request.get_data())
        pin, code = asked.get("pin"), asked.get("code")
        given = [each for each in (pin, code) if each is not None]
        if len(given) != 1 or not isinstance(given[0], str):
            raise Refused(400, "bad_request", N_('Send {"pin": "…"} or {"code": "…"}, as text.'))
        token = session.enter(caller(), pin, code)
        response = answer({"ok": True})
        secure = request.scheme == "https"
        response.set_cookie(COOKIE, token, COOKIE_S, httponly=True, samesite="Strict", secure=secure)
        return response

    @api.delete("/session")
    def log_out() -> Response:
        session.leave(session.acting(caller()))
        response = answer({"ok": True})
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
        return response

    @api.post("/session/code")
    def code() -> Response:
        session.acting(caller())
        asked = parse_object(request.get_data() or b"{}")
        role, seat = asked.get("role", "referee"), asked.get("seat")
        if (role, seat is None) not in (("referee", True), ("seat", False)):
            raise Refused(
                400, "bad_request", N_('Send {"role": "referee"}, or {"role": "seat", "seat": "…"}.')
            )
        if seat is not None and not _is_seat(seat):
            raise Refused(400, "bad_request", N_("A seat is the id of a side of the match."))
        return answer({"code": session.code(seat), "seconds": CODE_S})

    @api.post("/session/seats")
    def seats() -> Response:
        session.acting(caller())
        asked = parse_object(request.get_data()).get("seats")
        if not (isinstance(asked, list) and 0 < len(asked) <= MAX_SEATS and all(map(_is_seat, asked))):
            text = N_("Send the ids of 1 to {most} sides of the match, as a list named seats.")
            raise Refused(400, "bad_request", text, most=MAX_SEATS)
        return answer({"tokens": {seat: session.seat_token(seat) for seat in asked}})


def _about(number: int) -> int:
    """A number as people say it: up to 20 exactly, then in tens, so that a hall does not make it flicker."""
    return number if number <= EXACT_PHONES else (number + 5) // 10 * 10


def _is_seat(given: object) -> bool:
    return isinstance(given, str) and SEAT.fullmatch(given) is not None


def shown(rev: int, body: bytes, caching: str, now_ms: int) -> Response:
    """A view, stamped with the moment; 304 for who has it and would only get another moment."""
    tag = f"{rev}-{hashlib.blake2b(body, digest_size=8).hexdigest()}"
    if request.if_none_match.contains_weak(tag):
        response = Response(status=304)
    else:
        response = Response(Published.stamped(body, now_ms), mimetype="application/json")
    response.set_etag(tag, weak=True)
    response.headers["Cache-Control"] = caching
    return response


def caller() -> Caller:
    """Who asks, in a Flask request."""
    return Caller.of(request.environ["asgi.scope"])


def answer(body: Mapping[str, Any], status: int = 200) -> Response:
    """A JSON answer for this caller alone."""
    return Response(msgspec.json.encode(body), status, dict(NO_STORE), mimetype="application/json")
