"""Knowledge bases of the logic domain, their history, and ontologies."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0006"
down_revision = "0005"


def _session_key(**options: bool) -> "sa.Column[str]":
    reference = sa.ForeignKey("logic_sessions.id", ondelete="CASCADE")
    return sa.Column("session_id", sa.String(200), reference, **options)  # type: ignore[arg-type]


def upgrade() -> None:
    """Create the tables of the logic domain."""
    op.create_table(
        "logic_sessions",
        sa.Column("id", sa.String(200), primary_key=True),
        sa.Column("world", sa.String(16), nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("forked_from", sa.String(200)),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
    )
    op.create_table(
        "logic_clauses",
        sa.Column("sequence", sa.Integer, primary_key=True, autoincrement=True),
        _session_key(nullable=False),
        sa.Column("clause", sa.Text, nullable=False),
        sa.Column("sentence", sa.Text, nullable=False),
        sa.Column("origin", sa.String(16), nullable=False),
        sa.Column("added_in", sa.Integer, nullable=False),
        sa.Column("removed_in", sa.Integer),
    )
    op.create_index("logic_clauses_by_session", "logic_clauses", ["session_id", "sequence"])
    op.create_table(
        "logic_changes",
        _session_key(primary_key=True),
        sa.Column("version", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(32), nullable=False),
        sa.Column("added", sa.Integer, nullable=False),
        sa.Column("removed", sa.Integer, nullable=False),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
    )
    op.create_table(
        "logic_ontologies",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables of the logic domain."""
    for name in ("logic_ontologies", "logic_changes", "logic_clauses", "logic_sessions"):
        op.drop_table(name)
