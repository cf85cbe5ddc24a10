"""The protocol of the MCR reference, spoken by a stock client to the running server."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidStatus

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo

pytestmark = pytest.mark.anyio
SECONDS = 60


class Socket:
    """A client that sorts what it is sent."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.pushed: list[dict[str, Any]] = []

    async def send(self, message: Any) -> None:
        text = message if isinstance(message, str | bytes) else json.dumps(message)
        await self.connection.send(text)

    async def receive(self, *kinds: str) -> dict[str, Any]:
        """Return the next message of one of these types; others are kept."""
        async with asyncio.timeout(SECONDS):
            while True:
                message = json.loads(await self.connection.recv())
                if not kinds or message["type"] in kinds:
                    return message
                self.pushed.append(message)

    async def invoke(self, tool: str, message_id: str = "m1", **arguments: Any) -> dict[str, Any]:
        await self.send(invocation(tool, message_id, **arguments))
        answer = await self.receive("tool_result")
        assert answer["messageId"] == message_id
        return answer["payload"]


def invocation(tool: str, message_id: str = "m1", **arguments: Any) -> dict[str, Any]:
    payload = {"tool_name": tool, "input": arguments}
    return {"type": "tool_invoke", "messageId": message_id, "payload": payload}


@asynccontextmanager
async def opened(server: ServerInfo) -> AsyncIterator[Socket]:
    address = f"ws://127.0.0.1:{server.port}/ws"
    headers = {"Authorization": f"Bearer {server.token}"}
    options = {"additional_headers": headers, "user_agent_header": "ws-test/1.0", "proxy": None}
    async with connect(address, **options) as connection:
        yield Socket(connection)


@pytest.fixture
async def socket(server: ServerInfo) -> AsyncIterator[Socket]:
    async with opened(server) as made:
        ack = await made.receive("connection_ack")
        made.correlation = ack["correlationId"]  # type: ignore[attr-defined]
        yield made


async def test_a_connection_is_acknowledged_first_with_its_own_id(server: ServerInfo) -> None:
    async with opened(server) as one, opened(server) as two:
        first, second = await one.receive(), await two.receive()
        assert first["type"] == second["type"] == "connection_ack"
        assert first["message"]
        assert first["correlationId"] != second["correlationId"]
        response = one.connection.response
        assert response is not None
        assert response.headers["X-Correlation-ID"] == first["correlationId"]


async def test_an_answer_has_the_message_id_and_the_connections_id(socket: Socket) -> None:
    await socket.send(invocation("test.echo", "client-msg-123", text="hello"))
    answer = await socket.receive()
    assert answer == {
        "type": "tool_result",
        "messageId": "client-msg-123",
        "correlationId": socket.correlation,  # type: ignore[attr-defined]
        "payload": {
            "success": True,
            "data": {"text": "hello", "author": "assistant ws-test 1.0"},
        },
    }


async def test_a_clients_own_correlation_id_comes_back(socket: Socket) -> None:
    asked = invocation("test.echo", text="x")
    await socket.send({**asked, "headers": {"X-Correlation-ID": "trace-7"}})
    answer = await socket.receive()
    assert answer["headers"] == {"X-Correlation-ID": "trace-7"}
    assert answer["correlationId"] == socket.correlation  # type: ignore[attr-defined]
    await socket.send({**asked, "headers": {"X-Correlation-ID": "bad\r\nSet-Cookie: a"}})
    assert "headers" not in await socket.receive()


async def test_a_session_is_made_told_and_asked_as_the_reference_writes_it(
    socket: Socket,
) -> None:
    made = await socket.invoke("session.create", sessionId="ws-family")
    assert made["success"] is True
    assert made["data"]["id"] == "ws-family"
    assert made["data"]["facts"] == ""
    assert "lexiconSummary" in made["data"]
    told = await socket.invoke(
        "session.assert", sessionId="ws-family", naturalLanguageText="Socrates is a man."
    )
    assert told["success"] is True
    assert told["addedFacts"]
    assert told["addedFacts"][0] in told["fullKnowledgeBase"]
    (push,) = socket.pushed
    assert push["type"] == "kb_updated"
    assert push["payload"] == {
        "sessionId": "ws-family",
        "newFacts": told["addedFacts"],
        "fullKnowledgeBase": told["fullKnowledgeBase"],
    }
    asked = await socket.invoke(
        "session.query", sessionId="ws-family", naturalLanguageQuestion="Is Socrates a man?"
    )
    assert asked["success"] is True
    assert asked["answer"].lower().startswith("yes")
    gone = await socket.invoke("session.delete", sessionId="ws-family")
    assert gone["success"] is True
    assert gone["message"]


