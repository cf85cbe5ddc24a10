"""Random and mutated messages: no crash, no hang, no leak, no server error."""

import asyncio
import gc
import json
import random
from typing import Any

import psutil
import pytest
from websockets.asyncio.client import connect

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo

MODERN = "2026-07-28"
OLDER = "2025-06-18"
META = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
}
SEEDS: list[tuple[str, dict[str, Any]]] = [
    ("ping", {}),
    ("tools/list", {}),
    ("tools/call", {"name": "test_echo", "arguments": {"text": "x", "times": 2}}),
    ("tools/call", {"name": "thread_list", "arguments": {}}),
    ("resources/list", {}),
    ("resources/templates/list", {}),
    ("resources/read", {"uri": "lux://threads/x"}),
    ("resources/subscribe", {"uri": "lux://threads"}),
    ("prompts/list", {}),
    ("prompts/get", {"name": "x", "arguments": {}}),
    ("completion/complete", {"ref": {"type": "ref/prompt", "name": "x"}, "argument": {}}),
    ("logging/setLevel", {"level": "info"}),
    ("server/discover", {}),
    ("notifications/cancelled", {"requestId": 1}),
    ("notifications/initialized", {}),
    ("nothing/at/all", {}),
]
ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    2**63,
    -(2**70),
    1e308,
    "",
    "x" * 5000,
    "\u202e\u0000",
    "../../etc/passwd",
    [],
    {},
    [[[[[]]]]],
    {"a": {"b": {}}},
    "💥",
    "\ud800",
    "$ref",
    "__proto__",
]
MOST_GROWTH = 150 * 1024 * 1024


class Fuzzer:
    """Makes messages: valid ones, mutated ones and noise."""

    def __init__(self, seed: int, session: bytes | None = None) -> None:
        self.random = random.Random(seed)
        self._session = session

    def message(self) -> bytes:
        roll = self.random.random()
        if roll < 0.05:
            return self.random.randbytes(self.random.randrange(400))
        method, params = self.random.choice(SEEDS)
        value: Any = {
            "jsonrpc": "2.0",
            "id": self.random.randrange(10_000),
            "method": method,
            "params": {**params, "_meta": META},
        }
        for _ in range(self.random.choice((0, 1, 1, 2, 5))):
            value = self.mutated(value)
        if roll < 0.1:
            value = [value] * self.random.randrange(4)
        text = json.dumps(value).encode()
        return self.bent(text) if roll > 0.8 else text

    def mutated(self, value: Any) -> Any:
        """Change one part: drop it, replace it, rename it, or go deeper."""
        if isinstance(value, dict) and value:
            key = self.random.choice(list(value))
            kind = self.random.randrange(5)
            if kind == 0:
                return {name: item for name, item in value.items() if name != key}
            if kind == 1:
                return {**value, key: self.random.choice(ODD)}
            if kind == 2:
                return {**value, str(self.random.choice(ODD)): value[key]}
            return {**value, key: self.mutated(value[key])}
        return self.random.choice(ODD)

    def bent(self, text: bytes) -> bytes:
        """Change bytes, so that it may be no JSON any more."""
        data = bytearray(text)
        for _ in range(self.random.randrange(1, 6)):
            place = self.random.randrange(len(data) or 1)
            kind = self.random.randrange(3)
            if kind == 0 and data:
                data[place % len(data)] = self.random.randrange(256)
            elif kind == 1:
                del data[place : place + self.random.randrange(1, 20)]
            else:
                data[place:place] = self.random.choice((b"{", b"[", b'"', b"\\u", b"\0", b"1e9999"))
        return bytes(data)

    def headers(self, server: ServerInfo, body: bytes) -> list[tuple[bytes, bytes]]:
        made = [
            (b"host", f"127.0.0.1:{server.port}".encode()),
            (b"authorization", f"Bearer {server.token}".encode()),
            (b"content-type", b"application/json"),
            (b"accept", b"application/json, text/event-stream"),
            (b"content-length", str(len(body)).encode()),
        ]
        if self._session is not None and self.random.random() < 0.3:
            made.append((b"mcp-protocol-version", OLDER.encode()))
            made.append((b"mcp-session-id", self._session))
            return made
        if self.random.random() < 0.8:
            made.append((b"mcp-protocol-version", MODERN.encode()))
            made.append((b"mcp-method", self.random.choice(SEEDS)[0].encode()))
            made += self._true_headers(body)
        if self.random.random() < 0.1:
            made.append((b"mcp-session-id", self.random.randbytes(8).hex().encode()))
        return made

    def _true_headers(self, body: bytes) -> list[tuple[bytes, bytes]]:
        """Mostly say the truth about the body, or no message comes past the header check."""
        try:
            value = json.loads(body)
            name = value["params"].get("name", value["params"].get("uri", ""))
            return [(b"mcp-name", str(name).encode("latin-1"))]
        except (ValueError, KeyError, TypeError, AttributeError):
            return []


def truthful(headers: list[tuple[bytes, bytes]], body: bytes) -> list[tuple[bytes, bytes]]:
    """Name the method of the body in the header that repeats it."""
    try:
        method = json.loads(body)["method"].encode("latin-1")
    except (ValueError, KeyError, TypeError, AttributeError):
        return headers
    return [(n, method if n == b"mcp-method" else v) for n, v in headers]


