"""What was spent, summed over the log of calls."""

from typing import Any, Literal

from sqlalchemy import Connection, Select, case, func, select

from lux_nb.models.money_results import CostReport, CostRow
from lux_nb.models.prices import price_table
from lux_nb.store.store import Store
from lux_nb.store.tables import calls, turns

Grouping = Literal["model", "provider", "notebook", "day", "thread", "author", "call"]


async def cost_report(store: Store, by: Grouping) -> CostReport:
    """Return calls, tokens and dollars by group, the dearest first."""
    rows = await store.read(lambda connection: _rows(connection, by))
    rows.sort(key=lambda row: (-row.cost, row.group))
    total = sum(row.cost for row in rows)
    return CostReport(by=by, rows=rows, total=total, prices_of=price_table()["date"])


def _rows(connection: Connection, by: Grouping) -> list[CostRow]:
    return [
        CostRow(
            group=str(row.group_name if row.group_name is not None else "–"),
            calls=row.call_count,
            prompt_tokens=row.prompt or 0,
            completion_tokens=row.completion or 0,
            cost=float(row.cost or 0.0),
            unpriced_calls=row.unpriced or 0,
        )
        for row in connection.execute(_query(by))
    ]


def _query(by: Grouping) -> Select[Any]:
    unpriced = (calls.c.cost.is_(None)) & (calls.c.status == "ok")
    # Only what was really asked counts; a cached answer used no tokens.
    asked = calls.c.cached.is_(False)
    group = _group(by)
    query = select(
        group.label("group_name"),
        func.count().label("call_count"),
        func.sum(case((asked, calls.c.prompt_tokens), else_=0)).label("prompt"),
        func.sum(case((asked, calls.c.completion_tokens), else_=0)).label("completion"),
        func.sum(calls.c.cost).label("cost"),
        func.sum(case((unpriced, 1), else_=0)).label("unpriced"),
    )
    if by == "thread":
        said = select(turns.c.call_id, func.min(turns.c.thread_id).label("thread_id"))
        said = said.where(turns.c.call_id.is_not(None)).group_by(turns.c.call_id)
        joined = said.subquery()
        query = query.select_from(calls.outerjoin(joined, joined.c.call_id == calls.c.id))
        query = query.with_only_columns(
            joined.c.thread_id.label("group_name"), *list(query.selected_columns)[1:]
        )
        group = joined.c.thread_id
    return query.group_by(group)


def _group(by: Grouping) -> Any:
    if by == "day":
        return func.date(calls.c.started_at)
    columns = {
        "model": calls.c.model,
        "provider": calls.c.provider,
        "notebook": calls.c.notebook,
        "author": calls.c.author_name,
        "call": calls.c.id,
        "thread": calls.c.id,
    }
    return columns[by]
