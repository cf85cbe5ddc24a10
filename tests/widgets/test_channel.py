"""A panel's channel with a real engine: calls, pieces, errors, cancelling and events."""

import queue
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.widgets.channel import Channel

WAIT_SECONDS = 60


class Panel:
    """The other end of a channel, as the browser would be."""

    def __init__(self, lux: Any) -> None:
        self.messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self.lots = 0
        self.channel = Channel(lux, Author("cell", "panel", execution_count=3), self._take)

    def _take(self, message: dict[str, Any]) -> None:
        self.lots += 1
        for one in message["batch"]:
            self.messages.put(one)

    def next(self, fits: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the next message that fits; those before it are dropped."""
        while True:
            message = self.messages.get(timeout=WAIT_SECONDS)
            if fits(message):
                return message

    def call(self, name: str, params: dict[str, Any], **more: Any) -> dict[str, Any]:
        """Call an operation and return the message that ends it."""
        self.channel.receive({"id": name, "call": name, "params": params, **more})
        return self.next(lambda m: m.get("id") == name and ("result" in m or "error" in m))


def tells_of(operation: str) -> Callable[[dict[str, Any]], bool]:
    return lambda message: operation in [e["operation"] for e in message.get("events", ())]


@pytest.fixture
def panel(lux: Any) -> Iterator[Panel]:
    made = Panel(lux)
    yield made
    made.channel.close()


def test_a_call_gets_the_wire_result(panel: Panel) -> None:
    told = panel.call("session.create", {"sessionId": "birds"})
    assert told["result"]["wire"]["data"]["id"] == "birds"


def test_a_display_and_a_graph_come_when_they_are_wanted(panel: Panel) -> None:
    panel.call("session.create", {"sessionId": "birds"})
    text = "Every penguin is a bird. Pingu is a penguin."
    panel.call("session.assert", {"sessionId": "birds", "naturalLanguageText": text})
    asked = {
        "sessionId": "birds",
        "naturalLanguageQuestion": "Is Pingu a bird?",
        "queryOptions": {"trace": True},
    }
    told = panel.call("session.query", asked, want=["wire", "html", "graph"])["result"]
    assert told["wire"]["verdict"] == "yes"
    assert "Pingu is a penguin" in told["html"]
    labels = [node["label"] for node in told["graph"]["nodes"]]
    assert labels == ["Pingu is a bird.", "Pingu is a penguin."]
    assert told["graph"]["nodes"][1]["parent"] == told["graph"]["nodes"][0]["id"]


def test_an_error_comes_with_its_code_and_hint(panel: Panel) -> None:
    told = panel.call("session.get", {"sessionId": "nowhere"})
    assert told["error"]["code"] == "SESSION_NOT_FOUND"
    unknown = panel.call("no.such.operation", {})
    assert unknown["error"]["code"] == "UNKNOWN_OPERATION"


def test_pieces_of_an_answer_arrive_before_its_end(panel: Panel) -> None:
    panel.channel.receive(
        {"id": "1", "call": "llm.passthrough", "params": {"prompt": "Say hello."}}
    )
    pieces: list[str] = []

    def is_end(message: dict[str, Any]) -> bool:
        if message.get("id") == "1" and "delta" in message:
            pieces.append(message["delta"])
        return "result" in message or "error" in message

    told = panel.next(is_end)
    assert "".join(pieces).strip() == told["result"]["wire"]["content"][0]["text"].strip()


def test_a_call_can_be_stopped(panel: Panel) -> None:
    asked = {"question": "Why is the sky blue?", "steps": 20}
    panel.channel.receive({"id": "1", "call": "trace", "params": asked})
    panel.next(lambda message: "delta" in message)
    panel.channel.receive({"cancel": "1"})
    told = panel.next(lambda message: "error" in message)
    assert told["error"]["code"] == "CANCELLED"


def test_events_of_others_reach_the_panel(panel: Panel, lux: Any) -> None:
    panel.channel.receive({"hello": True})
    hello = panel.next(lambda message: "hello" in message)["hello"]
    confer = next(one for one in hello["operations"] if one["name"] == "confer")
    kinds = {"spends": True, "writes": True, "runsCode": False}
    assert confer == {"name": "confer", "toolset": "reasoning", **kinds}
    lux.call("session.create", sessionId="birds")
    told = panel.next(
        lambda m: any(e["operation"] == "session.create" for e in m.get("events", ()))
    )
    assert told["events"][-1]["status"] == "ok"


def test_what_happened_before_is_told_at_the_greeting(panel: Panel, lux: Any) -> None:
    lux.call("session.create", sessionId="birds")
    panel.channel.receive({"hello": True})
    hello = panel.next(lambda message: "hello" in message)["hello"]
    assert "session.create" in [event["operation"] for event in hello["events"]]


def test_looking_leaves_no_trace_in_the_log_and_acting_does(panel: Panel, lux: Any) -> None:
    panel.call("session.list", {}, watch=True)
    assert "session.list" not in list(lux.frames.events()["operation"])
    panel.call("session.create", {"sessionId": "birds"}, watch=True)
    events = lux.frames.events()
    made = events[events["operation"] == "session.create"].iloc[0]
    assert (made["author_kind"], made["author_name"]) == ("cell", "panel")


def test_a_flood_of_events_comes_in_few_lots(panel: Panel, lux: Any) -> None:
    panel.channel.receive({"hello": True})
    panel.next(lambda message: "hello" in message)
    before = panel.lots
    engine = lux.engine

    async def flood() -> None:
        from lux_nb.engine.events import Event

        for number in range(500):
            engine.events.append(Event("tick", Author("script", "test"), subject=str(number)))

    engine.run(flood())
    told = panel.next(lambda m: any(e["subject"] == "499" for e in m.get("events", ())))
    assert len(told["events"]) <= 200
    assert panel.lots - before <= 3


def test_the_engine_can_be_started_anew_under_a_panel(panel: Panel, lux: Any) -> None:
    panel.channel.receive({"hello": True})
    panel.next(lambda message: "hello" in message)
    lux.close()
    panel.channel.receive({"hello": True})
    panel.next(lambda message: "hello" in message)
    lux.call("session.create", sessionId="birds")
    panel.next(tells_of("session.create"))


def test_messages_that_make_no_sense_are_let_pass(panel: Panel) -> None:
    for message in ({}, {"cancel": "nothing"}, {"what": 1}, "text"):
        panel.channel.receive(message)  # type: ignore[arg-type]
    assert panel.call("session.list", {})["result"]["wire"]["success"]
