"""Reading many streams at once without wearing out the loop."""

import asyncio
from collections.abc import AsyncIterator

from lux_nb.models.turnstile import Turnstile

FEW_STREAMS = 16
PAUSE_PER_STREAM = 0.0005
LONGEST_PAUSE = 0.1
BUFFERED_SECONDS = 0.0003


class Pace:
    """Waits between two reads of the network, the longer the more streams there are.

    A read costs the same whether it brings one token or ten. A few streams are read as fast as
    they come; two hundred are read ten times a second, which nobody sees, and all that came in
    between is taken at once. What is due at the same moment is read one stream at a time.
    """

    def __init__(self) -> None:
        self._streams = 0
        self._turnstile = Turnstile()

    async def read(self, chunks: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        """Yield the chunks of a stream, with a pause after each read where streams are many."""
        clock = asyncio.get_running_loop().time
        self._streams += 1
        try:
            asked = clock()
            async for chunk in chunks:
                # A chunk that was in memory already comes at once, and costs no read.
                from_network = clock() - asked > BUFFERED_SECONDS
                yield chunk
                if from_network and self._streams > FEW_STREAMS:
                    await asyncio.sleep(min(LONGEST_PAUSE, self._streams * PAUSE_PER_STREAM))
                    await self._turnstile.through()
                asked = clock()
        finally:
            self._streams -= 1
