"""A call that is cancelled in mid-stream: stopped at once, logged, and nothing left taken."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.calls import Delta
from lux_nb.store import tables
from lux_nb.store.model_tables import spending
from tests.faults import proxy as fault
from tests.models.calling import SCRIPT, calls, rows
from tests.models.servers import MODEL


async def begins_and_goes_on(exchange: fault.Exchange) -> None:
    """Send the true answer up to its first text, then comments for ever."""
    events = await fault.events_of(exchange)
    await exchange.send(fault.SSE_HEAD + b"".join(events[: fault.with_text(events)]))
    await fault.drips_for_ever(exchange)


async def tidied_up() -> None:
    """Wait for the operations that are still ending."""
    tasks = [task for task in asyncio.all_tasks() if task.get_name().startswith("operation")]
    await asyncio.gather(*tasks, return_exceptions=True)


class Closed:
    """A fault that tells when the client has gone."""

    def __init__(self) -> None:
        self.gone = threading.Event()

    async def __call__(self, exchange: fault.Exchange) -> None:
        try:
            await begins_and_goes_on(exchange)
        except ConnectionError:
            self.gone.set()
            raise


def test_a_cancelled_stream_closes_its_connection_and_leaves_no_turn(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote(prices={MODEL: (0.0, 1000.0)}, budget=1.0)
    closed = Closed()
    proxy.always = closed
    begun = threading.Event()

    def listen(update: Any) -> None:
        if isinstance(update, Delta):
            begun.set()

    future = engine.submit(
        engine.call("confer", {"message": "Say hello."}, author=SCRIPT, listener=listen)
    )
    assert begun.wait(60)
    future.cancel()
    assert closed.gone.wait(30)

    engine.run(tidied_up())
    [call] = calls(engine)
    assert (call.status, call.error_code) == ("cancelled", "CANCELLED")
    assert call.completion_tokens >= 1
    assert rows(engine, tables.turns) == []
    [spent] = rows(engine, spending)
    assert spent.reserved_until is None
    assert spent.dollars == pytest.approx(call.cost)


def test_calls_cancelled_while_they_reserve_leave_nothing_taken(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote(prices={MODEL: (0.0, 1000.0)}, budget=1.0)
    proxy.always = fault.never_answers

    async def begin_and_cancel() -> None:
        parameters = {"message": "Say hello."}
        for rounds in range(12):
            task = asyncio.ensure_future(engine.call("confer", parameters, author=SCRIPT))
            for _ in range(rounds * 2):
                await asyncio.sleep(0)
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)
        # Cancelling the caller cancels the operation's own task, which tidies up behind.
        await tidied_up()

    engine.run(begin_and_cancel())
    assert [row for row in rows(engine, spending) if row.reserved_until is not None] == []
