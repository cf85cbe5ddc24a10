"""Tables of prompts, templates and data: one row each, and one for each of their versions."""

from sqlalchemy import JSON, Column, ForeignKey, Integer, String, Table

from lux_nb.store.tables import metadata
from lux_nb.store.types import UtcDateTime

tool_resources = Table(
    "tool_resources",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("type", String(16), nullable=False),
    Column("name", String(200), nullable=False, unique=True),
    Column("number", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("updated_at", UtcDateTime, nullable=False),
)

tool_resource_versions = Table(
    "tool_resource_versions",
    metadata,
    Column(
        "resource_id",
        String(64),
        ForeignKey("tool_resources.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True),
    Column("version", String(32), nullable=False),
    Column("definition", JSON, nullable=False),
    Column("author_name", String(200), nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
)
