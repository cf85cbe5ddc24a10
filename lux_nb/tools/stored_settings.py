"""Small values of the tools domain that are kept in the store by name."""

from typing import Any

from sqlalchemy import Connection, delete, select

from lux_nb.store.store import Store
from lux_nb.store.tool_tables import tool_settings


async def read_value(store: Store, name: str) -> Any:
    """Return the value of a name, or None."""
    query = select(tool_settings.c.value).where(tool_settings.c.name == name)
    return await store.read(lambda connection: connection.execute(query).scalar())


async def read_values(store: Store, prefix: str) -> dict[str, Any]:
    """Return the values whose names begin with a prefix, without it."""
    query = select(tool_settings).order_by(tool_settings.c.name)
    rows = await store.read(lambda connection: connection.execute(query).all())
    return {row.name[len(prefix) :]: row.value for row in rows if row.name.startswith(prefix)}


async def write_value(store: Store, name: str, value: Any) -> None:
    """Keep a value under a name; None forgets it."""

    def write(connection: Connection) -> None:
        connection.execute(delete(tool_settings).where(tool_settings.c.name == name))
        if value is not None:
            connection.execute(tool_settings.insert().values(name=name, value=value))

    await store.write(write)
