"""Tables of the tools domain: tools, their executions, corrections and what was learned."""

from sqlalchemy import JSON, Boolean, Column, Float, Index, Integer, String, Table, Text

from lux_nb.store.tables import metadata
from lux_nb.store.types import UtcDateTime

tools = Table(
    "tools",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(128), nullable=False, unique=True),
    Column("definition", JSON, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

tool_executions = Table(
    "tool_executions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("tool", String(128), nullable=False),
    Column("started_at", UtcDateTime, nullable=False, index=True),
    Column("status", String(16), nullable=False),
    Column("error_code", String(64)),
    Column("error", Text),
    Column("seconds", Float, nullable=False),
    Column("attempts", Integer, nullable=False, default=1),
    Column("cached", Boolean, nullable=False, default=False),
    Column("corrected", Boolean, nullable=False, default=False),
    Column("arguments", JSON),
    Column("agent_id", String(200)),
    Column("channel_id", String(200)),
    Column("request_id", String(200)),
    Column("author_kind", String(16), nullable=False),
    Column("author_name", String(200), nullable=False),
    Column("notebook", Text),
)

# One row per invalid call: what was wrong, what was changed, and what came of it.
tool_corrections = Table(
    "tool_corrections",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("execution_id", String(64), nullable=False),
    Column("at", UtcDateTime, nullable=False, index=True),
    Column("tool", String(128), nullable=False),
    Column("agent_id", String(200)),
    Column("channel_id", String(200)),
    Column("error_types", JSON, nullable=False, default=list),
    Column("strategies", JSON, nullable=False, default=list),
    Column("patterns", JSON, nullable=False, default=list),
    Column("confidence", Float, nullable=False),
    Column("risk", String(16), nullable=False),
    Column("applied", Boolean, nullable=False),
    Column("succeeded", Boolean, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("before", JSON),
    Column("after", JSON),
    Column("diff", Text, nullable=False),
)

tool_patterns = Table(
    "tool_patterns",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("pattern", JSON, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

tool_settings = Table(
    "tool_settings",
    metadata,
    Column("name", String(64), primary_key=True),
    Column("value", JSON, nullable=False),
)

Index("tool_executions_by_tool", tool_executions.c.tool, tool_executions.c.started_at)
Index("tool_corrections_by_tool", tool_corrections.c.tool, tool_corrections.c.at)
