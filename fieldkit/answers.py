"""The one form of all answers and errors of the kit's interfaces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a command: an HTTP status and a JSON object."""

    status: int
    body: Mapping[str, Any]


def error(code: str, message: str, rule: str | None = None) -> dict[str, Any]:
    """Return the body of an error: ``{"error": {"code", "message", "rule"}}``."""
    return {"error": {"code": code, "message": message, "rule": rule}}
