"""Each guardrail, on and off and with its threshold, through the operation."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.reasoning.guardrails import relevance_floor
from lux_nb.reasoning.monitor.profiles import TUNED
from tests.reasoning.conftest import MINUTES, THOUGHTS, in_turn, wants_data

QUESTION = "How can we make the pages of the shop load faster at peak hours?"
ELSEWHERE = [
    "Fresh pasta needs flour, eggs and a long rest under a damp kitchen towel.",
    "Roman emperors wore purple wool that was dyed with the slime of sea snails.",
    "Penguins huddle against Antarctic storms and take turns at the windy edge.",
    "A violin bow is strung with horsehair and rubbed with rosin before a concert.",
    "Glaciers carve wide valleys while rivers leave narrow ones behind them.",
]
WRONG = [
    "The cache of the shop is enabled on the main server.",
    "The cache of the shop is not enabled on the main server.",
]
Make = Callable[..., Any]


def run(scripted: Make, script: Any, steps: int, **guardrails: Any) -> list[Any]:
    call, _, _ = scripted(script)
    details = call("trace", question=QUESTION, steps=steps, guardrails=guardrails)
    return list(details.thoughts)


def kinds(thoughts: list[Any]) -> set[str]:
    return {kind for thought in thoughts for kind in thought.alert_kinds}


def unsure(body: dict[str, Any]) -> Any:
    """A model that gives log-probabilities, low ones."""
    return json.dumps(MINUTES) if wants_data(body) else (THOUGHTS[0], [-5.0])


def test_circular_reasoning_is_seen_only_while_its_check_is_on(scripted: Make) -> None:
    on = run(scripted, in_turn([THOUGHTS[1]]), 5)
    off = run(scripted, in_turn([THOUGHTS[1]]), 5, circular_reasoning_detection=False)
    assert "loop" in kinds(on)
    assert on[-1].circular_score > 0.5
    assert kinds(off) == set()
    assert all(thought.circular_score is None for thought in off)


def test_drift_is_seen_only_while_its_check_is_on(scripted: Make) -> None:
    on = run(scripted, in_turn(ELSEWHERE), 5)
    off = run(scripted, in_turn(ELSEWHERE), 5, semantic_drift_check=False)
    assert "distractor" in kinds(on)
    assert "distractor" not in kinds(off)
    assert all(thought.distractor_score is None for thought in off)


def test_the_drift_threshold_decides_what_drifts(scripted: Make) -> None:
    assert "distractor" not in kinds(run(scripted, in_turn(THOUGHTS), 5))
    assert "distractor" in kinds(run(scripted, in_turn(THOUGHTS), 5, semantic_drift_threshold=1.0))
    never = run(scripted, in_turn(ELSEWHERE), 5, semantic_drift_threshold=0.0)
    assert "distractor" not in kinds(never)


@pytest.mark.parametrize(("threshold", "floor"), [(0.0, 0.0), (0.3, TUNED.relevant), (1.0, 1.0)])
def test_the_default_threshold_is_the_measured_default_of_the_monitor(
    threshold: float, floor: float
) -> None:
    assert relevance_floor(threshold) == pytest.approx(floor)


def test_perplexity_comes_from_the_log_probabilities_and_has_its_threshold(
    scripted: Make,
) -> None:
    [on] = run(scripted, unsure, 1)
    assert on.perplexity == pytest.approx(148.41, abs=0.01)
    assert on.perplexity_source == "logprobs"
    assert on.intervention_type == "perplexity"
    assert on.confidence == pytest.approx(0.0067, abs=0.0001)
    [tolerant] = run(scripted, unsure, 1, perplexity_threshold=200.0)
    assert tolerant.perplexity is not None
    assert tolerant.alert_kinds == []
    [off] = run(scripted, unsure, 1, perplexity_monitoring=False)
    assert (off.perplexity, off.alert_kinds) == (None, [])


def test_an_estimated_perplexity_is_named_as_such_and_leaves_prose_alone(scripted: Make) -> None:
    thoughts = run(scripted, in_turn(THOUGHTS), 5)
    assert {thought.perplexity_source for thought in thoughts} == {"estimate"}
    assert "perplexity" not in kinds(thoughts)


def test_claims_that_do_not_hold_are_seen_only_while_consistency_is_on(scripted: Make) -> None:
    on = run(scripted, in_turn(WRONG), 2)
    off = run(scripted, in_turn(WRONG), 2, consistency_validation=False)
    assert on[1].intervention_type == "contradiction"
    assert "contradiction" not in kinds(off)


def test_attention_is_measured_only_while_its_analysis_is_on(scripted: Make) -> None:
    others = {"circular_reasoning_detection": False}
    on = run(scripted, in_turn([THOUGHTS[1]]), 8, **others)
    off = run(scripted, in_turn([THOUGHTS[1]]), 8, attention_entropy_analysis=False, **others)
    assert [thought.attention_entropy is not None for thought in on] == [False] * 4 + [True] * 4
    assert on[-1].alert_kinds == ["attention"]
    assert all(thought.attention_entropy is None for thought in off)
    assert kinds(off) == set()


def test_a_sound_trace_raises_no_alarm(scripted: Make) -> None:
    assert kinds(run(scripted, in_turn(THOUGHTS), 6)) == set()


def test_guardrails_stay_with_the_trace(scripted: Make) -> None:
    call, _, _ = scripted(in_turn([THOUGHTS[1]]))
    step = {"total_thoughts": 9, "next_thought_needed": True}
    first = call(
        "traced_reasoning",
        thought=QUESTION,
        thought_number=1,
        guardrails={"circular_reasoning_detection": False},
        **step,
    )
    for number in range(2, 6):
        last = call(
            "traced_reasoning",
            thought="Go on.",
            thought_number=number,
            session_id=first.session_id,
            **step,
        )
    assert last.monitoring.circular_score == 0.0
    assert last.monitoring.intervention is None


def test_a_clash_of_what_follows_from_the_claims_is_found_by_logic(scripted: Make) -> None:
    texts = [
        "Every mammal is an animal.",
        "No animal is a plant.",
        "Rex is a mammal.",
        "Rex is a plant.",
    ]
    on = run(scripted, in_turn(texts), 4, circular_reasoning_detection=False)
    off = run(
        scripted,
        in_turn(texts),
        4,
        circular_reasoning_detection=False,
        consistency_validation=False,
    )
    assert "contradiction" not in kinds(on[:-1])
    assert "contradiction" in kinds(on[-1:])
    assert "contradiction" not in kinds(off)
