"""Answers kept in the store, so that the same request is not paid for twice."""

import contextlib
import json
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import IntegrityError

from lux_nb.config import Settings
from lux_nb.models.answers import StoredAnswer
from lux_nb.store.model_tables import completion_cache as table
from lux_nb.store.store import Store


@dataclass(frozen=True, slots=True)
class CacheState:
    """How full the cache is."""

    entries: int
    bytes: int
    hits: int


class CompletionCache:
    """Least recently used answers go first; all kernels on a store share it."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self._store = store
        self._settings = settings

    async def get(self, key: str) -> StoredAnswer | None:
        """Return a kept answer that is not too old."""
        now = datetime.now(UTC)
        oldest = now - timedelta(seconds=self._settings.cache_ttl)

        def read(connection: Connection) -> dict[str, Any] | None:
            fresh = (table.c.key == key) & (table.c.created_at >= oldest)
            row = connection.execute(select(table.c.answer).where(fresh)).first()
            if row is None:
                return None
            used = table.update().where(table.c.key == key)
            connection.execute(used.values(used_at=now, hits=table.c.hits + 1))
            answer: dict[str, Any] = row.answer
            return answer

        found = await self._store.write(read)
        return None if found is None else StoredAnswer.from_json(found)

    async def put(self, key: str, answer: StoredAnswer) -> None:
        """Keep an answer, making room by what was not used for longest."""
        stored = answer.as_json()
        size = len(json.dumps(stored, ensure_ascii=False).encode("utf-8", "surrogatepass"))
        if size > self._settings.cache_max_size:
            return
        now = datetime.now(UTC)
        row = {
            "key": key,
            "answer": stored,
            "bytes": size,
            "created_at": now,
            "used_at": now,
            "hits": 0,
        }
        oldest = now - timedelta(seconds=self._settings.cache_ttl)

        def write(connection: Connection) -> None:
            stale = (table.c.key == key) | (table.c.created_at < oldest)
            connection.execute(table.delete().where(stale))
            # Another kernel may have kept the same answer in this very moment.
            with contextlib.suppress(IntegrityError), connection.begin_nested():
                connection.execute(table.insert(), row)
            _make_room(connection, self._settings.cache_max_size)

        await self._store.write(write)

    async def clear(self) -> int:
        """Forget all answers; returns how many there were."""
        return await self._store.write(lambda c: c.execute(table.delete()).rowcount)

    async def state(self) -> CacheState:
        """Return how full the cache is."""
        query = select(
            func.count(),
            func.coalesce(func.sum(table.c.bytes), 0),
            func.coalesce(func.sum(table.c.hits), 0),
        )
        entries, size, hits = await self._store.read(lambda c: c.execute(query).one())
        return CacheState(int(entries), int(size), int(hits))


def _make_room(connection: Connection, limit: int) -> None:
    total = connection.execute(select(func.coalesce(func.sum(table.c.bytes), 0))).scalar() or 0
    if total <= limit:
        return
    query = select(table.c.key, table.c.bytes).order_by(table.c.used_at, table.c.created_at)
    doomed = []
    for row in connection.execute(query):
        if total <= limit:
            break
        doomed.append(row.key)
        total -= row.bytes
    connection.execute(table.delete().where(table.c.key.in_(doomed)))
