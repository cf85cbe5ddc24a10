"""The comms of a real kernel, driven as JupyterLab drives them."""

import time
import uuid
from collections.abc import Callable
from typing import Any

import pytest

from tests.kernels import PATIENCE, Kernel


class FrontEnd:
    """A client that opens the request comm, on a subshell where asked to."""

    def __init__(self, kernel: Kernel, *, subshell: bool = False) -> None:
        self.kernel = kernel
        self.comm_id = uuid.uuid4().hex
        self.subshell = self._make_subshell() if subshell else None
        self._send("comm_open", target_name="lux-nb:request", data={})

    def _make_subshell(self) -> str:
        client = self.kernel.client
        message = client.session.msg("create_subshell_request", {})
        client.control_channel.send(message)
        while True:
            reply = client.get_control_msg(timeout=PATIENCE)
            if reply["parent_header"].get("msg_id") == message["header"]["msg_id"]:
                return str(reply["content"]["subshell_id"])

    def _send(self, kind: str, **content: Any) -> None:
        client = self.kernel.client
        message = client.session.msg(kind, {"comm_id": self.comm_id, **content})
        if self.subshell is not None:
            message["header"]["subshell_id"] = self.subshell
        client.shell_channel.send(message)

    def ask(self, **data: Any) -> str:
        question = uuid.uuid4().hex
        self._send("comm_msg", data={"id": question, **data})
        return question

    def cancel(self, question: str) -> None:
        self._send("comm_msg", data={"id": question, "cancel": True})

    def answers(self, question: str) -> list[dict[str, Any]]:
        """Return all that is said to a question, up to its result or error."""
        heard: list[dict[str, Any]] = []
        for message in comm_messages(self.kernel):
            data = message["content"]["data"]
            if message["content"]["comm_id"] == self.comm_id and data.get("id") == question:
                heard.append(data)
                if "result" in data or "error" in data:
                    return heard
        return heard

    def call(self, name: str, *, quiet: bool = False, **parameters: Any) -> dict[str, Any]:
        return self.answers(self.ask(call=name, params=parameters, quiet=quiet))[-1]


def comm_messages(kernel: Kernel) -> Any:
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        message = kernel.client.get_iopub_msg(timeout=PATIENCE)
        if message["msg_type"].startswith("comm_"):
            yield message
    raise TimeoutError


def told(kernel: Kernel, kind: str) -> list[dict[str, Any]]:
    """Return the events up to the first of a kind."""
    heard: list[dict[str, Any]] = []
    for message in comm_messages(kernel):
        heard.extend(message["content"].get("data", {}).get("events", []))
        if any(event["kind"] == kind for event in heard):
            return heard
    return heard


@pytest.fixture
def kernel(start_kernel: Callable[..., Kernel]) -> Kernel:
    return start_kernel()


def loaded(kernel: Kernel) -> dict[str, Any]:
    """Load the extension and return what the events comm was opened with."""
    kernel.start("%load_ext lux_nb")
    for message in comm_messages(kernel):
        if message["content"].get("target_name") == "lux-nb:events":
            return dict(message["content"])
    raise AssertionError


def test_loading_the_extension_opens_the_events_comm_and_starts_no_engine(kernel: Kernel) -> None:
    opened = loaded(kernel)
    assert opened["data"]["running"] is False
    assert opened["data"]["protocol"] == 1
    front = FrontEnd(kernel)
    assert front.answers(front.ask(hello=True))[-1]["result"]["running"] is False


def test_any_operation_is_answered_by_its_wire_name(kernel: Kernel) -> None:
    loaded(kernel)
    front = FrontEnd(kernel)
    assert front.call("room_status")["result"]["serving"] is False
    assert front.call("thread_create", title="From the sidebar")["result"]
    listed = front.call("thread_list")["result"]["threads"]
    assert [thread["title"] for thread in listed] == ["From the sidebar"]
    hello = front.answers(front.ask(hello=True))[-1]["result"]
    assert "thread_list" in hello["operations"]


def test_a_quiet_look_is_not_logged_but_what_it_changes_is(kernel: Kernel) -> None:
    loaded(kernel)
    front = FrontEnd(kernel)
    front.call("thread_list", quiet=True)
    front.call("thread_create", quiet=True, title="Kept")
    events = front.call("event_list")["result"]["events"]
    assert [event["operation"] for event in events if event["kind"] == "operation"] == [
        "thread_create"
    ]


def test_what_is_wrong_is_answered_as_a_typed_error(kernel: Kernel) -> None:
    loaded(kernel)
    front = FrontEnd(kernel)
    assert front.call("no.such.thing")["error"]["code"] == "UNKNOWN_OPERATION"
    assert "limit" in front.call("thread_list", limit="many")["error"]["message"]
    assert front.call("thread_get", thread_id="nothing")["error"]["hint"]


def test_questions_on_a_subshell_are_answered_while_a_cell_runs(kernel: Kernel) -> None:
    loaded(kernel)
    front = FrontEnd(kernel, subshell=True)
    front.call("room_status")
    # The main shell must not take over once answers have been sent.
    running = kernel.start("import threading; gate = threading.Event(); gate.wait(60)")
    assert front.call("thread_list")["result"]["threads"] == []
    assert front.call("models.budget")["result"]
    kernel.client.control_channel.send(kernel.client.session.msg("interrupt_request", {}))
    assert running


def test_events_are_told_with_their_author(kernel: Kernel) -> None:
    loaded(kernel)
    kernel.start("lux.thread_create(title='By a cell')")
    events = told(kernel, "operation")
    created = next(event for event in events if event["kind"] == "thread_created")
    assert created["author_kind"] == "cell"
    assert created["author"].startswith("cell [")
    front = FrontEnd(kernel)
    front.ask(call="thread_create", params={"title": "By the sidebar"})
    assert told(kernel, "operation")[-1]["author"] == "sidebar"


def test_a_streamed_answer_comes_in_pieces_and_can_be_cancelled(kernel: Kernel) -> None:
    loaded(kernel)
    front = FrontEnd(kernel)
    heard = front.answers(front.ask(call="confer", params={"message": "Say something."}))
    text = "".join(piece["update"].get("text", "") for piece in heard[:-1])
    assert text.strip() == heard[-1]["result"]["response"].strip()
    question = front.ask(call="trace", params={"question": "Why is the sky blue?", "steps": 9})
    front.cancel(question)
    assert front.answers(question)[-1]["error"]["code"] == "CANCELLED"


def test_unloading_closes_the_comms_and_loading_opens_them_again(kernel: Kernel) -> None:
    opened = loaded(kernel)
    kernel.start("%unload_ext lux_nb")
    for message in comm_messages(kernel):
        if message["msg_type"] == "comm_close":
            assert message["content"]["comm_id"] == opened["comm_id"]
            break
    assert loaded(kernel)["comm_id"] != opened["comm_id"]


def test_the_server_is_started_and_stopped_by_operations(kernel: Kernel) -> None:
    loaded(kernel)
    front = FrontEnd(kernel)
    started = front.call("server_start")["result"]
    assert started["url"].startswith("http://127.0.0.1:")
    assert front.call("server_start")["result"] == started
    assert front.call("room_status")["result"]["url"] == started["url"]
    assert front.call("server_stop")["result"] == {"serving": False}
    assert front.call("room_status")["result"]["serving"] is False
