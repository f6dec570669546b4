"""``/api/kit``: the kit page's view, and what it asks for."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import msgspec
from flask import Blueprint, Response, request

from fieldkit.answers import Answer
from web.api import answer, caller, shown
from web.commands import require_json
from web.session import Session
from web.wire import parse_object


class KitPage(Protocol):
    """The kit page's interface to the referee; every method may be called from any thread."""

    def view(self) -> Mapping[str, Any]:
        """Return the whole view except ``now``; ``rev`` moves when anything else has changed."""

    def do(self, raw: Mapping[str, Any]) -> Answer:
        """Carry out an order, within a few seconds: 200 with the new view, or what is wrong."""


def blueprint(page: KitPage, session: Session, now_ms: Callable[[], int]) -> Blueprint:
    """Make the kit page's two calls, for the referee alone."""
    kit = Blueprint("kit", __name__, url_prefix="/api/kit")

    @kit.get("")
    def look() -> Response:
        session.referee(caller())
        view = page.view()
        return shown(view["rev"], msgspec.json.encode(view), "private, no-cache", now_ms())

    @kit.post("")
    def act() -> Response:
        passed = session.acting(caller())
        if passed.by == "tablet":
            require_json(caller())
        done = page.do(parse_object(request.get_data()))
        body = done.body if done.status != 200 else {"now": now_ms(), **done.body}
        return answer(body, done.status)

    return kit
