from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.memory.grounding import extract_claims
from lux_nb.memory.grounding.segment import sentence_spans


def texts(text: str) -> list[str]:
    return [claim.text for claim in extract_claims(text)]


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300))
def test_spans_index_the_text_whatever_it_is(text: str) -> None:
    claims = extract_claims(text)
    for claim in claims:
        assert text[claim.start : claim.end] == claim.text
        assert claim.text.strip() == claim.text != ""
        assert 0.0 <= claim.fuzzy_confidence <= 1.0
    ends = [0, *(claim.end for claim in claims)]
    assert all(end <= claim.start for end, claim in zip(ends, claims, strict=False))


@settings(max_examples=100, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                "Dr. Smith left.",
                "- item one",
                "It is 3.5 kg.",
                "```\nx = 1.\n```",
                "“So. What?” he said.",
                "\n\n",
                " ",
                "1. First",
            ]
        ),
        max_size=12,
    )
)
def test_spans_never_overlap_in_structured_text(parts: list[str]) -> None:
    text = "\n".join(parts)
    spans = sentence_spans(text)
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


def test_abbreviations_initials_and_decimals_do_not_end_a_sentence() -> None:
    text = "Dr. J. R. Smith of Acme Inc. paid $3.5 million in Jan. 2020. He left the U.S. in May."
    assert texts(text) == [
        "Dr. J. R. Smith of Acme Inc. paid $3.5 million in Jan. 2020.",
        "He left the U.S. in May.",
    ]


def test_versions_file_names_and_links_stay_whole() -> None:
    text = "Python 3.11.2 reads config.toml from https://example.org/a.b. The default is safe."
    assert len(texts(text)) == 2


def test_list_items_are_claims_without_their_markers() -> None:
    text = (
        "The release adds:\n- encrypted sync to S3\n"
        "- snapshots with a manifest\n1. faster search over files\n"
    )
    assert texts(text)[1:] == [
        "encrypted sync to S3",
        "snapshots with a manifest",
        "faster search over files",
    ]


def test_code_blocks_and_questions_are_not_claims() -> None:
    code = "```python\nx = 1. + y\nprint(x)\n```"
    text = f"The parser is fast.\n{code}\nDoes it matter? It handles errors."
    assert texts(text) == ["The parser is fast.", "It handles errors."]


def test_a_text_that_only_asks_still_has_its_sentence() -> None:
    assert texts("Is the cache enabled?") == ["Is the cache enabled?"]


def test_contrasting_clauses_are_judged_apart() -> None:
    text = "The server stores every message, but the client deletes its local copy."
    assert texts(text) == [
        "The server stores every message",
        "the client deletes its local copy.",
    ]


def test_a_quotation_is_not_cut_in_the_middle() -> None:
    text = 'She said "the server stores all of it but the client deletes its copy" in March.'
    assert len(texts(text)) == 1


@pytest.mark.parametrize("text", ["", "   \n", "!!! ...", "\u200b"])
def test_nothing_to_claim_gives_no_claims(text: str) -> None:
    assert extract_claims(text) == []


def test_hedged_words_lower_the_confidence() -> None:
    flat, hedged, very = (
        extract_claims(t)[0].fuzzy_confidence
        for t in (
            "The cache stores results.",
            "The cache probably stores results.",
            "Perhaps the cache might possibly store results.",
        )
    )
    assert flat == 1.0
    assert very < hedged < flat
