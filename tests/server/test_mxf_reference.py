"""Every route, event and tool name of the MXF reference is served."""

import os
import re
from collections.abc import AsyncIterator
from pathlib import Path

import httpx2
import pytest

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo
from lux_nb.server.rest.bindings import META_TOOLS
from lux_nb.server.socketio import events

ROUTES = """
GET /api/mcp/tools
GET /api/mcp/tools/:toolId
POST /api/mcp/tools
POST /api/mcp/tools/:toolId/execute
GET /api/mcp/tools/:toolId/executions
PUT /api/mcp/tools/:toolId
GET /api/mcp/resources
GET /api/mcp/resources/:resourceId
POST /api/mcp/resources
POST /api/mcp/tools/error_diagnose/execute
POST /api/mcp/tools/auto_correction_status/execute
POST /api/mcp/tools/auto_correction_configure/execute
POST /api/mcp/tools/auto_correction_test/execute
POST /api/mcp/tools/auto_correction_insights/execute
POST /api/mcp/tools/tools_recommend/execute
POST /api/mcp/tools/tools_recommend_on_error/execute
POST /api/mcp/tools/tools_validate/execute
POST /api/mcp/tools/tools_discover/execute
GET /api/auto-correction/status
GET /api/auto-correction/analytics
""".strip().splitlines()

SENT_BY_CLIENTS = """
mcp:tools:list mcp:tool:get mcp:tool:execute mcp:tool:register mcp:provider:configure
mcp:provider:register mcp:cache:configure mcp:cache:clear mcp:tools:batch mcp:tools:init
mcp:tools:pipeline auto_correction:subscribe auto_correction:configure auto_correction:test:run
""".split()

SENT_TO_CLIENTS = """
mcp:tools:list:response mcp:tool:details mcp:tool:progress mcp:tool:result mcp:tool:timeout
mcp:tool:registered mcp:tool:available mcp:tool:unavailable mcp:tool:updated mcp:error
mcp:tools:batch:results mcp:tools:pipeline:complete auto_correction:attempt:started
auto_correction:attempt:success auto_correction:attempt:failed auto_correction:pattern:learned
auto_correction:pattern:evolved auto_correction:pattern:deprecated auto_correction:configured
auto_correction:test:results auto_correction:circuit:opened auto_correction:circuit:closed
""".split()

TOOLS = """
web_search academic_search news_search image_search sentiment_analysis entity_extraction
summarization code_analysis text_generation code_generation image_generation data_synthesis
calculator date_time file_converter data_transformer api_caller database_query webhook_trigger
email_sender tools_recommend tools_recommend_on_error tools_validate tools_discover tools_compare
workflow_plan error_diagnose auto_correction_status auto_correction_configure auto_correction_test
auto_correction_insights
""".split()


@pytest.fixture(scope="module")
def reference() -> str:
    """The text of the reference, where it is at hand."""
    named = os.environ.get("LUX_SPEC")
    folders = [Path(named)] if named else [p / "shared" / "spec" for p in Path(__file__).parents]
    for folder in folders:
        if (folder / "mxf.md").is_file():
            return (folder / "mxf.md").read_text(encoding="utf-8")
    pytest.skip("the reference is not at hand; LUX_SPEC names its folder")


def test_the_list_has_every_route_of_the_reference(reference: str) -> None:
    written = re.findall(r"\*\*(GET|POST|PUT|DELETE|PATCH)\*\* `(/api/[^`?]+)`", reference)
    named = {path for _, path in written}
    shown = set(re.findall(r"(/api/[\w:/-]+)", reference)) - named
    assert {f"{method} {path}" for method, path in written} | {
        f"GET {path}" for path in shown
    } == set(ROUTES)


def test_the_list_has_every_event_of_the_reference(reference: str) -> None:
    assert set(re.findall(r"socket\.emit\('([^']+)'", reference)) == set(SENT_BY_CLIENTS)
    heard = set(re.findall(r"socket\.(?:on|once)\('([^']+)'", reference))
    assert heard == set(SENT_TO_CLIENTS)


def test_the_list_has_every_tool_of_the_reference(reference: str) -> None:
    section = reference.partition("## Tool Categories")[2].partition("\n## ")[0]
    assert set(re.findall(r"^- `(\w+)` - ", section, re.MULTILINE)) == set(TOOLS)


@pytest.fixture
async def http(server: ServerInfo) -> AsyncIterator[httpx2.AsyncClient]:
    headers = {"Authorization": f"Bearer {server.token}"}
    base = f"http://127.0.0.1:{server.port}"
    async with httpx2.AsyncClient(
        base_url=base, headers=headers, trust_env=False, timeout=60
    ) as client:
        yield client


@pytest.mark.anyio
@pytest.mark.parametrize("route", ROUTES)
async def test_the_route_is_served(http: httpx2.AsyncClient, route: str) -> None:
    method, path = route.split()
    response = await http.request(method, re.sub(r":\w+", "calculator", path))
    told = response.json()
    assert told["success"] is (response.status_code == 200)
    if not told["success"]:
        assert told["error"]["code"] in {"VALIDATION_ERROR", "RESOURCE_NOT_FOUND"}


@pytest.mark.parametrize("event", SENT_BY_CLIENTS)
def test_the_event_of_clients_is_served(engine: Engine, event: str) -> None:
    assert event in events.incoming(engine.operations)


@pytest.mark.parametrize("event", SENT_TO_CLIENTS)
def test_the_event_to_clients_is_sent(engine: Engine, event: str) -> None:
    assert event in events.outgoing(engine.operations)


@pytest.mark.anyio
@pytest.mark.parametrize("tool", TOOLS)
async def test_the_tool_is_there(http: httpx2.AsyncClient, engine: Engine, tool: str) -> None:
    if tool in META_TOOLS:
        assert tool in engine.operations
        return
    response = await http.get(f"/api/mcp/tools/{tool}")
    assert response.json()["data"]["tool"]["name"] == tool
