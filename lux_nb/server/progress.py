"""Partial results of a call as MCP progress notifications, in order and never in its way."""

import asyncio
from collections.abc import Awaitable, Callable

from lux_nb.engine.calls import Delta, Progress, Update

Report = Callable[[float, float | None, str | None], Awaitable[None]]


class ProgressPump:
    """Takes updates from a running operation and reports them one after the other.

    Pieces of text that come faster than they can be sent are joined, so a slow client gets
    fewer, longer notifications and never holds up the model.
    """

    def __init__(self, report: Report) -> None:
        self._report = report
        self._pending: list[Update] = []
        self._wake = asyncio.Event()
        self._last = 0.0
        self._is_ending = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    def listen(self, update: Update) -> None:
        """Queue an update; this is the listener of the call."""
        self._pending.append(update)
        self._wake.set()

    async def finish(self) -> None:
        """Send what is left, so that no progress comes after the result."""
        # Not cancelled: what is being sent at this moment would be lost.
        self._is_ending = True
        self._wake.set()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while self._pending or not self._is_ending:
            await self._wake.wait()
            self._wake.clear()
            await self._drain()

    async def _drain(self) -> None:
        batch, self._pending = self._pending, []
        text = ""
        for update in batch:
            if isinstance(update, Delta):
                text += update.text
                continue
            text = await self._send_text(text)
            await self._send(update)
        await self._send_text(text)

    async def _send_text(self, text: str) -> str:
        if text:
            self._last += len(text)
            await self._report(self._last, None, text)
        return ""

    async def _send(self, update: Update) -> None:
        """Report a step; the protocol wants numbers that only grow."""
        if isinstance(update, Progress) and update.done is not None and update.done > self._last:
            self._last = update.done
            total = update.total
        else:
            self._last += 1
            total = None
        message = update.text if isinstance(update, Delta) else update.message
        await self._report(self._last, total, message)
