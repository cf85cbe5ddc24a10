"""The log of model calls: rows that many calls finishing at once write together."""

import asyncio
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from sqlalchemy import Connection

from lux_nb.models.budget import settle
from lux_nb.store.store import Store
from lux_nb.store.tables import calls

WOKEN_TOGETHER = 8


@dataclass(frozen=True, slots=True)
class CallRow:
    """One finished call, and what it means for the budget."""

    values: dict[str, Any]
    notebook: str | None = None
    reserved: bool = False

    @property
    def moves_money(self) -> bool:
        """Whether the ledger has to be written."""
        return self.reserved or bool(self.values["cost"])


class CallLog:
    """Writes calls; a write waits for the one before it and takes all that came meanwhile.

    One commit waits for the disk, whatever it holds, so two hundred calls that end together
    cost one or two waits instead of two hundred.
    """

    def __init__(self, store: Store) -> None:
        self._store = store
        self._waiting: list[tuple[CallRow, asyncio.Future[None]]] = []
        self._writer: asyncio.Task[None] | None = None

    async def write(self, row: CallRow) -> None:
        """Return when the row is in the store."""
        loop = asyncio.get_running_loop()
        done: asyncio.Future[None] = loop.create_future()
        self._waiting.append((row, done))
        if self._writer is None or self._writer.done():
            self._writer = loop.create_task(self._write_all(), name="write model calls")
        await done

    async def _write_all(self) -> None:
        while self._waiting:
            batch, self._waiting = self._waiting, []
            rows = [row for row, _ in batch]
            try:
                await self._store.write(partial(_insert, rows))
            except BaseException as error:
                for _, done in batch:
                    if not done.done():
                        done.set_exception(error)
                if not isinstance(error, Exception):
                    raise
            else:
                await _tell(batch)


async def _tell(batch: list[tuple[CallRow, "asyncio.Future[None]"]]) -> None:
    """Let the calls of a batch go on, a few in each round of the loop."""
    for index, (_, done) in enumerate(batch):
        if not done.done():
            done.set_result(None)
        if index % WOKEN_TOGETHER == WOKEN_TOGETHER - 1:
            await asyncio.sleep(0)


def _insert(rows: list[CallRow], connection: Connection) -> None:
    connection.execute(calls.insert(), [row.values for row in rows])
    for row in rows:
        if row.moves_money:
            values = row.values
            at: datetime = values["started_at"]
            client = values["author_name"] if values["author_kind"] == "assistant" else None
            settle(connection, values["id"], values["cost"], row.notebook, at, client=client)
