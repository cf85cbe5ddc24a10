"""Tables of the models domain: cached answers and the ledger of what was spent."""

from sqlalchemy import JSON, Column, Float, Index, Integer, String, Table, Text

from lux_nb.store.tables import metadata
from lux_nb.store.types import UtcDateTime

completion_cache = Table(
    "completion_cache",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("answer", JSON, nullable=False),
    Column("bytes", Integer, nullable=False),
    Column("created_at", UtcDateTime, nullable=False),
    Column("used_at", UtcDateTime, nullable=False, index=True),
    Column("hits", Integer, nullable=False, default=0),
)

# One row per call that costs money: first what it may cost at most, later what it did cost.
spending = Table(
    "spending",
    metadata,
    Column("id", String(64), primary_key=True),
    Column("at", UtcDateTime, nullable=False),
    Column("notebook", Text),
    Column("dollars", Float, nullable=False),
    Column("reserved_until", UtcDateTime),
    Column("client", String(200)),
)

Index("spending_by_time", spending.c.at)
