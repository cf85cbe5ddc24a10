"""The store: whole writes, two kernels at once, and a kernel that is killed."""

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, select

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.errors import StorageError
from lux_nb.store.store import Store
from lux_nb.store.tables import turns

AUTHOR = Author("script", "test")
WRITER = """
import sys
from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Call, enter_call
from lux_nb.engine.engine import Engine
from lux_nb.reasoning.turns import NewTurn

engine = Engine()
thread_id, count = sys.argv[1], int(sys.argv[2])

async def write(number):
    enter_call(Call("confer", Author("script", sys.argv[3])))
    pair = [NewTurn("user", f"{sys.argv[3]} {number}", 2), NewTurn("assistant", "yes", 1)]
    await engine.threads.add_turns(thread_id, pair)

print("ready", flush=True)
for number in range(count):
    engine.run(write(number))
    print(number, flush=True)
engine.close()
"""


def start_writer(thread_id: str, count: int, name: str) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-c", WRITER, thread_id, str(count), name],
        stdout=subprocess.PIPE,
        text=True,
        env=dict(os.environ),
    )


def new_thread(engine: Engine) -> str:
    made: Any = engine.run(engine.call("thread_create", {}, author=AUTHOR))
    return str(made.thread.id)


def test_threads_and_turns_work_alike_on_both_databases(store_url: str) -> None:
    engine = Engine(Settings(lux_store=store_url))
    reply: Any = engine.run(engine.call("confer", {"message": "Say hi."}, author=AUTHOR))
    engine.close()
    again = Engine(Settings(lux_store=store_url))
    found: Any = again.run(again.call("thread_get", {"thread_id": reply.thread_id}, author=AUTHOR))
    assert [turn.content for turn in found.turns] == ["Say hi.", reply.response]
    assert found.thread.created_at.tzinfo is not None
    again.close()


def test_a_failed_write_leaves_nothing_behind(store_url: str) -> None:
    store = Store(store_url)
    store.migrate()

    def half(connection: Any) -> None:
        from lux_nb.reasoning.threads import _thread_row
        from lux_nb.store.tables import threads

        connection.execute(threads.insert(), _thread_row("half", None, None))
        message = "the second half fails"
        raise RuntimeError(message)

    with pytest.raises(RuntimeError):
        asyncio.run(store.write(half))
    from lux_nb.store.tables import threads

    count = select(func.count()).select_from(threads)
    assert store.read_now(lambda c: c.execute(count).scalar()) == 0
    store.close()


def test_two_processes_write_one_thread_and_no_turn_is_lost(
    engine: Engine,
) -> None:
    thread_id = new_thread(engine)
    writers = [start_writer(thread_id, 40, name) for name in ("first", "second")]
    for writer in writers:
        assert writer.wait(timeout=120) == 0
    found = engine.run(engine.threads.turns(thread_id))
    assert [turn.position for turn in found] == list(range(160))
    for name in ("first", "second"):
        numbers = [turn.content for turn in found if turn.content.startswith(name)]
        assert numbers == [f"{name} {number}" for number in range(40)]


@pytest.mark.slow
@pytest.mark.parametrize("acknowledged_before_the_kill", [0, 1, 7, 30])
def test_killing_a_process_while_it_writes_loses_nothing_acknowledged(
    engine: Engine, home: Path, acknowledged_before_the_kill: int
) -> None:
    thread_id = new_thread(engine)
    writer = start_writer(thread_id, 10_000, "victim")
    assert writer.stdout is not None
    assert writer.stdout.readline() == "ready\n"
    acknowledged = -1
    while acknowledged < acknowledged_before_the_kill:
        acknowledged = int(writer.stdout.readline())
    os.kill(writer.pid, signal.SIGKILL)
    acknowledged = max([acknowledged, *map(int, writer.stdout.read().split())])
    writer.wait()
    found = engine.run(engine.threads.turns(thread_id))
    kept = [turn.content for turn in found if turn.role == "user"]
    assert len(kept) in {acknowledged + 1, acknowledged + 2}
    assert kept == [f"victim {number}" for number in range(len(kept))]
    assert len(found) == 2 * len(kept)
    with sqlite3.connect(home / "lux.db") as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_the_store_of_a_user_is_private(engine: Engine, home: Path) -> None:
    assert home.stat().st_mode & 0o077 == 0
    assert (home / "lux.db").stat().st_mode & 0o077 == 0


def test_reads_are_answered_while_another_process_holds_the_write_lock(
    engine: Engine, home: Path
) -> None:
    thread_id = new_thread(engine)
    holder = sqlite3.connect(home / "lux.db", isolation_level=None)
    holder.execute("BEGIN IMMEDIATE")
    count = select(func.count()).select_from(turns).where(turns.c.thread_id == thread_id)
    assert engine.store.read_now(lambda c: c.execute(count).scalar()) == 0
    holder.execute("ROLLBACK")
    holder.close()


@pytest.mark.parametrize("url", ["nonsense", "nodialect://host/name", "mysql+none://u:hush@h/n"])
def test_a_url_that_cannot_be_opened_is_a_typed_error_without_its_password(url: str) -> None:
    with pytest.raises(StorageError, match="can't be opened") as caught:
        Store(url)
    assert "hush" not in str(caught.value)


@pytest.mark.parametrize("url", ["sqlite://", "sqlite:///:memory:"])
def test_a_store_in_memory_is_one_for_all_threads(make_engine: Any, url: str) -> None:
    engine = make_engine(lux_store=url)
    engine.run(engine.call("thread_create", {"title": "kept"}, author=AUTHOR))
    threads = engine.run(engine.call("thread_list", {}, author=AUTHOR)).threads
    assert [thread.title for thread in threads] == ["kept"]
