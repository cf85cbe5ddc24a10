"""DataFrames over the store: typed, and with the right columns also when nothing happened."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from sqlalchemy import Boolean, Column, DateTime, Float, Integer, Select, Table, func, select

from lux_nb.store import reasoning_tables as reasoning
from lux_nb.store import tables, tool_tables
from lux_nb.store.types import UtcDateTime

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.api import Lux
    from lux_nb.engine.operations import Operation

CATEGORIES = frozenset(
    {
        "role",
        "kind",
        "status",
        "author_kind",
        "author_name",
        "operation",
        "provider",
        "model",
        "thought_type",
        "trend",
        "phase",
        "intervention_type",
        "severity",
    }
)


class Frames:
    """What happened in this store, as DataFrames."""

    def __init__(self, lux: "Lux") -> None:
        self._lux = lux

    def threads(self) -> "pd.DataFrame":
        """Return the threads, the latest used first, with the number of their turns."""
        count = (
            select(func.count())
            .select_from(tables.turns)
            .where(tables.turns.c.thread_id == tables.threads.c.id)
            .scalar_subquery()
        )
        query = select(tables.threads, count.label("turns"))
        return self._frame(
            tables.threads, query.order_by(tables.threads.c.last_accessed.desc()), turns="int64"
        )

    def turns(self, thread_id: str | None = None) -> "pd.DataFrame":
        """Return the turns of all threads, or of one, in the order they were said."""
        turns = tables.turns
        if thread_id is not None:
            query = select(turns).where(turns.c.thread_id == thread_id)
            return self._frame(turns, query.order_by(turns.c.position))
        order = (turns.c.created_at, turns.c.thread_id, turns.c.position)
        return self._frame(turns, select(turns).order_by(*order))

    def calls(self) -> "pd.DataFrame":
        """Return the calls of models, in order, with tokens, seconds and cost."""
        return self._frame(tables.calls, select(tables.calls).order_by(tables.calls.c.started_at))

    def costs(self, by: str = "notebook") -> "pd.DataFrame":
        """Return what model calls cost, by model, provider, notebook, day, thread or author."""
        import pandas as pd

        result: Any = self._lux.run_operation("models.cost", {"by": by})
        counts = ["calls", "prompt_tokens", "completion_tokens", "unpriced_calls"]
        rows = [{by: row.group, **row.model_dump(exclude={"group"})} for row in result.rows]
        frame = pd.DataFrame(rows, columns=[by, *counts[:3], "cost", counts[3]])
        return frame.astype({by: "string", "cost": "Float64", **dict.fromkeys(counts, "int64")})

    def thoughts(self, session_id: str | None = None) -> "pd.DataFrame":
        """Return the thoughts of all traces, or of one, with all that was measured on them."""
        return self._steps(reasoning.thoughts, reasoning.thoughts.c.position, session_id)

    def interventions(self, session_id: str | None = None) -> "pd.DataFrame":
        """Return the times the monitor stepped in, in order."""
        table = reasoning.interventions
        return self._steps(table, table.c.position, session_id)

    def bias_findings(self, session_id: str | None = None) -> "pd.DataFrame":
        """Return the biases that were found, each with its span, kind, severity, suggestion."""
        table = reasoning.bias_findings
        return self._steps(table, table.c.step_number, session_id)

    def plans(self, session_id: str | None = None) -> "pd.DataFrame":
        """Return the steps of all plans, or of one, in the order they were written."""
        return self._steps(reasoning.plan_steps, reasoning.plan_steps.c.position, session_id)

    def events(self, limit: int = 10_000) -> "pd.DataFrame":
        """Return the latest events of the log, in the order they happened."""
        latest = select(tables.events).order_by(tables.events.c.sequence.desc()).limit(limit)
        frame = self._frame(tables.events, latest)
        return frame.iloc[::-1].reset_index(drop=True)

    def assistant_actions(self) -> "pd.DataFrame":
        """Return what assistants did beyond reading, in order, with code and changed variables."""
        from lux_nb.kernel.frames import assistant_actions

        return assistant_actions(self._lux, self.events())

    def _steps(self, table: Table, order: Any, session_id: str | None) -> "pd.DataFrame":
        query = select(table)
        if session_id is not None:
            query = query.where(table.c.session_id == session_id)
        return self._frame(table, query.order_by(table.c.created_at, table.c.session_id, order))

    def tools(self) -> "pd.DataFrame":
        """Return the tools there are, with their counted calls, success rate and latency."""
        from lux_nb.tools.frames import tools_frame

        return tools_frame(self._lux)

    def executions(self, tool: str | None = None) -> "pd.DataFrame":
        """Return the executions of all tools, or of one, in the order they began."""
        table = tool_tables.tool_executions
        query = select(table).order_by(table.c.started_at)
        return self._frame(table, query if tool is None else query.where(table.c.tool == tool))

    def corrections(self, tool: str | None = None) -> "pd.DataFrame":
        """Return the calls that were invalid, what was changed and what came of it."""
        table = tool_tables.tool_corrections
        query = select(table).order_by(table.c.at)
        return self._frame(table, query if tool is None else query.where(table.c.tool == tool))

    def patterns(self) -> "pd.DataFrame":
        """Return what was learned from corrections, surest first."""
        from lux_nb.tools.frames import patterns_frame

        return patterns_frame(self._lux)

    def contexts(self, project_id: str | None = None) -> "pd.DataFrame":
        """Return what the memory keeps, of all projects or of one, in the order it was saved."""
        from lux_nb.store.memory_tables import contexts

        left_out = {"vector", "encoder", "packed", "version", "checksum"}
        columns = [column for column in contexts.columns if column.name not in left_out]
        query = select(*columns)
        if project_id is not None:
            query = query.where(contexts.c.project_id == project_id)
        ordered = query.order_by(contexts.c.project_id, contexts.c.position)
        return self._frame(columns, ordered)

    def memory_audit(self, project_id: str) -> "pd.DataFrame":
        """Return every context of a project with its source, score, last use and reason."""
        return audit_frame(self._lux.run_operation("memory_audit", {"project_id": project_id}))

    def __dir__(self) -> list[str]:
        return [name for name in super().__dir__() if not name.startswith("_")]

    def _frame(
        self, table: "Table | list[Column[Any]]", query: Select[Any], **more: str
    ) -> "pd.DataFrame":
        import pandas as pd

        engine = self._lux.engine
        engine.run(engine.events.flush())
        rows = engine.store.read_now(lambda connection: connection.execute(query).all())
        columns = table.columns if isinstance(table, Table) else table
        types = {column.name: _dtype(column) for column in columns} | more
        frame = pd.DataFrame([tuple(row) for row in rows], columns=list(types))
        return frame.astype(types)


def audit_frame(audit: Any) -> "pd.DataFrame":
    """Return the audit of a project's memory as a frame, typed also when it is empty."""
    import pandas as pd

    from lux_nb.memory.results import AuditRow

    rows = [row.model_dump() for row in audit.contexts]
    frame = pd.DataFrame(rows, columns=list(AuditRow.model_fields))
    for name in ("created_at", "last_used"):
        frame[name] = pd.to_datetime(frame[name], utc=True)
    texts = [
        name
        for name, field in AuditRow.model_fields.items()
        if field.annotation in (str, str | None) and name not in {"created_at", "last_used"}
    ]
    numbers = {"grounding_score": "Float64", "size_bytes": "int64", "uses": "int64"}
    flags = {"searchable": "bool", "compressed": "bool"}
    return frame.astype({**dict.fromkeys(texts, "string"), **numbers, **flags})


def operations_frame(operations: "Iterable[Operation]") -> "pd.DataFrame":
    """Return one row per operation: name, toolset, what it does and its parameters."""
    import pandas as pd

    columns = [
        "name",
        "toolset",
        "summary",
        "parameters",
        "required",
        "streams",
        "spends",
        "writes",
        "runs_code",
    ]
    rows = [
        (
            declared.name,
            declared.toolset,
            declared.summary,
            list(declared.request.model_fields),
            [n for n, f in declared.request.model_fields.items() if f.is_required()],
            declared.streams,
            declared.spends,
            declared.writes,
            declared.runs_code,
        )
        for declared in operations
    ]
    return pd.DataFrame(rows, columns=columns).astype({"toolset": "category"})


def _dtype(column: Any) -> str:
    kind = column.type
    if isinstance(kind, UtcDateTime | DateTime):
        return "datetime64[us, UTC]"
    if column.name in CATEGORIES:
        return "category"
    if isinstance(kind, Boolean):
        return "bool"
    if isinstance(kind, Integer):
        return "Int64" if column.nullable else "int64"
    if isinstance(kind, Float):
        return "Float64"
    return "object" if kind.__class__.__name__ == "JSON" else "string"