async def test_a_change_reaches_every_client_of_the_session_and_no_other(
    server: ServerInfo, socket: Socket
) -> None:
    async with opened(server) as other, opened(server) as stranger:
        for client in (other, stranger):
            await client.receive("connection_ack")
        await socket.invoke("session.create", sessionId="ws-shared")
        await other.invoke("session.get", sessionId="ws-shared")
        await socket.invoke("session.assert_rules", sessionId="ws-shared", rules=["p(a)."])
        push = await other.receive("kb_updated")
        assert push["payload"]["newFacts"] == ["p(a)."]
        await stranger.invoke("test.echo", text="x")
        assert stranger.pushed == []


async def test_a_large_knowledge_base_is_pushed_whole(socket: Socket) -> None:
    await socket.invoke("session.create", sessionId="ws-large")
    content = "\n".join(f"number_{n}(value_{n})." for n in range(5000))
    await socket.invoke("session.set_kb", sessionId="ws-large", kbContent=content)
    found = [m for m in socket.pushed if m["type"] == "kb_updated"]
    push = found[0] if found else await socket.receive("kb_updated")
    assert "number_4999(value_4999)." in push["payload"]["fullKnowledgeBase"]


async def test_a_streamed_call_pushes_its_pieces_before_its_result(socket: Socket) -> None:
    await socket.send(invocation("test.stream", "s1"))
    answer = await socket.receive("tool_result")
    assert answer["payload"]["data"]["text"] == "one two three"
    assert {message["messageId"] for message in socket.pushed} == {"s1"}
    deltas = [m["payload"]["text"] for m in socket.pushed if m["type"] == "tool_delta"]
    assert "".join(deltas) == "one two three"
    (progress,) = [m["payload"] for m in socket.pushed if m["type"] == "tool_progress"]
    assert progress["percentage"] == 50
    assert [m["payload"]["message"] for m in socket.pushed if m["type"] == "tool_notice"]


async def test_calls_run_side_by_side(socket: Socket) -> None:
    await socket.send(invocation("test.wait", "slow", text="ws side by side"))
    assert (await socket.invoke("test.echo", "fast", text="x"))["success"]


async def test_a_client_that_leaves_cancels_its_calls(server: ServerInfo) -> None:
    from tests.server.operations import wait_for_cancelled

    async with opened(server) as leaving:
        await leaving.receive("connection_ack")
        await leaving.send(invocation("test.wait", text="left the socket"))
        await leaving.invoke("test.echo", "e", text="x")
    await asyncio.to_thread(wait_for_cancelled, "left the socket", SECONDS)


@pytest.mark.parametrize(
    ("sent", "code", "message_id"),
    [
        ("{", "INVALID_JSON", None),
        ("", "INVALID_JSON", None),
        (b"\xff\xfe", "INVALID_JSON", None),
        ("[" * 100_000, "INVALID_JSON", None),
        ("[]", "INVALID_MESSAGE", None),
        ({"messageId": "a"}, "MISSING_TYPE", "a"),
        ({"type": "tool_invoke", "payload": {}}, "MISSING_MESSAGE_ID", None),
        ({"type": "tool_invoke", "messageId": 7}, "INVALID_MESSAGE_ID", None),
        ({"type": "tool_invoke", "messageId": "a"}, "INVALID_MESSAGE", "a"),
        ({"type": "tool_invoke", "messageId": "a", "payload": {}}, "MISSING_TOOL_NAME", "a"),
        ({"type": "dance", "messageId": "a"}, "UNKNOWN_MESSAGE_TYPE", "a"),
    ],
)
async def test_a_malformed_message_is_answered_with_an_error(
    socket: Socket, sent: Any, code: str, message_id: str | None
) -> None:
    await socket.send(sent)
    answer = await socket.receive()
    assert answer["type"] == "error"
    assert answer["messageId"] == message_id
    assert answer["correlationId"] == socket.correlation  # type: ignore[attr-defined]
    assert answer["payload"]["success"] is False
    assert answer["payload"]["error"] == code
    assert answer["payload"]["message"]
    assert (await socket.invoke("test.echo", text="still here"))["success"]


