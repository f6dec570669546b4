"""The hub's tables, in which all of several events and clubs lie side by side.

Sources are `RECORDS`, `MATCHES`, `DECISIONS` and `ACCESS`; the others follow, or hold what is newest.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()
_ID = String(64)
_MATCH = ("event", "field", "generation", "match")


def _key(*names: str) -> list[Column[Any]]:
    numbers = ("generation", "number", "n")
    kinds = [(name, Integer() if name in numbers else _ID) for name in names]
    return [Column(name, kind, primary_key=True, autoincrement=False) for name, kind in kinds]


def _given(kind: Any, *names: str) -> list[Column[Any]]:
    return [Column(name, kind, nullable=False) for name in names]


RECORDS = Table(
    "records",
    METADATA,
    *_key("event", "field", "generation", "number"),
    *_given(_ID, "match"),
    Column("seq", Integer),
    *_given(Text, "boot"),
    *_given(BigInteger, "mono_ns"),
    *_given(Text, "wall", "by"),
    Column("command_id", Text),
    *_given(Text, "input", "events"),
    *_given(_ID, "prev", "hash"),
    Index("records_of_match", *_MATCH, "number"),
)
"""A field's records, as they stand in its journal; ``generation`` counts the journals that a field had."""

_BEGAN = (*_given(Integer, "number"), *_given(Text, "game", "wall", "came"))
MATCHES = Table("matches", METADATA, *_key(*_MATCH), *_BEGAN)
"""The matches of these records; ``number`` and ``wall`` are those of the first, ``came`` when it came."""

_SAID = (*_given(String(32), "kind"), *_given(Text, "body", "by", "at"), Column("call", _ID))
_BY_CALL = Index("decisions_by_call", "event", "call", unique=True)
DECISIONS = Table("decisions", METADATA, *_key("event", "n"), *_SAID, _BY_CALL)
"""The organisers' decisions, one after the other; ``body`` is JSON, ``at`` a label of the time of day,
``call`` the id of the call it was decided on."""

ACCESS = Table(
    "access",
    METADATA,
    *_key("event", "id"),
    *_given(String(16), "role"),
    *_given(Text, "name"),
    *_given(_ID, "field", "secret"),
    *_given(Boolean, "revoked"),
    *_given(Text, "at"),
)
"""Keys of fields and people's PINs, by the hash of each; who is logged in, and the key of the cookies. They
are in no archive."""

OUTCOMES = Table("outcomes", METADATA, *_key(*_MATCH), *_given(_ID, "tip"), *_given(Text, "body"))
"""The outcome of each match, and the hash of the last record that was read for it."""

VIEWS = Table("views", METADATA, *_key("event", "field"), *_given(Text, "body"))
"""The newest view of each field, and when it came."""

SCREENS = Table("screens", METADATA, *_key("event", "id"), *_given(Text, "name", "show", "at"))
"""The screens that are there, and what each of them is to show."""
