import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.errors import InvalidRequest
from lux_nb.memory.grounding import Evidence, ground, ground_frame, status_of
from lux_nb.memory.grounding.vectors import default_vectors

ARTICLE = (
    "Acme Robotics was founded in 1998 by Maria Lopez in Lisbon.\n"
    "The company employs 420 people and sold 12,000 robots in 2021.\n"
    "In 2022 the board approved the merger with Delta Systems.\n"
    "The new sensor increased accuracy and did not raise the price."
)


def score(text: str, evidence: str = ARTICLE) -> float:
    return ground(text, [evidence]).score


def kinds(text: str, evidence: str = ARTICLE) -> set[str]:
    return {c.kind for claim in ground(text, [evidence]).claims for c in claim.conflicts}


def test_a_claim_that_stands_in_the_evidence_is_supported() -> None:
    result = ground("Acme Robotics was founded in 1998 by Maria Lopez.", [ARTICLE])
    assert result.verdict == "supported"
    assert result.status == "ACCEPT"
    assert result.risk_level == "low"
    assert result.claims_verified == 1


@pytest.mark.parametrize(
    ("said", "changed", "kind"),
    [
        ("The company employs 420 people.", "The company employs 520 people.", "number"),
        ("Acme Robotics was founded in 1998.", "Acme Robotics was founded in 1989.", "date"),
        (
            "The board approved the merger with Delta Systems.",
            "The board did not approve the merger with Delta Systems.",
            "negation",
        ),
        (
            "The board approved the merger with Delta Systems.",
            "The board rejected the merger with Delta Systems.",
            "opposite",
        ),
        (
            "The new sensor increased accuracy.",
            "The new sensor decreased accuracy.",
            "opposite",
        ),
    ],
)
def test_a_changed_claim_scores_lower_and_says_why(said: str, changed: str, kind: str) -> None:
    assert score(changed) < score(said) - 0.1
    assert kind in kinds(changed)
    assert kind not in kinds(said)


def test_swapped_roles_are_named() -> None:
    evidence = "Germany defeated Brazil in the semifinal."
    assert "role" in kinds("Brazil defeated Germany in the semifinal.", evidence)
    assert "role" not in kinds("Brazil was defeated by Germany in the semifinal.", evidence)
    right = score("Germany defeated Brazil in the semifinal.", evidence)
    assert score("Brazil defeated Germany in the semifinal.", evidence) < right - 0.3


def test_a_unit_conversion_is_no_conflict_but_a_changed_unit_is() -> None:
    evidence = "The trail is 5 miles long and takes two hours."
    assert "number" not in kinds("The trail is 8.05 km long.", evidence)
    assert "number" in kinds("The trail is 5 km long.", evidence)
    assert score("The trail is 8.05 km long.", evidence) > score(
        "The trail is 5 km long.", evidence
    )


def test_a_paraphrase_scores_above_an_unrelated_claim() -> None:
    evidence = "The firm purchased the automobile factory in Turin last spring."
    paraphrase = score("The company bought the car plant in Turin.", evidence)
    assert paraphrase > score("The museum opened a gallery in Oslo.", evidence) + 0.1


def test_partial_support_lies_between_full_support_and_none() -> None:
    good = "Acme Robotics was founded in 1998 by Maria Lopez."
    bad = "Its headquarters burned down during an earthquake."
    both = ground(f"{good} {bad}", [ARTICLE])
    assert score(bad) < both.score < score(good)
    assert [claim.verified for claim in both.claims] == [True, False]


def test_off_topic_claims_are_unmentioned() -> None:
    assert ground("Penguins hatch on Antarctic ice.", [ARTICLE]).verdict == "unmentioned"


@pytest.mark.parametrize("evidence", [[], [""], ["   \n"]])
def test_without_evidence_nothing_is_grounded(evidence: list[str]) -> None:
    result = ground("Acme Robotics was founded in 1998.", evidence)
    assert (result.score, result.verdict, result.status) == (0.0, "unmentioned", "REJECT")
    assert result.claims[0].matches == ()


def test_an_empty_text_has_no_claims_and_says_so() -> None:
    result = ground("", [ARTICLE])
    assert result.claims == ()
    assert "no statement" in result.message


def test_matches_point_at_the_source_span_and_line() -> None:
    sources = [
        {"id": "notes.md", "text": "# Notes\n\nNothing here about it."},
        Evidence("history.md", ARTICLE, first_line=10),
    ]
    match = ground("The company employs 420 people.", sources).claims[0].matches[0]
    assert match.evidence_id == "history.md"
    assert ARTICLE[match.start : match.end] == match.text
    assert (match.first_line, match.last_line) == (11, 11)


def test_the_right_sentence_is_found_in_very_long_evidence() -> None:
    filler = "The committee discussed schedules, budgets and catering at length. " * 3000
    evidence = filler + "The bridge over the Tamar opened in 1859. " + filler
    result = ground("The bridge over the Tamar opened in 1859.", [evidence])
    assert result.claims[0].matches[0].text == "The bridge over the Tamar opened in 1859."
    assert result.verdict == "supported"


def test_unicode_text_is_grounded_and_spans_hold() -> None:
    evidence = "Der Fluß — naïve café «Ünïcode» 東京は日本の首都です。 Zoë wrote it in 2011. 🚀"
    result = ground("Zoë wrote it in 2011. 東京は日本の首都です。", [evidence])
    for claim in result.claims:
        for match in claim.matches:
            assert evidence[match.start : match.end] == match.text
    assert result.claims[0].verified


