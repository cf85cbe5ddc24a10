"""The REST routes of the MXF reference on the running server."""

from typing import Any

import httpx2
import pytest

pytestmark = pytest.mark.anyio

REVERSER = {
    "name": "reverser",
    "description": "Turn a text round",
    "category": "analysis",
    "tags": ["text"],
    "inputSchema": {
        "type": "object",
        "properties": {"text": {"type": "string"}},
        "required": ["text"],
    },
    "handler": {"type": "code", "language": "javascript", "code": "return {text: args.text}"},
}


async def data(response: httpx2.Response) -> Any:
    assert response.status_code == 200, response.text
    told = response.json()
    assert told["success"] is True
    return told["data"]


async def error(response: httpx2.Response, status: int) -> dict[str, Any]:
    assert response.status_code == status, response.text
    told = response.json()
    assert told["success"] is False
    assert told["error"]["message"]
    return dict(told["error"])


async def test_tools_are_listed_and_filtered(http: httpx2.AsyncClient) -> None:
    everything = await data(await http.get("/api/mcp/tools"))
    assert everything["total"] == len(everything["tools"]) > 10
    assert "search" in everything["categories"]
    found = await data(await http.get("/api/mcp/tools", params={"search": "calculator"}))
    assert "calculator" in {tool["name"] for tool in found["tools"]}
    none = await data(await http.get("/api/mcp/tools?capabilities=one,two"))
    assert none["tools"] == []


async def test_a_tool_is_registered_described_changed_run_and_removed(
    http: httpx2.AsyncClient,
) -> None:
    made = await data(await http.post("/api/mcp/tools", json=REVERSER))
    assert made["status"] == "active"
    assert made["validation"]["passed"] is True
    path = f"/api/mcp/tools/{made['toolId']}"
    tool = (await data(await http.get(path)))["tool"]
    assert tool["name"] == "reverser"
    assert tool["statistics"]["totalCalls"] == 0
    changed = await data(await http.put(path, json={"description": "Other words"}))
    assert "description" in changed["changes"]
    assert (await data(await http.get(path)))["tool"]["description"] == "Other words"
    assert (await data(await http.delete(path)))["status"] == "removed"
    assert (await error(await http.get(path), 404))["code"] == "TOOL_NOT_FOUND"


async def test_a_tool_is_executed_and_its_history_kept(http: httpx2.AsyncClient) -> None:
    body = {
        "arguments": {"expression": "6*7"},
        "options": {"timeout": 10000, "skipCache": True, "priority": "high"},
        "context": {"agentId": "agent-1", "channelId": "c", "requestId": "r"},
    }
    done = await data(await http.post("/api/mcp/tools/calculator/execute", json=body))
    assert done["executionId"]
    assert "42" in str(done["result"])
    assert done["metadata"]["cached"] is False
    query = {"agentId": "agent-1", "status": "success", "limit": "5", "from": "2020-01-01"}
    past = await data(await http.get("/api/mcp/tools/calculator/executions", params=query))
    assert past["executions"][0]["requestId"] == "r"
    later = {"from": "2999-01-01"}
    none = await data(await http.get("/api/mcp/tools/calculator/executions", params=later))
    assert none["executions"] == []


async def test_tools_about_tools_answer_as_the_reference_shows(http: httpx2.AsyncClient) -> None:
    body = {
        "arguments": {
            "error": "Expected string but received number for parameter: content",
            "toolName": "write_file",
            "parameters": {"path": "report.txt", "content": 12345},
        },
        "context": {"agentId": "agent-123", "channelId": "file-ops", "requestId": "req-456"},
    }
    told = await data(await http.post("/api/mcp/tools/error_diagnose/execute", json=body))
    assert told["diagnosis"]["errorType"] == "typeMismatch"
    assert told["autoCorrection"]["corrections"][0]["correctedParameters"]["content"] == "12345"
    names = {"arguments": {"toolNames": ["calculator", "nothing"]}}
    checked = await data(await http.post("/api/mcp/tools/tools_validate/execute", json=names))
    assert checked["availableCount"] == 1


