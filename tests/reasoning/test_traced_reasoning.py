"""Traced reasoning through the operation, with a scripted model behind real HTTP."""

import asyncio
import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import Conflict, InvalidRequest, NotFound, PermissionDenied, ProviderError
from tests.reasoning import shapes
from tests.reasoning.conftest import MINUTES, THOUGHTS, in_turn, wants_data

QUESTION = "How can we make the pages of the shop load faster at peak hours?"
Make = Callable[..., Any]


def think(call: Any, number: int, text: str = "Go on.", **more: Any) -> Any:
    given = {"total_thoughts": 5, "next_thought_needed": True, **more}
    return call("traced_reasoning", thought=text, thought_number=number, **given)


def test_a_thought_has_exactly_the_fields_of_the_reference(scripted: Make) -> None:
    call, _, _ = scripted(in_turn(THOUGHTS))
    first = think(call, 1, QUESTION)
    shapes.check(first.wire(), shapes.TRACED)
    assert first.content == THOUGHTS[0]
    assert first.thought_type == "Initial"
    assert first.wire()["synthesis"] == MINUTES
    shapes.check(call("illumination_status").wire(), shapes.ILLUMINATION)


def test_a_later_thought_is_guided_and_the_model_writes_it(scripted: Make) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    first = think(call, 1, QUESTION)
    second = think(call, 2, "Focus on caching strategies.", session_id=first.session_id)
    assert second.content == THOUGHTS[1]
    assert (second.session_id, second.thread_id) == (first.session_id, first.thread_id)
    prompt = server.prompts[-1]
    for part in (QUESTION, THOUGHTS[0], "Focus on caching strategies."):
        assert part in prompt
    last = think(call, 3, session_id=first.session_id, next_thought_needed=False)
    assert (last.thought_type, last.next_thought_needed) == ("Conclusion", False)
    assert call("trace_get", session_id=first.session_id).trace.status == "complete"


def test_the_thread_is_shared_with_confer_in_both_directions(scripted: Make) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    talk = call("confer", message="The code word is BANANA.")
    first = think(call, 1, QUESTION, continuation_id=talk.thread_id)
    assert first.thread_id == talk.thread_id
    sent = json.dumps(server.requests[-2]["messages"])
    assert "BANANA" in sent
    call("confer", message="What did you think?", continuation_id=talk.thread_id)
    assert first.content in json.dumps(server.requests[-1]["messages"])
    turns = call("thread_get", thread_id=talk.thread_id).turns
    assert [turn.content for turn in turns[2:4]] == [QUESTION, first.content]


def test_a_thread_alone_finds_the_trace_to_go_on_with(scripted: Make) -> None:
    call, _, _ = scripted(in_turn(THOUGHTS))
    first = think(call, 1, QUESTION)
    second = think(call, 2, continuation_id=first.thread_id)
    assert second.session_id == first.session_id


def test_a_branch_builds_on_its_own_line_only(scripted: Make) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    session = think(call, 1, QUESTION).session_id
    think(call, 2, session_id=session)
    think(call, 3, session_id=session)
    branch = {"branch_from_thought": 1, "branch_id": "people", "session_id": session}
    aside = think(call, 2, "What about human factors?", **branch)
    assert aside.thought_type == "Branch"
    assert THOUGHTS[0] in server.prompts[-1]
    assert THOUGHTS[1] not in server.prompts[-1]
    think(call, 3, branch_id="people", session_id=session)
    assert THOUGHTS[3] in server.prompts[-1]
    assert THOUGHTS[2] not in server.prompts[-1]
    think(call, 4, "Combine both.", session_id=session)
    assert THOUGHTS[2] in server.prompts[-1]
    assert f"people: {THOUGHTS[4]}" in server.prompts[-1]


def test_a_revision_takes_the_place_of_what_it_revises(scripted: Make) -> None:
    call, server, engine = scripted(in_turn([THOUGHTS[0], THOUGHTS[1], THOUGHTS[1], THOUGHTS[2]]))
    session = think(call, 1, QUESTION).session_id
    think(call, 2, session_id=session)
    again = think(call, 3, is_revision=True, revises_thought=2, session_id=session)
    assert again.thought_type == "Revision"
    # It says the same as what it revises, which is gone, so it repeats nothing.
    assert again.monitoring.circular_score < 0.2
    think(call, 4, session_id=session)
    assert server.prompts[-1].count(THOUGHTS[1]) == 1
    assert engine.traces._live[session].monitors[None].thoughts == 3


