"""Record and replay: the same answers again, with no network behind them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import AuthenticationFailed, InvalidRequest, NotFound
from tests.faults.proxy import FaultProxy, answers
from tests.models.calling import HELLO, Heard, calls, run
from tests.models.servers import KEY, MODEL

CLOSED = {"compatible_base_url": None, "compatible_api_key": None}


def ask(engine: Any, text: str, **more: Any) -> Any:
    messages = [{"role": "user", "content": text}]
    return run(engine, "mercury_chat_stream", messages=messages, model=MODEL, **more)


@pytest.fixture
def tape(tmp_path: Path) -> Path:
    return tmp_path / "work" / "analysis.lux.jsonl"


def test_a_recorded_call_is_replayed_with_its_pieces_and_figures(
    remote: Callable[..., Any], make_engine: Callable[..., Any], proxy: FaultProxy, tape: Path
) -> None:
    first, second = Heard(), Heard()
    recorded = ask(remote(record=str(tape)), "Say hello.", listener=first)
    engine = make_engine(replay=str(tape), replay_strict=True)
    replayed = ask(engine, "Say hello.", listener=second)
    assert replayed.wire() == recorded.wire()
    assert replayed._repr_mimebundle_() == recorded._repr_mimebundle_()
    assert [u for u in second.updates if u in first.updates] == second.updates
    assert len(second.updates) > 1
    assert len(proxy.seen) == 1
    [call] = calls(engine)[1:]
    assert (call.cached, call.cost) == (True, 0.0)
    assert call.parameters["answered_from"] == "recording"


def test_a_replay_needs_no_provider_for_the_model_that_was_recorded(
    remote: Callable[..., Any], make_engine: Callable[..., Any], tape: Path
) -> None:
    recorded = run(remote(record=str(tape)), "mercury_chat_completion", messages=HELLO)
    engine = make_engine(replay=str(tape), replay_strict=True)
    assert run(engine, "mercury_chat_completion", messages=HELLO).wire() == recorded.wire()


def test_the_same_request_asked_twice_has_its_two_answers_in_order(
    remote: Callable[..., Any], make_engine: Callable[..., Any], proxy: FaultProxy, tape: Path
) -> None:
    engine = remote(record=str(tape))
    for word in ("first", "second"):
        body = {"choices": [{"message": {"content": word}, "finish_reason": "stop"}]}
        proxy.next(answers(200, json.dumps(body)))
        ask(engine, "Which?")
    again = make_engine(replay=str(tape), replay_strict=True)
    assert [ask(again, "Which?").text for _ in range(3)] == ["first", "second", "second"]


def test_a_strict_miss_fails_and_shows_the_nearest_request_as_a_diff(
    remote: Callable[..., Any], make_engine: Callable[..., Any], tape: Path
) -> None:
    engine = remote(record=str(tape), max_tokens=2)
    ask(engine, "List three mammals of Africa.")
    ask(engine, "What is two and two?")
    strict = make_engine(replay=str(tape), replay_strict=True)
    with pytest.raises(NotFound) as caught:
        ask(strict, "List five mammals of Africa.")
    assert caught.value.code == "REPLAY_MISS"
    assert "-  List three mammals of Africa." in caught.value.message
    assert "+  List five mammals of Africa." in caught.value.message
    assert "two and two" not in caught.value.message


def test_editing_one_prompt_misses_only_that_one(
    remote: Callable[..., Any], proxy: FaultProxy, tape: Path
) -> None:
    engine = remote(record=str(tape), max_tokens=2)
    for text in ("One?", "Two?", "Three?"):
        ask(engine, text)
    again = remote(replay=str(tape), max_tokens=2)
    before = len(proxy.seen)
    for text in ("One?", "Two, changed?", "Three?"):
        ask(again, text)
    assert len(proxy.seen) == before + 1
    assert b"Two, changed?" in proxy.seen[-1]


def test_recording_and_replaying_one_file_adds_what_is_new(
    remote: Callable[..., Any], make_engine: Callable[..., Any], proxy: FaultProxy, tape: Path
) -> None:
    for texts in (["One?"], ["One?", "Two?"], ["One?", "Two?"]):
        engine = remote(record=str(tape), replay=str(tape), max_tokens=2)
        for text in texts:
            ask(engine, text)
    assert len(proxy.seen) == 2
    assert len(tape.read_text(encoding="utf-8").splitlines()) == 2


def test_recording_again_starts_a_new_file(remote: Callable[..., Any], tape: Path) -> None:
    for text in ("One?", "Two?"):
        ask(remote(record=str(tape), max_tokens=2), text)
    [line] = tape.read_text(encoding="utf-8").splitlines()
    assert json.loads(line)["request"]["messages"][0]["content"] == "Two?"


def test_calls_are_written_in_the_order_in_which_they_began(
    remote: Callable[..., Any], tape: Path
) -> None:
    import asyncio

    from tests.models.calling import SCRIPT

    engine = remote(record=str(tape), max_tokens=2)
    texts = [f"Number {number}?" for number in range(6)]

    async def together() -> None:
        work = []
        for text in texts:
            messages = [{"role": "user", "content": text}]
            parameters = {"messages": messages, "model": MODEL}
            work.append(engine.call("mercury_chat_completion", parameters, author=SCRIPT))
        await asyncio.gather(*work)

    engine.run(together())
    lines = [json.loads(line) for line in tape.read_text(encoding="utf-8").splitlines()]
    assert [line["request"]["messages"][0]["content"] for line in lines] == texts


def test_a_recording_has_no_secrets(remote: Callable[..., Any], tape: Path) -> None:
    ask(remote(record=str(tape)), f"Is {KEY} a key?")
    assert KEY not in tape.read_text(encoding="utf-8")
    replayed = remote(replay=str(tape), replay_strict=True)
    assert ask(replayed, f"Is {KEY} a key?").text


def test_a_recorded_failure_fails_again(
    remote: Callable[..., Any], make_engine: Callable[..., Any], proxy: FaultProxy, tape: Path
) -> None:
    proxy.always = answers(401, f'{{"error": "no {KEY}"}}')
    with pytest.raises(AuthenticationFailed) as first:
        ask(remote(record=str(tape)), "Hi")
    with pytest.raises(AuthenticationFailed) as second:
        ask(make_engine(replay=str(tape)), "Hi")
    assert str(second.value) == str(first.value)
    assert KEY not in tape.read_text(encoding="utf-8")


def test_filling_embedding_and_threads_are_replayed_too(
    remote: Callable[..., Any], make_engine: Callable[..., Any], tape: Path
) -> None:
    def session(engine: Any) -> list[Any]:
        gap = {"prompt": "def f(", "suffix": "return x", "model": f"compatible:{MODEL}"}
        first = run(engine, "confer", message="Say hello.", model=MODEL)
        second = run(
            engine,
            "confer",
            message="And again.",
            model=MODEL,
            continuation_id=first.thread_id,
        )
        return [
            run(engine, "mercury_fim_completion", **gap, max_tokens=3).wire(),
            run(engine, "embed", texts=["a", "b"], model=f"compatible:{MODEL}").wire(),
            run(engine, "llm.passthrough", prompt="Hi", model=MODEL).wire(),
            first.response,
            second.response,
        ]

    recorded = session(remote(record=str(tape), max_tokens=4))
    assert session(make_engine(replay=str(tape), replay_strict=True)) == recorded


def test_a_missing_or_damaged_recording_is_a_clear_error(
    make_engine: Callable[..., Any], tape: Path
) -> None:
    with pytest.raises(NotFound, match="can't be read"):
        ask(make_engine(replay=str(tape)), "Hi")
    tape.parent.mkdir(parents=True)
    tape.write_text('{"request": {}, "answer": {}}\n{"half', encoding="utf-8")
    with pytest.raises(InvalidRequest, match="Line 2"):
        ask(make_engine(replay=str(tape)), "Hi")


def test_the_recording_of_a_notebook_lies_beside_it(
    remote: Callable[..., Any], tmp_path: Path
) -> None:
    from lux_nb.engine.authors import Author

    author = Author("cell", "cell", notebook=str(tmp_path / "study.ipynb"))
    run(
        remote(record="auto"), "mercury_chat_completion", messages=HELLO, model=MODEL, author=author
    )
    assert (tmp_path / "study.lux.jsonl").is_file()