async def test_auto_correction_has_routes_of_its_own(http: httpx2.AsyncClient) -> None:
    status = await data(await http.get("/api/auto-correction/status"))
    assert status["systemStatus"]["healthy"] is True
    figures = await data(await http.get("/api/auto-correction/analytics?timeRange=1h"))
    assert "successRate" in figures["overallMetrics"]
    settings = {"settings": {"confidenceThreshold": 0.8}}
    after = await data(await http.post("/api/auto-correction/configure", json=settings))
    assert after["newSettings"]["confidenceThreshold"] == 0.8


@pytest.mark.parametrize(
    ("method", "path", "body", "status", "code"),
    [
        ("GET", "/api/mcp/tools/nothing", None, 404, "TOOL_NOT_FOUND"),
        ("POST", "/api/mcp/tools/nothing/execute", {}, 404, "TOOL_NOT_FOUND"),
        ("POST", "/api/mcp/tools/calculator/execute", {"arguments": {}}, 400, "VALIDATION_ERROR"),
        ("POST", "/api/mcp/tools/calculator/execute", {"dance": 7}, 400, "VALIDATION_ERROR"),
        ("POST", "/api/mcp/tools", {"name": "bad name!"}, 400, "VALIDATION_ERROR"),
        ("GET", "/api/mcp/tools?dance=1", None, 400, "VALIDATION_ERROR"),
        ("GET", "/api/mcp/tools?search=a&search=b", None, 400, "VALIDATION_ERROR"),
        ("GET", "/api/mcp/tools/calculator/executions?limit=x", None, 400, "VALIDATION_ERROR"),
        ("GET", "/api/mcp/tools/calculator/executions?toolId=x", None, 400, "VALIDATION_ERROR"),
    ],
)
async def test_what_is_wrong_has_its_status_and_code(
    http: httpx2.AsyncClient, method: str, path: str, body: Any, status: int, code: str
) -> None:
    response = await http.request(method, path, json=body)
    assert (await error(response, status))["code"] == code


async def test_reading_changes_nothing(http: httpx2.AsyncClient) -> None:
    before = await data(await http.get("/api/mcp/cache"))
    await error(await http.get("/api/mcp/cache?enabled=false"), 400)
    await error(await http.get("/api/auto-correction/patterns?imported=[{}]"), 400)
    assert (await data(await http.get("/api/mcp/cache")))["enabled"] == before["enabled"]


async def test_a_tool_that_fails_is_no_failure_of_the_server(http: httpx2.AsyncClient) -> None:
    code = {"type": "code", "language": "javascript", "code": "throw new Error('no')"}
    await data(await http.post("/api/mcp/tools", json={**REVERSER, "name": "bad", "handler": code}))
    body = {"arguments": {"text": "x"}}
    response = await http.post("/api/mcp/tools/bad/execute", json=body)
    assert (await error(response, 422))["code"] == "EXECUTION_ERROR"


@pytest.mark.parametrize("content", [b"{", b"[]", b"7", b"[" * 5000, b'{"a":NaN}', b"\xff"])
async def test_a_body_that_is_no_object_is_a_client_error(
    http: httpx2.AsyncClient, content: bytes
) -> None:
    headers = {"Content-Type": "application/json"}
    response = await http.post("/api/mcp/tools", content=content, headers=headers)
    assert response.status_code == 400


async def test_only_json_is_taken(http: httpx2.AsyncClient) -> None:
    response = await http.post("/api/mcp/tools", data={"name": "x"})
    assert response.status_code == 415


async def test_unknown_paths_and_methods_are_told_as_json(http: httpx2.AsyncClient) -> None:
    assert (await http.get("/api/nothing")).json()["error"]["code"] == "NOT_FOUND"
    wrong = await http.patch("/api/mcp/tools")
    assert wrong.status_code == 405
    assert "GET" in wrong.headers["allow"]
