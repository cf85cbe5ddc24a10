"""How fast an assistant reads and runs in a live kernel, beside the kernel's own protocol."""

import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from typing import Any

CALLS = 60
WARM_UP = 5
START = """
%load_ext lux_nb
import json, time
import pandas as pd
table = pd.DataFrame({"a": range(100_000), "b": 1.5})
from lux_nb.server.running import serve
info = serve(lux.engine, toolsets=["all"])
print(json.dumps([info.url, info.token]))
"""


def run() -> list[dict[str, Any]]:
    """Measure kernel_run, and reading while the kernel is idle and busy."""
    with tempfile.TemporaryDirectory() as home:
        from jupyter_client.manager import KernelManager

        manager = KernelManager()
        manager.kernel_cmd = [
            sys.executable,
            "-m",
            "ipykernel_launcher",
            "-f",
            "{connection_file}",
        ]
        manager.start_kernel(env={**os.environ, "LUX_HOME": home, "LUX_ASSISTANTS_MAY": "run"})
        client = manager.blocking_client()
        client.start_channels()
        try:
            client.wait_for_ready(timeout=120)
            said: list[str] = []
            client.execute_interactive(
                START, timeout=120, output_hook=lambda m: said.append(m["content"].get("text", ""))
            )
            url, token = json.loads("".join(said).strip().splitlines()[-1])
            return asyncio.run(_measure(url, token, client))
        finally:
            client.stop_channels()
            manager.shutdown_kernel(now=True)


async def _measure(url: str, token: str, kernel: Any) -> list[dict[str, Any]]:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=60) as http,
        Client(streamable_http_client(url, http_client=http)) as client,
    ):

        def tool(name: str, /, **arguments: Any) -> Callable[[], Awaitable[Any]]:
            return lambda: client.call_tool(name, arguments)

        run_line = await _times(tool("kernel_run", code="1 + 1"))
        inspect = await _times(tool("kernel_inspect", name="table"))
        variables = await _times(tool("kernel_variables"))
        direct = _direct(kernel)
        kernel.execute("time.sleep(60)")
        busy = await _times(tool("kernel_inspect", name="table"))
        return [
            _row("kernel_run of 1 + 1, p50 ms", run_line, direct, "execute_request", "< 50 ms"),
            _row("kernel_variables, p50 ms", variables, None, "", ""),
            _row("kernel_inspect of 100 000 rows, p50 ms", inspect, None, "", ""),
            _row("the same while a cell runs, p50 ms", busy, inspect, "idle kernel", "no waiting"),
        ]


async def _times(call: Callable[[], Awaitable[Any]]) -> list[float]:
    seconds = []
    for _ in range(WARM_UP + CALLS):
        started = time.perf_counter()
        result = await call()
        seconds.append(time.perf_counter() - started)
        assert not result.is_error, result
    return seconds[WARM_UP:]


def _direct(kernel: Any) -> list[float]:
    """Time the same line as a front end sends it, until its result and its idle are there."""
    seconds = []
    for _ in range(WARM_UP + CALLS):
        started = time.perf_counter()
        kernel.execute_interactive("1 + 1", timeout=60, output_hook=lambda _: None)
        seconds.append(time.perf_counter() - started)
    return seconds[WARM_UP:]


def _row(
    measure: str, ours: list[float], beside: list[float] | None, name: str, goal: str
) -> dict[str, Any]:
    def middle(seconds: list[float]) -> float:
        return round(statistics.median(seconds) * 1000, 1)

    slow = round(sorted(ours)[int(len(ours) * 0.99) - 1] * 1000, 1)
    return {
        "area": "kernel",
        "measure": measure,
        "ours": middle(ours),
        "beside": middle(beside) if beside else None,
        "beside_name": name,
        "goal": goal,
        "note": f"p99 {slow} ms",
    }


if __name__ == "__main__":
    from benchmarks.__main__ import table

    print(table(run()))
