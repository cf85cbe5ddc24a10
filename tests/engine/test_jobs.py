"""Long calls of assistants become jobs."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta, current_call
from lux_nb.engine.operations import NoParameters, Result, operation
from lux_nb.errors import Conflict, NotFound, PermissionDenied, StillRunning

CLAUDE = Author("assistant", "claude-desktop", "1.2")
CURSOR = Author("assistant", "cursor")
HUMAN = Author("script", "test")


class Ended(Result):
    text: str


@operation("test.long", toolset="reasoning", streams=True)
async def long_work(engine: Any, request: NoParameters) -> Ended:
    """Say something, then wait to be let go."""
    current_call().emit(Delta("half of it"))
    await engine.gate.wait()
    return Ended(text="all of it")


@pytest.fixture
def engine(make_engine: Callable[..., Any]) -> Any:
    made = make_engine(assistant_call_seconds=0.05)
    made.operations.add(long_work.operation)  # type: ignore[attr-defined]
    made.gate = asyncio.Event()
    return made


def call(engine: Any, name: str, author: Author = HUMAN, **parameters: Any) -> Any:
    return engine.run(engine.call(name, parameters, author=author))


def begin(engine: Any, author: Author = CLAUDE) -> str:
    with pytest.raises(StillRunning) as caught:
        call(engine, "test.long", author)
    assert caught.value.code == "STILL_RUNNING"
    return str(caught.value.details["job_id"])


def test_a_long_call_returns_a_handle_and_goes_on(engine: Any) -> None:
    job_id = begin(engine)
    status = call(engine, "job_status", CLAUDE, job_id=job_id)
    assert (status.status, status.output, status.client) == (
        "running",
        "half of it",
        "claude-desktop 1.2",
    )
    assert call(engine, "job_status", CLAUDE, job_id=job_id, since=status.next_offset).output == ""
    assert call(engine, "job_result", CLAUDE, job_id=job_id).result is None
    engine.loop.call_soon_threadsafe(engine.gate.set)
    ended = call(engine, "job_result", HUMAN, job_id=job_id, wait_seconds=20)
    assert (ended.status, ended.result) == ("done", {"text": "all of it"})


def test_a_cell_waits_as_long_as_it_takes(engine: Any) -> None:
    engine.loop.call_soon_threadsafe(engine.loop.call_later, 0.2, engine.gate.set)
    assert call(engine, "test.long", HUMAN).text == "all of it"


def test_a_job_is_cancelled_by_its_client_or_the_human(engine: Any) -> None:
    job_id = begin(engine)
    with pytest.raises(PermissionDenied, match="claude-desktop"):
        call(engine, "job_cancel", CURSOR, job_id=job_id)
    assert call(engine, "job_cancel", CLAUDE, job_id=job_id).status == "cancelled"
    assert call(engine, "job_cancel", HUMAN, job_id=begin(engine)).status == "cancelled"
    listed = call(engine, "job_list").jobs
    assert [job.status for job in listed] == ["cancelled", "cancelled"]


def test_a_job_is_known_to_the_next_kernel(engine: Any, make_engine: Callable[..., Any]) -> None:
    running, ended = begin(engine), begin(engine)
    call(engine, "job_cancel", job_id=ended)
    other = make_engine()
    assert call(other, "job_result", job_id=ended).error["code"] == "CANCELLED"
    # The row says this very process; an engine of it that does not have the job has lost it.
    lost = call(other, "job_status", job_id=running)
    assert (lost.status, "has ended" in lost.message) == ("lost", True)
    with pytest.raises(Conflict):
        call(other, "job_cancel", job_id=running)


def test_a_job_that_is_none_is_a_clear_error(engine: Any) -> None:
    with pytest.raises(NotFound) as caught:
        call(engine, "job_status", job_id="nope")
    assert caught.value.code == "JOB_NOT_FOUND"


def test_closing_the_engine_ends_its_jobs_and_writes_it(
    engine: Any, make_engine: Callable[..., Any]
) -> None:
    job_id = begin(engine)
    engine.close()
    assert call(make_engine(), "job_status", job_id=job_id).status == "cancelled"
