"""Threads, turns, model calls and events."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0001"
down_revision = None


def _author_columns() -> tuple["sa.Column[Any]", ...]:
    return (
        sa.Column("author_kind", sa.String(16), nullable=False),
        sa.Column("author_name", sa.String(200), nullable=False),
        sa.Column("author_version", sa.String(100)),
        sa.Column("cell_id", sa.String(100)),
        sa.Column("execution_count", sa.Integer),
        sa.Column("notebook", sa.Text),
    )


def upgrade() -> None:
    """Create the first tables."""
    op.create_table(
        "threads",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("title", sa.Text, nullable=False),
        sa.Column("notebook", sa.Text),
        sa.Column("continued_from", sa.String(64)),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("last_accessed", UtcDateTime, nullable=False, index=True),
        sa.Column("expired", sa.Boolean, nullable=False),
        sa.Column("metadata", sa.JSON, nullable=False),
        sa.Column("quality_metrics", sa.JSON),
    )
    op.create_table(
        "turns",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column(
            "thread_id",
            sa.String(64),
            sa.ForeignKey("threads.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("role", sa.String(16), nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("tokens", sa.Integer, nullable=False),
        sa.Column("quality", sa.Float),
        sa.Column("model", sa.String(200)),
        sa.Column("call_id", sa.String(64)),
        sa.Column("tool", sa.String(100)),
        sa.Column("files", sa.JSON, nullable=False),
        *_author_columns(),
        sa.UniqueConstraint("thread_id", "position"),
    )
    op.create_table(
        "calls",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("started_at", UtcDateTime, nullable=False, index=True),
        sa.Column("operation", sa.String(100)),
        sa.Column("provider", sa.String(100), nullable=False),
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("error_code", sa.String(64)),
        sa.Column("seconds", sa.Float),
        sa.Column("first_token_seconds", sa.Float),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.Column("cost", sa.Float),
        sa.Column("cached", sa.Boolean, nullable=False),
        sa.Column("finish_reason", sa.String(32)),
        sa.Column("parameters", sa.JSON, nullable=False),
        *_author_columns(),
    )
    op.create_table(
        "events",
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("id", sa.String(64), nullable=False, unique=True),
        sa.Column("at", UtcDateTime, nullable=False, index=True),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("subject", sa.Text),
        sa.Column("operation", sa.String(100)),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("error_code", sa.String(64)),
        sa.Column("seconds", sa.Float),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.Column("cost", sa.Float),
        sa.Column("payload", sa.JSON, nullable=False),
        *_author_columns(),
    )
    op.create_index("turns_by_thread", "turns", ["thread_id", "position"])
    op.create_index("threads_by_notebook", "threads", ["notebook", "last_accessed"])


def downgrade() -> None:
    """Drop the first tables."""
    for name in ("events", "calls", "turns", "threads"):
        op.drop_table(name)
