"""Bounds of texts from a record where people read them.

A kit takes no name that is longer than its screens; a record that comes from elsewhere may hold any.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import fields, is_dataclass, replace
from typing import Any, TypeVar

Told = TypeVar("Told")
MAX_NAME, MAX_TEXT = 64, 500
"""The greatest length (characters) of names and results."""
MAX_TOLD = 1000
"""The greatest length of what is told of one decision: a reason of `MAX_TEXT`, and whom it is about."""


def cut(text: str, most: int) -> str:
    """Return a text of at most ``most`` characters, the last a sign that there were more."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def cut_in(told: Told) -> Told:
    """Return the same of a report, every text in it cut; a side's, which is a dict, as a name."""
    found: Told = _cut(told, MAX_TOLD)
    return found


def _cut(told: Any, most: int) -> Any:
    if isinstance(told, str):
        return cut(told, most) if type(told) is str else told
    if isinstance(told, dict):
        return {key: _cut(value, MAX_NAME) for key, value in told.items()}
    if is_dataclass(told) and not isinstance(told, type):
        return replace(told, **{each.name: _cut(getattr(told, each.name), most) for each in fields(told)})
    if isinstance(told, Sequence) and not isinstance(told, bytes):
        return tuple(_cut(each, most) for each in told)
    return told
