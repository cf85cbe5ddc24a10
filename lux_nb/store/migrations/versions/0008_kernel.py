"""Jobs of assistants, and the client that spent money."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    """Create the table of jobs, and add the client to the ledger."""
    op.create_table(
        "jobs",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("operation", sa.String(100), nullable=False),
        sa.Column("status", sa.String(16), nullable=False),
        sa.Column("host", sa.Text, nullable=False),
        sa.Column("pid", sa.Integer, nullable=False),
        sa.Column("pid_started", sa.Float, nullable=False),
        sa.Column("started_at", UtcDateTime, nullable=False, index=True),
        sa.Column("ended_at", UtcDateTime),
        sa.Column("output", sa.Text, nullable=False),
        sa.Column("result", sa.JSON),
        sa.Column("error", sa.JSON),
        sa.Column("author_kind", sa.String(16), nullable=False),
        sa.Column("author_name", sa.String(200), nullable=False),
        sa.Column("author_version", sa.String(100)),
        sa.Column("cell_id", sa.String(100)),
        sa.Column("execution_count", sa.Integer),
        sa.Column("notebook", sa.Text),
    )
    op.add_column("spending", sa.Column("client", sa.String(200)))


def downgrade() -> None:
    """Drop them again."""
    op.drop_column("spending", "client")
    op.drop_table("jobs")
