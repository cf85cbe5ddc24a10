"""Prompts, templates and data of the tools domain, with their versions."""

import sqlalchemy as sa
from alembic import op

from lux_nb.store.types import UtcDateTime

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    """Create the tables of resources."""
    op.create_table(
        "tool_resources",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("type", sa.String(16), nullable=False),
        sa.Column("name", sa.String(200), nullable=False, unique=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
        sa.Column("updated_at", UtcDateTime, nullable=False),
    )
    op.create_table(
        "tool_resource_versions",
        sa.Column(
            "resource_id",
            sa.String(64),
            sa.ForeignKey("tool_resources.id", ondelete="CASCADE"),
            primary_key=True,
        ),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("version", sa.String(32), nullable=False),
        sa.Column("definition", sa.JSON, nullable=False),
        sa.Column("author_name", sa.String(200), nullable=False),
        sa.Column("created_at", UtcDateTime, nullable=False),
    )


def downgrade() -> None:
    """Drop the tables of resources."""
    op.drop_table("tool_resource_versions")
    op.drop_table("tool_resources")
