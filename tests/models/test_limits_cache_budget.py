"""Rate limits, the cache and the budget, over a real model server."""

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.engine.payloads import mercury
from lux_nb.errors import BudgetExceeded, RateLimited
from lux_nb.models.limits import RateLimiter
from lux_nb.store import tables
from lux_nb.store.model_tables import completion_cache, spending
from tests.faults.proxy import FaultProxy, answers
from tests.models.calling import HELLO, SCRIPT, Heard, calls, rows, run
from tests.models.servers import MODEL

CLAUDE = Author("assistant", "claude-desktop", "1.2")
CURSOR = Author("assistant", "cursor")


class Clock:
    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def limiter(clock: Clock, **given: Any) -> RateLimiter:
    return RateLimiter(Settings(**given), clock)


def test_the_window_slides() -> None:
    clock = Clock()
    limits = limiter(clock, rate_limit_max=2, rate_limit_window_ms=10_000)
    limits.enter(CLAUDE)
    clock.now += 6
    limits.enter(CLAUDE)
    with pytest.raises(RateLimited) as caught:
        limits.enter(CLAUDE)
    assert caught.value.retry_after == pytest.approx(4)
    clock.now += 4
    limits.enter(CLAUDE)
    with pytest.raises(RateLimited) as caught:
        limits.enter(CLAUDE)
    assert caught.value.retry_after == pytest.approx(6)


def test_each_client_has_its_own_limit_and_all_have_one_together() -> None:
    limits = limiter(Clock(), rate_limit_max=2, rate_limit_global=3)
    limits.enter(CLAUDE)
    limits.enter(CLAUDE)
    limits.enter(CURSOR)
    with pytest.raises(RateLimited, match="all clients together"):
        limits.enter(CURSOR)


def test_a_refused_call_does_not_count() -> None:
    clock = Clock()
    limits = limiter(clock, rate_limit_max=1, rate_limit_global=2, rate_limit_window_ms=1000)
    limits.enter(CLAUDE)
    for _ in range(5):
        with pytest.raises(RateLimited):
            limits.enter(CLAUDE)
    limits.enter(CURSOR)


def test_limits_can_be_switched_off() -> None:
    limits = limiter(Clock(), rate_limit_max=1, rate_limit_enabled=False)
    for _ in range(10):
        limits.enter(CLAUDE)
    switched_on = limiter(Clock(), rate_limit_max=1)
    switched_on.enter(CLAUDE)
    with pytest.raises(RateLimited):
        switched_on.enter(CLAUDE)


def test_over_the_limit_is_a_rate_limit_error_with_its_time_and_not_a_hang(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = remote(rate_limit_max=1)
    run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, author=CLAUDE)
    with pytest.raises(RateLimited) as caught:
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, author=CLAUDE)
    told = mercury(caught.value)["error"]
    assert told["type"] == "rate_limit"
    assert 0 < told["retry_after"] <= 60
    run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, author=CURSOR)
    assert len(proxy.seen) == 2


# The cache


def test_a_cached_answer_is_the_same_streamed_again_and_marked(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = remote()
    first, second = Heard(), Heard()
    asked = {"messages": HELLO, "model": MODEL, "cache": True}
    fresh = run(engine, "mercury_chat_stream", **asked, listener=first)
    kept = run(engine, "mercury_chat_stream", **asked, listener=second)
    assert kept.text == fresh.text
    assert [u for u in second.updates if u in first.updates] == second.updates[
        : len(second.updates)
    ]
    assert len(proxy.seen) == 1
    assert [call.cached for call in calls(engine)] == [False, True]
    assert kept.completion.cached
    assert "cached" in kept.footer
    assert "cached" not in fresh.footer


def test_the_cache_is_off_unless_asked_for(remote: Callable[..., Any], proxy: FaultProxy) -> None:
    engine = remote()
    for _ in range(2):
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    assert len(proxy.seen) == 2
    engine.settings.cache_completions = True
    for _ in range(2):
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    assert len(proxy.seen) == 3


def test_another_parameter_is_another_answer(remote: Callable[..., Any], proxy: FaultProxy) -> None:
    engine = remote(cache_completions=True)
    for temperature in (0.1, 0.2, 0.1):
        run(
            engine,
            "mercury_chat_completion",
            messages=HELLO,
            model=MODEL,
            temperature=temperature,
        )
    assert len(proxy.seen) == 2


def test_kernels_on_one_store_share_the_cache(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    one = remote(cache_completions=True)
    other = remote(cache_completions=True)
    first = run(one, "mercury_chat_completion", messages=HELLO, model=MODEL)
    assert run(other, "mercury_chat_completion", messages=HELLO, model=MODEL).text == first.text
    assert len(proxy.seen) == 1


def test_an_old_answer_is_asked_for_again(remote: Callable[..., Any], proxy: FaultProxy) -> None:
    engine = remote(cache_completions=True, cache_ttl=0)
    for _ in range(2):
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    assert len(proxy.seen) == 2


def test_what_was_unused_for_longest_makes_room(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = remote(cache_completions=True)

    def ask(text: str) -> None:
        body = {"choices": [{"message": {"content": "x" * 300}, "finish_reason": "stop"}]}
        proxy.next(answers(200, json.dumps(body)))
        seen = len(proxy.seen)
        messages = [{"role": "user", "content": text}]
        run(engine, "mercury_chat_completion", messages=messages, model=MODEL)
        if len(proxy.seen) == seen:
            proxy.faults.clear()

    ask("one")
    size = engine.run(engine.models.cache.state()).bytes
    engine.settings.cache_max_size = size * 2 + size // 2
    ask("two")
    ask("one")
    ask("three")
    assert len(proxy.seen) == 3
    assert engine.run(engine.models.cache.state()).entries == 2
    ask("one")
    assert len(proxy.seen) == 3
    ask("two")
    assert len(proxy.seen) == 4


def test_an_answer_larger_than_the_cache_is_not_kept(remote: Callable[..., Any]) -> None:
    engine = remote(cache_completions=True, cache_max_size=10)
    assert run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL).text
    assert rows(engine, completion_cache) == []


# The budget

PRICES = {MODEL: (0.0, 1000.0)}  # a thousandth of a dollar per token written


def test_a_call_that_could_pass_the_budget_is_refused_before_it_is_made(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = remote(prices=PRICES, budget=0.007)
    with pytest.raises(BudgetExceeded) as caught:
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, max_tokens=8)
    assert caught.value.details["worst_case"] == pytest.approx(0.008)
    assert proxy.seen == []
    assert run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, max_tokens=7).text


def test_what_a_call_did_not_use_is_given_back(remote: Callable[..., Any]) -> None:
    engine = remote(prices=PRICES, budget=0.010)
    answer = run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL, max_tokens=2)
    spent = answer.metadata.usage.completion_tokens / 1000
    state = run(engine, "models.budget")
    assert state.spent == pytest.approx(spent)
    assert state.reserved == 0
    assert state.left == pytest.approx(0.010 - spent)


