"""Older protocols, sessions or none, and streams that break."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any

import httpx2
import pytest
from mcp_types import JSONRPCResponse

from lux_nb.config import Settings
from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo, serve
from lux_nb.server.sessions import KEPT_CHARACTERS, KEPT_EVENTS, RecentEvents
from tests.server.operations import declare_test_operations

OLDER = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"]


def post(info: ServerInfo, frame: dict[str, Any], **headers: str) -> httpx2.Response:
    common = {
        "authorization": f"Bearer {info.token}",
        "accept": "application/json, text/event-stream",
        **{name.replace("_", "-"): value for name, value in headers.items()},
    }
    with httpx2.Client(trust_env=False, timeout=30) as client:
        return client.post(info.url, json={"jsonrpc": "2.0", **frame}, headers=common)


def answered(response: httpx2.Response) -> Any:
    if "event-stream" not in response.headers["content-type"]:
        return response.json()
    data = [line[6:] for line in response.text.splitlines() if line.startswith("data: {")]
    return json.loads(data[-1])


def hello(version: str) -> dict[str, Any]:
    client = {"name": "old", "version": "1"}
    params = {"protocolVersion": version, "capabilities": {}, "clientInfo": client}
    return {"id": 1, "method": "initialize", "params": params}


CALL = {
    "id": 2,
    "method": "tools/call",
    "params": {"name": "test_echo", "arguments": {"text": "a"}},
}


@pytest.fixture(scope="module")
def stateless(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerInfo]:
    home = tmp_path_factory.mktemp("stateless")
    with ExitStack() as stack:
        made = Engine(Settings(lux_home=home, server_stateless=True))
        stack.callback(made.close)
        declare_test_operations(made.operations)
        yield serve(made)


@pytest.mark.parametrize("version", OLDER)
def test_every_older_protocol_is_spoken_in_a_session(server: ServerInfo, version: str) -> None:
    begun = post(server, hello(version))
    session = begun.headers["mcp-session-id"]
    assert answered(begun)["result"]["protocolVersion"] == version
    known = {"mcp_session_id": session, "mcp_protocol_version": version}
    assert post(server, {"method": "notifications/initialized"}, **known).status_code == 202
    result = answered(post(server, CALL, **known))["result"]
    assert result["structuredContent"]["author"] == "assistant old 1"
    unknown = {"mcp_session_id": "f" * 32, "mcp_protocol_version": version}
    assert post(server, CALL, **unknown).status_code == 404


@pytest.mark.parametrize("version", OLDER)
def test_without_sessions_each_call_stands_for_itself(stateless: ServerInfo, version: str) -> None:
    begun = post(stateless, hello(version))
    assert "mcp-session-id" not in begun.headers
    assert answered(begun)["result"]["protocolVersion"] == version
    for _ in range(2):
        result = answered(post(stateless, CALL, mcp_protocol_version=version))["result"]
        assert result["structuredContent"]["text"] == "a"


@pytest.mark.anyio
async def test_recent_events_are_replayed_on_their_own_stream_only() -> None:
    events = RecentEvents()
    first = await events.store_event("1", None)
    other = await events.store_event("2", message(2))
    await events.store_event("1", message(1))
    sent: list[Any] = []

    async def send(event: Any) -> None:
        sent.append(event.message.id)

    assert await events.replay_events_after(first, send) == "1"
    assert await events.replay_events_after(other, send) == "2"
    assert await RecentEvents().replay_events_after(first, send) is None
    assert sent == [1]


@pytest.mark.anyio
async def test_recent_events_are_bounded_in_number_and_size() -> None:
    events = RecentEvents()
    for number in range(KEPT_EVENTS * 2):
        await events.store_event("1", message(number))
    assert len(events._events) == KEPT_EVENTS
    for number in range(4):
        await events.store_event("1", message(number, "x" * (KEPT_CHARACTERS // 2)))
    assert events._size <= KEPT_CHARACTERS
    await events.store_event("1", message(9, "x" * (KEPT_CHARACTERS * 2)))
    assert events._size <= KEPT_CHARACTERS


def message(identity: int, text: str = "") -> JSONRPCResponse:
    return JSONRPCResponse(jsonrpc="2.0", id=identity, result={"text": text})
