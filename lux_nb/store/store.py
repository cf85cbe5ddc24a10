"""The store: one database, reached from the engine loop through one thread of its own."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError
from sqlalchemy.pool import StaticPool

from lux_nb.errors import StorageError
from lux_nb.paths import private_folder

Answer = TypeVar("Answer")
Work = Callable[[Connection], Answer]

BUSY_TIMEOUT_MS = 5_000


class Store:
    """Runs reads and writes as transactions; each write is whole or not there at all.

    A thread of its own keeps disk waits off the engine loop, and one thread at a time keeps
    writes in the order they were asked for.
    """

    def __init__(self, url: str) -> None:
        self.url = url
        self._engine = _open(url)
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix="lux-store")

    def migrate(self) -> None:
        """Bring the schema up to date; a schema newer than this code is an error."""
        from lux_nb.store.migrations import migrate

        try:
            migrate(self._engine)
        except SQLAlchemyError as error:
            raise _storage_error(self.url, error) from error

    async def read(self, work: Work[Answer]) -> Answer:
        """Run ``work`` with a connection and return what it returns."""
        return await self._run(self._read, work)

    async def write(self, work: Work[Answer]) -> Answer:
        """Run ``work`` in one transaction, committed when this returns.

        A cancelled caller still gets its write finished: what was sent is never half done.
        """
        return await asyncio.shield(self._run(self._write, work))

    def read_now(self, work: Work[Answer]) -> Answer:
        """Run a read from any thread that is not the engine loop, waiting for it."""
        return self._executor.submit(self._guarded, self._read, work).result()

    def close(self) -> None:
        """Finish what is under way and close the connections."""
        self._executor.shutdown(wait=True)
        self._engine.dispose()

    async def _run(self, how: Callable[[Work[Answer]], Answer], work: Work[Answer]) -> Answer:
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._executor, self._guarded, how, work)

    def _guarded(self, how: Callable[[Work[Answer]], Answer], work: Work[Answer]) -> Answer:
        try:
            return how(work)
        except SQLAlchemyError as error:
            raise _storage_error(self.url, error) from error

    def _read(self, work: Work[Answer]) -> Answer:
        with self._engine.connect() as connection:
            return work(connection)

    def _write(self, work: Work[Answer]) -> Answer:
        with self._engine.begin() as connection:
            if connection.dialect.name == "sqlite":
                # Take the write lock now, so that two kernels wait for each other
                # instead of failing when both upgrade a read transaction.
                connection.exec_driver_sql("BEGIN IMMEDIATE")
            return work(connection)


def _open(url: str) -> Engine:
    try:
        return _opened(url)
    except (ArgumentError, ImportError) as error:
        # The text of other errors may quote the URL, and with it a password.
        known = isinstance(error, ImportError | NoSuchModuleError)
        message = f"The store can't be opened: {error if known else 'its URL is not valid'}."
        hint = "LUX_STORE is a URL such as postgresql+psycopg://user@host/name (extra: postgres)."
        raise StorageError(message, hint=hint) from error


def _opened(url: str) -> Engine:
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite":
        return create_engine(url, pool_pre_ping=True, connect_args={"connect_timeout": 5})
    options: dict[str, Any] = {"connect_args": {"timeout": BUSY_TIMEOUT_MS / 1000}}
    if parsed.database and parsed.database != ":memory:":
        # A file: URI says itself how it is opened.
        if not parsed.database.startswith("file:"):
            _make_private_file(Path(parsed.database))
    else:
        # A database in memory is gone with its connection, so all threads share one.
        options["poolclass"] = StaticPool
        options["connect_args"]["check_same_thread"] = False
    engine = create_engine(url, **options)
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _make_private_file(path: Path) -> None:
    try:
        private_folder(path.parent)
        path.touch(mode=0o600)
    except OSError as error:
        message = f"The store {path} can't be written: {error.strerror}."
        raise StorageError(message, hint="Set LUX_HOME to a folder you may write.") from error


def _prepare_sqlite(connection: Any, _record: Any) -> None:
    # SQLAlchemy decides when transactions begin; the driver must not do it as well.
    connection.isolation_level = None
    for pragma in (
        f"busy_timeout = {BUSY_TIMEOUT_MS}",
        "journal_mode = WAL",
        # FULL: what was acknowledged survives a power cut, not just a killed kernel.
        "synchronous = FULL",
        "foreign_keys = ON",
    ):
        connection.execute(f"PRAGMA {pragma}")


def _storage_error(url: str, error: SQLAlchemyError) -> StorageError:
    shown = make_url(url).render_as_string(hide_password=True)
    reason = str(getattr(error, "orig", None) or error).splitlines()[0]
    return StorageError(
        f"The store {shown} failed: {reason}.",
        hint="Check that it is there and writable; `lux-nb doctor` tests it.",
        details={"store": shown},
    )
