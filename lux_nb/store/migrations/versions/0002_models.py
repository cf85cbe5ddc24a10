"""Cached completions and the ledger of spending."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Create the tables of the models domain."""
    op.create_table(
        "completion_cache",
        sa.Column("key", sa.String(64), primary_key=True),
        sa.Column("answer", sa.JSON, nullable=False),
        sa.Column("bytes", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("used_at", UtcDateTime, nullable=False, index=True),
        sa.Column("hits", sa.Integer, nullable=False),
    )
    op.create_table(
        "spending",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("notebook", sa.Text),
        sa.Column("dollars", sa.Float, nullable=False),
        sa.Column("reserved_until", UtcDateTime),
    )
    op.create_index("spending_by_time", "spending", ["at"])


def downgrade() -> None:
    """Drop the tables of the models domain."""
    op.drop_table("spending")
    op.drop_table("completion_cache")
