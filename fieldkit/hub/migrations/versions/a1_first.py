"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "a1"
down_revision = None

_ID = sa.String(64)


def _place() -> list[sa.Column[object]]:
    """Return the key of a journal: the event and the field that it belongs to."""
    return [
        sa.Column("event", _ID, primary_key=True),
        sa.Column("field", _ID, primary_key=True),
        sa.Column("generation", sa.Integer, primary_key=True, autoincrement=False),
    ]


def upgrade() -> None:
    """Make all of them."""
    op.create_table(
        "records",
        *_place(),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("match", _ID, nullable=False),
        sa.Column("seq", sa.Integer),
        sa.Column("boot", sa.Text, nullable=False),
        sa.Column("mono_ns", sa.BigInteger, nullable=False),
        sa.Column("wall", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("command_id", sa.Text),
        sa.Column("input", sa.Text, nullable=False),
        sa.Column("events", sa.Text, nullable=False),
        sa.Column("prev", sa.String(64), nullable=False),
        sa.Column("hash", sa.String(64), nullable=False),
    )
    op.create_index("records_of_match", "records", ["event", "field", "generation", "match", "number"])
    op.create_table(
        "matches",
        *_place(),
        sa.Column("match", _ID, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("game", sa.Text, nullable=False),
        sa.Column("wall", sa.Text, nullable=False),
        sa.Column("came", sa.Text, nullable=False),
    )
    op.create_table(
        "decisions",
        sa.Column("event", _ID, primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
        sa.Column("by", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "outcomes",
        *_place(),
        sa.Column("match", _ID, primary_key=True),
        sa.Column("tip", sa.String(64), nullable=False),
        sa.Column("body", sa.Text, nullable=False),
    )
    _what_is_now()


def _what_is_now() -> None:
    """Make the tables of people who may come in, and of what is kept only once."""
    op.create_table(
        "access",
        sa.Column("event", _ID, primary_key=True),
        sa.Column("id", _ID, primary_key=True),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("field", _ID, nullable=False),
        sa.Column("secret", sa.String(64), nullable=False),
        sa.Column("revoked", sa.Boolean, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
    op.create_table(
        "views",
        sa.Column("event", _ID, primary_key=True),
        sa.Column("field", _ID, primary_key=True),
        sa.Column("body", sa.Text, nullable=False),
    )
    op.create_table(
        "screens",
        sa.Column("event", _ID, primary_key=True),
        sa.Column("id", _ID, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("show", sa.Text, nullable=False),
        sa.Column("at", sa.Text, nullable=False),
    )
