"""A job of a kernel that died says so."""

import json
from collections.abc import Callable
from typing import Any

import anyio
import httpx2
import pytest
from anyio.to_thread import run_sync
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from tests.kernel.conftest import START

pytestmark = [pytest.mark.anyio, pytest.mark.slow]


async def test_a_job_of_a_killed_kernel_is_lost_and_says_so(
    start_kernel: Callable[..., Any], make_engine: Callable[..., Any]
) -> None:
    kernel = await run_sync(lambda: start_kernel(LUX_ASSISTANTS_MAY="run"))
    url, token = json.loads((await run_sync(kernel.run, START)).text)
    headers = {"Authorization": f"Bearer {token}"}
    with anyio.fail_after(60):
        async with (
            httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
            Client(streamable_http_client(url, http_client=http)) as client,
        ):
            arguments = {"code": "time.sleep(600)", "wait_seconds": 0}
            begun = await client.call_tool("kernel_run", arguments)
    job_id = (begun.structured_content or {})["job_id"]
    engine = make_engine()

    def told(name: str) -> Any:
        from lux_nb.engine.authors import Author

        work = engine.call(name, {"job_id": job_id}, author=Author("assistant", "another"))
        return engine.run(work)

    alive = await run_sync(told, "job_status")
    assert alive.status == "running"
    await run_sync(kernel.kill)
    await run_sync(kernel.manager.finish_shutdown)
    lost = await run_sync(told, "job_result")
    assert lost.status == "lost"
    assert "has ended" in lost.message
