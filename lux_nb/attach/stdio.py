"""Standard input and output as lines, kept clean of anything else that prints."""

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator


class StandardStreams:
    """Lines in from the assistant, lines out to it.

    The real output is moved aside and descriptor 1 leads to the error stream, so that a stray
    print of a library can't break the protocol.
    """

    def __init__(self) -> None:
        sys.stdout.flush()
        self._out = os.fdopen(os.dup(1), "wb", buffering=0)
        os.dup2(2, 1)
        self._lines: asyncio.Queue[bytes | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A thread, and not the loop, reads: that works for pipes, files and terminals alike.
        threading.Thread(target=self._read, name="stdin", daemon=True).start()

    def write(self, line: bytes) -> None:
        """Write one line whole."""
        rest = memoryview(line + b"\n")
        while rest:
            written = self._out.write(rest)
            rest = rest[written or 0 :]

    async def lines(self) -> AsyncIterator[bytes]:
        """Yield each line until the assistant closes its end."""
        while (line := await self._lines.get()) is not None:
            if line.strip():
                yield line

    def _read(self) -> None:
        try:
            for line in sys.stdin.buffer:
                self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
            self._loop.call_soon_threadsafe(self._lines.put_nowait, None)
        except RuntimeError:
            # The loop was closed first, so nobody wants the line any more.
            return