def test_more_thoughts_extend_the_trace(scripted: Make) -> None:
    call, _, _ = scripted(in_turn(THOUGHTS))
    session = think(call, 1, QUESTION, total_thoughts=1, next_thought_needed=False).session_id
    more = {"needs_more_thoughts": True, "next_thought_needed": False, "total_thoughts": 1}
    second = think(call, 2, session_id=session, **more)
    assert second.next_thought_needed
    assert call("trace_get", session_id=session).trace.total_thoughts == 3


@pytest.mark.parametrize(
    ("given", "error", "field"),
    [
        ({"is_revision": True}, InvalidRequest, "revises_thought"),
        ({"is_revision": True, "revises_thought": 9}, InvalidRequest, "revises_thought"),
        ({"branch_from_thought": 9}, InvalidRequest, "branch_from_thought"),
        ({"branch_id": "nowhere"}, InvalidRequest, "branch_id"),
        ({"thought_number": 1}, Conflict, "already has a thought 1"),
        ({"session_id": "nope"}, NotFound, "nope"),
        ({"continuation_id": "nope"}, NotFound, "nope"),
        ({"thought": "  "}, InvalidRequest, "thought"),
        ({"thought_number": 0}, InvalidRequest, "thought_number"),
        ({"guardrails": {"semantic_drift_threshold": 2}}, InvalidRequest, "semantic_drift"),
        ({"guardrails": {"nonsense": True}}, InvalidRequest, "nonsense"),
        ({"file_paths": ["/etc/hostname"]}, PermissionDenied, "hostname"),
    ],
)
def test_bad_input_is_a_typed_error_and_leaves_nothing_behind(
    scripted: Make, given: dict[str, Any], error: type[Exception], field: str
) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    session = think(call, 1, QUESTION).session_id
    asked = len(server.requests)
    parameters = {
        "thought": "Go on.",
        "thought_number": 2,
        "total_thoughts": 5,
        "next_thought_needed": True,
        "session_id": session,
        **given,
    }
    with pytest.raises(error, match=field):
        call("traced_reasoning", **parameters)
    assert len(server.requests) == asked
    assert len(call("trace_get", session_id=session).thoughts) == 1
    assert len(call("trace_list").traces) == 1


def test_files_reach_the_model_and_not_the_caller(
    scripted: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "log.txt").write_text("zebra zebra zebra", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    call, server, _ = scripted(in_turn(THOUGHTS))
    first = think(call, 1, QUESTION, file_paths=["log.txt"])
    assert "zebra zebra zebra" in server.prompts[-1]
    assert "zebra" not in json.dumps(first.wire())
    call("biased_reasoning", query="Why?", file_paths=["log.txt"])
    call("biased_reasoning", query="Why?")
    assert "zebra zebra zebra" in server.prompts[-1]
    plan = {"step_number": 1, "total_steps": 1, "next_step_required": False}
    call("planner", step="Clean up.", file_paths=["log.txt"], **plan)
    assert "zebra zebra zebra" in server.prompts[-1]


def test_an_intervention_goes_into_the_next_prompt_and_the_history(scripted: Make) -> None:
    call, server, _ = scripted(in_turn([THOUGHTS[1]]))
    details = call("trace", question=QUESTION, steps=6)
    spoken = [t for t in details.thoughts if t.intervention]
    assert spoken
    assert spoken[0].intervention_type == "loop"
    following = server.prompts[spoken[0].thought_number]
    assert spoken[0].intervention in following
    history = call("illumination_status").monitoring.intervention_history
    assert [record.thought_number for record in history] == [t.thought_number for t in spoken]
    named = call("illumination_status", session_id=details.session_id)
    assert named.monitoring.circular_reasoning_score > 0.5


def test_the_loop_can_end_on_an_intervention_and_be_gone_on_with(scripted: Make) -> None:
    call, server, _ = scripted(in_turn([THOUGHTS[1]]))
    details = call("trace", question=QUESTION, steps=9, stop_on_intervention=True)
    assert details.stopped == "intervention"
    assert 1 < len(details.thoughts) < 9
    assert details.trace.status == "open"
    server.script = in_turn(THOUGHTS)
    whole = call("trace", session_id=details.session_id)
    assert [t.thought_number for t in whole.thoughts] == list(range(1, 10))
    assert whole.trace.status == "complete"


def test_an_empty_thought_is_asked_again_once(scripted: Make) -> None:
    answers = iter(["   ", THOUGHTS[0]])

    def script(body: dict[str, Any]) -> str:
        return json.dumps(MINUTES) if wants_data(body) else next(answers)

    call, server, _ = scripted(script)
    assert think(call, 1, QUESTION).content == THOUGHTS[0]
    assert "You wrote nothing" in server.prompts[1]


def test_a_model_that_writes_nothing_is_an_error_and_nothing_is_kept(scripted: Make) -> None:
    call, _, _ = scripted(in_turn([""]))
    with pytest.raises(ProviderError) as caught:
        think(call, 1, QUESTION)
    assert caught.value.code == "EMPTY_THOUGHT"
    assert call("trace_list").traces == []
    assert call("thread_list").threads == []


@pytest.mark.parametrize("garbage", ["", "no json", '{"key_insights": 3}', '{"a": ', "{}"])
def test_a_synthesis_that_is_garbage_is_repaired_once_then_taken_from_the_words(
    scripted: Make, garbage: str
) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS, garbage))
    first = think(call, 1, QUESTION)
    shapes.check(first.wire(), shapes.TRACED)
    assert first.synthesis.current_understanding == THOUGHTS[0]
    asked = [body for body in server.requests if wants_data(body)]
    assert len(asked) == 2
    assert "can't be used" in asked[1]["messages"][-1]["content"]
    assert any("no usable synthesis" in note for note in first.notes)


