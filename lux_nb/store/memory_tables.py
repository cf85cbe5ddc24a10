"""The tables of the memory: projects, branches, contexts and what is learned about them."""

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    Column,
    Float,
    ForeignKey,
    ForeignKeyConstraint,
    Index,
    Integer,
    LargeBinary,
    String,
    Table,
    Text,
)

from lux_nb.store.tables import metadata
from lux_nb.store.types import UtcDateTime


def _project(*, key: bool = False) -> "Column[str]":
    reference = ForeignKey("memory_projects.id", ondelete="CASCADE")
    return Column("project_id", String(64), reference, nullable=False, primary_key=key)


projects = Table(
    "memory_projects",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("path", Text, nullable=False),
    Column("name", Text, nullable=False),
    Column("mode", String(8), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
    Column("active_branch", String(200)),
    # Grows with each change, so that another kernel sees what it has not read yet.
    Column("version", Integer, nullable=False),
    Column("next_position", Integer, nullable=False),
    Column("history", JSON, nullable=False),
)

branches = Table(
    "memory_branches",
    metadata,
    _project(key=True),
    Column("id", String(200), primary_key=True),
    Column("topic", Text, nullable=False),
    Column("parent", String(200)),
    Column("status", String(16), nullable=False),
    Column("git_branch", Text),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

contexts = Table(
    "memory_contexts",
    metadata,
    Column("id", String(64), primary_key=True),
    _project(),
    Column("branch_id", String(200), nullable=False),
    Column("version", Integer, nullable=False),
    Column("position", Integer, nullable=False),
    Column("role", String(16), nullable=False),
    Column("content", Text),
    Column("packed", LargeBinary),
    Column("summary", Text, nullable=False),
    Column("size_bytes", Integer, nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("conversation", String(400), nullable=False),
    Column("source", String(16), nullable=False),
    Column("origin", Text),
    Column("state", String(16), nullable=False),
    Column("category", String(32), nullable=False),
    Column("grounding_score", Float),
    Column("grounding_status", String(8)),
    Column("duplicate_of", String(64)),
    Column("created_at", UtcDateTime, nullable=False),
    Column("last_used", UtcDateTime, nullable=False),
    Column("uses", Integer, nullable=False),
    Column("metadata", JSON, nullable=False),
    Column("encoder", String(64)),
    Column("vector", LargeBinary),
    Column("author_name", String(200), nullable=False),
    ForeignKeyConstraint(
        ["project_id", "branch_id"],
        ["memory_branches.project_id", "memory_branches.id"],
        ondelete="CASCADE",
    ),
)

deletions = Table(
    "memory_deletions",
    metadata,
    Column("context_id", String(64), primary_key=True),
    _project(key=True),
    Column("version", Integer, nullable=False),
)

files = Table(
    "memory_files",
    metadata,
    _project(key=True),
    Column("path", String(1000), primary_key=True),
    Column("checksum", String(64), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("modified_ns", BigInteger, nullable=False),
)

suggestions = Table(
    "memory_suggestions",
    metadata,
    Column("id", String(64), primary_key=True),
    _project(),
    Column("task", Text, nullable=False),
    Column("offered", JSON, nullable=False),
    Column("status", String(16), nullable=False),
    Column("accepted", JSON, nullable=False),
    Column("reason", Text, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

snapshots = Table(
    "memory_snapshots",
    metadata,
    Column("id", String(100), primary_key=True),
    _project(key=True),
    Column("description", Text, nullable=False),
    Column("checksum", String(64), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("verified", Boolean, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)

syncs = Table(
    "memory_syncs",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("project_id", String(64), nullable=False),
    Column("direction", String(8), nullable=False),
    Column("size_bytes", BigInteger, nullable=False),
    Column("at", UtcDateTime, nullable=False),
)

Index("memory_contexts_by_version", contexts.c.project_id, contexts.c.version)
Index("memory_contexts_by_branch", contexts.c.project_id, contexts.c.branch_id, contexts.c.position)
Index("memory_contexts_by_state", contexts.c.state)
Index("memory_contexts_by_use", contexts.c.last_used)
Index("memory_deletions_by_version", deletions.c.project_id, deletions.c.version)
