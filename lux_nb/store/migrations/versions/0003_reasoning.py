"""Sessions of traced, bias-checked and planned reasoning."""

from typing import Any

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0003"
down_revision = "0002"


def _author_columns() -> tuple["sa.Column[Any]", ...]:
    return (
        sa.Column("author_kind", sa.String(16), nullable=False),
        sa.Column("author_name", sa.String(200), nullable=False),
        sa.Column("author_version", sa.String(100)),
        sa.Column("cell_id", sa.String(100)),
        sa.Column("execution_count", sa.Integer),
        sa.Column("notebook", sa.Text),
    )


def _model_columns() -> tuple["sa.Column[Any]", ...]:
    return (
        sa.Column("model", sa.String(200), nullable=False),
        sa.Column("call_id", sa.String(64)),
        sa.Column("prompt_tokens", sa.Integer, nullable=False),
        sa.Column("completion_tokens", sa.Integer, nullable=False),
        sa.Column("cost", sa.Float),
        sa.Column("seconds", sa.Float, nullable=False),
    )


def _session_column(**options: Any) -> "sa.Column[Any]":
    owner = sa.ForeignKey("reasoning_sessions.id", ondelete="CASCADE")
    return sa.Column("session_id", sa.String(64), owner, nullable=False, **options)


def upgrade() -> None:
    """Create the tables of the reasoning domain."""
    _create_sessions()
    _create_thoughts()
    _create_bias()
    _create_plans()
    for name, table, columns in (
        ("reasoning_sessions_by_use", "reasoning_sessions", ["kind", "last_accessed"]),
        ("reasoning_sessions_by_thread", "reasoning_sessions", ["thread_id"]),
        ("interventions_by_session", "interventions", ["session_id", "position"]),
        ("bias_findings_by_session", "bias_findings", ["session_id", "step_number"]),
    ):
        op.create_index(name, table, columns)


def _create_sessions() -> None:
    op.create_table(
        "reasoning_sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(16), nullable=False),
        sa.Column("query", sa.Text, nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("total", sa.Integer, nullable=False),
        sa.Column("thread_id", sa.String(64)),
        sa.Column("options", sa.JSON, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("last_accessed", UtcDateTime, nullable=False),
        *_author_columns(),
    )
    op.create_table(
        "monitor_checkpoints",
        _session_column(primary_key=True),
        sa.Column("thoughts", sa.Integer, nullable=False),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("state", sa.JSON, nullable=False),
        sa.Column("written_at", UtcDateTime, nullable=False),
    )


def _create_thoughts() -> None:
    figures = (
        "circular_score",
        "distractor_score",
        "topic_shift",
        "relevance",
        "coherence",
        "information_density",
        "quality",
        "cognitive_load",
        "perplexity",
        "attention_entropy",
        "reasoning_depth",
        "confidence",
    )
    op.create_table(
        "thoughts",
        sa.Column("id", sa.String(64), primary_key=True),
        _session_column(),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("thought_number", sa.Integer, nullable=False),
        sa.Column("branch_id", sa.String(200)),
        sa.Column("branch_from_thought", sa.Integer),
        sa.Column("is_revision", sa.Boolean, nullable=False),
        sa.Column("revises_thought", sa.Integer),
        sa.Column("guidance", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("thought_type", sa.String(32), nullable=False),
        sa.Column("next_thought_needed", sa.Boolean, nullable=False),
        *(sa.Column(name, sa.Float) for name in figures),
        sa.Column("trend", sa.String(16)),
        sa.Column("phase", sa.String(16)),
        sa.Column("perplexity_source", sa.String(16)),
        sa.Column("alert_kinds", sa.JSON, nullable=False),
        sa.Column("intervention", sa.Text),
        sa.Column("intervention_type", sa.String(32)),
        sa.Column("synthesis", sa.JSON, nullable=False),
        sa.Column("files", sa.JSON, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        *_model_columns(),
        *_author_columns(),
        sa.UniqueConstraint("session_id", "position"),
    )
    op.create_table(
        "interventions",
        sa.Column("id", sa.String(64), primary_key=True),
        _session_column(),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("thought_number", sa.Integer, nullable=False),
        sa.Column("branch_id", sa.String(200)),
        sa.Column("intervention_type", sa.String(32), nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
    )


def _create_bias() -> None:
    op.create_table(
        "bias_steps",
        sa.Column("id", sa.String(64), primary_key=True),
        _session_column(),
        sa.Column("step_number", sa.Integer, nullable=False),
        sa.Column("step_type", sa.String(32), nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("next_action", sa.String(32), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        *_model_columns(),
        *_author_columns(),
        sa.UniqueConstraint("session_id", "step_number"),
    )
    op.create_table(
        "bias_findings",
        sa.Column("id", sa.String(64), primary_key=True),
        _session_column(),
        sa.Column("step_number", sa.Integer, nullable=False),
        sa.Column("about_step", sa.Integer, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("kind", sa.String(64), nullable=False),
        sa.Column("severity", sa.String(16), nullable=False),
        sa.Column("start", sa.Integer, nullable=False),
        sa.Column("end", sa.Integer, nullable=False),
        sa.Column("span", sa.Text, nullable=False),
        sa.Column("explanation", sa.Text, nullable=False),
        sa.Column("suggestion", sa.Text, nullable=False),
        sa.Column("source", sa.String(16), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
    )


def _create_plans() -> None:
    op.create_table(
        "plan_steps",
        sa.Column("id", sa.String(64), primary_key=True),
        _session_column(),
        sa.Column("position", sa.Integer, nullable=False),
        sa.Column("step_number", sa.Integer, nullable=False),
        sa.Column("branch_id", sa.String(200)),
        sa.Column("branch_from_step", sa.Integer),
        sa.Column("is_branch_point", sa.Boolean, nullable=False),
        sa.Column("is_revision", sa.Boolean, nullable=False),
        sa.Column("revises_step_number", sa.Integer),
        sa.Column("guidance", sa.Text, nullable=False),
        sa.Column("content", sa.Text, nullable=False),
        sa.Column("next_step_required", sa.Boolean, nullable=False),
        sa.Column("planning_depth", sa.Integer, nullable=False),
        sa.Column("files", sa.JSON, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        *_model_columns(),
        *_author_columns(),
        sa.UniqueConstraint("session_id", "position"),
    )


def downgrade() -> None:
    """Drop the tables of the reasoning domain."""
    for name in (
        "plan_steps",
        "bias_findings",
        "bias_steps",
        "interventions",
        "thoughts",
        "monitor_checkpoints",
        "reasoning_sessions",
    ):
        op.drop_table(name)
