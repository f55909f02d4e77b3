"""Alembic runs this inside the transaction that `store.index.database` opened."""

from alembic import context

from store.index.tables import metadata

context.configure(
    connection=context.config.attributes["connection"], target_metadata=metadata, transactional_ddl=True
)
context.run_migrations()
