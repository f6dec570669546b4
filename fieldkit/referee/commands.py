"""Commands from outside: decoded JSON becomes a frozen dataclass, strictly, or says what is wrong."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any
from unicodedata import category

import msgspec

from fieldkit.answers import Answer, error
from fieldkit.errors import FieldkitError
from fieldkit.messages import ANY_TEXT

MAX_TEXT = 500
"""The most characters of a text in a command: it is put on the record, and shown to everybody.

A field that takes any text says so itself: ``field(metadata=ANY_TEXT)``.
"""


class BadCommand(FieldkitError):
    """A command that cannot be decoded: HTTP 400, and not remembered under its id."""


class _Envelope(msgspec.Struct, frozen=True):
    """What every command carries, whatever its type."""

    id: Annotated[str, msgspec.Meta(min_length=1, max_length=64)]
    type: Annotated[str, msgspec.Meta(max_length=64)]
    round: int | None = None
    not_after: int | None = None
    dry_run: bool = False


_COMMON = frozenset(_Envelope.__struct_fields__)


@dataclass(frozen=True, slots=True)
class Request:
    """A command as it was handed in by ``by`` at ``at`` (ns); ``fields`` are those of its own type.

    ``not_after``: the moment (ms) after which its sender does not want it any more.
    ``sounded``: its blast was ordered before it was recorded.
    """

    id: str
    type: str
    round: int | None
    dry_run: bool
    fields: Mapping[str, Any]
    at: int
    by: str
    not_after: int | None = None
    sounded: bool = False


def open_request(raw: Mapping[str, Any], by: str, at: int) -> Request:
    """The envelope of a command opened; raises BadCommand."""
    try:
        envelope = msgspec.convert(raw, _Envelope)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field("command", wrong)) from None
    fields = {name: value for name, value in raw.items() if name not in _COMMON}
    return Request(
        envelope.id, envelope.type, envelope.round, envelope.dry_run, fields, at, by, envelope.not_after
    )


def command(request: Request, kind: type) -> Any:
    """The command itself as a ``kind``; raises BadCommand, naming the field."""
    try:
        made: Any = msgspec.convert(dict(request.fields), kind)
    except msgspec.ValidationError as wrong:
        raise BadCommand(wrong_field(request.type, wrong)) from None
    if extra := _unknown(request.fields, made, ""):
        raise BadCommand(f"{request.type}: the field {extra} is unknown")
    for each in dataclasses.fields(made):
        if each.metadata != ANY_TEXT and not _fits(request.fields.get(each.name)):
            said = f"a text has at most {MAX_TEXT} characters, and none that cannot be seen"
            raise BadCommand(f"{request.type}: {each.name}: {said}")
    return made


def _fits(raw: object) -> bool:
    """True if every text in it is short, without control characters or halves of a character."""
    if isinstance(raw, str):
        return len(raw) <= MAX_TEXT and not any(category(sign) in ("Cc", "Cs") for sign in raw)
    inner = [*raw, *raw.values()] if isinstance(raw, Mapping) else raw
    return not isinstance(inner, list | tuple) or all(map(_fits, inner))


def bad_command(wrong: BadCommand) -> Answer:
    """What a command that cannot be decoded is answered."""
    return Answer(400, error("bad_command", str(wrong)))


def wrong_field(what: str, wrong: msgspec.ValidationError) -> str:
    """msgspec's message with the field first: ``buy: hoop: expected `str`, got `int```."""
    said, _, path = str(wrong).partition(" - at ")
    where = re.sub(r"^`?\$\.?|`$", "", path)
    return ": ".join(part for part in (what, where, said[0].lower() + said[1:]) if part)


def _unknown(raw: object, made: object, where: str) -> str | None:
    """The path of the first field that no dataclass has; msgspec itself lets those pass."""
    pairs: list[tuple[object, object, str]] = []
    if dataclasses.is_dataclass(made) and isinstance(raw, Mapping):
        names = {f.name for f in dataclasses.fields(made)}
        for name in raw:
            if name not in names:
                return f"{where}{name}"
        pairs = [(raw[name], getattr(made, name), f"{where}{name}.") for name in raw]
    elif isinstance(made, list | tuple) and isinstance(raw, list | tuple):
        pairs = [(a, b, f"{where}{i}.") for i, (a, b) in enumerate(zip(raw, made, strict=True))]
    for inner_raw, inner_made, path in pairs:
        if extra := _unknown(inner_raw, inner_made, path):
            return extra
    return None
