"""The tables of the logic domain: knowledge bases, their history, ontologies, strategies."""

from sqlalchemy import (
    JSON,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from lux_nb.store.tables import metadata
from lux_nb.store.types import UtcDateTime

logic_sessions = Table(
    "logic_sessions",
    metadata,
    Column("id", String(200), primary_key=True),
    Column("world", String(16), nullable=False),
    Column("version", Integer, nullable=False),
    Column("forked_from", String(200)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

# A clause is never deleted: it holds from one version to another, so any state can be had again.
# A row with facts is a block of so many of them, by column, and its clause names their predicate.
logic_clauses = Table(
    "logic_clauses",
    metadata,
    Column("sequence", Integer, primary_key=True, autoincrement=True),
    Column(
        "session_id",
        String(200),
        ForeignKey("logic_sessions.id", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("clause", Text, nullable=False),
    Column("sentence", Text, nullable=False),
    Column("origin", String(16), nullable=False),
    Column("added_in", Integer, nullable=False),
    Column("removed_in", Integer),
    Column("facts", LargeBinary),
    Column("size", Integer, nullable=False, server_default="1"),
)

# Single facts of a block that were taken back.
logic_gone_facts = Table(
    "logic_gone_facts",
    metadata,
    Column(
        "sequence",
        Integer,
        ForeignKey("logic_clauses.sequence", ondelete="CASCADE"),
        primary_key=True,
        autoincrement=False,
    ),
    Column("place", Integer, primary_key=True, autoincrement=False),
    Column("removed_in", Integer, nullable=False),
)

logic_changes = Table(
    "logic_changes",
    metadata,
    Column(
        "session_id",
        String(200),
        ForeignKey("logic_sessions.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("version", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("added", Integer, nullable=False),
    Column("removed", Integer, nullable=False),
    Column("author", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

logic_ontologies = Table(
    "logic_ontologies",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("name", String(200), nullable=False, unique=True),
    Column("rules", Text, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

logic_settings = Table(
    "logic_settings",
    metadata,
    Column("name", String(100), primary_key=True),
    Column("value", Text, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

logic_evaluations = Table(
    "logic_evaluations",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("run_id", String(64), nullable=False),
    Column("strategy_id", String(32), nullable=False),
    Column("model", String(200)),
    Column("examples", Integer, nullable=False),
    Column("correct", Integer, nullable=False),
    Column("translated", Integer, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("prompt_tokens", Integer, nullable=False),
    Column("completion_tokens", Integer, nullable=False),
    Column("dollars", Float),
    Column("author", Text, nullable=False),
    Column("at", UtcDateTime, nullable=False),
    Column("details", JSON, nullable=False),
)

Index("logic_evaluations_by_run", logic_evaluations.c.run_id)
Index("logic_clauses_by_session", logic_clauses.c.session_id, logic_clauses.c.sequence)
