"""What Alembic runs: the upgrade, on the connection it is given."""

from alembic import context

from lux_nb.store import (  # noqa: F401 - they add their tables to the metadata
    kernel_tables,
    logic_tables,
    memory_tables,
    model_tables,
    reasoning_tables,
    resource_tables,
    tool_tables,
)
from lux_nb.store.tables import metadata

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata)
with context.begin_transaction():
    context.run_migrations()
connection.commit()
