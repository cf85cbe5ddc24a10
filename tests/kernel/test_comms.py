"""The comms of a real kernel, driven as JupyterLab drives them."""

import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
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

    def execute(self, code: str) -> None:
        """Run code on the front end's subshell."""
        content = {"code": code, "silent": True, "store_history": False, "allow_stdin": False}
        message = self.kernel.client.session.msg("execute_request", content)
        message["header"]["subshell_id"] = self.subshell
        self.kernel.client.shell_channel.send(message)

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


def told(kernel: Kernel, kind: str, operation: str | None = None) -> list[dict[str, Any]]:
    """Return the events up to the first of a kind, of an operation if one is named."""
    heard: list[dict[str, Any]] = []
    for message in comm_messages(kernel):
        heard.extend(message["content"].get("data", {}).get("events", []))
        for event in heard:
            if event["kind"] == kind and operation in (None, event["operation"]):
                return heard
    return heard


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory, model_file: Path) -> Iterator[Kernel]:
    """One kernel with the extension loaded, for all that does not unload it."""
    environment = {
        "LUX_HOME": str(tmp_path_factory.mktemp("home")),
        "LUX_EMBEDDED_MODEL": str(model_file),
        "LUX_EMBEDDED_THREADS": "1",
        "LUX_EMBEDDED_MAX_TOKENS": "16",
    }
    made = Kernel(environment)
    loaded(made)
    yield made
    made.close()


def loaded(kernel: Kernel) -> dict[str, Any]:
    """Load the extension and return what the events comm was opened with."""
    kernel.start("%load_ext lux_nb")
    for message in comm_messages(kernel):
        if message["content"].get("target_name") == "lux-nb:events":
            return dict(message["content"])
    raise AssertionError


def test_loading_opens_the_comms_without_an_engine_and_unloading_closes_them(
    start_kernel: Callable[..., Kernel],
) -> None:
    kernel = start_kernel()
    opened = loaded(kernel)
    assert opened["data"]["running"] is False
    assert opened["data"]["protocol"] == 1
    front = FrontEnd(kernel)
    assert front.answers(front.ask(hello=True))[-1]["result"]["running"] is False
    kernel.start("%unload_ext lux_nb")
    closed: set[str] = set()
    for message in comm_messages(kernel):
        if message["msg_type"] == "comm_close":
            closed.add(message["content"]["comm_id"])
        if closed == {opened["comm_id"], front.comm_id}:
            break
    assert loaded(kernel)["comm_id"] != opened["comm_id"]


def test_any_operation_is_answered_by_its_wire_name(kernel: Kernel) -> None:
    front = FrontEnd(kernel)
    assert front.call("room_status")["result"]["serving"] is False
    assert front.call("thread_create", title="From the sidebar")["result"]
    listed = front.call("thread_list")["result"]["threads"]
    assert "From the sidebar" in [thread["title"] for thread in listed]
    hello = front.answers(front.ask(hello=True))[-1]["result"]
    assert "thread_list" in hello["operations"]


def test_a_quiet_look_is_not_logged_but_what_it_changes_is(kernel: Kernel) -> None:
    front = FrontEnd(kernel)
    before = {event["id"] for event in front.call("event_list", quiet=True)["result"]["events"]}
    front.call("thread_list", quiet=True)
    front.call("thread_create", quiet=True, title="Kept")
    events = front.call("event_list", quiet=True)["result"]["events"]
    new = [event for event in events if event["id"] not in before]
    assert [event["operation"] for event in new if event["kind"] == "operation"] == [
        "thread_create"
    ]


def test_what_is_wrong_is_answered_as_a_typed_error(kernel: Kernel) -> None:
    front = FrontEnd(kernel)
    assert front.call("no.such.thing")["error"]["code"] == "UNKNOWN_OPERATION"
    assert "limit" in front.call("thread_list", limit="many")["error"]["message"]
    assert front.call("thread_get", thread_id="nothing")["error"]["hint"]


def test_questions_on_a_subshell_are_answered_while_a_cell_runs(kernel: Kernel) -> None:
    front = FrontEnd(kernel, subshell=True)
    front.call("room_status")
    # The main shell must not take over once answers have been sent.
    running = kernel.start("import threading; gate = threading.Event(); gate.wait(60)")
    assert "threads" in front.call("thread_list")["result"]
    assert front.call("models.budget")["result"]
    front.execute("gate.set()")
    assert kernel.finish(running).status == "ok"


def test_events_are_told_with_their_author(kernel: Kernel) -> None:
    kernel.start("lux.thread_create(title='By a cell')")
    events = told(kernel, "operation", "thread_create")
    created = next(event for event in events if event["kind"] == "thread_created")
    assert created["author_kind"] == "cell"
    assert created["author"].startswith("cell [")
    front = FrontEnd(kernel)
    front.ask(call="thread_create", params={"title": "By the sidebar"})
    assert told(kernel, "operation", "thread_create")[-1]["author"] == "sidebar"


def test_a_streamed_answer_comes_in_pieces_and_can_be_cancelled(kernel: Kernel) -> None:
    front = FrontEnd(kernel)
    heard = front.answers(front.ask(call="confer", params={"message": "Say something."}))
    text = "".join(piece["update"].get("text", "") for piece in heard[:-1])
    assert text.strip() == heard[-1]["result"]["response"].strip()
    question = front.ask(call="trace", params={"question": "Why is the sky blue?", "steps": 9})
    front.cancel(question)
    assert front.answers(question)[-1]["error"]["code"] == "CANCELLED"


def test_the_server_is_started_and_stopped_by_operations(kernel: Kernel) -> None:
    front = FrontEnd(kernel)
    started = front.call("server_start")["result"]
    assert started["url"].startswith("http://127.0.0.1:")
    assert front.call("server_start")["result"] == started
    assert front.call("room_status")["result"]["url"] == started["url"]
    assert front.call("server_stop")["result"] == {"serving": False}
    assert front.call("room_status")["result"]["serving"] is False
