"""``POST /api/commands``: native like the feed, so that no thread waits for the referee.

Were a thread to wait for each answer, a hung disk and a handful of taps would hold all of them, and the stop
with them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from fieldkit.games import Game
from fieldkit.referee.feed import RefereeApi
from web.session import Session
from web.wire import NO_STORE, Caller, Refused, Scope, Send, parse_object, respond

ANSWER_S = 2.0
"""How long a command waits for the referee."""

_LATE = "The kit could not store this in time; send it again with the same id."
_STOPPED = "stopped, not yet recorded; the kit keeps trying."


class Commands:
    """Checks who asks, hands the command to the referee and sends its answer."""

    def __init__(self, desk: RefereeApi, session: Session, games: Mapping[str, Game]) -> None:
        self._desk = desk
        self._session = session
        self._at_once = frozenset(
            name for game in games.values() if game.whistle for name in game.whistle.at_once
        )

    async def __call__(self, scope: Scope, body: bytes, send: Send) -> None:
        """Answer one command; raises Refused (400, 401, 403, 405, 429, 503)."""
        if scope["method"] != "POST":
            raise Refused(405, "wrong_method", "Send commands with POST.", (("Allow", "POST"),))
        caller = Caller.of(scope)
        passed = self._session.commanding(caller)
        if passed.is_cookie:
            require_json(caller)
        raw = parse_object(body)
        answer = asyncio.wrap_future(self._desk.submit(raw, passed.by))
        done, _ = await asyncio.wait([answer], timeout=ANSWER_S)
        if not done:
            answer.add_done_callback(_forget)
            sounded = raw.get("type") in self._at_once and raw.get("dry_run") is not True
            raise Refused(503, "not_stored", _STOPPED if sounded else _LATE, (("Retry-After", "1"),))
        await respond(send, answer.result().status, answer.result().body, NO_STORE)


def require_json(caller: Caller) -> None:
    """Raise Refused (400) unless the body is said to be JSON: no form of a foreign page can say so."""
    if caller.content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refused(400, "bad_json", "Send it with Content-Type: application/json.")


def _forget(answer: asyncio.Future[Any]) -> None:
    """Nobody waits any more; look at what it raised, if anything, so that asyncio does not complain."""
    if not answer.cancelled():
        answer.exception()
