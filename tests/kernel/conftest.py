"""One real kernel, served, for the tests of this folder."""

import json
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

from tests.kernels import Kernel

ROOT = Path(__file__).parents[2]
Connect = Callable[..., AbstractAsyncContextManager[Client]]
START = """
%load_ext lux_nb
import json, os, time
import numpy as np, pandas as pd
from lux_nb.server.running import serve as _serve
_info = _serve(lux.engine, toolsets=["all"])
print(json.dumps([_info.url, _info.token]))
"""


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
def notebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A kernel whose notebook is a file, with lux_nb loaded and served."""
    folder = tmp_path_factory.mktemp("notebook")
    path = folder / "study.ipynb"
    environment = {
        "LUX_HOME": str(folder),
        "LUX_CONSENT_TIMEOUT": "20",
        "LUX_ASSISTANTS_MAY": "",
        "JPY_SESSION_NAME": str(path),
        "PYTHONPATH": os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")]),
    }
    kernel = Kernel(environment)
    kernel.path = path  # type: ignore[attr-defined]
    kernel.served = json.loads(kernel.run(START).text)  # type: ignore[attr-defined]
    yield kernel
    kernel.close()


@pytest.fixture
def connect(notebook: Any) -> Connect:
    """Attach a client by name."""

    @asynccontextmanager
    async def connected(name: str = "claude-desktop", **options: Any) -> AsyncIterator[Client]:
        url, token = notebook.served
        headers = {"Authorization": f"Bearer {token}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http:
            transport = streamable_http_client(url, http_client=http)
            info = Implementation(name=name, version="1")
            async with Client(transport, client_info=info, **options) as client:
                yield client

    return connected
