"""Bias-checked reasoning, step by step, with a scripted model behind real HTTP."""

import json
from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import Conflict, InvalidRequest, NotFound, ProviderError
from lux_nb.reasoning.bias_findings import cue_findings, locate
from lux_nb.reasoning.bias_taxonomy import KINDS
from tests.reasoning import shapes
from tests.reasoning.conftest import in_turn, wants_data

QUERY = "Which language should a beginner learn?"
BIASED = "Python, because my whole office uses it. Nobody there ever looked at another one."
SOUND = "Python reads easily and has teaching material; Scratch suits younger children."
FINDING = {
    "kind": "bandwagon",
    "quote": "because my whole office uses it",
    "severity": "high",
    "explanation": "Use by many is no reason.",
    "suggestion": "Name what makes it easy to learn.",
}
Make = Callable[..., Any]


def verdict(*findings: dict[str, Any]) -> str:
    return json.dumps({"findings": list(findings)})


def mends_itself(body: dict[str, Any]) -> str:
    """A model whose first answer is biased and whose correction is not."""
    said = body["messages"][-1]["content"]
    if wants_data(body):
        return verdict(FINDING) if BIASED in said else verdict()
    return SOUND if "Findings:" in said or SOUND in said else BIASED


def run(call: Any, **parameters: Any) -> list[Any]:
    steps = [call("biased_reasoning", query=QUERY, **parameters)]
    while steps[-1].next_action != "Complete":
        steps.append(call("biased_reasoning", query=QUERY, session_id=steps[0].session_id))
    return steps


def test_the_steps_follow_each_other_to_the_end(scripted: Make) -> None:
    call, server, _ = scripted(mends_itself)
    steps = run(call)
    for step in steps:
        shapes.check(step.wire(), shapes.BIASED)
    assert [(step.step_type, step.next_action) for step in steps] == [
        ("Query", "ContinueReasoning"),
        ("Reasoning", "BiasCheck"),
        ("BiasAnalysis", "ContinueReasoning"),
        ("Correction", "BiasCheck"),
        ("BiasAnalysis", "Synthesize"),
        ("Synthesis", "Complete"),
    ]
    status = steps[-1].session_status
    assert (status.total_steps, status.reasoning_steps, status.bias_checks) == (6, 1, 2)
    assert (status.corrections_made, status.current_round, status.max_rounds) == (1, 2, 3)
    assert FINDING["suggestion"] in server.prompts[1]


def test_a_finding_has_span_kind_severity_and_suggestion(scripted: Make) -> None:
    call, _, _ = scripted(mends_itself)
    details = call("bias", query=QUERY)
    [finding] = details.findings
    assert (finding.kind, finding.severity, finding.source) == ("bandwagon", "high", "verifier")
    assert BIASED[finding.start : finding.end] == finding.span == FINDING["quote"]
    assert finding.suggestion == FINDING["suggestion"]
    assert details.answer == SOUND


def test_a_model_that_never_mends_ends_after_its_rounds(scripted: Make) -> None:
    call, _, _ = scripted(in_turn([BIASED], verdict(FINDING)))
    steps = run(call, max_analysis_rounds=2)
    assert [step.step_type for step in steps].count("BiasAnalysis") == 2
    assert steps[-2].next_action == "Synthesize"
    assert steps[-1].session_status.max_rounds == 2


def test_a_finding_whose_words_are_not_there_is_left_out(scripted: Make) -> None:
    made_up = FINDING | {"quote": "words that nobody wrote"}
    call, _, _ = scripted(in_turn([BIASED], verdict(FINDING, made_up)))
    details = call("bias", query=QUERY, max_analysis_rounds=1)
    assert [finding.span for finding in details.findings] == [FINDING["quote"]]
    call, server, _ = scripted(in_turn([SOUND], verdict(made_up)))
    assert call("bias", query=QUERY, max_analysis_rounds=1).findings == []
    asked = [body for body in server.requests if wants_data(body)]
    assert "word for word" in asked[1]["messages"][-1]["content"]


