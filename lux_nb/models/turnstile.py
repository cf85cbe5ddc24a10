"""Letting work through a little at a time, so that a burst of it does not hold up the loop."""

import asyncio
from collections import deque


class Turnstile:
    """Lets one through, then a moment's rest, then the next, in the order they came.

    Opening a request takes a few milliseconds of CPU, reading one of many streams a part of
    one. Two hundred that are due at once would keep the loop, and with it every running stream
    and every assistant, waiting for all of them.
    """

    def __init__(self, rest_seconds: float = 0.0) -> None:
        self._rest = rest_seconds
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._open_again = 0.0

    async def through(self) -> None:
        """Return when it is this caller's turn: in the next round of the loop, or later."""
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        if len(self._waiting) == 1:
            loop.call_at(self._open_again, self._let_through, loop)
        await turn

    def _let_through(self, loop: asyncio.AbstractEventLoop) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():  # a cancelled one takes nobody's place
                turn.set_result(None)
                break
        self._open_again = loop.time() + self._rest
        if self._waiting:
            loop.call_at(self._open_again, self._let_through, loop)
