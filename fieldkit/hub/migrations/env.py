"""The entry of Alembic: runs the steps on the connection that `fieldkit.hub.database` hands over."""

from alembic import context

from fieldkit.hub.store import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
with context.begin_transaction():
    context.run_migrations()