def test_a_synthesis_that_is_right_the_second_time_is_used(scripted: Make) -> None:
    answers = iter(["nonsense", json.dumps(MINUTES)])

    def script(body: dict[str, Any]) -> str:
        return next(answers) if wants_data(body) else THOUGHTS[0]

    call, _, _ = scripted(script)
    assert think(call, 1, QUESTION).wire()["synthesis"] == MINUTES


def test_a_service_that_takes_no_schema_gets_it_in_words(scripted: Make) -> None:
    def script(body: dict[str, Any]) -> str | int:
        if wants_data(body):
            return 400
        wanted = "JSON object of this schema" in body["messages"][-1]["content"]
        return f"```json\n{json.dumps(MINUTES)}\n```" if wanted else THOUGHTS[0]

    call, _, _ = scripted(script)
    assert think(call, 1, QUESTION).wire()["synthesis"] == MINUTES


def test_noise_is_kept_as_a_thought_and_doubted(scripted: Make) -> None:
    noise = "\x07qxz vbnmq ÿÿ ßßß zzkq wqxv pltk mnbv xcvb qwrt zzzz kkkk vvvv"
    call, _, _ = scripted(in_turn([noise], "…"))
    first = think(call, 1, QUESTION)
    shapes.check(first.wire(), shapes.TRACED)
    assert first.thought is not None
    assert first.thought.readings.perplexity_source == "estimate"
    assert first.thought.readings.intervention_type == "perplexity"


def test_a_service_that_refuses_log_probabilities_is_asked_without_them(scripted: Make) -> None:
    def script(body: dict[str, Any]) -> str | int:
        if wants_data(body):
            return json.dumps(MINUTES)
        return 400 if "logprobs" in body else THOUGHTS[0]

    call, server, _ = scripted(script)
    session = think(call, 1, QUESTION).session_id
    server.script = in_turn(THOUGHTS[1:])
    think(call, 2, session_id=session)
    asked = [body for body in server.requests if not wants_data(body)]
    assert ["logprobs" in body for body in asked] == [True, False, False]


def test_a_failing_service_fails_the_thought_and_the_next_one_works(scripted: Make) -> None:
    call, server, _ = scripted(in_turn(THOUGHTS))
    session = think(call, 1, QUESTION).session_id
    server.script = lambda body: 503
    with pytest.raises(ProviderError):
        think(call, 2, session_id=session)
    server.script = in_turn(THOUGHTS[1:])
    assert think(call, 2, session_id=session).content == THOUGHTS[1]


def test_an_interrupt_after_the_words_keeps_the_thought(scripted: Make) -> None:
    import threading

    reached, go_on = threading.Event(), threading.Event()

    def script(body: dict[str, Any]) -> str:
        if wants_data(body):
            reached.set()
            go_on.wait(20)
        return THOUGHTS[0]

    call, _, engine = scripted(script)
    parameters = {
        "thought": QUESTION,
        "thought_number": 1,
        "total_thoughts": 2,
        "next_thought_needed": True,
        "session_id": "mine",
    }
    author = Author("script", "test")
    future = engine.submit(engine.call("traced_reasoning", parameters, author=author))
    assert reached.wait(30)
    future.cancel()

    async def ended() -> None:
        operations = [t for t in asyncio.all_tasks() if t.get_name().startswith("operation ")]
        await asyncio.wait(operations)

    engine.run(ended())
    go_on.set()
    [kept] = call("trace_get", session_id="mine").thoughts
    assert kept.content == THOUGHTS[0]
    assert kept.synthesis.current_understanding == THOUGHTS[0]


