"""How fast an assistant is answered, beside the MCP SDK's own server over the same transport."""

import asyncio
import contextlib
import os
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

CALLS = 400
WARM_UP = 40
WIDTH = 16
Call = Callable[[], Awaitable[Any]]


def run() -> list[dict[str, Any]]:
    """Measure calls in memory, over HTTP and attached, in both eras, and 50 clients at once."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["LUX_HOME"] = home
        return _measure()


def _measure() -> list[dict[str, Any]]:
    from lux_nb.engine.engine import Engine
    from lux_nb.server import serve

    fresh = _fresh_process_seconds()
    engine = Engine()
    _declare_trivial(engine)
    info = serve(engine, ["default", "reasoning"])
    bare = BareServer(info.token)
    rows = [
        {
            "area": "server",
            "measure": "serve() to first tools/list, s",
            "ours": round(fresh["first_list"], 3),
            "beside": round(fresh["import_mcp"], 3),
            "beside_name": "import of mcp.server alone",
            "goal": "< 1.5 s",
            "note": "fresh process",
        }
    ]
    for mode, name in (("auto", "2026-07-28"), ("legacy", "handshake")):
        ours, beside = engine.run(_in_memory(mode, engine.server.mcp, bare.server))
        rows.append(_latency_row(f"trivial call in memory, {name}, p50 ms", ours, beside))
        ours, beside = asyncio.run(_side_by_side(mode, info.url, bare.url, info.token))
        rows.append(_latency_row(f"trivial call over HTTP, {name}, p50 ms", ours, beside))
        many = [asyncio.run(_at_once(mode, url, info.token)) for url in (info.url, bare.url)]
        rows.append(_rate_row(f"calls over HTTP, {WIDTH} at once, {name}, calls/s", *many))
        seconds, calls, told = asyncio.run(_attached(mode, _BRIDGE))
        rows.append(_start_row(f"lux-nb attach: start to handshake, {name}, s", seconds))
        _, plain, _ = asyncio.run(_attached(mode, _BARE_STDIO))
        rows.append(_latency_row(f"trivial call over lux-nb attach, {name}, p50 ms", calls, plain))
        rows[-1].update(beside_name="MCPServer of the SDK over stdio, no kernel behind", goal="")
        rows.append(_rate_row(f"calls over lux-nb attach, one by one, {name}, calls/s", told, 0))
        rows[-1].update(beside=None, beside_name="", goal="")
    bare.close()
    engine.close()
    return [*rows, *_load_rows()]


def _latency_row(measure: str, ours: list[float], beside: list[float]) -> dict[str, Any]:
    mine, other = (statistics.median(times) * 1000 for times in (ours, beside))
    return {
        "area": "server",
        "measure": measure,
        "ours": round(mine, 2),
        "beside": round(other, 2),
        "beside_name": "MCPServer of the SDK, same uvicorn set-up",
        "goal": "<= 1.25x",
        "note": f"{mine / other:.2f}x, {len(ours)} calls each, taken in turns",
    }


def _rate_row(measure: str, ours: float, beside: float) -> dict[str, Any]:
    return {
        "area": "server",
        "measure": measure,
        "ours": round(ours),
        "beside": round(beside),
        "beside_name": "MCPServer of the SDK, same uvicorn set-up",
        "goal": ">= 0.8x",
        "note": f"{ours / beside:.2f}x" if beside else "",
    }


def _start_row(measure: str, seconds: float) -> dict[str, Any]:
    return {
        "area": "server",
        "measure": measure,
        "ours": round(seconds, 3),
        "beside": None,
        "beside_name": "",
        "goal": "",
        "note": "interpreter included",
    }


def _load_rows() -> list[dict[str, Any]]:
    from benchmarks.server_load import measure_load

    return measure_load()


def _declare_trivial(engine: Any) -> None:
    from lux_nb.engine.operations import Request, Result, operation

    class AddRequest(Request):
        a: int
        b: int

    class Sum(Result):
        total: int

    async def add(engine: Any, request: Any) -> Any:
        """Add two numbers."""
        return Sum(total=request.a + request.b)

    add.__annotations__.update(request=AddRequest, **{"return": Sum})
    declared = operation("add", toolset="reasoning")(add)
    engine.operations.add(declared.operation)  # type: ignore[attr-defined]


class BareServer:
    """The SDK's server with one trivial tool, on a thread of its own in this process."""

    def __init__(self, token: str) -> None:
        import socket

        import uvicorn
        from mcp.server import MCPServer
        from pydantic import BaseModel

        class Sum(BaseModel):
            total: int

        self.server = server = MCPServer("bare", log_level="WARNING")

        @server.tool()
        async def add(a: int, b: int) -> Sum:
            """Add two numbers."""
            return Sum(total=a + b)

        self._socket = socket.socket(socket.AF_INET, socket.SOCK_STREAM, socket.IPPROTO_TCP)
        self._socket.bind(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._socket.getsockname()[1]}/mcp"
        config = uvicorn.Config(
            server.streamable_http_app(),
            lifespan="on",
            log_config=None,
            log_level="warning",
            access_log=False,
            ws="none",
            http="h11",
            loop="asyncio",
            timeout_graceful_shutdown=1,
        )
        self._server = uvicorn.Server(config)
        self._thread = threading.Thread(
            target=lambda: asyncio.run(self._server.serve(sockets=[self._socket])), daemon=True
        )
        self._thread.start()
        while not self._server.started:
            time.sleep(0.01)

    def close(self) -> None:
        self._server.should_exit = True
        self._thread.join(5)