async def test_errors_have_the_codes_of_the_reference(socket: Socket) -> None:
    missing = await socket.invoke("session.get", sessionId="nowhere")
    assert missing["success"] is False
    assert missing["error"] == "SESSION_NOT_FOUND"
    assert (await socket.invoke("session.assert", sessionId="x"))["error"] == "INVALID_INPUT"
    assert (await socket.invoke("session.dance"))["error"] == "UNKNOWN_TOOL"


async def test_a_key_in_an_error_is_masked(socket: Socket) -> None:
    from tests.server.operations import SECRET

    failed = await socket.invoke("test.fail")
    assert failed["success"] is False
    assert SECRET not in json.dumps(failed)


async def test_mcp_messages_are_answered_on_the_same_socket(socket: Socket) -> None:
    await socket.send({"action": "mcp.request_tools", "messageId": "t"})
    listed = await socket.receive("mcp.tool_response")
    assert listed["messageId"] == "t"
    tools = {tool["name"]: tool for tool in listed["payload"]["tools"]}
    assert tools["mcr_session_assert"]["inputSchema"]["properties"]["naturalLanguageText"]
    call = {"tool_name": "test_echo", "input": {"text": "over mcp"}}
    await socket.send({"action": "mcp.invoke_tool", "messageId": "i", "payload": call})
    answer = await socket.receive("mcp.tool_response")
    assert answer["action"] == "mcp.tool_response"
    assert answer["payload"]["isError"] is False
    assert answer["payload"]["structuredContent"]["text"] == "over mcp"
    assert json.loads(answer["payload"]["content"][0]["text"])["text"] == "over mcp"
    call = {"name": "mcr_session_get", "arguments": {"sessionId": "nowhere"}}
    await socket.send({"action": "mcp.invoke_tool", "payload": call})
    failed = (await socket.receive("mcp.tool_response"))["payload"]
    assert failed["isError"] is True
    assert failed["error"] == "SESSION_NOT_FOUND"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 401),
        ({"Authorization": "Bearer wrong"}, 401),
        ({"Authorization": "Bearer {token}", "Origin": "http://evil.example"}, 403),
        ({"Authorization": "Bearer {token}", "Host": "evil.example"}, 421),
    ],
)
async def test_a_socket_is_guarded_like_every_surface(
    server: ServerInfo, headers: dict[str, str], status: int
) -> None:
    given = {name: value.format(token=server.token) for name, value in headers.items()}
    if "Host" in given:
        await _refused_by_host(server, given)
        return
    with pytest.raises(InvalidStatus) as refused:
        async with connect(
            f"ws://127.0.0.1:{server.port}/ws?token={server.token}",
            additional_headers=given,
            proxy=None,
        ):
            pass
    assert refused.value.response.status_code == status


async def _refused_by_host(server: ServerInfo, headers: dict[str, str]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    upgrade = {
        **headers,
        "Upgrade": "websocket",
        "Connection": "Upgrade",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version": "13",
    }
    lines = ["GET /ws HTTP/1.1", *(f"{name}: {value}" for name, value in upgrade.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    assert b" 421 " in await asyncio.wait_for(reader.readline(), SECONDS)
    writer.close()


async def test_a_message_over_the_limit_closes_the_socket(
    engine: Engine, server: ServerInfo
) -> None:
    from websockets.exceptions import ConnectionClosedError

    async with opened(server) as big:
        await big.receive("connection_ack")
        await big.send("x" * (engine.settings.max_request_size + 1))
        with pytest.raises(ConnectionClosedError) as closed:
            await big.receive()
        assert closed.value.rcvd is not None
        assert closed.value.rcvd.code == 1009


async def test_every_tool_of_the_reference_is_served(socket: Socket) -> None:
    await socket.send({"action": "mcp.request_tools"})
    listed = await socket.receive("mcp.tool_response")
    names = {tool["name"] for tool in listed["payload"]["tools"]}
    for tool in MCR_TOOLS:
        assert "mcr_" + tool.replace(".", "_") in names


MCR_TOOLS = """
session.create session.get session.delete session.assert session.assert_rules session.set_kb
session.query session.explainQuery ontology.create ontology.list ontology.get ontology.update
ontology.delete translate.nlToRules translate.rulesToNl strategy.list strategy.setActive
strategy.getActive utility.getPrompts utility.debugFormatPrompt analysis.get_strategy_leaderboard
""".split()
