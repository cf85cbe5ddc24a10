"""Memory: projects, branches, contexts, suggestions, snapshots and syncs."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    """Create the tables of the memory."""
    op.create_table(
        "memory_projects",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("path", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("mode", sa.String(length=8), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
        sa.Column("active_branch", sa.String(length=200), nullable=True),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("next_position", sa.Integer(), nullable=False),
        sa.Column("history", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "memory_syncs",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("direction", sa.String(length=8), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "memory_branches",
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("id", sa.String(length=200), nullable=False),
        sa.Column("topic", sa.Text(), nullable=False),
        sa.Column("parent", sa.String(length=200), nullable=True),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("git_branch", sa.Text(), nullable=True),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["memory_projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("project_id", "id"),
    )
    op.create_table(
        "memory_deletions",
        sa.Column("context_id", sa.String(length=64), nullable=False),
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["memory_projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("context_id", "project_id"),
    )
    op.create_index(
        "memory_deletions_by_version", "memory_deletions", ["project_id", "version"], unique=False
    )
    op.create_table(
        "memory_files",
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("path", sa.String(length=1000), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("modified_ns", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["memory_projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("project_id", "path"),
    )
    op.create_table(
        "memory_snapshots",
        sa.Column("id", sa.String(length=100), nullable=False),
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("size_bytes", sa.BigInteger(), nullable=False),
        sa.Column("verified", sa.Boolean(), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["memory_projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", "project_id"),
    )
    op.create_table(
        "memory_suggestions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("task", sa.Text(), nullable=False),
        sa.Column("offered", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=16), nullable=False),
        sa.Column("accepted", sa.JSON(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.ForeignKeyConstraint(["project_id"], ["memory_projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_table(
        "memory_contexts",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("project_id", sa.String(length=64), nullable=False),
        sa.Column("branch_id", sa.String(length=200), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("role", sa.String(length=16), nullable=False),
        sa.Column("content", sa.Text(), nullable=True),
        sa.Column("packed", sa.LargeBinary(), nullable=True),
        sa.Column("summary", sa.Text(), nullable=False),
        sa.Column("size_bytes", sa.Integer(), nullable=False),
        sa.Column("checksum", sa.String(length=64), nullable=False),
        sa.Column("conversation", sa.String(length=400), nullable=False),
        sa.Column("source", sa.String(length=16), nullable=False),
        sa.Column("origin", sa.Text(), nullable=True),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("category", sa.String(length=32), nullable=False),
        sa.Column("grounding_score", sa.Float(), nullable=True),
        sa.Column("grounding_status", sa.String(length=8), nullable=True),
        sa.Column("duplicate_of", sa.String(length=64), nullable=True),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("last_used", UtcDateTime, nullable=False),
        sa.Column("uses", sa.Integer(), nullable=False),
        sa.Column("metadata", sa.JSON(), nullable=False),
        sa.Column("encoder", sa.String(length=64), nullable=True),
        sa.Column("vector", sa.LargeBinary(), nullable=True),
        sa.Column("author_name", sa.String(length=200), nullable=False),
        sa.ForeignKeyConstraint(
            ["project_id", "branch_id"],
            ["memory_branches.project_id", "memory_branches.id"],
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["project_id"], ["memory_projects.id"], ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id"),
    )
    op.create_index(
        "memory_contexts_by_branch",
        "memory_contexts",
        ["project_id", "branch_id", "position"],
        unique=False,
    )
    op.create_index("memory_contexts_by_state", "memory_contexts", ["state"], unique=False)
    op.create_index("memory_contexts_by_use", "memory_contexts", ["last_used"], unique=False)
    op.create_index(
        "memory_contexts_by_version", "memory_contexts", ["project_id", "version"], unique=False
    )


def downgrade() -> None:
    """Drop the tables of the memory."""
    for name in (
        "memory_syncs",
        "memory_snapshots",
        "memory_suggestions",
        "memory_files",
        "memory_deletions",
        "memory_contexts",
        "memory_branches",
        "memory_projects",
    ):
        op.drop_table(name)
