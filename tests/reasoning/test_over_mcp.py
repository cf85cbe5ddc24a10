"""The reasoning tools as an assistant calls them, over MCP on loopback."""

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import jsonschema
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp_types import Implementation

from lux_nb.server import serve
from tests.reasoning import shapes
from tests.reasoning.conftest import THOUGHTS, in_turn

pytestmark = pytest.mark.anyio
TRACED = {"total_thoughts": 3, "next_thought_needed": True}
PLANNED = {"total_steps": 2, "next_step_required": True}


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@asynccontextmanager
async def attached(engine: Any) -> AsyncIterator[Client]:
    server = serve(engine, ["reasoning"])
    headers = {"Authorization": f"Bearer {server.token}"}
    async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http:
        transport = streamable_http_client(server.url, http_client=http)
        info = Implementation(name="test-client", version="1")
        async with Client(transport, client_info=info) as client:
            yield client


async def test_the_four_tools_answer_in_the_shape_of_the_reference(
    scripted: Callable[..., Any],
) -> None:
    _, _, engine = scripted(in_turn(THOUGHTS))
    calls = [
        ("traced_reasoning", {"thought": "Why?", "thought_number": 1, **TRACED}, shapes.TRACED),
        ("biased_reasoning", {"query": "Why?"}, shapes.BIASED),
        ("planner", {"step": "Do it.", "step_number": 1, **PLANNED}, shapes.PLANNED),
        ("illumination_status", {}, shapes.ILLUMINATION),
    ]
    async with attached(engine) as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        for name, arguments, shape in calls:
            result = await client.call_tool(name, arguments)
            assert not result.is_error, result
            shapes.check(result.structured_content, shape)
            jsonschema.validate(result.structured_content, tools[name].output_schema or {})
            assert json.loads(result.content[0].text) == result.structured_content
    assert "file_paths" in tools["planner"].input_schema["properties"]


async def test_a_trace_of_an_assistant_is_read_by_uri_and_errors_are_told(
    scripted: Callable[..., Any],
) -> None:
    call, _, engine = scripted(in_turn(THOUGHTS))
    async with attached(engine) as client:
        first = await client.call_tool(
            "traced_reasoning", {"thought": "Why?", "thought_number": 1, **TRACED}
        )
        session = first.structured_content["session_id"]
        listed = json.loads((await client.read_resource("lux://traces")).contents[0].text)
        one = json.loads((await client.read_resource(f"lux://traces/{session}")).contents[0].text)
        wrong = await client.call_tool(
            "traced_reasoning",
            {"thought": "x", "thought_number": 2, "session_id": "nope", **TRACED},
        )
    assert [trace["session_id"] for trace in listed["traces"]] == [session]
    assert one["thoughts"][0]["content"] == THOUGHTS[0]
    assert one["thoughts"][0]["author"] == "test-client 1"
    assert wrong.is_error
    assert wrong.content[0].text.startswith("[SESSION_NOT_FOUND]")
    assert call("trace_get", session_id=session).thoughts[0].content == THOUGHTS[0]
