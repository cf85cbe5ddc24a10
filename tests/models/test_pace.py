"""Reading many streams at once."""

import asyncio
from collections.abc import AsyncIterator

from lux_nb.models.providers.pace import Pace


async def numbers(count: int) -> AsyncIterator[bytes]:
    for number in range(count):
        if number % 10 == 0:
            await asyncio.sleep(0)
        yield str(number).encode()


def test_many_streams_read_together_are_whole_and_in_order() -> None:
    pace = Pace()

    async def read() -> list[bytes]:
        return [chunk async for chunk in pace.read(numbers(30))]

    async def all_of_them() -> list[list[bytes]]:
        return await asyncio.gather(*(read() for _ in range(40)))

    expected = [str(number).encode() for number in range(30)]
    assert asyncio.run(all_of_them()) == [expected] * 40
    assert pace._streams == 0
