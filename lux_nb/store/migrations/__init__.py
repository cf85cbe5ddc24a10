"""Schema migrations: Alembic revisions, run when a store is opened."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

from sqlalchemy import Connection, Engine, inspect, text

from lux_nb.errors import StorageError

HEAD = "0010"
ADVISORY_LOCK = 0x6C75786E62  # "luxnb"


def migrate(engine: Engine) -> None:
    """Bring the database to :data:`HEAD`, whoever else opens it at the same time."""
    with engine.connect() as connection:
        if current_revision(connection) == HEAD:
            return
    with _alone(engine), engine.connect() as connection:
        revision = current_revision(connection)
        if revision == HEAD:
            return
        if revision is not None and revision > HEAD:
            message = f"The store has schema {revision}, newer than this lux_nb knows ({HEAD})."
            raise StorageError(
                message,
                code="STORE_TOO_NEW",
                hint="Upgrade lux-nb, or set LUX_HOME to another folder.",
            )
        _upgrade(connection)


def current_revision(connection: Connection) -> str | None:
    """Return the revision of the schema, or None for an empty database."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent))
    config.attributes["connection"] = connection
    if connection.dialect.name == "sqlite":
        # One transaction: a kernel killed in the middle leaves the old schema, whole.
        connection.rollback()
        connection.exec_driver_sql("BEGIN IMMEDIATE")
    command.upgrade(config, "head")


@contextlib.contextmanager
def _alone(engine: Engine) -> Iterator[None]:
    """Hold the lock that lets one process migrate at a time."""
    if engine.dialect.name == "sqlite":
        database = engine.url.database
        if not database or database == ":memory:":
            yield
            return
        import fcntl

        with Path(database + ".migrating").open("w", encoding="ascii") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield
        return
    with engine.connect() as connection:
        connection.execute(text("SELECT pg_advisory_lock(:key)"), {"key": ADVISORY_LOCK})
        try:
            yield
        finally:
            connection.execute(text("SELECT pg_advisory_unlock(:key)"), {"key": ADVISORY_LOCK})
