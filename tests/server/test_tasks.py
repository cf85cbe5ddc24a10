"""Tasks of the protocol that has them: a handle at once, the result when it is there."""

from typing import Any

import pytest

from lux_nb.server import ServerInfo
from tests.server.operations import wait_for_cancelled
from tests.server.test_transport import answered, hello, post

VERSION = "2025-11-25"
METHOD_NOT_FOUND = -32601
INVALID_PARAMS = -32602


class Speaker:
    """A client that writes its messages by hand."""

    def __init__(self, server: ServerInfo, version: str = VERSION, name: str = "old") -> None:
        self._server = server
        greeting = hello(version)
        greeting["params"]["clientInfo"]["name"] = name
        begun = post(server, greeting)
        self.capabilities = answered(begun)["result"]["capabilities"]
        self._headers = {
            "mcp_session_id": begun.headers["mcp-session-id"],
            "mcp_protocol_version": version,
        }
        post(server, {"method": "notifications/initialized"}, **self._headers)

    def ask(self, method: str, **params: Any) -> Any:
        frame = {"id": 7, "method": method, "params": params}
        answer = answered(post(self._server, frame, **self._headers))
        return answer.get("result") or answer["error"]

    def begin(self, tool: str, **arguments: Any) -> Any:
        return self.ask("tools/call", name=tool, arguments=arguments, task={"ttl": 60_000})


@pytest.fixture
def speaker(server: ServerInfo) -> Speaker:
    return Speaker(server)


def test_a_task_has_a_handle_and_gives_what_the_call_would_have_given(speaker: Speaker) -> None:
    assert speaker.capabilities["tasks"]["requests"] == {"tools": {"call": {}}}
    task = speaker.begin("test_stream")["task"]
    assert task["ttl"] is None
    result = speaker.ask("tasks/result", taskId=task["taskId"])
    assert result["structuredContent"]["text"] == "one two three"
    related = result["_meta"]["io.modelcontextprotocol/related-task"]
    assert related == {"taskId": task["taskId"]}
    assert speaker.ask("tasks/get", taskId=task["taskId"])["status"] == "completed"


def test_a_task_that_fails_says_so_and_tells_why(speaker: Speaker) -> None:
    task = speaker.begin("test_fail")["task"]
    result = speaker.ask("tasks/result", taskId=task["taskId"])
    assert result["isError"]
    assert "sk-abcdefgh" not in str(result)
    assert speaker.ask("tasks/get", taskId=task["taskId"])["status"] == "failed"


def test_a_task_is_cancelled_once(speaker: Speaker) -> None:
    task = speaker.begin("test_wait", text="as a task")["task"]
    assert task["status"] == "working"
    ended = speaker.ask("tasks/cancel", taskId=task["taskId"])
    assert ended["status"] == "cancelled"
    wait_for_cancelled("as a task")
    again = speaker.ask("tasks/cancel", taskId=task["taskId"])
    assert again["code"] == INVALID_PARAMS
    assert speaker.ask("tasks/result", taskId=task["taskId"])["isError"]


def test_a_client_sees_its_own_tasks_only(server: ServerInfo, speaker: Speaker) -> None:
    task = speaker.begin("test_stream")["task"]
    other = Speaker(server, name="another")
    assert other.ask("tasks/get", taskId=task["taskId"])["code"] == INVALID_PARAMS
    assert other.ask("tasks/list")["tasks"] == []
    listed = speaker.ask("tasks/list")["tasks"]
    assert listed[0]["taskId"] == task["taskId"]


def test_a_task_is_a_job_that_the_kernel_knows(speaker: Speaker) -> None:
    task = speaker.begin("test_stream")["task"]
    speaker.ask("tasks/result", taskId=task["taskId"])
    asked = {"name": "job_status", "arguments": {"job_id": task["taskId"]}}
    shown = speaker.ask("tools/call", **asked)["structuredContent"]
    assert shown["operation"] == "test.stream"
    assert shown["output"] == "one two three"


def test_a_tool_that_is_over_at_once_is_no_task(speaker: Speaker) -> None:
    assert speaker.begin("thread_list")["code"] == METHOD_NOT_FOUND
    assert speaker.begin("tool_search", query="x")["code"] == METHOD_NOT_FOUND
    assert speaker.begin("nothing")["code"] == INVALID_PARAMS


def test_older_protocols_have_no_tasks(server: ServerInfo) -> None:
    older = Speaker(server, "2025-06-18")
    assert older.ask("tasks/list")["code"] == METHOD_NOT_FOUND
    assert older.begin("test_stream")["structuredContent"]["text"] == "one two three"
