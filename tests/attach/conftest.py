import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from mcp import Client, StdioServerParameters
from mcp_types import Implementation

from lux_nb.config import Settings
from lux_nb.engine.engine import Engine
from lux_nb.server import serve, stop
from tests.server.operations import declare_test_operations

ROOT = Path(__file__).parents[2]
Attach = Callable[..., AbstractAsyncContextManager[Client]]


class Kernel:
    """A served engine in this process; a restart gives it another port and token."""

    def __init__(self, home: Path) -> None:
        self.engine = Engine(Settings(lux_home=home))
        declare_test_operations(self.engine.operations)
        self.id = serve(self.engine).kernel_id

    def stop(self) -> None:
        stop(self.engine)

    def restart(self) -> None:
        stop(self.engine)
        serve(self.engine)


class KernelProcess:
    """A served engine in another process, which can be killed."""

    def __init__(self, home: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.attach.kernel"],
            cwd=ROOT,
            env=environment(home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.id = self.process.stdout.readline().strip()
        assert self.id, "the kernel did not start"

    def kill(self) -> None:
        self.process.kill()
        self.process.wait()


def environment(home: Path) -> dict[str, str]:
    return {**os.environ, "LUX_HOME": str(home), "PYTHONPATH": str(ROOT)}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(params=["auto", "legacy"], ids=["newest", "handshake"])
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def start_kernel(tmp_path: Path) -> Iterator[Callable[[], Kernel]]:
    started: list[Kernel] = []

    def start() -> Kernel:
        started.append(Kernel(tmp_path))
        return started[-1]

    yield start
    for kernel in started:
        kernel.engine.close()


@pytest.fixture
def start_process(tmp_path: Path) -> Iterator[Callable[[], KernelProcess]]:
    started: list[KernelProcess] = []

    def start() -> KernelProcess:
        started.append(KernelProcess(tmp_path))
        return started[-1]

    yield start
    for kernel in started:
        if kernel.process.poll() is None:
            kernel.kill()


@pytest.fixture
def attach(tmp_path: Path, era: str) -> Attach:
    @asynccontextmanager
    async def attached(*arguments: str, **options: Any) -> AsyncIterator[Client]:
        bridge = StdioServerParameters(
            command=sys.executable,
            args=["-m", "lux_nb.attach", *arguments],
            env=environment(tmp_path),
            cwd=ROOT,
        )
        info = Implementation(name="bridged", version="2")
        async with Client(bridge, mode=era, client_info=info, **options) as client:
            yield client

    return attached