@pytest.mark.parametrize("garbage", ["", "no json at all", '{"findings": [{"kind": "evil"}]}'])
def test_a_verifier_that_gives_garbage_leaves_the_cues_and_says_so(
    scripted: Make, garbage: str
) -> None:
    text = "Obviously Python, and it will always be so."
    call, _, _ = scripted(in_turn([text], garbage))
    analysis = run(call, max_analysis_rounds=1)[2]
    assert "no usable answer" in analysis.content
    assert [(f.kind, f.source) for f in analysis.findings] == [
        ("overconfidence", "cues"),
        ("overgeneralization", "cues"),
    ]


def test_a_session_goes_on_by_its_question_or_anew(scripted: Make) -> None:
    call, _, _ = scripted(mends_itself)
    first = call("biased_reasoning", query=QUERY)
    second = call("biased_reasoning", query=QUERY)
    assert second.session_id == first.session_id
    assert second.step_type == "Reasoning"
    other = call("biased_reasoning", query=QUERY, new_session=True)
    assert (other.step_type, other.session_id != first.session_id) == ("Query", True)


def test_a_session_goes_on_in_another_kernel(scripted: Make, make_engine: Make) -> None:
    call, server, engine = scripted(mends_itself)
    steps = [call("biased_reasoning", query=QUERY) for _ in range(3)]
    session = steps[0].session_id
    engine.close()
    again = make_engine(compatible_base_url=server.url)
    parameters = {"query": QUERY, "session_id": session}
    author = Author("script", "test")
    step = again.run(again.call("biased_reasoning", parameters, author=author))
    assert (step.step_type, step.step_number) == ("Correction", 4)


def test_a_complete_or_unknown_session_is_a_typed_error(scripted: Make) -> None:
    call, _, _ = scripted(mends_itself)
    done = run(call)[0].session_id
    with pytest.raises(Conflict) as caught:
        call("biased_reasoning", query=QUERY, session_id=done)
    assert caught.value.code == "SESSION_COMPLETE"
    with pytest.raises(NotFound):
        call("biased_reasoning", query=QUERY, session_id="nope")
    with pytest.raises(InvalidRequest, match="max_analysis_rounds"):
        call("biased_reasoning", query=QUERY, max_analysis_rounds=0)


def test_an_empty_answer_is_an_error_and_the_step_can_be_taken_again(scripted: Make) -> None:
    call, server, _ = scripted(in_turn([""]))
    session = call("biased_reasoning", query=QUERY).session_id
    with pytest.raises(ProviderError):
        call("biased_reasoning", query=QUERY, session_id=session)
    server.script = mends_itself
    step = call("biased_reasoning", query=QUERY, session_id=session)
    assert (step.step_type, step.step_number) == ("Reasoning", 2)


def test_two_models_share_the_work(scripted: Make) -> None:
    call, server, _ = scripted(mends_itself)
    run(call, primary_model="thinker", verifier_model="judge")
    by_kind = {wants_data(body): body["model"] for body in server.requests}
    assert by_kind == {True: "judge", False: "thinker"}


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("uses it", "uses it"),
        ("USES  IT.", "uses it"),
        ("“because my whole office”", "because my whole office"),
        ("not in there", None),
        ("…", None),
    ],
)
def test_a_quote_is_found_whatever_its_spacing_and_marks(quote: str, found: str | None) -> None:
    place = locate(quote, BIASED)
    assert (BIASED[place[0] : place[1]] if place else None) == found


def test_sober_prose_has_no_cues() -> None:
    assert cue_findings(SOUND) == []


def test_each_kind_of_the_taxonomy_is_described_once() -> None:
    assert len({kind.name for kind in KINDS}) == len(KINDS)
    assert all(kind.definition.endswith(".") and kind.suggestion for kind in KINDS)
