"""Tools, their executions, corrections, patterns and settings."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    """Create the tables of the tools domain."""
    op.create_table(
        "tools",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(128), nullable=False, unique=True),
        sa.Column("definition", sa.JSON, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
    )
    op.create_table(
        "tool_executions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("tool", sa.String(128), nullable=False),
        sa.Column("started_at", UtcDateTime, nullable=False, index=True),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("error_code", sa.String(64)),
        sa.Column("error", sa.Text),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("attempts", sa.Integer, nullable=False),
        sa.Column("cached", sa.Boolean, nullable=False),
        sa.Column("corrected", sa.Boolean, nullable=False),
        sa.Column("arguments", sa.JSON),
        sa.Column("agent_id", sa.String(200)),
        sa.Column("channel_id", sa.String(200)),
        sa.Column("request_id", sa.String(200)),
        sa.Column("author_kind", sa.String(16), nullable=False),
        sa.Column("author_name", sa.String(200), nullable=False),
        sa.Column("notebook", sa.Text),
    )
    op.create_table(
        "tool_corrections",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("execution_id", sa.String(64), nullable=False),
        sa.Column("at", UtcDateTime, nullable=False, index=True),
        sa.Column("tool", sa.String(128), nullable=False),
        sa.Column("agent_id", sa.String(200)),
        sa.Column("channel_id", sa.String(200)),
        sa.Column("error_types", sa.JSON, nullable=False),
        sa.Column("strategies", sa.JSON, nullable=False),
        sa.Column("patterns", sa.JSON, nullable=False),
        sa.Column("confidence", sa.Float, nullable=False),
        sa.Column("risk", sa.String(16), nullable=False),
        sa.Column("applied", sa.Boolean, nullable=False),
        sa.Column("succeeded", sa.Boolean, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("before", sa.JSON),
        sa.Column("after", sa.JSON),
        sa.Column("diff", sa.Text, nullable=False),
    )
    op.create_table(
        "tool_patterns",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("pattern", sa.JSON, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
    )
    op.create_table(
        "tool_settings",
        sa.Column("name", sa.String(64), primary_key=True),
        sa.Column("value", sa.JSON, nullable=False),
    )
    op.create_index("tool_executions_by_tool", "tool_executions", ["tool", "started_at"])
    op.create_index("tool_corrections_by_tool", "tool_corrections", ["tool", "at"])


def downgrade() -> None:
    """Drop them again."""
    for name in ("tool_settings", "tool_patterns", "tool_corrections", "tool_executions", "tools"):
        op.drop_table(name)