async def asked(
    app: Any,
    headers: list[tuple[bytes, bytes]],
    body: bytes,
    answered: dict[bytes, bytes] | None = None,
) -> tuple[int, bytes]:
    """Send one request to the app in its own process, and return status and answer."""
    status, answer = 0, b""
    given = False
    done = asyncio.Event()

    async def receive() -> dict[str, Any]:
        nonlocal given
        if not given:
            given = True
            return {"type": "http.request", "body": body, "more_body": False}
        # A client that waits for its answer; one on an endless stream leaves after a while.
        try:
            await asyncio.wait_for(done.wait(), 2)
        except TimeoutError:
            done.set()
        return {"type": "http.disconnect"}

    async def send(message: dict[str, Any]) -> None:
        nonlocal status, answer
        if message["type"] == "http.response.start":
            status = message["status"]
            if answered is not None:
                answered.update(message["headers"])
        else:
            answer += message.get("body", b"")
            if not message.get("more_body", False):
                done.set()

    scope = {
        "type": "http",
        "asgi": {"version": "3.0", "spec_version": "2.3"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/mcp",
        "raw_path": b"/mcp",
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 1),
    }
    async with asyncio.timeout(30):
        await app(scope, receive, send)
    return status, answer


async def older_session(app: Any, server: ServerInfo) -> bytes:
    """Shake hands as an older client does, and return its session."""
    hello = {
        "protocolVersion": OLDER,
        "capabilities": {},
        "clientInfo": {"name": "fuzzer", "version": "1"},
    }
    message = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": hello}
    body = json.dumps(message).encode()
    answered: dict[bytes, bytes] = {}
    headers = [
        (b"host", f"127.0.0.1:{server.port}".encode()),
        (b"authorization", f"Bearer {server.token}".encode()),
        (b"content-type", b"application/json"),
        (b"accept", b"application/json, text/event-stream"),
    ]
    status, _ = await asked(app, headers, body, answered)
    assert status == 200
    return answered[b"mcp-session-id"]


async def fuzz(
    engine: Engine, server: ServerInfo, seed: int, count: int, session: bytes
) -> dict[int, int]:
    """Send messages and return how often each status was answered."""
    app = engine.server._server.config.loaded_app
    fuzzer = Fuzzer(seed, session)
    statuses: dict[int, int] = {}
    for _ in range(count):
        body = fuzzer.message()
        headers = fuzzer.headers(server, body)
        if fuzzer.random.random() < 0.9:
            headers = truthful(headers, body)
        status, answer = await asked(app, headers, body)
        assert 200 <= status < 500, (status, body, answer)
        assert b"-32603" not in answer, (body, answer)
        assert b"Traceback" not in answer
        statuses[status] = statuses.get(status, 0) + 1
    return statuses


async def tasks() -> int:
    return len(asyncio.all_tasks())


@pytest.mark.parametrize(
    "count", [500, pytest.param(10_000, marks=pytest.mark.slow)], ids=["few", "many"]
)
def test_mutated_json_rpc_never_hurts_the_server(
    engine: Engine, server: ServerInfo, count: int
) -> None:
    app = engine.server._server.config.loaded_app
    session = engine.run(older_session(app, server))
    engine.run(fuzz(engine, server, 1, 100, session))
    gc.collect()
    before, running = psutil.Process().memory_info().rss, engine.run(tasks())
    statuses = engine.run(fuzz(engine, server, 20_260_728, count, session))
    assert sum(statuses.values()) == count
    assert statuses.get(200, 0) > count / 20, statuses
    assert statuses.get(400, 0) > count / 20, statuses
    gc.collect()
    assert psutil.Process().memory_info().rss - before < MOST_GROWTH
    assert engine.run(tasks()) <= running + 3


@pytest.mark.anyio
async def test_mutated_messages_never_hurt_the_websocket(server: ServerInfo) -> None:
    fuzzer = Fuzzer(7)
    seeds = [
        {
            "type": "tool_invoke",
            "messageId": "m",
            "payload": {"tool_name": "test.echo", "input": {"text": "x"}},
            "headers": {"X-Correlation-ID": "c"},
        },
        {"action": "mcp.invoke_tool", "payload": {"tool_name": "test_echo", "input": {}}},
    ]
    headers = {"Authorization": f"Bearer {server.token}"}
    address = f"ws://127.0.0.1:{server.port}/ws"
    async with connect(address, additional_headers=headers, proxy=None) as socket:
        await socket.recv()
        for _ in range(1000):
            value: Any = fuzzer.random.choice(seeds)
            for _ in range(fuzzer.random.randrange(4)):
                value = fuzzer.mutated(value)
            data = json.dumps(value).encode()
            await socket.send(fuzzer.bent(data) if fuzzer.random.random() < 0.3 else data)
            answer = json.loads(await asyncio.wait_for(socket.recv(), 30))
            assert answer["type"] in {"tool_result", "error", "mcp.tool_response"}
            assert "INTERNAL_ERROR" not in json.dumps(answer)
