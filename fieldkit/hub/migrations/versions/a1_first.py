"""The first tables."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "a1"
down_revision = None

_ID = sa.String(64)


def _key(*names: str) -> list[sa.Column[object]]:
    """Return columns of a key: ids, and numbers that count from 1."""
    numbers = ("generation", "number", "n")
    kinds = [(name, sa.Integer() if name in numbers else _ID) for name in names]
    return [sa.Column(name, kind, primary_key=True, autoincrement=False) for name, kind in kinds]


def _given(kind: Any, *names: str) -> list[sa.Column[object]]:
    """Return columns of a kind that always have a value."""
    return [sa.Column(name, kind, nullable=False) for name in names]


def upgrade() -> None:
    """Make all of them."""
    place, text = ("event", "field", "generation"), sa.Text()
    op.create_table(
        "records",
        *_key(*place, "number"),
        *_given(_ID, "match"),
        sa.Column("seq", sa.Integer),
        *_given(text, "boot"),
        *_given(sa.BigInteger(), "mono_ns"),
        *_given(text, "wall", "by"),
        sa.Column("command_id", sa.Text),
        *_given(text, "input", "events"),
        *_given(_ID, "prev", "hash"),
    )
    op.create_index("records_of_match", "records", ["event", "field", "generation", "match", "number"])
    numbered, texts = _given(sa.Integer(), "number"), _given(text, "game", "wall", "came")
    op.create_table("matches", *_key(*place, "match"), *numbered, *texts)
    kind, said = _given(sa.String(32), "kind"), _given(text, "body", "by", "at")
    op.create_table("decisions", *_key("event", "n"), *kind, *said)
    op.create_table("outcomes", *_key(*place, "match"), *_given(_ID, "tip"), *_given(text, "body"))
    role, name = _given(sa.String(16), "role"), _given(text, "name")
    secret, at = _given(_ID, "field", "secret"), _given(text, "at")
    revoked = _given(sa.Boolean(), "revoked")
    op.create_table("access", *_key("event", "id"), *role, *name, *secret, *revoked, *at)
    op.create_table("views", *_key("event", "field"), *_given(text, "body"))
    op.create_table("screens", *_key("event", "id"), *_given(text, "name", "show", "at"))
