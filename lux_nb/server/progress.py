"""Partial results of a call as MCP notifications, in order and never in its way.

Pieces of text and steps are progress, for who asked for it. What the user should see beside
the result is a log message too, for who listens at that level.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from mcp.server.context import ServerRequestContext
from mcp_types import (
    LoggingLevel,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
)

from lux_nb.engine.calls import Delta, Notice, Progress, Update

Context = ServerRequestContext[Any, Any]
Report = Callable[[float, float | None, str | None], Awaitable[None]]
Log = Callable[[str], Awaitable[None]]

LEVEL_META = "io.modelcontextprotocol/logLevel"
LEVELS: tuple[LoggingLevel, ...] = get_args(LoggingLevel)
NOTICE: LoggingLevel = "notice"
LOGGER = "lux_nb"


class ProgressPump:
    """Takes updates from a running operation and reports them one after the other.

    Pieces of text that come faster than they can be sent are joined, so a slow client gets
    fewer, longer notifications and never holds up the model.
    """

    def __init__(self, report: Report | None, log: Log | None = None) -> None:
        self._report = report
        self._log = log
        self._pending: list[Update] = []
        self._wake = asyncio.Event()
        self._last = 0.0
        self._ended = False
        self._task = asyncio.get_running_loop().create_task(self._run())

    def listen(self, update: Update) -> None:
        """Queue an update; this is the listener of the call."""
        self._pending.append(update)
        self._wake.set()

    async def finish(self) -> None:
        """Send what is left, so that no progress comes after the result."""
        self._ended = True
        self._wake.set()
        try:
            # Not cancelled: what is just being sent would be lost. A client that can't be told
            # how far a call is does not make the call fail.
            with contextlib.suppress(Exception):
                await self._task
        finally:
            self._task.cancel()

    async def _run(self) -> None:
        while not (self._ended and not self._pending):
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
            if isinstance(update, Notice) and self._log is not None:
                await self._log(update.message)
            await self._send(update)
        await self._send_text(text)

    async def _send_text(self, text: str) -> str:
        if text and self._report is not None:
            self._last += len(text)
            await self._report(self._last, None, text)
        return ""

    async def _send(self, update: Progress | Notice) -> None:
        """Report a step; the protocol wants numbers that only grow."""
        if self._report is None:
            return
        if isinstance(update, Progress) and update.done is not None and update.done > self._last:
            self._last = update.done
            total = update.total
        else:
            self._last += 1
            total = None
        await self._report(self._last, total, update.message)


class LogLevels:
    """The level below which a client of older protocols wants no log messages."""

    def __init__(self) -> None:
        self._levels: dict[Any, LoggingLevel] = {}

    def set(self, context: Context, level: LoggingLevel) -> None:
        """Note the level that a client sets for its session."""
        # The session of a request is made anew each time; the connection is the client's own.
        connection = context.session._connection
        if connection not in self._levels:
            connection.exit_stack.callback(self._levels.pop, connection, None)
        self._levels[connection] = level

    def wants(self, context: Context, level: LoggingLevel) -> bool:
        """Tell whether a client listens at a level: newer ones say so with each request."""
        own = (context.meta or {}).get(LEVEL_META)
        wanted = own or self._levels.get(context.session._connection)
        return wanted in LEVELS and LEVELS.index(level) >= LEVELS.index(wanted)


def report_to(context: Context) -> Report | None:
    """Return where progress goes, or None when the client did not ask for it."""
    asked = bool(context.meta) and "progress_token" in (context.meta or {})
    return context.session.report_progress if asked else None


def log_to(context: Context, levels: LogLevels) -> Log | None:
    """Return where notices go, or None when the client does not listen at their level."""
    if not levels.wants(context, NOTICE):
        return None

    async def log(message: str) -> None:
        params = LoggingMessageNotificationParams(level=NOTICE, data=message, logger=LOGGER)
        await context.session.send_notification(
            LoggingMessageNotification(params=params), related_request_id=context.request_id
        )

    return log
