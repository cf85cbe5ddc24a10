"""A trace of ten thousand thoughts: resumed, gone on with, shown."""

import uuid
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import pytest

from lux_nb.display.trace import trace_html, trace_text
from lux_nb.engine.authors import Author
from lux_nb.reasoning.monitor import MetacognitiveMonitor
from lux_nb.reasoning.sessions import Session, save_session
from lux_nb.reasoning.synthesis import computed
from lux_nb.reasoning.thoughts import Readings, Thought, Written
from lux_nb.store.reasoning_tables import thoughts
from tests.reasoning.conftest import THOUGHTS, in_turn

QUESTION = "Which of the stations has the most reliable record?"
AUTHOR = Author("script", "test")


def written(session_id: str, position: int) -> Thought:
    content = (
        f"Station {position} reports {position * 7 % 1013} millimetres of rain, which is "
        f"{'above' if position % 2 else 'below'} the average of its region {position % 97}."
    )
    readings = Readings(0.1, 0.1, 0.1, 0.6, 0.6, 0.6, 0.6, "stable", "exploration", 0.1)
    return Thought(
        id=uuid.uuid4().hex,
        session_id=session_id,
        position=position,
        thought_number=position + 1,
        guidance="Go on.",
        content=content,
        thought_type="Exploration",
        next_thought_needed=True,
        created_at=datetime.now(UTC),
        written=Written("scripted", uuid.uuid4().hex),
        readings=readings,
        synthesis=computed(content, readings),
        author=AUTHOR,
    )


def seed(engine: Any, count: int) -> str:
    """Write a trace as an earlier kernel would have left it, without a checkpoint."""
    now = datetime.now(UTC)
    session = Session("long", "trace", QUESTION, "open", count, None, {}, now, now, AUTHOR)
    rows = [written("long", position).row() for position in range(count)]

    def write(connection: Any) -> None:
        save_session(connection, session)
        connection.execute(thoughts.insert(), rows)

    engine.run(engine.store.write(write))
    return session.id


@pytest.mark.slow
def test_ten_thousand_thoughts_are_gone_on_with_and_shown(scripted: Callable[..., Any]) -> None:
    call, server, engine = scripted(in_turn(THOUGHTS))
    session = seed(engine, 10_000)
    step = {"thought": "Go on.", "total_thoughts": 10_005, "next_thought_needed": True}
    for number in range(10_001, 10_005):
        result = call("traced_reasoning", thought_number=number, session_id=session, **step)
    assert result.content == THOUGHTS[3]
    # However long the trace is, the prompt is not.
    assert len(server.prompts[-1]) < 20_000
    assert "Station 9999" in server.prompts[-1]
    assert "Station 17 " not in server.prompts[-1]
    live = engine.traces._live[session]
    assert isinstance(live.monitors[None], MetacognitiveMonitor)
    assert live.monitors[None].thoughts == 10_004
    assert live.checkpoint == 10_001
    details = call("trace_get", session_id=session)
    html = trace_html(details)
    assert len(html) < 150_000
    assert "thoughts are not shown here" in html
    assert "thoughts are not shown here" in trace_text(details)
