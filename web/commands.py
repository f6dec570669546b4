"""``POST /api/commands`` and ``/api/sheet``: native, so that no thread and no stop waits for the referee."""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Mapping
from concurrent.futures import Future
from typing import TYPE_CHECKING

import msgspec

from fieldkit.clock import Clock
from fieldkit.errors import Answer
from fieldkit.games import Game
from fieldkit.messages import KitSheet
from fieldkit.phrases import N_
from web.session import Session
from web.wire import NO_STORE, Caller, Refused, Scope, Send, parse_object, respond

if TYPE_CHECKING:
    from fieldkit.referee.referee import Referee

ANSWER_S = 2.0
"""Time that a command waits for the referee."""

_LATE = N_("The kit could not store this in time; send it again with the same id.")
_STOPPED = N_("stopped, not yet recorded; the kit keeps trying.")


class Commands:
    """Checks who asks, hands the command to the referee and sends its answer."""

    def __init__(self, referee: Referee, session: Session, games: Mapping[str, Game]) -> None:
        self._referee = referee
        self._session = session
        self._at_once = {name for game in games.values() if game.whistle for name in game.whistle.at_once}
        self._answers = _Answers()

    async def __call__(self, scope: Scope, body: bytes, send: Send) -> None:
        """Answer one command; raises Refused (400, 401, 403, 429, 503)."""
        caller = Caller.of(scope)
        passed = self._session.commanding(caller)
        if passed.is_cookie:
            require_json(caller)
        raw = parse_object(body)
        try:
            async with asyncio.timeout(ANSWER_S):
                answer = await self._answers.expect(self._referee.submit(raw, passed.by))
        except TimeoutError:
            sounded = raw.get("type") in self._at_once and raw.get("dry_run") is not True
            text = _STOPPED if sounded else _LATE
            raise Refused(503, "not_stored", text, (("Retry-After", "1"),)) from None
        await respond(send, answer.status, answer.body, NO_STORE)


class Sheets:
    """``POST /api/sheet``: a test sheet for the record; the answer does not say that it is there."""

    def __init__(self, referee: Referee, clock: Clock, is_own: Callable[[Scope], bool]) -> None:
        self._referee, self._clock, self._is_own = referee, clock, is_own

    async def __call__(self, scope: Scope, body: bytes, send: Send) -> None:
        """Take it in; raises Refused (400, 403)."""
        if not self._is_own(scope):
            raise Refused(403, "not_yours", N_("Only the kit's own processes may do that."))
        try:
            sheet = msgspec.convert(parse_object(body), KitSheet)
        except msgspec.ValidationError:
            raise Refused(400, "bad_request", N_("This is no test sheet.")) from None
        self._referee.take(msgspec.structs.replace(sheet, at=self._clock.now()))
        await respond(send, 200, {})


class _Answers:
    """Brings the referee's answers to the server's loop: all that it gives at once with one wake."""

    def __init__(self) -> None:
        self._given: deque[tuple[Future[Answer], asyncio.Future[Answer]]] = deque()
        self._woken = False

    def expect(self, answer: Future[Answer]) -> asyncio.Future[Answer]:
        """Return the answer as a future of the running loop."""
        loop = asyncio.get_running_loop()
        here: asyncio.Future[Answer] = loop.create_future()

        def given(answer: Future[Answer]) -> None:
            self._given.append((answer, here))
            if not self._woken:
                self._woken = True
                with contextlib.suppress(RuntimeError):  # the loop may have closed a moment ago
                    loop.call_soon_threadsafe(self._deliver)

        answer.add_done_callback(given)
        return here

    def _deliver(self) -> None:
        self._woken = False
        while self._given:
            answer, here = self._given.popleft()
            if here.done():
                continue  # nobody waits any more
            if wrong := answer.exception():
                here.set_exception(wrong)
            else:
                here.set_result(answer.result())


def require_json(caller: Caller) -> None:
    """Raise Refused (400) unless the body is said to be JSON: no form of a foreign page can say so."""
    if caller.content_type.partition(";")[0].strip().lower() != "application/json":
        raise Refused(400, "bad_json", N_("Send it with Content-Type: application/json."))
