"""Facts in bulk: many in one row of the clauses, and those of them that were taken back."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Let a row of the clauses hold a block of facts."""
    op.add_column("logic_clauses", sa.Column("facts", sa.LargeBinary))
    op.add_column(
        "logic_clauses", sa.Column("size", sa.Integer, nullable=False, server_default="1")
    )
    op.create_table(
        "logic_gone_facts",
        sa.Column(
            "sequence",
            sa.Integer,
            sa.ForeignKey("logic_clauses.sequence", ondelete="CASCADE"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("place", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("removed_in", sa.Integer, nullable=False),
    )


def downgrade() -> None:
    """Drop what holds blocks of facts."""
    op.drop_table("logic_gone_facts")
    op.drop_column("logic_clauses", "size")
    op.drop_column("logic_clauses", "facts")
