"""The steps from an older hub's database to a newer one: one for each change of its tables (Alembic)."""
