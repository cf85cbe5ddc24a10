"""Tables of the kernel: the jobs of assistants."""

from sqlalchemy import JSON, Column, Float, Integer, String, Table, Text

from lux_nb.store.tables import _author_columns, metadata
from lux_nb.store.types import UtcDateTime

jobs = Table(
    "jobs",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("operation", String(100), nullable=False),
    Column("status", String(16), nullable=False),
    Column("host", Text, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("pid_started", Float, nullable=False),
    Column("started_at", UtcDateTime, nullable=False, index=True),
    Column("ended_at", UtcDateTime),
    Column("output", Text, nullable=False, default=""),
    Column("result", JSON),
    Column("error", JSON),
    *_author_columns(),
)
