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

ROOT = Path(__file__).parents[2]
Attach = Callable[..., AbstractAsyncContextManager[Client]]


class Kernel:
    """A served engine in another process."""

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

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(30)


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
