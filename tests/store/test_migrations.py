"""Opening a store: schema made, brought up to date, or refused."""

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import create_engine, text

from lux_nb.errors import StorageError
from lux_nb.store import migrations
from lux_nb.store.store import Store
from lux_nb.store.tables import metadata


def test_the_migrations_make_exactly_the_tables_of_the_code(store_url: str) -> None:
    store = Store(store_url)
    store.migrate()
    store.close()
    with create_engine(store_url).connect() as connection:
        context = MigrationContext.configure(connection)
        assert compare_metadata(context, metadata) == []


def test_the_head_named_in_code_is_the_last_revision() -> None:
    script = ScriptDirectory(str(Path(migrations.__file__).parent))
    assert script.get_current_head() == migrations.HEAD


def test_migrating_again_changes_nothing(store_url: str) -> None:
    for _ in range(2):
        store = Store(store_url)
        store.migrate()
        assert store.read_now(migrations.current_revision) == migrations.HEAD
        store.close()


def test_a_newer_schema_is_a_clear_error(store_url: str) -> None:
    store = Store(store_url)
    store.migrate()
    with create_engine(store_url).begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    with pytest.raises(StorageError, match="newer") as caught:
        Store(store_url).migrate()
    assert caught.value.code == "STORE_TOO_NEW"
    store.close()


def test_a_file_that_is_no_database_is_a_clear_error(tmp_path: Path) -> None:
    path = tmp_path / "lux.db"
    path.write_bytes(b"this is not a database at all, but some text" * 100)
    with pytest.raises(StorageError, match="failed"):
        Store(f"sqlite:///{path}").migrate()


def test_an_unreachable_server_is_a_clear_error_without_the_password() -> None:
    with pytest.raises(StorageError) as caught:
        Store("postgresql+psycopg://user:hunter2@127.0.0.1:1/lux").migrate()
    assert "hunter2" not in str(caught.value)
    assert "***" in caught.value.message
