import os
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo, serve
from tests.server.operations import declare_test_operations

os.environ["LUX_EMBEDDED_THREADS"] = "1"
Connect = Callable[..., AbstractAsyncContextManager[Client]]


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    folder = tmp_path_factory.mktemp("home")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUX_HOME", str(folder))
        patch.delenv("LUX_STORE", raising=False)
        yield folder


@pytest.fixture(scope="module")
def engine(home: Path) -> Iterator[Engine]:
    made = Engine()
    declare_test_operations(made.operations)
    yield made
    made.close()


@pytest.fixture(scope="module")
def server(engine: Engine) -> ServerInfo:
    return serve(engine, ["default", "reasoning"])


@pytest.fixture(params=["auto", "legacy"], ids=["newest", "handshake"])
def era(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def connect(server: ServerInfo, era: str) -> Connect:
    @asynccontextmanager
    async def connected(**options: Any) -> AsyncIterator[Client]:
        headers = {"Authorization": f"Bearer {server.token}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http:
            transport = streamable_http_client(server.url, http_client=http)
            info = Implementation(name="test-client", version="9.1")
            async with Client(transport, mode=era, client_info=info, **options) as client:
                yield client

    return connected
