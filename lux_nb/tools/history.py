"""What happened to each call: executions and corrections, written in groups, read by filters."""

import asyncio
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import Connection, Float, Select, Table, case, cast, func, select

from lux_nb.errors import InvalidRequest
from lux_nb.store.store import Store
from lux_nb.store.tool_tables import tool_corrections, tool_executions

FINISHED = ("success", "failed", "timeout", "cancelled")
_RANGE = re.compile(r"\s*(\d+)\s*(m|min|h|d|w)\s*", re.IGNORECASE)
_UNITS = {"m": 60, "min": 60, "h": 3600, "d": 86_400, "w": 604_800}

Row = Mapping[str, Any]


class History:
    """Writes rows of calls that end together in one transaction, and reads them back."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._pending: list[tuple[Table, Row]] = []
        self._writing = asyncio.Lock()

    def add_execution(self, row: Row) -> None:
        """Note an execution; ``flush`` writes it."""
        self._pending.append((tool_executions, row))

    def add_correction(self, row: Row) -> None:
        """Note a correction; ``flush`` writes it."""
        self._pending.append((tool_corrections, row))

    async def flush(self) -> None:
        """Write what is pending; calls that wait here together share one transaction."""
        async with self._writing:
            batch, self._pending = self._pending, []
            if not batch:
                return

            def write(connection: Connection) -> None:
                for table in (tool_executions, tool_corrections):
                    rows = [dict(row) for target, row in batch if target is table]
                    if rows:
                        connection.execute(table.insert(), rows)

            try:
                await self._store.write(write)
            except BaseException:
                self._pending = batch + self._pending
                raise

    async def executions(
        self,
        *,
        tool: str | None = None,
        agent: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        status: str | None = None,
        limit: int | None = 20,
    ) -> list[dict[str, Any]]:
        """Return executions, the latest first."""
        columns = tool_executions.c
        query = select(tool_executions).order_by(columns.started_at.desc(), columns.id)
        filters = [
            (columns.tool, tool),
            (columns.agent_id, agent),
            (columns.status, status),
        ]
        query = _filtered(query, filters, columns.started_at, since, until).limit(limit)
        return await self._rows(query)

    async def corrections(
        self,
        *,
        tool: str | None = None,
        agent: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
    ) -> list[dict[str, Any]]:
        """Return corrections, the earliest first."""
        columns = tool_corrections.c
        query = select(tool_corrections).order_by(columns.at, columns.id)
        filters = [(columns.tool, tool), (columns.agent_id, agent)]
        return await self._rows(_filtered(query, filters, columns.at, since, until))

    async def statistics(self, tools: Sequence[str] | None = None) -> dict[str, dict[str, Any]]:
        """Return calls, success rate and latency per tool, counted from its executions."""
        columns = tool_executions.c
        good = case((columns.status == "success", 1), else_=0)
        latency = case((columns.cached.is_(False), columns.seconds), else_=None)
        query = select(
            columns.tool,
            func.count().label("calls"),
            func.sum(good).label("successes"),
            cast(func.avg(latency), Float).label("seconds"),
            func.max(columns.started_at).label("last"),
        ).group_by(columns.tool)
        if tools is not None:
            query = query.where(columns.tool.in_(tools))
        rows = await self._rows(query)
        return {
            row["tool"]: {
                "totalCalls": row["calls"],
                "successRate": round(row["successes"] / row["calls"], 4),
                "avgLatency": round((row["seconds"] or 0.0) * 1000, 2),
                "lastUsed": row["last"],
            }
            for row in rows
        }

    async def _rows(self, query: Select[Any]) -> list[dict[str, Any]]:
        await self.flush()
        found = await self._store.read(
            lambda connection: connection.execute(query).mappings().all()
        )
        return [dict(row) for row in found]


def parse_range(text: str) -> timedelta:
    """Read a time range such as ``30m``, ``24h``, ``7d`` or ``2w``."""
    found = _RANGE.fullmatch(text)
    if found is None:
        message = f"timeRange: {text!r} is not a range."
        raise InvalidRequest(message, hint="Write it as 30m, 24h, 7d or 2w.")
    return timedelta(seconds=int(found.group(1)) * _UNITS[found.group(2).lower()])


def parse_moment(label: str, text: str | None) -> datetime | None:
    """Read an ISO date or moment; without a zone it is UTC."""
    if text is None:
        return None
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        message = f"{label}: {text!r} is not an ISO date such as 2024-01-31T10:00:00Z."
        raise InvalidRequest(message, details={"field": label}) from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _filtered(
    query: Select[Any],
    filters: Iterable[tuple[Any, str | None]],
    moment: Any,
    since: datetime | None,
    until: datetime | None,
) -> Select[Any]:
    for column, value in filters:
        if value is not None:
            query = query.where(column == value)
    if since is not None:
        query = query.where(moment >= since)
    if until is not None:
        query = query.where(moment <= until)
    return query
