"""What a user sees when a provider fails, and that nothing hangs, leaks or stays half-written."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from lux_nb.engine.payloads import mercury
from lux_nb.errors import (
    AuthenticationFailed,
    InvalidRequest,
    LuxError,
    ProviderError,
    RateLimited,
    TimedOut,
)
from lux_nb.store import tables
from tests.faults import proxy as fault
from tests.models.calling import HELLO, Heard, calls, everything_kept, rows, run
from tests.models.servers import KEY

LEAK = f'{{"error": {{"message": "key {KEY} is bad, as is sk-other-0123456789abcdef"}}}}'


@dataclass
class Case:
    """A fault and what it must look like."""

    fault: fault.Fault
    kind: type[LuxError]
    mercury_type: str
    says: str
    attempts: int = 1
    settings: dict[str, Any] | None = None
    code: str | None = None


CASES = {
    "401": Case(fault.answers(401, LEAK), AuthenticationFailed, "auth_error", "Check the API key"),
    "400": Case(fault.answers(400, LEAK), InvalidRequest, "validation_error", "answered 400"),
    "429": Case(fault.answers(429, LEAK), RateLimited, "rate_limit", "Tried 4 times", attempts=4),
    "500": Case(fault.answers(500, LEAK), ProviderError, "api_error", "answered 500"),
    "502": Case(fault.answers(502, LEAK), ProviderError, "api_error", "502, 502", attempts=4),
    "503": Case(fault.answers(503, "busy"), ProviderError, "api_error", "503, 503", attempts=4),
    "504": Case(fault.answers(504, LEAK), TimedOut, "api_error", "504, 504", attempts=4),
    "html": Case(
        fault.answers(502, "<html>Bad gateway</html>", content_type="text/html"),
        ProviderError,
        "api_error",
        "Bad gateway",
        attempts=4,
    ),
    "reset mid-stream": Case(
        fault.resets_mid_stream, ProviderError, "api_error", "broke", code="CONNECTION_LOST"
    ),
    "reset before the answer": Case(
        fault.resets_before_answer, ProviderError, "api_error", "Tried 4 times", attempts=4
    ),
    "ends early": Case(
        fault.ends_early, ProviderError, "api_error", "before the answer", code="STREAM_CUT"
    ),
    "slow first byte": Case(
        fault.never_answers,
        TimedOut,
        "api_error",
        "did not answer in time",
        attempts=2,
        settings={"request_timeout_ms": 150, "retry_max_retries": 1},
    ),
    "slow drip without end": Case(
        fault.drips_for_ever,
        TimedOut,
        "api_error",
        "within 0.3 s",
        settings={"answer_timeout_ms": 300},
    ),
    "malformed event": Case(
        fault.sends_malformed_event,
        ProviderError,
        "api_error",
        "not JSON",
        code="MALFORMED_RESPONSE",
    ),
    "200 with an error body": Case(fault.answers(200, LEAK), ProviderError, "api_error", "is bad"),
    "200 with an overload inside": Case(
        fault.error_event('{"error": {"message": "overloaded", "code": 429}}'),
        RateLimited,
        "rate_limit",
        "overloaded",
        attempts=4,
    ),
    "an endless event": Case(
        fault.sends_endless_event,
        ProviderError,
        "api_error",
        "reading was stopped",
        code="RESPONSE_TOO_LARGE",
    ),
    "an answer past the limit": Case(
        fault.answers(200, "x" * 70_000),
        ProviderError,
        "api_error",
        "more than 65536 bytes",
        settings={"max_response_size": 65536},
        code="RESPONSE_TOO_LARGE",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_a_fault_is_one_typed_error_and_leaves_nothing_behind(
    name: str, remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    case = CASES[name]
    engine = remote(**(case.settings or {}))
    proxy.always = case.fault
    with pytest.raises(case.kind) as caught:
        run(engine, "confer", message="Say hello.")
    error = caught.value
    shown = f"{error} {error.details} {mercury(error)} {error._render_traceback_()}"
    assert case.says in shown
    assert mercury(error)["error"]["type"] == case.mercury_type
    assert case.code is None or error.code == case.code
    assert len(proxy.seen) == case.attempts
    assert rows(engine, tables.turns) == []
    assert rows(engine, tables.threads) == []
    [call] = calls(engine)
    assert (call.status, call.error_code) == ("error", error.code)
    assert KEY not in shown + everything_kept(engine)
    assert "sk-other" not in shown + everything_kept(engine)


def test_after_a_fault_the_next_call_is_answered(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote(retry_max_retries=0)
    proxy.next(fault.resets_mid_stream)
    with pytest.raises(ProviderError):
        run(engine, "mercury_chat_completion", messages=HELLO, model="compatible:smol")
    answer = run(engine, "mercury_chat_completion", messages=HELLO, model="compatible:smol")
    assert answer.text


def test_a_passing_failure_is_retried_and_told_beside_the_answer(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote()
    heard = Heard()
    proxy.next(fault.answers(503, "busy"), fault.answers(502, "busy"))
    answer = run(engine, "mercury_chat_stream", messages=HELLO, model="smol", listener=heard)
    assert heard.text == answer.text
    assert len(proxy.seen) == 3
    assert "attempt 2 of 4" in heard.progress[0]
    assert "after 2 failed attempts" in answer.notes
    assert [call.status for call in calls(engine)] == ["ok"]


def test_nothing_is_tried_again_once_text_has_come(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote()
    heard = Heard()
    proxy.next(fault.resets_mid_stream)
    with pytest.raises(ProviderError):
        run(engine, "mercury_chat_stream", messages=HELLO, model="smol", listener=heard)
    assert heard.text
    assert len(proxy.seen) == 1


@pytest.mark.parametrize(
    ("header", "least", "most"),
    [("7", 7.0, 7.0), ("0.5", 0.5, 0.5), ("a date", 1.0, 50.0)],
)
def test_both_forms_of_retry_after_are_honoured(
    header: str, least: float, most: float, remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote()
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    engine.models.sleep = note
    asked = fault.http_date(50) if header == "a date" else header
    proxy.next(fault.answers(429, "{}", Retry_After=asked))
    run(engine, "mercury_chat_completion", messages=HELLO, model="smol")
    [waited] = waits
    assert least <= waited <= most


def test_a_retry_after_that_is_too_long_is_told_instead_of_waited_for(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote()
    proxy.always = fault.answers(429, "{}", Retry_After="3600")
    with pytest.raises(RateLimited) as caught:
        run(engine, "mercury_chat_completion", messages=HELLO, model="smol")
    assert mercury(caught.value)["error"]["retry_after"] == 3600
    assert len(proxy.seen) == 1


def test_waits_double_up_to_ten_seconds_with_jitter(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote(retry_initial_ms=1000, retry_max_ms=10_000, retry_max_retries=5)
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    engine.models.sleep = note
    proxy.always = fault.answers(503, "")
    with pytest.raises(ProviderError):
        run(engine, "mercury_chat_completion", messages=HELLO, model="smol")
    longest = [1.0, 2.0, 4.0, 8.0, 10.0]
    assert len(waits) == 5
    assert all(most / 2 <= waited <= most for waited, most in zip(waits, longest, strict=True))


def test_a_wait_can_be_interrupted(remote: Callable[..., Any], proxy: fault.FaultProxy) -> None:
    import asyncio
    import concurrent.futures
    import threading

    from tests.models.calling import SCRIPT

    engine = remote(retry_initial_ms=60_000, retry_max_ms=60_000)
    waiting = threading.Event()
    proxy.always = fault.answers(503, "")

    async def work() -> Any:
        return await engine.call(
            "mercury_chat_completion",
            {"messages": HELLO, "model": "smol"},
            author=SCRIPT,
            listener=lambda update: waiting.set(),
        )

    future = engine.submit(work())
    assert waiting.wait(30)
    future.cancel()
    with pytest.raises((asyncio.CancelledError, concurrent.futures.CancelledError)):
        future.result(timeout=10)
    assert len(proxy.seen) == 1


def test_a_slow_drip_that_is_whole_is_a_whole_answer(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote()
    proxy.next(fault.drips)
    heard = Heard()
    answer = run(
        engine, "mercury_chat_stream", messages=HELLO, model="smol", temperature=0, listener=heard
    )
    again = run(engine, "mercury_chat_stream", messages=HELLO, model="smol", temperature=0)
    assert answer.text == again.text == heard.text


def test_bytes_that_are_not_utf8_are_replaced_and_told(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote()
    proxy.next(fault.sends_invalid_utf8)
    answer = run(engine, "mercury_chat_completion", messages=HELLO, model="smol")
    assert "\ufffd" in answer.text
    assert any("not UTF-8" in note for note in answer.notes)


def test_a_request_past_the_size_limit_is_refused_before_it_is_sent(
    remote: Callable[..., Any], proxy: fault.FaultProxy
) -> None:
    engine = remote(max_request_size="2kb")
    with pytest.raises(InvalidRequest, match="MAX_REQUEST_SIZE") as caught:
        run(
            engine,
            "mercury_chat_completion",
            messages=[{"role": "user", "content": "x" * 3000}],
            model="smol",
        )
    assert mercury(caught.value)["error"]["type"] == "validation_error"
    assert proxy.seen == []
