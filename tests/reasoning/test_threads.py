"""Threads: kept, continued, retired and revived."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from lux_nb.errors import LuxError, NotFound
from lux_nb.store.tables import threads


@pytest.fixture
def spoken(call: Callable[..., Any]) -> str:
    """A thread with one exchange."""
    return str(call("confer", message="Say yes.", temperature=0).thread_id)


def make_idle(engine: Any, thread_id: str, **ago: float) -> None:
    moment = datetime.now(UTC) - timedelta(**ago)
    change = threads.update().where(threads.c.id == thread_id).values(last_accessed=moment)
    engine.run(engine.store.write(lambda connection: connection.execute(change)))


def test_a_thread_can_be_created_empty_and_read(call: Callable[..., Any]) -> None:
    made = call("thread_create", title="Plans").wire()
    assert made["thread"]["title"] == "Plans"
    assert made["turns"] == []
    assert call("thread_get", thread_id=made["thread"]["id"]).wire() == made


def test_a_thread_continues_from_another_with_a_copy_of_its_turns(
    call: Callable[..., Any], spoken: str
) -> None:
    copy = call("thread_create", continue_from=spoken)
    original = call("thread_get", thread_id=spoken)
    assert [t.content for t in copy.turns] == [t.content for t in original.turns]
    assert copy.thread.continued_from == spoken
    assert copy.thread.id != spoken


def test_an_idle_thread_leaves_the_active_set_and_keeps_its_turns(
    engine: Any, call: Callable[..., Any], spoken: str
) -> None:
    make_idle(engine, spoken, hours=3, minutes=1)
    assert call("thread_cleanup").count == 1
    assert call("thread_list", active_only=True).threads == []
    [kept] = call("thread_list").threads
    assert (kept.id, kept.active, kept.turns) == (spoken, False, 2)


def test_continuing_an_expired_thread_revives_it(
    engine: Any, call: Callable[..., Any], spoken: str
) -> None:
    make_idle(engine, spoken, days=30)
    call("thread_cleanup")
    call("confer", message="Say no.", continuation_id=spoken)
    [revived] = call("thread_list", active_only=True).threads
    assert (revived.id, revived.turns) == (spoken, 4)


def test_an_unknown_thread_is_a_typed_error_and_leaves_nothing_behind(
    engine: Any, call: Callable[..., Any]
) -> None:
    with pytest.raises(NotFound) as caught:
        call("confer", message="Hello.", continuation_id="no-such-thread")
    assert caught.value.code == "THREAD_NOT_FOUND"
    assert call("thread_list").threads == []


def test_a_thread_is_found_by_the_beginning_of_its_id(engine: Any, spoken: str) -> None:
    assert engine.run(engine.threads.find(spoken[:8])) == spoken
    with pytest.raises(NotFound):
        engine.run(engine.threads.find("zzzz"))
    with pytest.raises(LuxError):
        engine.run(engine.threads.find("%"))


def test_only_the_last_turns_are_read_when_asked(call: Callable[..., Any], spoken: str) -> None:
    [last] = call("thread_get", thread_id=spoken, last=1).turns
    assert last.role == "assistant"


def test_a_deleted_thread_is_gone_with_its_turns(
    engine: Any, call: Callable[..., Any], spoken: str
) -> None:
    call("thread_delete", thread_id=spoken)
    with pytest.raises(NotFound):
        call("thread_get", thread_id=spoken)
    assert engine.run(engine.threads.turns(spoken)) == []
