"""Decisions know the call that they were made on."""

import sqlalchemy as sa
from alembic import op

revision = "a2"
down_revision = "a1"


def upgrade() -> None:
    """Add it; older decisions have none."""
    op.add_column("decisions", sa.Column("call", sa.String(64)))
    op.create_index("decisions_by_call", "decisions", ["event", "call"], unique=True)
