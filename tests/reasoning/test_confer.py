"""Conferring with the embedded model, through the operation."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Delta
from lux_nb.errors import InvalidRequest, LuxError, NotConfigured

AUTHOR = Author("script", "test")


def test_an_answer_has_exactly_the_fields_of_the_reference(call: Callable[..., Any]) -> None:
    wire = call("confer", message="Say hello.").wire()
    assert set(wire) == {"response", "model_used", "thread_id"}
    assert wire["response"]
    assert wire["model_used"].startswith("embedded/")


def test_the_streamed_pieces_are_the_answer(engine: Any) -> None:
    pieces: list[str] = []

    def listen(update: object) -> None:
        if isinstance(update, Delta):
            pieces.append(update.text)

    work = engine.call("confer", {"message": "Count to five."}, author=AUTHOR, listener=listen)
    reply = engine.run(work)
    assert len(pieces) > 1
    assert "".join(pieces) == reply.response


def test_a_continued_thread_remembers_what_was_said(call: Callable[..., Any]) -> None:
    first = call("confer", message="The code word is BANANA.", temperature=0)
    call("confer", message="What is the code word?", continuation_id=first.thread_id)
    turns = call("thread_get", thread_id=first.thread_id).turns
    assert [turn.role for turn in turns] == ["user", "assistant", "user", "assistant"]
    assert turns[0].content == "The code word is BANANA."


def test_earlier_turns_are_part_of_what_the_model_reads(call: Callable[..., Any]) -> None:
    first = call("confer", message="Hello there, dear model.", temperature=0)
    again = call("confer", message="Hello.", temperature=0, continuation_id=first.thread_id)
    alone = call("confer", message="Hello.", temperature=0)
    used = again.completion.usage.prompt_tokens
    assert used > alone.completion.usage.prompt_tokens


def test_files_reach_the_model_and_not_the_caller(
    call: Callable[..., Any], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "data.txt").write_text("zebra " * 50, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    plain = call("confer", message="Summarize.", temperature=0)
    read = call("confer", message="Summarize.", temperature=0, file_paths=["data.txt"])
    named = call(
        "confer",
        message="Summarize.",
        temperature=0,
        file_paths=["data.txt"],
        include_file_contents=False,
    )
    base = plain.completion.usage.prompt_tokens
    assert read.completion.usage.prompt_tokens > base + 50
    assert base < named.completion.usage.prompt_tokens < base + 30
    [said, _] = call("thread_get", thread_id=read.thread_id).turns
    assert said.content == "Summarize."
    assert said.files == ["data.txt"]


def test_a_refused_file_means_no_call_and_no_thread(call: Callable[..., Any], lux: Any) -> None:
    with pytest.raises(LuxError) as caught:
        call("confer", message="Read it.", file_paths=["/etc/hostname"])
    assert caught.value.code == "FILE_OUTSIDE_ROOTS"
    assert call("thread_list").threads == []


@pytest.mark.parametrize(
    ("parameters", "field"),
    [
        ({}, "message"),
        ({"message": "  "}, "message"),
        ({"message": "hi", "temperature": 1.5}, "temperature"),
        ({"message": "hi", "temperature": "warm"}, "temperature"),
        ({"message": "hi", "file_paths": "a.py"}, "file_paths"),
        ({"message": "hi", "modell": "x"}, "modell"),
    ],
)
def test_a_bad_parameter_is_named(
    call: Callable[..., Any], parameters: dict[str, Any], field: str
) -> None:
    with pytest.raises(InvalidRequest) as caught:
        call("confer", **parameters)
    assert caught.value.details[0]["field"] == field
    assert field in caught.value.message


def test_a_remote_model_without_a_key_is_an_error_and_no_silent_fallback(
    call: Callable[..., Any],
) -> None:
    with pytest.raises(NotConfigured, match="gpt-5") as caught:
        call("confer", message="hi", model="gpt-5")
    assert "OPENAI_API_KEY" in str(caught.value.hint)


def test_a_message_longer_than_the_context_is_refused_clearly(
    make_engine: Callable[..., Any],
) -> None:
    engine = make_engine(embedded_context=512)
    work = engine.call("confer", {"message": "word " * 2000}, author=AUTHOR)
    with pytest.raises(InvalidRequest, match="context") as caught:
        engine.run(work)
    assert "LUX_EMBEDDED_CONTEXT" in str(caught.value.hint)


def test_the_footer_says_model_tokens_time_cost_and_that_it_is_the_embedded_one(
    call: Callable[..., Any],
) -> None:
    footer = call("confer", message="Say hello.").footer
    for part in ("embedded/", "tokens", " s ", "$0", "thread", "no remote model is configured"):
        assert part in footer


def test_status_counts_the_active_threads(call: Callable[..., Any]) -> None:
    assert call("illumination_status").status == "idle"
    call("confer", message="Say hello.")
    status = call("illumination_status").wire()
    assert status["status"] == "active"
    assert status["threads"]["active_count"] == 1
    assert status["threads"]["average_turns"] == 2
    assert set(status["monitoring"]) == {
        "cognitive_load",
        "current_phase",
        "circular_reasoning_score",
        "distractor_fixation_score",
        "quality_metrics",
        "intervention_history",
    }


@pytest.mark.parametrize("model", ["embedded/some-other-model", "/nowhere/model.gguf"])
def test_an_embedded_model_that_is_not_there_is_an_error(
    call: Callable[..., Any], model: str
) -> None:
    with pytest.raises(LuxError) as caught:
        call("confer", message="hi", model=model)
    assert caught.value.code in {"MODEL_NOT_FOUND", "NOT_CONFIGURED"}


def test_the_name_an_answer_gives_for_its_model_can_be_asked_for_again(
    call: Callable[..., Any],
) -> None:
    first = call("confer", message="Say hello.")
    assert call("confer", message="Say hello.", model=first.model_used).response
