"""The call that is being answered: one that is sent again, since its answer was lost, decides nothing again.

A page gives each call an id (`web.hub.organise`). Its decision is stored under it, and the keys and PINs that
it makes follow from it.
"""

from __future__ import annotations

from contextvars import ContextVar

_CALL: ContextVar[str] = ContextVar("call", default="")


def begin_call(id: str) -> None:
    """Let what this thread does from now on belong to this call; "" for none."""
    _CALL.set(id)


def this_call() -> str:
    """Return the id of the call that this thread answers, "" for none."""
    return _CALL.get()
