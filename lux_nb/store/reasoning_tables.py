"""Tables of the reasoning domain: sessions, thoughts, interventions, bias steps and plans."""

from sqlalchemy import (
    JSON,
    Boolean,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    String,
    Table,
    Text,
    UniqueConstraint,
)

from lux_nb.store.tables import _author_columns, metadata
from lux_nb.store.types import UtcDateTime


def _session_column() -> Column[str]:
    owner = ForeignKey("reasoning_sessions.id", ondelete="CASCADE")
    return Column("session_id", String(64), owner, nullable=False)


def _model_columns() -> tuple[Column[str] | Column[int] | Column[float], ...]:
    """Return the columns that say which model wrote it and what that took."""
    return (
        Column("model", String(200), nullable=False),
        Column("call_id", String(64)),
        Column("prompt_tokens", Integer, nullable=False, default=0),
        Column("completion_tokens", Integer, nullable=False, default=0),
        Column("cost", Float),
        Column("seconds", Float, nullable=False, default=0.0),
    )


reasoning_sessions = Table(
    "reasoning_sessions",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("kind", String(16), nullable=False),
    Column("query", Text, nullable=False),
    Column("status", String(16), nullable=False),
    Column("total", Integer, nullable=False),
    Column("thread_id", String(64)),
    Column("options", JSON, nullable=False, default=dict),
    Column("created_at", UtcDateTime, nullable=False),
    Column("last_accessed", UtcDateTime, nullable=False),
    *_author_columns(),
)

# The monitor of the main line, written now and then; thoughts after it are replayed.
monitor_checkpoints = Table(
    "monitor_checkpoints",
    metadata,
    Column(
        "session_id",
        String(64),
        ForeignKey("reasoning_sessions.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("thoughts", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("state", JSON, nullable=False),
    Column("written_at", UtcDateTime, nullable=False),
)

thoughts = Table(
    "thoughts",
    metadata,
    Column("id", String(64), primary_key=True),
    _session_column(),
    Column("position", Integer, nullable=False),
    Column("thought_number", Integer, nullable=False),
    Column("branch_id", String(200)),
    Column("branch_from_thought", Integer),
    Column("is_revision", Boolean, nullable=False, default=False),
    Column("revises_thought", Integer),
    Column("guidance", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("thought_type", String(32), nullable=False),
    Column("next_thought_needed", Boolean, nullable=False),
    Column("circular_score", Float),
    Column("distractor_score", Float),
    Column("topic_shift", Float),
    Column("relevance", Float),
    Column("coherence", Float),
    Column("information_density", Float),
    Column("quality", Float),
    Column("trend", String(16)),
    Column("phase", String(16)),
    Column("cognitive_load", Float),
    Column("perplexity", Float),
    Column("perplexity_source", String(16)),
    Column("attention_entropy", Float),
    Column("reasoning_depth", Float),
    Column("confidence", Float),
    Column("alert_kinds", JSON, nullable=False, default=list),
    Column("intervention", Text),
    Column("intervention_type", String(32)),
    Column("synthesis", JSON, nullable=False, default=dict),
    Column("files", JSON, nullable=False, default=list),
    Column("created_at", UtcDateTime, nullable=False),
    *_model_columns(),
    *_author_columns(),
    UniqueConstraint("session_id", "position"),
)

interventions = Table(
    "interventions",
    metadata,
    Column("id", String(64), primary_key=True),
    _session_column(),
    Column("position", Integer, nullable=False),
    Column("thought_number", Integer, nullable=False),
    Column("branch_id", String(200)),
    Column("intervention_type", String(32), nullable=False),
    Column("reason", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

bias_steps = Table(
    "bias_steps",
    metadata,
    Column("id", String(64), primary_key=True),
    _session_column(),
    Column("step_number", Integer, nullable=False),
    Column("step_type", String(32), nullable=False),
    Column("round", Integer, nullable=False),
    Column("content", Text, nullable=False),
    Column("next_action", String(32), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    *_model_columns(),
    *_author_columns(),
    UniqueConstraint("session_id", "step_number"),
)

bias_findings = Table(
    "bias_findings",
    metadata,
    Column("id", String(64), primary_key=True),
    _session_column(),
    Column("step_number", Integer, nullable=False),
    Column("about_step", Integer, nullable=False),
    Column("round", Integer, nullable=False),
    Column("kind", String(64), nullable=False),
    Column("severity", String(16), nullable=False),
    Column("start", Integer, nullable=False),
    Column("end", Integer, nullable=False),
    Column("span", Text, nullable=False),
    Column("explanation", Text, nullable=False),
    Column("suggestion", Text, nullable=False),
    Column("source", String(16), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

plan_steps = Table(
    "plan_steps",
    metadata,
    Column("id", String(64), primary_key=True),
    _session_column(),
    Column("position", Integer, nullable=False),
    Column("step_number", Integer, nullable=False),
    Column("branch_id", String(200)),
    Column("branch_from_step", Integer),
    Column("is_branch_point", Boolean, nullable=False, default=False),
    Column("is_revision", Boolean, nullable=False, default=False),
    Column("revises_step_number", Integer),
    Column("guidance", Text, nullable=False),
    Column("content", Text, nullable=False),
    Column("next_step_required", Boolean, nullable=False),
    Column("planning_depth", Integer, nullable=False),
    Column("files", JSON, nullable=False, default=list),
    Column("created_at", UtcDateTime, nullable=False),
    *_model_columns(),
    *_author_columns(),
    UniqueConstraint("session_id", "position"),
)

Index("reasoning_sessions_by_use", reasoning_sessions.c.kind, reasoning_sessions.c.last_accessed)
Index("reasoning_sessions_by_thread", reasoning_sessions.c.thread_id)
Index("interventions_by_session", interventions.c.session_id, interventions.c.position)
Index("bias_findings_by_session", bias_findings.c.session_id, bias_findings.c.step_number)
