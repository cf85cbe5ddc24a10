import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from types import SimpleNamespace
from typing import Any

import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError

from lux_nb.engine.operations import load_operations
from lux_nb.errors import InvalidRequest
from lux_nb.models.tokens import count_tokens
from lux_nb.server import ServerInfo
from lux_nb.server.searching import ToolSearchRequest, search_tools
from lux_nb.server.tools import ToolTable
from lux_nb.server.toolsets import DEFAULT_TOOLS, HEADER, known_toolsets, select, within

MOST_TOOLS = 20
MOST_TOKENS = 6000


@pytest.fixture(scope="module")
def operations() -> dict[str, Any]:
    return {one.mcp_name: one for one in load_operations().values()}


def table(operations: dict[str, Any], *toolsets: str) -> ToolTable:
    engine: Any = SimpleNamespace(operations=operations)
    return ToolTable(engine, toolsets)


def test_the_default_list_is_small_in_number_and_in_tokens(operations: dict[str, Any]) -> None:
    tools = table(operations, "default").tools()
    told = "".join(tool.model_dump_json(by_alias=True, exclude_none=True) for tool in tools)
    assert len(tools) <= MOST_TOOLS
    assert count_tokens(told) < MOST_TOKENS
    assert {"tool_search", "tool_call", "confer", "search_context"} <= {t.name for t in tools}
    assert len(DEFAULT_TOOLS) + 2 <= MOST_TOOLS


def test_every_operation_is_in_all_and_each_in_its_own_toolset(operations: dict[str, Any]) -> None:
    everything = {tool.name for tool in table(operations, "all").tools()}
    assert everything == set(operations)
    names = [name for name in known_toolsets(operations.values()) if name not in {"default", "all"}]
    assert {"reasoning", "memory", "logic", "tools", "models"} <= set(names)
    parts = [select(operations, [name]).listed for name in names]
    assert {tool for part in parts for tool in part} == everything
    assert sum(map(len, parts)) == len(everything)


def test_a_named_toolset_is_all_that_can_be_called(operations: dict[str, Any]) -> None:
    chosen = select(operations, ["memory"])
    assert set(chosen.listed) == chosen.callable
    assert "confer" not in chosen.callable
    assert not chosen.searches


def test_the_default_with_another_toolset_lists_both(operations: dict[str, Any]) -> None:
    chosen = select(operations, ["default", "logic"])
    assert {"confer", "mcr_session_fork"} <= set(chosen.listed)
    assert chosen.callable == set(operations)


def test_a_client_sees_no_more_than_the_human_offers(operations: dict[str, Any]) -> None:
    offered = select(operations, ["memory"])
    assert within(select(operations, ["all"]), offered).callable == offered.callable
    assert within(select(operations, ["logic"]), offered).listed == ()


@pytest.mark.parametrize("names", [["nope"], [], ["default", "nope"]])
def test_a_toolset_that_does_not_exist_is_an_error_that_names_those_there_are(
    operations: dict[str, Any], names: list[str]
) -> None:
    with pytest.raises(InvalidRequest) as caught:
        select(operations, names)
    assert "reasoning" in str(caught.value.hint)


@pytest.mark.parametrize(
    ("wish", "wanted"),
    [
        ("make a plan with branches", "planner"),
        ("explain a proof of a query", "mcr_session_explainQuery"),
        ("restore a snapshot of the memory", "restore_snapshot"),
        ("how much money did models cost", "models_cost"),
        ("fill in the middle of code", "mercury_fim_completion"),
        ("delete a thread", "thread_delete"),
        ("render a prompt template", "resource_render"),
        ("trace_get", "trace_get"),
    ],
)
def test_a_tool_that_is_not_listed_is_found_by_what_it_does(
    operations: dict[str, Any], wish: str, wanted: str
) -> None:
    found = search_tools(operations, ToolSearchRequest(query=wish))
    assert wanted in [tool.name for tool in found.tools]
    assert all(tool.input_schema for tool in found.tools)


def test_an_empty_search_names_every_tool(operations: dict[str, Any]) -> None:
    found = search_tools(operations, ToolSearchRequest())
    assert {tool.name for tool in found.tools} == set(operations)
    assert found.tools[0].input_schema is None


# Over the wire

pytestmark_wire = pytest.mark.anyio


@asynccontextmanager
async def asking(server: ServerInfo, era: str, toolsets: str = "") -> AsyncIterator[Client]:
    headers = {"Authorization": f"Bearer {server.token}"}
    if toolsets:
        headers[HEADER] = toolsets
    async with (
        httpx2.AsyncClient(headers=headers, trust_env=False, timeout=30) as http,
        Client(streamable_http_client(server.url, http_client=http), mode=era) as client,
    ):
        yield client


@pytestmark_wire
async def test_each_client_sees_the_toolsets_it_asks_for(server: ServerInfo, era: str) -> None:
    async def names(toolsets: str) -> set[str]:
        async with asking(server, era, toolsets) as client:
            return {tool.name for tool in (await client.list_tools()).tools}

    few, memory, everything = await asyncio.gather(names("default"), names("memory"), names("all"))
    assert len(few) <= MOST_TOOLS
    assert "restore_snapshot" in memory
    assert "confer" not in memory
    assert memory < everything


@pytestmark_wire
async def test_an_unlisted_tool_is_found_and_called(server: ServerInfo, era: str) -> None:
    async with asking(server, era, "default") as client:
        found = await client.call_tool("tool_search", {"query": "say something back", "limit": 3})
        called = await client.call_tool(
            "tool_call", {"name": "test_echo", "arguments": {"text": "a", "times": 3}}
        )
        wrong = await client.call_tool("tool_call", {"name": "test_echo", "arguments": {}})
        nested = await client.call_tool("tool_call", {"name": "tool_call"})
    assert found.structured_content is not None
    assert "test_echo" in [tool["name"] for tool in found.structured_content["tools"]]
    assert called.structured_content is not None
    assert called.structured_content["text"] == "aaa"
    assert wrong.is_error
    assert "text: required" in wrong.content[0].text
    assert nested.is_error


@pytestmark_wire
async def test_what_is_not_in_a_named_toolset_can_not_be_called(
    server: ServerInfo, era: str
) -> None:
    async with asking(server, era, "memory") as client:
        for name in ("thread_list", "tool_search", "tool_call"):
            result = await client.call_tool(name, {})
            assert result.is_error
            assert "There is no tool" in result.content[0].text


@pytestmark_wire
async def test_an_unknown_toolset_is_told_when_tools_are_listed(
    server: ServerInfo, era: str
) -> None:
    async with asking(server, era, "nope") as client:
        with pytest.raises(MCPError, match="There is no toolset 'nope'"):
            await client.list_tools()
