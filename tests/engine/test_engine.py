"""The engine thread: calls, cancelling, events, jobs and the end."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta, current_call
from lux_nb.engine.events import Event
from lux_nb.engine.operations import NoParameters, Operation, Result, operation
from lux_nb.errors import Cancelled, LuxError, StorageError, UnknownOperation

AUTHOR = Author("script", "test")


class Answer(Result):
    thread: str


def add(engine: Any, function: Any) -> None:
    declared: Operation = function.operation
    engine.operations.add(declared)


def test_operations_run_on_the_engine_thread_and_nowhere_else(engine: Any) -> None:
    @operation("where", toolset="test")
    async def where(engine: object, request: NoParameters) -> Answer:
        """Tell the thread."""
        return Answer(thread=threading.current_thread().name)

    add(engine, where)
    assert engine.run(engine.call("where", {}, author=AUTHOR)).thread == "lux-engine"


def test_cancelling_ends_the_operation_and_leaves_the_engine_usable(engine: Any) -> None:
    entered, ended = threading.Event(), threading.Event()

    @operation("forever", toolset="test")
    async def forever(engine: object, request: NoParameters) -> Answer:
        """Never end."""
        entered.set()
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return Answer(thread="")

    add(engine, forever)
    future = engine.submit(engine.call("forever", {}, author=AUTHOR))
    assert entered.wait(5)
    future.cancel()
    assert ended.wait(5)
    assert engine.run(engine.call("illumination_status", {}, author=AUTHOR)).status == "idle"
    engine.run(engine.events.flush())
    [event] = [e for e in _events(engine) if e.operation == "forever"]
    assert (event.status, event.error_code) == ("cancelled", "CANCELLED")


def test_an_unforeseen_failure_is_logged_and_becomes_a_typed_error(engine: Any) -> None:
    @operation("broken", toolset="test")
    async def broken(engine: object, request: NoParameters) -> Answer:
        """Fail."""
        raise ZeroDivisionError

    add(engine, broken)
    with pytest.raises(LuxError, match="ZeroDivisionError"):
        engine.run(engine.call("broken", {}, author=AUTHOR))
    assert "ZeroDivisionError" in engine.log_file.read_text(encoding="utf-8")


def test_an_unknown_operation_gets_a_suggestion(engine: Any) -> None:
    with pytest.raises(UnknownOperation) as caught:
        engine.run(engine.call("conferr", {}, author=AUTHOR))
    assert "confer" in str(caught.value.hint)


def test_a_name_can_be_declared_once_only(engine: Any) -> None:
    with pytest.raises(ValueError, match="twice"):
        engine.operations.add(engine.operations["confer"])


def test_every_call_is_an_event_with_its_author(engine: Any) -> None:
    author = Author("assistant", "some-client", "1.2")
    engine.run(engine.call("thread_list", {}, author=author))
    engine.run(engine.events.flush())
    [event] = [e for e in _events(engine) if e.operation == "thread_list"]
    assert (event.author_kind, event.author_name, event.author_version) == (
        "assistant",
        "some-client",
        "1.2",
    )
    assert event.status == "ok"
    assert event.seconds >= 0


def test_listeners_hear_events_at_once_and_a_broken_one_harms_nobody(engine: Any) -> None:
    heard: list[Event] = []

    def broken(_: Event) -> None:
        message = "broken listener"
        raise RuntimeError(message)

    engine.events.subscribe(broken)
    stop = engine.events.subscribe(heard.append)
    engine.run(engine.call("thread_list", {}, author=AUTHOR))
    assert [event.operation for event in heard] == ["thread_list"]
    stop()
    engine.run(engine.call("thread_list", {}, author=AUTHOR))
    assert len(heard) == 1


def test_calls_of_several_threads_run_side_by_side(engine: Any) -> None:
    barrier = asyncio.Barrier(8)

    @operation("together", toolset="test")
    async def together(engine: object, request: NoParameters) -> Answer:
        """Wait for seven others."""
        await barrier.wait()
        return Answer(thread=current_call().id)

    add(engine, together)
    futures = [engine.submit(engine.call("together", {}, author=AUTHOR)) for _ in range(8)]
    assert len({future.result(10).thread for future in futures}) == 8


def test_a_job_has_a_handle_a_status_and_can_be_cancelled(engine: Any) -> None:
    async def start() -> Any:
        return engine.jobs.start("wait", asyncio.Event().wait())

    job = engine.run(start())
    assert (job.status, engine.jobs.get(job.id)) == ("running", job)

    async def stop() -> None:
        job.task.cancel()
        await asyncio.gather(job.task, return_exceptions=True)

    engine.run(stop())
    assert job.status == "cancelled"
    with pytest.raises(LuxError, match="no job"):
        engine.jobs.get("nothing")


def test_a_closed_engine_says_so_and_closes_twice_without_harm(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine()
    engine.close()
    engine.close()
    with pytest.raises(LuxError, match="closed"):
        engine.run(engine.call("thread_list", {}, author=AUTHOR))


def test_closing_writes_what_is_pending(make_engine: Callable[..., Any]) -> None:
    first = make_engine()
    first.run(first.call("thread_list", {}, author=AUTHOR))
    first.close()
    again = make_engine()
    assert [e.operation for e in _events(again)] == ["thread_list"]


def test_an_interrupt_of_the_model_stops_it_and_writes_no_turn(engine: Any) -> None:
    first = threading.Event()

    def listen(update: object) -> None:
        if isinstance(update, Delta):
            first.set()

    engine.settings.embedded_max_tokens = 400
    work = engine.call("confer", {"message": "Write a long story."}, author=AUTHOR, listener=listen)
    future = engine.submit(work)
    assert first.wait(120)
    started = time.perf_counter()
    future.cancel()
    reply = engine.run(engine.call("confer", {"message": "Say hi."}, author=AUTHOR))
    assert reply.response
    assert time.perf_counter() - started < 120
    threads = engine.run(engine.call("thread_list", {}, author=AUTHOR)).threads
    assert [thread.title for thread in threads] == ["Say hi."]


def test_a_call_that_runs_when_the_engine_closes_is_a_typed_error(engine: Any) -> None:
    entered = threading.Event()

    @operation("wait", toolset="test")
    async def wait(engine: object, request: NoParameters) -> Answer:
        """Wait for ever."""
        entered.set()
        await asyncio.Event().wait()
        return Answer(thread="")

    add(engine, wait)
    future = engine.submit(engine.call("wait", {}, author=AUTHOR))
    assert entered.wait(10)
    engine.close()
    with pytest.raises(Cancelled, match="closed"):
        future.result(10)


def test_a_cancelled_flush_writes_its_events_once(engine: Any) -> None:
    async def flush_and_cancel() -> None:
        engine.events.append(Event(kind="first", author=AUTHOR))
        flushing = asyncio.create_task(engine.events.flush())
        await asyncio.sleep(0)
        flushing.cancel()
        await asyncio.gather(flushing, return_exceptions=True)

    engine.run(flush_and_cancel())
    engine.run(engine.call("thread_create", {}, author=AUTHOR))
    assert [event.kind for event in _events(engine)].count("first") == 1


def test_an_event_that_cannot_be_written_holds_up_no_other(engine: Any) -> None:
    engine.run(engine.call("thread_list", {}, author=Author("assistant", "half \ud800")))
    engine.run(engine.call("thread_create", {"title": "still works"}, author=AUTHOR))
    assert [event.operation for event in _events(engine)][-1] == "thread_create"


def test_events_of_a_program_that_just_ends_are_kept(
    home: Path, make_engine: Callable[..., Any]
) -> None:
    script = "from lux_nb import lux; lux.call('thread_list')"
    subprocess.run([sys.executable, "-c", script], check=True, timeout=120)
    assert [event.operation for event in _events(make_engine())] == ["thread_list"]


def test_an_engine_that_cannot_start_leaves_no_thread_behind(
    home: Path, make_engine: Callable[..., Any]
) -> None:
    make_engine().close()
    before = set(threading.enumerate())
    read_only = f"sqlite:///file:{home / 'lux.db'}?mode=ro&uri=true"
    with pytest.raises(StorageError, match="readonly"):
        make_engine(lux_store=read_only)
    assert set(threading.enumerate()) <= before


def _events(engine: Any) -> list[Any]:
    from sqlalchemy import select

    from lux_nb.store.tables import events

    return engine.store.read_now(lambda connection: connection.execute(select(events)).all())
