"""The hub's tables.

Sources: `RECORDS` and `MATCHES` are what fields sent, `DECISIONS` what the organisers decided, `ACCESS` who
may come in. Everything else follows from them: `OUTCOMES` can be dropped and made again (`Hub.rebuild`);
`VIEWS` and `SCREENS` hold what is newest and nothing else. All of several events and clubs lie side by side.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, MetaData, String, Table, Text

METADATA = MetaData()
_ID = String(64)

RECORDS = Table(
    "records",
    METADATA,
    Column("event", _ID, primary_key=True),
    Column("field", _ID, primary_key=True),
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match", _ID, nullable=False),
    Column("seq", Integer),
    Column("boot", Text, nullable=False),
    Column("mono_ns", BigInteger, nullable=False),
    Column("wall", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("command_id", Text),
    Column("input", Text, nullable=False),
    Column("events", Text, nullable=False),
    Column("prev", String(64), nullable=False),
    Column("hash", String(64), nullable=False),
    Index("records_of_match", "event", "field", "generation", "match", "number"),
)
"""A field's records, as they stand in its journal; ``generation`` counts the journals that a field had."""

MATCHES = Table(
    "matches",
    METADATA,
    Column("event", _ID, primary_key=True),
    Column("field", _ID, primary_key=True),
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("match", _ID, primary_key=True),
    Column("number", Integer, nullable=False),
    Column("game", Text, nullable=False),
    Column("wall", Text, nullable=False),
    Column("came", Text, nullable=False),
)
"""The matches of these records; ``number`` and ``wall`` are those of the first, ``came`` when it came."""

DECISIONS = Table(
    "decisions",
    METADATA,
    Column("event", _ID, primary_key=True),
    Column("n", Integer, primary_key=True, autoincrement=False),
    Column("kind", String(32), nullable=False),
    Column("body", Text, nullable=False),
    Column("by", Text, nullable=False),
    Column("at", Text, nullable=False),
    Column("call", String(64)),
    Index("decisions_by_call", "event", "call", unique=True),
)
"""The organisers' decisions, one after the other; ``body`` is JSON, ``at`` a label of the time of day,
``call`` the id of the call it was decided on."""

ACCESS = Table(
    "access",
    METADATA,
    Column("event", _ID, primary_key=True),
    Column("id", _ID, primary_key=True),
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
    Column("event", _ID, primary_key=True),
    Column("field", _ID, primary_key=True),
    Column("generation", Integer, primary_key=True, autoincrement=False),
    Column("match", _ID, primary_key=True),
    Column("tip", String(64), nullable=False),
    Column("body", Text, nullable=False),
)
"""The outcome of each match, and the hash of the last record that was read for it."""

VIEWS = Table(
    "views",
    METADATA,
    Column("event", _ID, primary_key=True),
    Column("field", _ID, primary_key=True),
    Column("body", Text, nullable=False),
)
"""The newest view of each field, and when it came."""

SCREENS = Table(
    "screens",
    METADATA,
    Column("event", _ID, primary_key=True),
    Column("id", _ID, primary_key=True),
    Column("name", Text, nullable=False),
    Column("show", Text, nullable=False),
    Column("at", Text, nullable=False),
)
"""The screens that are there, and what each of them is to show."""

DERIVED = (OUTCOMES,)
"""The tables that are dropped and made again from the sources."""
TRANSIENT = (VIEWS, SCREENS)
"""The tables of what is only the newest, and in no archive."""
