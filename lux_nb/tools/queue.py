"""The queue of calls: so many run at once, and the more urgent ones start first."""

import asyncio
import heapq
import itertools
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from contextvars import ContextVar
from typing import Literal

Priority = Literal["low", "normal", "high", "critical"]

HEAD_START_SECONDS: dict[Priority, float] = {
    "low": -30.0,
    "normal": 0.0,
    "high": 30.0,
    "critical": 300.0,
}
"""A call goes before those that came up to so much earlier; so none waits for ever."""

_inside: ContextVar[bool] = ContextVar("lux_nb_inside_a_tool", default=False)


class CallQueue:
    """Lets at most ``limit()`` calls run at once; used on the engine loop only."""

    def __init__(
        self, limit: Callable[[], int], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._limit = limit
        self._clock = clock
        self._running = 0
        self._order = itertools.count()
        self._waiting: list[tuple[float, int, asyncio.Future[None]]] = []

    @property
    def waiting(self) -> int:
        """How many calls wait for a place."""
        return sum(not future.done() for _, _, future in self._waiting)

    @property
    def running(self) -> int:
        """How many calls have a place."""
        return self._running

    @asynccontextmanager
    async def place(self, priority: Priority) -> AsyncIterator[None]:
        """Wait for a place, and give it back at the end.

        A tool that calls another one has a place already: if it had to wait for a second,
        calls could wait for each other.
        """
        if _inside.get():
            yield
            return
        await self._enter(priority)
        mark = _inside.set(True)
        try:
            yield
        finally:
            _inside.reset(mark)
            self._running -= 1
            self._let_in()

    async def _enter(self, priority: Priority) -> None:
        if self._running < self._limit() and not self.waiting:
            self._running += 1
            return
        turn: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        due = self._clock() - HEAD_START_SECONDS[priority]
        heapq.heappush(self._waiting, (due, next(self._order), turn))
        self._let_in()
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self._running -= 1  # it was let in at the moment it was cancelled
                self._let_in()
            raise

    def _let_in(self) -> None:
        while self._waiting and self._running < self._limit():
            _, _, turn = heapq.heappop(self._waiting)
            if not turn.done():
                self._running += 1
                turn.set_result(None)
