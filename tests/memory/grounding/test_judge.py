"""A language model as judge: asked for, held to a schema, and named in the result."""

from typing import Any

import pytest

from lux_nb.errors import InvalidRequest

EVIDENCE = ["The ferry to Hven leaves at nine every morning."]
TEXT = "The ferry to Hven leaves at nine."


@pytest.fixture
def long_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUX_EMBEDDED_MAX_TOKENS", "200")


def test_no_model_is_asked_unless_it_is_wanted(lux: Any) -> None:
    found = lux.memory.ground(TEXT, EVIDENCE)
    assert (found.judge, found.judge_model) == ("offline", None)
    assert lux.frames.calls().empty


@pytest.mark.usefixtures("long_enough")
def test_a_model_that_judged_is_named_with_its_verdict_and_reason(lux: Any) -> None:
    found = lux.memory.ground(TEXT, EVIDENCE, judge="llm")
    assert found.judge == "llm"
    assert found.judge_model in found.message
    (claim,) = found.claims
    assert claim.judged_by == "llm"
    assert claim.reason
    assert claim.score == found.score == float(claim.verdict == "supported")
    assert claim.matches[0].text == EVIDENCE[0]


def test_a_claim_without_evidence_is_not_asked_about(lux: Any) -> None:
    found = lux.memory.ground(TEXT, [], judge="llm")
    assert found.judge == "offline"
    assert found.claims[0].verdict == "unmentioned"


def test_an_unknown_judge_is_refused(lux: Any) -> None:
    with pytest.raises(InvalidRequest, match="judge='oracle'"):
        lux.memory.ground(TEXT, EVIDENCE, judge="oracle")


@pytest.mark.usefixtures("long_enough")
def test_a_verified_response_says_who_judged_it(call: Any, tmp_path: Any) -> None:
    (tmp_path / "notes.md").write_text(EVIDENCE[0])
    project = call("initialize_context", project_path=str(tmp_path), mode="light").project_id
    asked = {"project_id": project, "response_text": TEXT, "evidence_sources": EVIDENCE}
    offline = call("verify_response", **asked).wire()
    assert offline["judge"] == "offline"
    assert "judge_model" not in offline
    found = call("verify_response", **asked, judge="llm").wire()
    assert (found["judge"], found["evidence_items"][0]["judged_by"]) == ("llm", "llm")
    assert found["judge_model"]
