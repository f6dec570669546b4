"""How an older hub's database becomes a newer one: one step for each change of its tables (Alembic)."""
