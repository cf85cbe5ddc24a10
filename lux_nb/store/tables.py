"""The tables of the store."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from lux_nb.store.types import UtcDateTime

metadata = MetaData()


def _author_columns() -> tuple[Column[str] | Column[int], ...]:
    """Return the columns that say who did it, the same in each log table."""
    return (
        Column("author_kind", String(16), nullable=False),
        Column("author_name", String(200), nullable=False),
        Column("author_version", String(100)),
        Column("cell_id", String(100)),
        Column("execution_count", Integer),
        Column("notebook", Text),
    )


threads = Table(
    "threads",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("title", Text, nullable=False, default=""),
    Column("notebook", Text),
    Column("continued_from", String(64)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("last_accessed", UtcDateTime, nullable=False, index=True),
    Column("expired", Boolean, nullable=False, default=False),
    Column("metadata", JSON, nullable=False, default=dict),
    Column("quality_metrics", JSON),
)

turns = Table(
    "turns",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("thread_id", String(64), ForeignKey("threads.id", ondelete="CASCADE"), nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("content", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("tokens", Integer, nullable=False),
    Column("quality", Float),
    Column("model", String(200)),
    Column("call_id", String(64)),
    Column("tool", String(100)),
    Column("files", JSON, nullable=False, default=list),
    *_author_columns(),
    UniqueConstraint("thread_id", "position"),
)

calls = Table(
    "calls",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("started_at", UtcDateTime, nullable=False, index=True),
    Column("operation", String(100)),
    Column("provider", String(100), nullable=False),
    Column("model", String(200), nullable=False),
    Column("status", String(16), nullable=False),
    Column("error_code", String(64)),
    Column("seconds", Float),
    Column("first_token_seconds", Float),
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("cost", Float),
    Column("cached", Boolean, nullable=False, default=False),
    Column("finish_reason", String(32)),
    Column("parameters", JSON, nullable=False, default=dict),
    *_author_columns(),
)

events = Table(
    "events",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    Column("id", String(64), nullable=False, unique=True),
    Column("at", UtcDateTime, nullable=False, index=True),
    Column("kind", String(64), nullable=False),
    Column("subject", Text),
    Column("operation", String(100)),
    Column("status", String(16), nullable=False),
    Column("error_code", String(64)),
    Column("seconds", Float),
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("cost", Float),
    Column("payload", JSON, nullable=False, default=dict),
    *_author_columns(),
)

Index("turns_by_thread", turns.c.thread_id, turns.c.position)
Index("threads_by_notebook", threads.c.notebook, threads.c.last_accessed)
