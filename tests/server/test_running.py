import asyncio
import json
import logging
import os
import socket
import stat
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.errors import Conflict, PermissionDenied
from lux_nb.server import ServerInfo, serve, stop
from lux_nb.server.registry import running_kernels


@pytest.fixture
def fresh(home: Path) -> Iterator[Engine]:
    made = Engine()
    yield made
    made.close()


async def call_status(info: ServerInfo, times: int = 1) -> int:
    headers = {"Authorization": f"Bearer {info.token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
        Client(streamable_http_client(info.url, http_client=http)) as client,
    ):
        for _ in range(times):
            result = await client.call_tool("illumination_status", {})
            assert not result.is_error
    return times


def test_serving_twice_gives_the_same_server(fresh: Engine) -> None:
    assert serve(fresh) is serve(fresh)


def test_the_registry_file_is_private_and_says_how_to_reach_the_kernel(
    fresh: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("JPY_SESSION_NAME", "/notes/one.ipynb")
    info = serve(fresh)
    assert stat.S_IMODE(info.registry_file.stat().st_mode) == 0o600
    assert stat.S_IMODE(info.registry_file.parent.stat().st_mode) == 0o700
    told = json.loads(info.registry_file.read_text())
    assert told["url"] == info.url
    assert told["token"] == info.token
    assert told["pid"] == os.getpid()
    assert told["notebook"] == "/notes/one.ipynb"
    assert info.token not in repr(info)


def test_stopping_removes_the_file_closes_the_port_and_leaves_the_engine(fresh: Engine) -> None:
    info = serve(fresh)
    stop(fresh)
    assert not info.registry_file.exists()
    with pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", info.port))
    again = serve(fresh)
    assert asyncio.run(call_status(again)) == 1


def test_closing_the_engine_stops_the_server(home: Path) -> None:
    engine = Engine()
    info = serve(engine)
    engine.close()
    assert not info.registry_file.exists()
    assert info.kernel_id not in [kernel.kernel_id for kernel in running_kernels()]


def test_a_port_that_is_taken_is_a_clear_error_and_a_free_one_works_after(fresh: Engine) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        fresh.settings.server_port = taken.getsockname()[1]
        with pytest.raises(Conflict, match="Port"):
            serve(fresh)
    fresh.settings.server_port = 0
    assert serve(fresh).port


def test_the_users_root_logger_is_left_alone(fresh: Engine) -> None:
    root = logging.getLogger()
    before = (root.level, list(root.handlers))
    serve(fresh)
    assert (root.level, list(root.handlers)) == before


@pytest.mark.parametrize("busy", ["sleeping", "computing"])
def test_it_answers_while_the_main_thread_is_busy(fresh: Engine, busy: str) -> None:
    info = serve(fresh)
    answered = threading.Event()

    def client() -> None:
        asyncio.run(call_status(info, times=5))
        answered.set()

    thread = threading.Thread(target=client)
    thread.start()
    limit = time.monotonic() + 60
    numbers = 0
    while not answered.is_set() and time.monotonic() < limit:
        if busy == "sleeping":
            # The whole point is a cell that blocks in C code on the main thread.
            time.sleep(0.05)
        else:
            numbers += sum(range(1000))
    thread.join()
    assert answered.is_set()


def test_it_runs_on_the_engines_own_thread(fresh: Engine) -> None:
    before = {thread.name for thread in threading.enumerate()}
    serve(fresh)
    added = {thread.name for thread in threading.enumerate()} - before
    assert not [name for name in added if not name.startswith(("asyncio_", "lux-", "AnyIO"))]


def test_an_assistant_can_not_stop_the_server_that_others_use(fresh: Engine) -> None:
    info = serve(fresh)
    assistant = Author("assistant", "curious", "1")
    with pytest.raises(PermissionDenied, match="curious can't stop") as caught:
        fresh.run(fresh.call("server_stop", {}, author=assistant))
    assert caught.value.code == "HUMAN_ONLY"
    assert serve(fresh) == info