def test_a_trace_goes_on_in_another_kernel_as_if_nothing_had_happened(
    scripted: Make, make_engine: Make
) -> None:
    call, server, engine = scripted(in_turn([THOUGHTS[1]]))
    details = call("trace", question=QUESTION, steps=3)
    engine.close()
    again = make_engine(compatible_base_url=server.url)
    author = Author("script", "test")
    step = {"thought": "Go on.", "thought_number": 4, "total_thoughts": 6}
    step |= {"next_thought_needed": True, "session_id": details.session_id}
    result = again.run(again.call("traced_reasoning", step, author=author))
    assert result.monitoring.circular_score > details.thoughts[-1].circular_score
    assert again.traces._live[details.session_id].checkpoint == 3


def test_idle_monitors_are_let_go_and_come_back(scripted: Make) -> None:
    from lux_nb.reasoning.sessions import touched

    call, _, engine = scripted(in_turn([THOUGHTS[1]]))
    session = call("trace", question=QUESTION, steps=3).session_id
    assert engine.run(engine.traces.expire_idle()) == 0
    live = engine.traces._live[session]
    before = live.monitors[None].to_state()
    past = datetime.now(UTC) - timedelta(minutes=31)
    live.session = touched(live.session)
    object.__setattr__(live.session, "last_accessed", past)
    assert engine.run(engine.traces.expire_idle()) == 1
    assert session not in engine.traces._live
    think(call, 4, session_id=session)
    revived = engine.traces._live[session]
    assert revived.checkpoint == 3
    assert revived.monitors[None].thoughts == before["tracker"]["course"]["thoughts"] + 1


def test_status_is_idle_without_traces_and_forgets_one_after_half_an_hour(scripted: Make) -> None:
    from lux_nb.store.reasoning_tables import reasoning_sessions
    from lux_nb.store.tables import threads

    call, _, engine = scripted(in_turn(THOUGHTS))
    assert call("illumination_status").status == "idle"
    session = think(call, 1, QUESTION).session_id
    assert call("illumination_status").monitoring.quality_metrics.coherence > 0
    past = datetime.now(UTC) - timedelta(minutes=31)
    change = reasoning_sessions.update().values(last_accessed=past)
    engine.run(engine.store.write(lambda c: c.execute(change)))
    engine.run(engine.store.write(lambda c: c.execute(threads.delete())))
    status = call("illumination_status")
    assert (status.status, status.monitoring.quality_metrics.coherence) == ("idle", 0.0)
    named = call("illumination_status", session_id=session)
    assert named.status == "idle"
    assert named.monitoring.quality_metrics.coherence > 0


def test_two_callers_of_one_trace_take_turns(scripted: Make) -> None:
    call, _, engine = scripted(in_turn(THOUGHTS))
    session = think(call, 1, QUESTION).session_id
    author = Author("script", "test")

    async def both() -> list[Any]:
        step = {"thought": "Go on.", "total_thoughts": 5, "next_thought_needed": True}
        step["session_id"] = session
        return await asyncio.gather(
            *(
                engine.call("traced_reasoning", {**step, "thought_number": n}, author=author)
                for n in (2, 3, 2)
            ),
            return_exceptions=True,
        )

    results = engine.run(both())
    assert sum(isinstance(result, Conflict) for result in results) == 1
    assert len(call("trace_get", session_id=session).thoughts) == 3


def test_a_synthesis_about_something_else_is_not_used(scripted: Make) -> None:
    elsewhere = MINUTES | {"current_understanding": "2023-01-22 14:22:53.133-10.10.1-10.10.1"}
    call, server, _ = scripted(in_turn(THOUGHTS, elsewhere))
    assert think(call, 1, QUESTION).synthesis.current_understanding == THOUGHTS[0]
    asked = [body for body in server.requests if wants_data(body)]
    assert "nothing to do with" in asked[1]["messages"][-1]["content"]


def test_a_number_before_a_thought_is_taken_off(scripted: Make) -> None:
    call, _, _ = scripted(in_turn([f"**Thought 1:** {THOUGHTS[0]}"]))
    assert think(call, 1, QUESTION).content == THOUGHTS[0]


@pytest.mark.slow
def test_the_embedded_model_gives_log_probabilities_and_a_synthesis_by_its_grammar(
    call: Callable[..., Any],
) -> None:
    first = think(call, 1, "Why does rain fall down?")
    shapes.check(first.wire(), shapes.TRACED)
    assert first.thought is not None
    assert first.thought.readings.perplexity_source == "logprobs"
    assert 1.0 <= first.thought.readings.perplexity < 100.0
    assert first.synthesis.confidence_level in {"low", "medium", "high"}
    assert first.thought.written.cost == 0.0
