"""Global ontologies: rules that hold in every session."""

import uuid
from dataclasses import dataclass
from datetime import UTC, datetime

from sqlalchemy import Connection, delete, select, update

from lux_nb.errors import Conflict, NotFound
from lux_nb.store.logic_tables import logic_ontologies as table
from lux_nb.store.store import Store


@dataclass(frozen=True, slots=True)
class Ontology:
    """Named rules."""

    id: str
    name: str
    rules: str


class Ontologies:
    """Creates, finds, changes and deletes ontologies."""

    def __init__(self, store: Store) -> None:
        self._store = store

    async def create(self, name: str, rules: str) -> Ontology:
        """Add an ontology; a name that is taken is a conflict."""
        made = Ontology(uuid.uuid4().hex, name, rules)

        def write(connection: Connection) -> None:
            if connection.execute(select(table.c.id).where(table.c.name == name)).first():
                message = f"There is an ontology {name!r} already."
                hint = "ontology.update changes its rules."
                raise Conflict(message, code="ONTOLOGY_EXISTS", hint=hint)
            row = {"id": made.id, "name": name, "rules": rules, "updated_at": datetime.now(UTC)}
            connection.execute(table.insert(), row)

        await self._store.write(write)
        return made

    async def all(self) -> list[Ontology]:
        """Return all ontologies by name."""
        return await self._store.read(read_ontologies)

    async def get(self, name: str) -> Ontology:
        """Return one ontology."""
        query = select(table.c.id, table.c.name, table.c.rules).where(table.c.name == name)
        row = await self._store.read(lambda connection: connection.execute(query).first())
        if row is None:
            raise _missing(name)
        return Ontology(*row)

    async def update(self, name: str, rules: str) -> Ontology:
        """Replace the rules of an ontology."""
        values = {"rules": rules, "updated_at": datetime.now(UTC)}
        statement = update(table).where(table.c.name == name).values(values)
        count = await self._store.write(lambda c: c.execute(statement).rowcount)
        if not count:
            raise _missing(name)
        return await self.get(name)

    async def delete(self, name: str) -> None:
        """Delete an ontology."""
        statement = delete(table).where(table.c.name == name)
        if not await self._store.write(lambda c: c.execute(statement).rowcount):
            raise _missing(name)


def read_ontologies(connection: Connection) -> list[Ontology]:
    """Return all ontologies by name."""
    query = select(table.c.id, table.c.name, table.c.rules).order_by(table.c.name)
    return [Ontology(*row) for row in connection.execute(query)]


def _missing(name: str) -> NotFound:
    message = f"There is no ontology {name!r}."
    return NotFound(message, code="ONTOLOGY_NOT_FOUND", hint="ontology.list names those there are.")