def test_a_failed_call_gives_everything_back(remote: Callable[..., Any], proxy: FaultProxy) -> None:
    engine = remote(prices=PRICES, budget=1.0)
    proxy.always = answers(401, "{}")
    with pytest.raises(Exception, match="401"):
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    assert rows(engine, spending) == []


def test_fifty_calls_at_once_can_not_pass_the_budget_together(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    # Each may write eight tokens and writes four, and there is money for ten times eight.
    engine = remote(prices=PRICES, budget=0.080)
    body = {
        "choices": [{"message": {"content": "one two three four"}, "finish_reason": "stop"}],
        "usage": {"prompt_tokens": 10, "completion_tokens": 4},
    }
    proxy.always = answers(200, json.dumps(body))

    async def all_at_once() -> list[Any]:
        parameters = {"messages": HELLO, "model": MODEL, "max_tokens": 8}
        work = [
            engine.call("mercury_chat_completion", parameters, author=SCRIPT) for _ in range(50)
        ]
        return await asyncio.gather(*work, return_exceptions=True)

    ended = engine.run(all_at_once())
    refused = [result for result in ended if isinstance(result, BudgetExceeded)]
    made = [result for result in ended if not isinstance(result, BaseException)]
    assert len(refused) + len(made) == 50
    assert refused
    assert len(made) == len(proxy.seen)
    spent = sum(row.dollars for row in rows(engine, spending))
    assert spent == pytest.approx(0.004 * len(made))
    assert spent <= 0.080
    assert all(row.reserved_until is None for row in rows(engine, spending))


def test_two_kernels_keep_one_budget_of_the_day(remote: Callable[..., Any]) -> None:
    given = {"prices": PRICES, "budget": 0.012, "budget_per": "day"}
    one, other = remote(**given), remote(**given)
    first = run(one, "mercury_chat_completion", messages=HELLO, model=MODEL, max_tokens=6)
    used = first.metadata.usage.completion_tokens
    with pytest.raises(BudgetExceeded):
        run(
            other,
            "mercury_chat_completion",
            messages=HELLO,
            model=MODEL,
            max_tokens=13 - used,
        )


def test_a_notebook_has_its_own_budget(remote: Callable[..., Any]) -> None:
    engine = remote(prices=PRICES, budget=0.008)
    first = Author("cell", "cell", notebook="/home/me/a.ipynb")
    second = Author("cell", "cell", notebook="/home/me/b.ipynb")
    asked = {"messages": HELLO, "model": MODEL, "max_tokens": 8, "temperature": 0}
    answer = run(engine, "mercury_chat_completion", **asked, author=first)
    assert answer.metadata.usage.completion_tokens > 0
    with pytest.raises(BudgetExceeded):
        run(engine, "mercury_chat_completion", **asked, author=first)
    assert run(engine, "mercury_chat_completion", **asked, author=second).text


def test_without_a_price_a_budget_can_not_be_kept_and_says_so(
    remote: Callable[..., Any], proxy: FaultProxy
) -> None:
    engine = remote(budget=1.0)
    with pytest.raises(BudgetExceeded, match="No price") as caught:
        run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    assert caught.value.code == "PRICE_UNKNOWN"
    assert proxy.seen == []


def test_the_embedded_model_is_free_whatever_the_budget(make_engine: Callable[..., Any]) -> None:
    engine = make_engine(budget=0.0)
    assert run(engine, "llm.passthrough", prompt="Hi", max_tokens=2).text


def test_costs_are_summed_by_what_is_asked(remote: Callable[..., Any]) -> None:
    engine = remote(prices=PRICES)
    run(engine, "confer", message="Say hello.")
    run(engine, "mercury_chat_completion", messages=HELLO, model=MODEL)
    by_model = run(engine, "models.cost")
    assert [(row.group, row.calls) for row in by_model.rows] == [(MODEL, 2)]
    assert by_model.total == pytest.approx(sum(call.cost for call in calls(engine)))
    [thread] = rows(engine, tables.threads)
    by_thread = {row.group: row.calls for row in run(engine, "models.cost", by="thread").rows}
    assert by_thread == {thread.id: 1, "–": 1}
    for by in ("provider", "notebook", "day", "author", "call"):
        assert run(engine, "models.cost", by=by).total == pytest.approx(by_model.total)
