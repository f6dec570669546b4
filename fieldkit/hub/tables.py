"""The hub's tables, in which all of several events and clubs lie side by side.

Sources are `RECORDS`, `MATCHES`, `DECISIONS` and `ACCESS`; the others follow, or hold what is newest.
"""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()
_ID = String(64)


def _key(*names: str) -> list[Column[Any]]:
    numbers = ("generation", "number", "n")
    return [
        Column(name, Integer if name in numbers else _ID, primary_key=True, autoincrement=False)
        for name in names
    ]


def _texts(*names: str) -> list[Column[Any]]:
    return [Column(name, Text, nullable=False) for name in names]


RECORDS = Table(
    "records",
    METADATA,
    *_key("event", "field", "generation", "number"),
    Column("match", _ID, nullable=False),
    Column("seq", Integer),
    *_texts("boot"),
    Column("mono_ns", BigInteger, nullable=False),
    *_texts("wall", "by"),
    Column("command_id", Text),
    *_texts("input", "events"),
    Column("prev", _ID, nullable=False),
    Column("hash", _ID, nullable=False),
    Index("records_of_match", "event", "field", "generation", "match", "number"),
)
"""A field's records, as they stand in its journal; ``generation`` counts the journals that a field had."""

MATCHES = Table(
    "matches",
    METADATA,
    *_key("event", "field", "generation", "match"),
    Column("number", Integer, nullable=False),
    *_texts("game", "wall", "came"),
)
"""The matches of these records; ``number`` and ``wall`` are those of the first, ``came`` when it came."""

DECISIONS = Table(
    "decisions",
    METADATA,
    *_key("event", "n"),
    Column("kind", String(32), nullable=False),
    *_texts("body", "by", "at"),
    Column("call", String(64)),
    Index("decisions_by_call", "event", "call", unique=True),
)
"""The organisers' decisions, one after the other; ``body`` is JSON, ``at`` a label of the time of day,
``call`` the id of the call it was decided on."""

ACCESS = Table(
    "access",
    METADATA,
    *_key("event", "id"),
    Column("role", String(16), nullable=False),
    Column("name", Text, nullable=False),
    Column("field", _ID, nullable=False),
    Column("secret", String(64), nullable=False),
    Column("revoked", Boolean, nullable=False),
    Column("at", Text, nullable=False),
)
"""Keys of fields and people's PINs, by the hash of each; who is logged in, and the key of the cookies. They
are in no archive."""

OUTCOMES = Table(
    "outcomes",
    METADATA,
    *_key("event", "field", "generation", "match"),
    Column("tip", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
"""The outcome of each match, and the hash of the last record that was read for it."""

VIEWS = Table("views", METADATA, *_key("event", "field"), Column("body", Text, nullable=False))
"""The newest view of each field, and when it came."""

SCREENS = Table("screens", METADATA, *_key("event", "id"), *_texts("name", "show", "at"))
"""The screens that are there, and what each of them is to show."""