def test_a_text_that_contradicts_itself_is_caught() -> None:
    said = "The service stores passwords in plain text."
    text = f"{said} The service does not store passwords in plain text."
    found = ground(text, []).contradictions
    assert [(c.source, c.conflicts[0].kind) for c in found] == [("response", "negation")]
    numbers = ground("The team has 12 members. The team has 15 members.", []).contradictions
    assert numbers[0].conflicts[0].kind == "number"


def test_statements_about_different_things_do_not_contradict() -> None:
    text = (
        "The team has 12 members. The office has 15 rooms. "
        "Sales rose in spring. Costs fell in autumn."
    )
    assert ground(text, []).contradictions == ()


def test_the_score_is_the_sum_of_what_it_is_made_of() -> None:
    claim = ground("The company employs 520 people.", [ARTICLE]).claims[0]
    assert claim.contributions["number_differs"] < 0
    assert claim.features["number_differs"] == 1.0


def test_grounding_is_deterministic_and_frames_agree_with_single_calls() -> None:
    claims = ["The company employs 420 people.", "Acme sold 9 robots. It is in Lisbon.", "", "Why?"]
    frame = pd.DataFrame({"c": claims, "e": ARTICLE}, index=[3, 5, 7, 9])
    first = ground_frame(frame, claim="c", evidence="e")
    second = ground_frame(frame, claim="c", evidence="e")
    pd.testing.assert_frame_equal(first, second)
    assert list(first.index) == [3, 5, 7, 9]
    for claim, row in zip(claims, first.itertuples(), strict=True):
        single = ground(claim, [ARTICLE])
        assert single.score == pytest.approx(row.score)
        assert (single.verdict, single.status) == (row.verdict, row.status)


def test_a_frame_takes_lists_and_missing_values() -> None:
    frame = pd.DataFrame(
        {"claim": ["A dog barks.", None], "evidence": [["A dog barks.", "Cats."], None]}
    )
    result = ground_frame(frame)
    assert result["verdict"].tolist() == ["supported", "unmentioned"]
    assert ground_frame(frame.iloc[:0]).empty


def test_wrong_columns_and_wrong_evidence_are_refused_by_name() -> None:
    with pytest.raises(InvalidRequest, match="evidence='proof'"):
        ground_frame(pd.DataFrame({"claim": ["x"]}), evidence="proof")
    with pytest.raises(InvalidRequest, match=r"evidence\[1\]"):
        ground("x", ["fine", 3])  # type: ignore[list-item]


@pytest.mark.parametrize(
    ("value", "status"),
    [(1.0, "ACCEPT"), (0.7, "ACCEPT"), (0.69, "WARN"), (0.3, "WARN"), (0.29, "REJECT")],
)
def test_status_follows_the_thresholds(value: float, status: str) -> None:
    assert status_of(value) == status


def test_the_wire_answer_has_every_field() -> None:
    answer = ground("The company employs 420 people.", [ARTICLE]).to_dict()
    assert set(answer) == {
        "grounding_score",
        "status",
        "risk_level",
        "claims_extracted",
        "claims_verified",
        "evidence_items",
        "fuzzy_confidence",
        "contradictions",
        "message",
        "judge",
        "judge_model",
    }
    assert answer["evidence_items"][0]["verified"] is True


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=120), st.text(max_size=200))
def test_any_text_against_any_evidence_has_a_score_between_0_and_1(
    text: str, evidence: str
) -> None:
    result = ground(text, [evidence])
    assert 0.0 <= result.score <= 1.0
    for claim in result.claims:
        assert 0.0 <= claim.score <= 1.0
        assert text[claim.claim.start : claim.claim.end] == claim.claim.text
        for match in claim.matches:
            assert evidence[match.start : match.end] == match.text


def test_a_name_that_stands_nowhere_lowers_the_score_more_than_one_of_the_same_stem() -> None:
    evidence = "Activists from Britain poured paint in front of the embassy."
    kindred = score("The British activists poured paint.", evidence)
    assert score("The Norwegian activists poured paint.", evidence) < kindred


def test_how_many_words_are_missing_tells_silence_and_not_support() -> None:
    result = ground("The company employs 420 people.", [ARTICLE])
    assert not any(name.startswith("missing") for name in result.contributions)
    assert "missing_words" in result.claims[0].features


def test_words_looked_up_together_have_the_vectors_they_have_alone() -> None:
    vectors = default_vectors()
    words = ["robot", "founded", "antidisestablishmentarianism", "", "42"]
    rows = vectors.many(words)
    assert rows.shape == (len(words), vectors.size)
    for word, row in zip(words, rows, strict=True):
        assert np.allclose(row, vectors(word), atol=1e-6)


def test_a_claim_finds_its_sentence_in_a_long_text() -> None:
    filler = [f"The archive keeps folder {number} in a dry room." for number in range(60)]
    text = " ".join([*filler[:30], "Maria Lopez founded Acme Robotics in Lisbon.", *filler[30:]])
    (claim,) = ground("Acme Robotics was founded by Maria Lopez.", [text]).claims
    assert claim.matches[0].text == "Maria Lopez founded Acme Robotics in Lisbon."
