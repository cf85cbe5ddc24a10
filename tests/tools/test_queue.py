"""The queue: a limit, an order by urgency, and nobody who waits for ever."""

import asyncio
from typing import Any

import pytest

from lux_nb.tools.queue import HEAD_START_SECONDS, CallQueue, Priority


async def order_of(
    asked: list[tuple[str, Priority]], *, limit: int = 1, seconds_between: float = 1.0
) -> list[str]:
    """Ask for places one after the other while one is held, and tell who gets them when."""
    now = [0.0]
    queue = CallQueue(lambda: limit, clock=lambda: now[0])
    served: list[str] = []
    release = asyncio.Event()

    async def hold() -> None:
        async with queue.place("normal"):
            await release.wait()

    async def call(name: str, priority: Priority) -> None:
        async with queue.place(priority):
            served.append(name)

    tasks = [asyncio.create_task(hold()) for _ in range(limit)]
    await asyncio.sleep(0)
    for name, priority in asked:
        tasks.append(asyncio.create_task(call(name, priority)))
        await asyncio.sleep(0)
        now[0] += seconds_between
    assert (queue.running, queue.waiting) == (limit, len(asked))
    release.set()
    await asyncio.gather(*tasks)
    assert (queue.running, queue.waiting) == (0, 0)
    return served


def test_the_more_urgent_start_first_and_equals_in_their_order() -> None:
    asked: list[tuple[str, Priority]] = [
        ("a", "low"),
        ("b", "normal"),
        ("c", "high"),
        ("d", "normal"),
        ("e", "critical"),
        ("f", "high"),
    ]
    assert asyncio.run(order_of(asked)) == ["e", "c", "f", "b", "d", "a"]


def test_who_waits_long_enough_goes_before_the_urgent() -> None:
    gap = HEAD_START_SECONDS["high"] - HEAD_START_SECONDS["low"] + 1
    asked: list[tuple[str, Priority]] = [("old", "low"), ("new", "high")]
    assert asyncio.run(order_of(asked, seconds_between=gap)) == ["old", "new"]


def test_a_call_that_is_cancelled_while_it_waits_leaves_no_gap() -> None:
    async def scenario() -> list[str]:
        queue = CallQueue(lambda: 1)
        served: list[str] = []
        release = asyncio.Event()

        async def call(name: str, wait: asyncio.Event | None = None) -> None:
            async with queue.place("normal"):
                served.append(name)
                if wait is not None:
                    await wait.wait()

        first = asyncio.create_task(call("first", release))
        await asyncio.sleep(0)
        second, third = asyncio.create_task(call("second")), asyncio.create_task(call("third"))
        await asyncio.sleep(0)
        second.cancel()
        release.set()
        await asyncio.gather(first, second, third, return_exceptions=True)
        assert (queue.running, queue.waiting) == (0, 0)
        return served

    assert asyncio.run(scenario()) == ["first", "third"]


def test_a_call_let_in_as_it_is_cancelled_gives_its_place_back() -> None:
    async def scenario() -> int:
        queue = CallQueue(lambda: 1)
        release = asyncio.Event()

        async def call(wait: asyncio.Event | None = None) -> None:
            async with queue.place("normal"):
                if wait is not None:
                    await wait.wait()

        first = asyncio.create_task(call(release))
        await asyncio.sleep(0)
        second = asyncio.create_task(call())
        await asyncio.sleep(0)
        release.set()
        await first  # the place is handed to the second, which has not run yet
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        return queue.running

    assert asyncio.run(scenario()) == 0


def test_a_tool_that_calls_a_tool_does_not_wait_for_itself(lux: Any) -> None:
    lux.settings.change("tools_concurrency", "1")

    @lux.tool
    def outer(n: int) -> Any:
        """Call another tool."""
        return lux.tools.run("calculator", expression=f"{n} * 2").result["result"]

    assert lux.tools.run("outer", n=21).result == 42


@pytest.mark.parametrize("priority", ["low", "normal", "high", "critical"])
def test_the_time_in_the_queue_is_told(lux: Any, priority: str) -> None:
    answer = lux.call(
        "tool_execute",
        toolName="calculator",
        arguments={"expression": "1"},
        options={"priority": priority},
    )
    assert answer["metadata"]["queued"] >= 0
