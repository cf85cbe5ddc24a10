"""A burst of work goes through one by one."""

import asyncio

from lux_nb.models.turnstile import Turnstile


def test_a_burst_goes_through_in_order_with_a_round_of_the_loop_between() -> None:
    async def burst() -> list[str]:
        turnstile, seen = Turnstile(), list[str]()

        async def passing(name: str) -> None:
            await turnstile.through()
            seen.append(name)
            asyncio.get_running_loop().call_soon(seen.append, "round")

        await asyncio.gather(*(passing(name) for name in "abc"))
        return seen

    assert asyncio.run(burst())[:5] == ["a", "round", "b", "round", "c"]


def test_one_who_gives_up_waiting_holds_up_nobody() -> None:
    async def with_a_quitter() -> list[str]:
        turnstile, seen = Turnstile(0.001), list[str]()

        async def passing(name: str) -> None:
            await turnstile.through()
            seen.append(name)

        tasks = [asyncio.create_task(passing(name)) for name in "abcd"]
        await asyncio.sleep(0)
        tasks[0].cancel()
        tasks[2].cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await passing("e")
        return seen

    assert asyncio.run(with_a_quitter()) == ["b", "d", "e"]