@contextlib.asynccontextmanager
async def _client(mode: str, url: str, token: str) -> AsyncIterator[Any]:
    import httpx2
    from mcp import Client
    from mcp.client.streamable_http import streamable_http_client

    headers = {"Authorization": f"Bearer {token}"}
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
        Client(streamable_http_client(url, http_client=http), mode=mode) as client,
    ):
        yield client


async def _side_by_side(
    mode: str, ours: str, bare: str, token: str
) -> tuple[list[float], list[float]]:
    """Take the two in turns, so that whatever else the machine does falls on both."""
    async with _client(mode, ours, token) as first, _client(mode, bare, token) as second:
        times: tuple[list[float], list[float]] = ([], [])
        for number in range(CALLS + WARM_UP):
            for client, kept in zip((first, second), times, strict=True):
                seconds = await _timed(client)
                if number >= WARM_UP:
                    kept.append(seconds)
    return times


async def _in_memory(mode: str, ours: Any, bare: Any) -> tuple[list[float], list[float]]:
    """Call both servers with no transport between, on the loop that the kernel's runs on."""
    from mcp import Client

    times: tuple[list[float], list[float]] = ([], [])
    async with Client(ours, mode=mode) as first, Client(bare, mode=mode) as second:
        for number in range(CALLS + WARM_UP):
            for client, kept in zip((first, second), times, strict=True):
                seconds = await _timed(client)
                if number >= WARM_UP:
                    kept.append(seconds)
    return times


async def _at_once(mode: str, url: str, token: str) -> float:
    """Return how many calls a second one client gets through with several under way."""
    async with _client(mode, url, token) as client:
        await _timed(client)

        async def some() -> None:
            for _ in range(CALLS // WIDTH):
                await _timed(client)

        began = time.perf_counter()
        await asyncio.gather(*(some() for _ in range(WIDTH)))
        return (CALLS // WIDTH) * WIDTH / (time.perf_counter() - began)


async def _attached(mode: str, arguments: list[str]) -> tuple[float, list[float], float]:
    from mcp import Client, StdioServerParameters

    root = str(Path(__file__).parents[1])
    bridge = StdioServerParameters(
        command=sys.executable, args=arguments, env={**os.environ, "PYTHONPATH": root}
    )
    began = time.perf_counter()
    async with Client(bridge, mode=mode) as client:
        seconds = time.perf_counter() - began
        for _ in range(WARM_UP):
            await _timed(client)
        began = time.perf_counter()
        times = [await _timed(client) for _ in range(CALLS)]
    return seconds, times, len(times) / (time.perf_counter() - began)


_BRIDGE = ["-m", "lux_nb.attach"]
_BARE_STDIO = [
    "-c",
    """
from mcp.server import MCPServer
from pydantic import BaseModel

class Sum(BaseModel):
    total: int

server = MCPServer("bare", log_level="WARNING")

@server.tool()
async def add(a: int, b: int) -> Sum:
    return Sum(total=a + b)

server.run("stdio")
""",
]


async def _timed(client: Any) -> float:
    began = time.perf_counter()
    result = await client.call_tool("add", {"a": 1, "b": 2})
    seconds = time.perf_counter() - began
    assert result.structured_content == {"total": 3}
    return seconds


_FRESH = """
import json, time, urllib.request
from lux_nb.engine.engine import Engine
engine = Engine()
began = time.perf_counter()
from lux_nb.server import serve
info = serve(engine)
version = "2026-07-28"
meta = {"io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {}}
body = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {"_meta": meta}}
headers = {"Authorization": f"Bearer {info.token}", "Content-Type": "application/json",
           "Accept": "application/json, text/event-stream",
           "MCP-Protocol-Version": version, "Mcp-Method": "tools/list"}
request = urllib.request.Request(info.url, json.dumps(body).encode(), headers)
answer = json.loads(urllib.request.urlopen(request).read())
assert answer["result"]["tools"]
print(time.perf_counter() - began)
engine.close()
"""
_IMPORT = "import time; t = time.perf_counter(); import mcp.server; print(time.perf_counter() - t)"


def _fresh_process_seconds() -> dict[str, float]:
    import subprocess

    root = str(Path(__file__).parents[1])

    def once(code: str) -> float:
        with tempfile.TemporaryDirectory() as home:
            done = subprocess.run(
                [sys.executable, "-c", code],
                env={**os.environ, "PYTHONPATH": root, "LUX_HOME": home},
                capture_output=True,
                text=True,
                check=True,
            )
        return float(done.stdout)

    once(_IMPORT)
    return {
        "first_list": min(once(_FRESH) for _ in range(3)),
        "import_mcp": min(once(_IMPORT) for _ in range(3)),
    }


if __name__ == "__main__":
    for row in run():
        print(
            f"{row['measure']:55} {row['ours']!s:>8}  beside {row['beside']!s:>8} "
            f"({row['beside_name']}) goal {row['goal']} {row['note']}"
        )
