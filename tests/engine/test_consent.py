"""Assistants act with the human's yes only."""

import asyncio
import threading
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author, acting_as
from lux_nb.engine.consent import scope_of
from lux_nb.engine.events import Event
from lux_nb.errors import InvalidRequest, PermissionDenied, RateLimited

CLAUDE = Author("assistant", "claude-desktop", "1.2")
CURSOR = Author("assistant", "cursor")
HUMAN = Author("cell", "cell")


@pytest.fixture(autouse=True)
def _somebody_is_asked(home: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUX_ASSISTANTS_MAY")


def ask(engine: Any, author: Author, name: str = "thread_cleanup", **parameters: Any) -> Any:
    """Call an operation without waiting for it."""
    return engine.submit(engine.call(name, parameters, author=author))


def wait_for_request(engine: Any, count: int = 1) -> list[Any]:
    async def waiting() -> list[Any]:
        arrived = asyncio.Event()
        stop = engine.events.subscribe(lambda event: arrived.set())
        while len(engine.consent.pending()) < count:
            await arrived.wait()
            arrived.clear()
        stop()
        return list(engine.consent.pending())

    return engine.submit(waiting()).result(timeout=20)


def say(engine: Any, name: str, author: Author = HUMAN, **parameters: Any) -> Any:
    return engine.run(engine.call(name, parameters, author=author))


def test_which_operations_need_a_yes(engine: Any) -> None:
    scopes = {name: scope_of(engine.operations[name]) for name in engine.operations}
    assert scopes["kernel_run"] == scopes["tool_execute"] == "run"
    assert (
        scopes["thread_delete"] == scopes["session.export"] == scopes["session.set_kb"] == "write"
    )
    free = ("confer", "session.assert", "update_memory", "thread_get", "kernel_inspect")
    assert [scopes[name] for name in free] == [None] * len(free)


def test_cells_and_scripts_are_never_asked(engine: Any) -> None:
    for author in (HUMAN, Author("script", "test")):
        assert say(engine, "thread_cleanup", author).count == 0


def test_a_request_waits_and_goes_on_with_a_yes(engine: Any) -> None:
    events: list[Event] = []
    engine.events.subscribe(events.append)
    call = ask(engine, CLAUDE)
    [request] = wait_for_request(engine)
    listed = say(engine, "consent_list")
    assert (listed.pending[0].client, listed.pending[0].scope) == ("claude-desktop", "write")
    say(engine, "consent_answer", request_id=request.id, allow=True)
    assert call.result(timeout=20).count == 0
    told = [event.status for event in events if event.kind == "consent"]
    assert told == ["waiting", "allowed"]
    assert {event.subject for event in events if event.kind == "consent"} == {"lux://consents"}
    # It was for once.
    again = ask(engine, CLAUDE)
    wait_for_request(engine)
    say(engine, "consent_deny")
    with pytest.raises(PermissionDenied) as caught:
        again.result(timeout=20)
    assert caught.value.code == "CONSENT_DENIED"


def test_a_scope_can_be_allowed_for_one_client_and_for_a_time(engine: Any) -> None:
    say(engine, "consent_allow", scope="write", client="cursor", seconds=60)
    assert ask(engine, CURSOR).result(timeout=20).count == 0
    waiting = ask(engine, CLAUDE)
    wait_for_request(engine)
    say(engine, "consent_allow", scope="write")
    assert waiting.result(timeout=20).count == 0
    [rule] = [r for r in say(engine, "consent_list").rules if r.client == "cursor"]
    assert 0 < rule.seconds_left <= 60


def test_a_yes_ends_with_its_time(make_engine: Callable[..., Any]) -> None:
    engine = make_engine(consent_timeout=0.05)
    say(engine, "consent_allow", scope="write", seconds=0.000001)
    with pytest.raises(PermissionDenied, match="nobody"):
        say(engine, "thread_cleanup", CLAUDE)


def test_what_nobody_answers_is_a_clean_error_and_a_late_yes_counts_once(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine(consent_timeout=0.05)
    with pytest.raises(PermissionDenied) as caught:
        say(engine, "thread_cleanup", CLAUDE)
    assert caught.value.code == "CONSENT_UNANSWERED"
    assert "%lux allow" in str(caught.value)
    say(engine, "consent_answer", request_id=caught.value.details["request_id"], allow=True)
    assert say(engine, "thread_cleanup", CLAUDE).count == 0
    with pytest.raises(PermissionDenied):
        say(engine, "thread_cleanup", CLAUDE)


def test_a_standing_no_refuses_at_once_and_counts_for_its_client(engine: Any) -> None:
    say(engine, "consent_allow", scope="write")
    say(engine, "consent_deny", scope="write", client="cursor")
    with pytest.raises(PermissionDenied, match="cursor"):
        say(engine, "thread_cleanup", CURSOR)
    assert say(engine, "thread_cleanup", CLAUDE).count == 0


@pytest.mark.parametrize(
    ("name", "parameters"),
    [
        ("consent_answer", {"request_id": "ask-1", "allow": True}),
        ("consent_allow", {"scope": "run"}),
        ("consent_deny", {}),
    ],
)
def test_an_assistant_can_not_answer_for_the_human(
    engine: Any, name: str, parameters: dict[str, Any]
) -> None:
    with pytest.raises(PermissionDenied) as caught:
        say(engine, name, CLAUDE, **parameters)
    assert caught.value.code == "HUMAN_ONLY"


def test_code_of_an_assistant_that_calls_lux_is_the_assistant(lux: Any) -> None:
    with acting_as(CLAUDE), pytest.raises(PermissionDenied) as caught:
        lux.assistants.allow("run")
    assert caught.value.code == "HUMAN_ONLY"


def test_the_embedded_and_local_models_need_no_yes_and_others_do(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine(consent_timeout=0.05, openai_api_key="sk-none", request_timeout_ms=100)
    asked = {"messages": [{"role": "user", "content": "hi"}], "max_tokens": 1}
    told = say(engine, "mercury_chat_completion", CLAUDE, model="embedded", **asked)
    assert told.content
    with pytest.raises(PermissionDenied) as caught:
        say(engine, "mercury_chat_completion", CLAUDE, model="openai:gpt-5", **asked)
    assert caught.value.details["scope"] == "spend"


def test_what_the_settings_allow_is_not_asked_for(make_engine: Callable[..., Any]) -> None:
    engine = make_engine(assistants_may="write, run")
    assert say(engine, "thread_cleanup", CLAUDE).count == 0


def test_a_call_that_is_given_up_withdraws_its_request(engine: Any) -> None:
    withdrawn = threading.Event()
    engine.events.subscribe(lambda event: event.status == "withdrawn" and withdrawn.set())
    call = ask(engine, CLAUDE)
    wait_for_request(engine)
    call.cancel()
    assert withdrawn.wait(timeout=20)
    assert say(engine, "consent_list").pending == []


def test_a_scope_that_is_none_is_a_clear_error(engine: Any) -> None:
    with pytest.raises(InvalidRequest, match="scope"):
        say(engine, "consent_allow", scope="everything")


def test_assistants_are_listed_with_a_colour_that_stays(engine: Any) -> None:
    for author in (CLAUDE, CURSOR, CLAUDE):
        say(engine, "thread_list", author)
    say(engine, "consent_allow", scope="run", client="cursor")
    listed = {item.name: item for item in say(engine, "assistants_list").assistants}
    assert (listed["claude-desktop"].calls, listed["cursor"].calls) == (2, 1)
    assert listed["claude-desktop"].colour == "#2e9d5b"
    assert (listed["cursor"].may, listed["claude-desktop"].may) == (["run"], [])


def test_a_client_that_calls_too_often_is_told_when_to_return(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine(assistant_calls_max=2)
    for _ in range(2):
        say(engine, "thread_list", CLAUDE)
    with pytest.raises(RateLimited) as caught:
        say(engine, "thread_list", CLAUDE)
    assert caught.value.retry_after
    say(engine, "thread_list", CURSOR)
