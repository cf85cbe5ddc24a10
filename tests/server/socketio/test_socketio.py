"""The Socket.IO events of the MXF reference, with the stock npm client run by Node."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo
from lux_nb.tools.sources.service import register_provider, unregister_provider
from tests.conformance import node

SECONDS = 45
CLIENT = Path(__file__).with_name("client.cjs")
SCHEMA = {"type": "object", "properties": {"data": {"type": "string"}}, "required": ["data"]}


class Outcome:
    """What the client was sent."""

    def __init__(self, told: dict[str, Any]) -> None:
        self.told = told
        self.acks: list[Any] = told.get("acks", [])

    def of(self, event: str) -> list[Any]:
        return [data for name, data in self.told["received"] if name == event]


def emit(event: str, data: Any = None, *until: str) -> dict[str, Any]:
    return {"emit": event, "data": data, "until": list(until)}


@pytest.fixture
def run(server: ServerInfo) -> Any:
    folder = node.installed("socket.io-client-4", "socket.io-client@4")

    def play(*steps: dict[str, Any], token: str = "", **options: Any) -> Outcome:
        plan = {
            "url": f"http://127.0.0.1:{server.port}",
            "transports": ["websocket"],
            "headers": {"Authorization": f"Bearer {token or server.token}"},
            "auth": {"agentId": "research-agent"},
            "seconds": SECONDS,
            "steps": steps,
            **options,
        }
        done = subprocess.run(
            [node.node(), str(CLIENT)],
            input=json.dumps(plan),
            capture_output=True,
            text=True,
            timeout=SECONDS + 30,
            check=False,
            env={"NODE_PATH": str(folder / "node_modules"), "PATH": ""},
        )
        assert done.returncode == 0, done.stderr
        told = json.loads(done.stdout)
        assert not told.get("timedOut"), told
        return Outcome(told)

    return play


@pytest.mark.parametrize("transports", [["polling"], ["websocket"], ["polling", "websocket"]])
def test_the_stock_client_connects_over_each_transport(run: Any, transports: list[str]) -> None:
    outcome = run(
        emit("mcp:tools:list", {"search": "calculator"}, "mcp:tools:list:response"),
        transports=transports,
    )
    (tools,) = outcome.of("mcp:tools:list:response")
    assert "calculator" in {tool["name"] for tool in tools}
    assert outcome.acks[0]["success"] is True


@pytest.mark.parametrize(
    ("headers", "transports"),
    [
        ({}, ["polling"]),
        ({}, ["websocket"]),
        ({"Authorization": "Bearer wrong"}, ["polling", "websocket"]),
    ],
)
def test_without_the_token_nobody_connects(
    run: Any, headers: dict[str, str], transports: list[str]
) -> None:
    outcome = run(headers=headers, transports=transports)
    assert outcome.told["refused"]


def test_another_origin_is_refused(run: Any, server: ServerInfo) -> None:
    given = {"Authorization": f"Bearer {server.token}", "Origin": "http://evil.example"}
    assert run(headers=given).told["refused"]


def test_tools_are_described_and_executed(run: Any, engine: Engine) -> None:
    call = {"toolName": "calculator", "arguments": {"expression": "6*7"}, "options": {"retries": 2}}
    outcome = run(
        emit("mcp:tool:get", {"toolId": "calculator"}, "mcp:tool:details"),
        emit("mcp:tool:execute", call, "mcp:tool:result"),
    )
    assert outcome.of("mcp:tool:details")[0]["name"] == "calculator"
    steps = [step["percentage"] for step in outcome.of("mcp:tool:progress")]
    assert steps == sorted(steps)
    assert (steps[0], steps[-1]) == (0, 100)
    (result,) = outcome.of("mcp:tool:result")
    assert result["success"] is True
    assert result["output"]["result"] == 42
    assert result["executionId"]
    from sqlalchemy import select

    from lux_nb.store.tables import events

    engine.run(engine.events.flush())
    query = select(events.c.author_name).where(events.c.operation == "tool_execute")
    rows = engine.run(engine.store.read(lambda connection: connection.execute(query).all()))
    assert {row[0] for row in rows} == {"research-agent"}


def test_a_failed_execution_is_told_with_its_code(run: Any) -> None:
    slow = {
        "name": "forever",
        "description": "Never ends",
        "inputSchema": {"type": "object"},
        "handler": {"type": "code", "language": "javascript", "code": "while (true) {}"},
    }
    outcome = run(
        emit("mcp:tool:execute", {"toolName": "nothing"}, "mcp:tool:result", "mcp:error"),
        emit("mcp:tool:execute", {"toolName": "calculator"}, "mcp:tool:result", "mcp:error"),
        emit("mcp:tool:register", slow, "mcp:tool:registered"),
        emit(
            "mcp:tool:execute",
            {"toolName": "forever", "options": {"timeout": 300}},
            "mcp:tool:timeout",
            "mcp:tool:result",
        ),
    )
    codes = [error["code"] for error in outcome.of("mcp:error")]
    assert codes == ["TOOL_NOT_FOUND", "VALIDATION_ERROR", "TIMEOUT"]
    assert outcome.of("mcp:tool:timeout")[0]["toolName"] == "forever"
    assert [result["success"] for result in outcome.of("mcp:tool:result")] == [False] * 3
    assert outcome.acks[0]["error"]["code"] == "TOOL_NOT_FOUND"


def test_tools_about_tools_are_executed_by_name(run: Any) -> None:
    call = {"toolName": "tools_validate", "arguments": {"toolNames": ["calculator"]}}
    outcome = run(emit("mcp:tool:execute", call, "mcp:tool:result"))
    assert outcome.of("mcp:tool:result")[0]["output"]["allAvailable"] is True


def test_everybody_hears_of_a_registered_tool(run: Any) -> None:
    tool = {
        "name": "custom_analyzer",
        "description": "Custom analysis tool",
        "inputSchema": SCHEMA,
        "handler": {"type": "code", "language": "javascript", "code": "1"},
    }
    outcome = run(
        emit("mcp:tool:register", tool, "mcp:tool:registered", "mcp:tool:available"),
        emit(
            "mcp:tool:update",
            {"toolId": "custom_analyzer", "changes": {"description": "Other"}},
            "mcp:tool:updated",
        ),
    )
    assert outcome.of("mcp:tool:registered")[0]["toolId"]
    assert outcome.of("mcp:tool:available")[0]["name"] == "custom_analyzer"
    assert outcome.of("mcp:tool:updated")[0]["changes"]


def test_batches_and_pipelines_are_run(run: Any) -> None:
    batch = {
        "executions": [
            {"toolName": "calculator", "arguments": {"expression": "1+1"}},
            {"toolName": "nothing", "arguments": {}},
        ],
        "parallel": True,
    }
    pipeline = {
        "name": "sums",
        "steps": [{"tool": "calculator", "arguments": {"expression": "2+3"}}],
    }
    broken = {"steps": [{"tool": "calculator", "arguments": {"expression": "1/0"}}]}
    outcome = run(
        emit("mcp:tools:batch", batch, "mcp:tools:batch:results"),
        emit("mcp:tools:pipeline", pipeline, "mcp:tools:pipeline:complete"),
        emit("mcp:tools:pipeline", broken, "mcp:error"),
    )
    (results,) = outcome.of("mcp:tools:batch:results")
    assert [result["success"] for result in results] == [True, False]
    (report,) = outcome.of("mcp:tools:pipeline:complete")
    assert report["result"]["result"] == 5
    assert outcome.of("mcp:error")[0]["event"] == "mcp:tools:pipeline"


def test_the_cache_is_configured_and_cleared(run: Any) -> None:
    limits = {"enabled": True, "ttl": 3600, "maxSize": "100MB", "strategy": "lru"}
    outcome = run(
        emit("mcp:cache:configure", limits, "mcp:cache:configured"),
        emit("mcp:cache:clear", {"toolId": "calculator"}, "mcp:cache:cleared"),
    )
    assert outcome.of("mcp:cache:configured")[0]["maxSize"] == 100 * 1024 * 1024
    assert "cleared" in outcome.of("mcp:cache:cleared")[0]


def test_corrections_are_heard_by_the_agent_that_subscribed(run: Any) -> None:
    tool = {
        "name": "corrected",
        "description": "Takes a text",
        "inputSchema": SCHEMA,
        "handler": {"type": "code", "language": "javascript", "code": "args"},
    }

    def call(agent: str) -> dict[str, Any]:
        return {"toolName": "corrected", "arguments": {"data": 7}, "context": {"agentId": agent}}

    outcome = run(
        emit("mcp:tool:register", tool, "mcp:tool:registered"),
        emit(
            "auto_correction:subscribe",
            {"agentId": "agent-123", "includeMetrics": True},
            "auto_correction:subscribed",
        ),
        emit("mcp:tool:execute", call("other"), "auto_correction:pattern:learned"),
        emit(
            "mcp:tool:execute",
            call("agent-123"),
            "auto_correction:attempt:started",
            "auto_correction:attempt:success",
        ),
    )
    assert "totalCorrections" in outcome.of("auto_correction:subscribed")[0]["metrics"]
    (success,) = outcome.of("auto_correction:attempt:success")
    assert success["agentId"] == "agent-123"
    assert success["correctionResult"]


def test_auto_correction_is_configured_and_tested(run: Any) -> None:
    cases = [{"name": "t", "toolName": "calculator", "parameters": {"expression": 7}}]
    outcome = run(
        emit(
            "auto_correction:configure",
            {"settings": {"confidenceThreshold": 0.8}},
            "auto_correction:configured",
        ),
        emit("auto_correction:test:run", {"testCases": cases}, "auto_correction:test:results"),
    )
    configured = outcome.of("auto_correction:configured")[-1]
    assert configured["newSettings"]["confidenceThreshold"] == 0.8
    assert outcome.of("auto_correction:test:results")[0]["total"] == 1


WRONG = [
    ("mcp:dance", {}, "UNKNOWN_EVENT"),
    ("mcp:tool:get", [1], "VALIDATION_ERROR"),
    ("mcp:tool:get", {}, "VALIDATION_ERROR"),
    ("mcp:tool:execute", {}, "VALIDATION_ERROR"),
    ("auto_correction:subscribe", {"agentId": 7}, "VALIDATION_ERROR"),
]


def test_wrong_events_are_answered_with_errors(run: Any) -> None:
    outcome = run(*(emit(event, data, "mcp:error") for event, data, _ in WRONG))
    assert [error["code"] for error in outcome.of("mcp:error")] == [code for _, _, code in WRONG]
    assert not any(ack["success"] for ack in outcome.acks)


def test_a_client_runs_the_tool_that_it_registered(run: Any) -> None:
    pytest.importorskip("lux_nb.tools.sources", reason="no providers of tools")
    tool = {"name": "in_the_client", "description": "Runs elsewhere", "inputSchema": SCHEMA}
    call = {"toolName": "in_the_client", "arguments": {"data": "x"}}
    outcome = run(
        emit("mcp:tool:register", tool, "mcp:tool:registered"),
        emit("mcp:tool:execute", call, "mcp:tool:result"),
        answers={"mcp:provider:execute": {"in_the_client": {"result": "analyzed"}}},
    )
    assert outcome.of("mcp:tool:registered")[0]["toolId"]
    (asked,) = outcome.of("mcp:provider:execute")
    assert asked["arguments"] == {"data": "x"}
    assert outcome.of("mcp:tool:result")[0]["output"] == {"result": "analyzed"}


def test_a_provider_in_a_client_leaves_with_it(run: Any) -> None:
    pytest.importorskip("lux_nb.tools.sources", reason="no providers of tools")
    answers = {
        "mcp:provider:tools": {"tools": [{"name": "far_tool", "inputSchema": SCHEMA}]},
        "mcp:provider:execute": {"far_tool": 7},
    }
    call = {"toolName": "far_tool", "arguments": {"data": "x"}}
    outcome = run(
        emit("mcp:provider:register", {"name": "custom_provider"}, "mcp:provider:registered"),
        emit("mcp:tool:execute", call, "mcp:tool:result"),
        answers=answers,
    )
    assert outcome.of("mcp:provider:registered")[0]["tools"] == ["far_tool"]
    assert outcome.of("mcp:tool:result")[0]["output"] == 7
    after = run(emit("mcp:tool:execute", call, "mcp:tool:result"))
    assert after.of("mcp:tool:result")[0]["error"]["code"] in {
        "TOOL_NOT_FOUND",
        "TOOL_UNAVAILABLE",
    }


def test_a_client_can_not_take_the_name_of_another_s_provider(run: Any, engine: Engine) -> None:
    class Mine:
        name = "mine"

        def list_tools(self) -> list[dict[str, Any]]:
            return [{"name": "my_tool", "inputSchema": SCHEMA}]

        def execute_tool(self, name: str, arguments: dict[str, Any]) -> str:
            return f"{name} of the human"

    call = {"toolName": "my_tool", "arguments": {"data": "x"}}
    engine.run(register_provider(engine, Mine()))
    outcome = run(
        emit("mcp:provider:register", {"name": "mine"}, "mcp:error"),
        emit("mcp:tool:execute", call, "mcp:tool:result"),
        answers={"mcp:provider:tools": {"tools": []}},
    )
    engine.run(unregister_provider(engine, "mine"))
    assert outcome.of("mcp:error")[0]["code"] == "PROVIDER_EXISTS"
    assert outcome.of("mcp:tool:result")[0]["output"] == "my_tool of the human"
