"""What the user chose for translation, and the runs of the evaluator."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    """Create the tables of strategies."""
    op.create_table(
        "logic_settings",
        sa.Column("name", sa.String(100), primary_key=True),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
    )
    op.create_table(
        "logic_evaluations",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("run_id", sa.String(64), nullable=False),
        sa.Column("strategy_id", sa.String(32), nullable=False),
        sa.Column("model", sa.String(200)),
        sa.Column("examples", sa.Integer, nullable=False),
        sa.Column("correct", sa.Integer, nullable=False),
        sa.Column("translated", sa.Integer, nullable=False),
        sa.Column("seconds", sa.Float, nullable=False),
        sa.Column("prompt_tokens", sa.Integer, nullable=False),
        sa.Column("completion_tokens", sa.Integer, nullable=False),
        sa.Column("dollars", sa.Float),
        sa.Column("author", sa.Text, nullable=False),
        sa.Column("at", UtcDateTime, nullable=False),
        sa.Column("details", sa.JSON, nullable=False),
    )
    op.create_index("logic_evaluations_by_run", "logic_evaluations", ["run_id"])


def downgrade() -> None:
    """Drop the tables of strategies."""
    for name in ("logic_evaluations", "logic_settings"):
        op.drop_table(name)
