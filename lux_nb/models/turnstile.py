"""Letting requests through one by one, so that a burst of them does not hold up the loop."""

import asyncio


class Turnstile:
    """Each passer waits for one round of the loop after the one before it.

    Opening a request takes a few milliseconds of CPU. Two hundred that begin at once would keep
    the loop, and with it every running stream and every assistant, waiting for all of them.
    """

    def __init__(self) -> None:
        self._lock = asyncio.Lock()

    async def through(self) -> None:
        """Return when it is this caller's turn."""
        async with self._lock:
            await asyncio.sleep(0)
