"""The parts of the monitor: lexing, claims, recall, models, guardrails, embedding."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.models.embedding_static import StaticEmbedder
from lux_nb.reasoning.monitor import classify_fallacy
from lux_nb.reasoning.monitor.calls import call_key
from lux_nb.reasoning.monitor.claims import evaluate, read_claims
from lux_nb.reasoning.monitor.guardrails import (
    attention_entropy,
    attention_to,
    circular_reasoning,
    consistency,
    inconsistencies,
    perplexity,
    semantic_drift,
)
from lux_nb.reasoning.monitor.lexing import NUMBER, SYMBOL, WORD, key_of, normalise, tokenise
from lux_nb.reasoning.monitor.models import FAULTS, TraceWindow, models, windowed_evidence
from lux_nb.reasoning.monitor.reading import read
from lux_nb.reasoning.monitor.recall import OldThoughts, fingerprint, fingerprints


def spelled(texts):
    normalised = [normalise(text) for text in texts]
    tokens = tokenise(normalised)
    return [
        (int(document), normalised[document][offset : offset + length])
        for document, offset, length in zip(
            tokens.document, tokens.offset, tokens.length, strict=True
        )
    ]


def test_a_text_is_cut_into_words_numbers_and_symbols():
    assert spelled(["1. Let's add 3.14, x_1 = 40!"]) == [
        (0, word) for word in ("lets", "add", "3.14", "x", "1", "=", "40", "!")
    ]


def test_a_latex_command_is_a_symbol_and_not_the_word():
    tokens = tokenise([normalise(r"two times \times three")])
    assert tokens.kind.tolist() == [WORD, WORD, SYMBOL, WORD]
    assert tokens.key[1] == key_of("times") != tokens.key[2]


def test_numbers_keep_their_points_and_lose_a_final_one():
    tokens = tokenise(["it is 2,500.75. yes"])
    assert tokens.kind.tolist() == [WORD, WORD, NUMBER, WORD]


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=40), min_size=1, max_size=6))
def test_texts_cut_together_or_alone_give_the_same_keys(texts):
    normalised = [normalise(text) for text in texts]
    together = tokenise(normalised)
    for number, text in enumerate(normalised):
        alone = tokenise([text])
        assert together.key[together.document == number].tolist() == alone.key.tolist()


@settings(max_examples=60, deadline=None)
@given(st.lists(st.text(max_size=60), min_size=2, max_size=5))
def test_texts_read_together_or_alone_are_the_same(texts):
    together = read(texts)
    names = ("sizes", "numbers", "words", "number_share", "symbol_share", "formula_share")
    for number, text in enumerate(texts):
        alone = read([text])
        for name in (*names, "marks", "first_end", "second_end"):
            assert getattr(together, name)[number] == getattr(alone, name)[0], name
        assert together.calls[number] == alone.calls[0]
        assert together.claims[number] == alone.claims[0]


@pytest.mark.parametrize(
    ("text", "wrong", "right"),
    [
        ("so 8-8=0", 0, 1),
        ("9+7=17", 1, 0),
        (r"\frac{1.50}{1200} = 0.00125", 0, 1),
        (r"4 \times 72 = 288", 0, 1),
        ("113.64 * 91.46 = 10393.5", 0, 1),
        ("2x + 3 = 7", 0, 0),
        ("5 = 2 mod 3", 0, 0),
        ("1/0 = 4", 0, 0),
        ("no numbers", 0, 0),
    ],
)
def test_arithmetic_is_checked_where_it_can_be(text, wrong, right):
    claims = read_claims(text)
    assert (claims.wrong, claims.right) == (wrong, right)


@settings(max_examples=100, deadline=None)
@given(st.text(alphabet="0123456789.+-*/^() ", max_size=40))
def test_any_expression_has_a_value_or_none(text):
    value = evaluate(text)
    assert value is None or isinstance(value, (float, complex))


def test_values_are_tentative_under_a_condition():
    assert read_claims("x = 5").values == (("x", 5.0),)
    assert not read_claims("x = 5").tentative
    assert read_claims("if x = 5, then").tentative


def test_an_old_thought_is_found_by_its_terms():
    index = OldThoughts()
    chance = np.random.default_rng(1)
    keys = [np.sort(chance.integers(0, 2**63, 30).astype(np.uint64)) for _ in range(500)]
    marks = [fingerprint(key) for key in keys]
    for mark in marks:
        index.add(mark)
    assert index.similarity(marks[7]) == pytest.approx(1.0)
    assert index.similarity(fingerprint(np.zeros(0, dtype=np.uint64))) == 0.0
    restored = OldThoughts.from_state(index.to_state())
    assert restored.similarity(marks[400]) == pytest.approx(1.0)
    assert len(restored) == 500


def test_fingerprints_made_together_equal_those_made_alone() -> None:
    chance = np.random.default_rng(3)
    sizes = [3, 0, 1, 600, 0, 40]
    keys = [np.sort(chance.integers(0, 2**63, size).astype(np.uint64)) for size in sizes]
    keys[0][1] = keys[0][0] + np.uint64(1)  # two terms that fold alike
    edges = np.concatenate([[0], np.cumsum(sizes)])
    together = fingerprints(np.concatenate(keys), edges)
    for key, mark in zip(keys, together, strict=True):
        alone = fingerprint(key)
        assert mark.bands == alone.bands
        assert mark.terms.tolist() == alone.terms.tolist()


def test_windowed_evidence_equals_the_window_thought_by_thought():
    chance = np.random.default_rng(2)
    sizes = [1, 2, 5, 60]
    position = np.concatenate([np.arange(size + 1) for size in sizes])
    logits = np.round(chance.normal(size=position.size), 6)
    together = windowed_evidence(np.where(position > 0, logits, -np.inf), position)
    window = TraceWindow()
    for place, number in enumerate(position):
        if number == 0:
            window = TraceWindow()
        else:
            assert together[place] == pytest.approx(window.add(logits[place]), abs=1e-5)


def test_the_shipped_models_say_where_they_come_from():
    shipped = models()
    assert shipped.dense.shape[1] == len(FAULTS)
    assert {"PRMBench", "TIAGE"} <= set(shipped.provenance)


def test_static_vectors_are_unit_or_zero():
    vectors = StaticEmbedder().embed(["the cat sat", "", "   ", "a feline was sitting"])
    lengths = np.linalg.norm(vectors, axis=1)
    assert vectors.dtype == np.float32
    assert lengths[[0, 3]] == pytest.approx(1.0, abs=1e-5)
    assert lengths[1] == 0.0
    assert not np.isnan(vectors).any()
    assert StaticEmbedder().embed([]).shape[0] == 0


EARLIER = [
    "Index the orders table.",
    "Measure the query on the copy.",
    "The cache is warm in the morning.",
    "Users are in two regions.",
]


def test_semantic_drift_tells_the_subject_from_another():
    query = "How do we make the orders query faster?"
    assert not semantic_drift("An index on orders lets the query skip the scan.", query).triggered
    assert semantic_drift("My neighbour bought a red car.", query).triggered


def test_perplexity_comes_from_log_probabilities_where_given():
    check = perplexity("text", [-1.0, -1.0])
    assert check.value == pytest.approx(np.e, abs=1e-3)
    assert not check.estimated
    assert perplexity("text", [-6.0] * 4).triggered


def test_perplexity_without_log_probabilities_is_named_an_estimate():
    flowing = perplexity("So the index is used by the query and that is why it is fast.")
    garbled = perplexity("zxqv blorf wibble sklarn purt veem quandle frop")
    assert flowing.estimated
    assert "estimated" in flowing.detail
    assert not flowing.triggered
    assert garbled.triggered


def test_consistency_finds_negation_opposites_values_and_arithmetic():
    assert consistency("The cache is not warm in the morning.", EARLIER).triggered
    assert consistency("The cache is cold in the morning.", EARLIER).triggered
    assert not consistency("The logs are rotated daily.", EARLIER).triggered
    found = inconsistencies(["We find x = 4.", "So 2+2=5.", "Then x = 5."])
    assert [item.kind for item in found] == ["arithmetic", "value"]
    assert inconsistencies([]) == []


def test_attention_goes_to_the_thought_that_is_built_on():
    attention = attention_to("The orders table gets an index.", EARLIER)
    assert attention.argmax() == 0
    assert attention.sum() == pytest.approx(1.0)
    focused = attention_entropy("The orders table gets an index.", EARLIER)
    scattered = attention_entropy("so it is, and that is that", EARLIER)
    assert focused.value < scattered.value
    assert scattered.triggered
    assert not attention_entropy("anything", EARLIER[:2]).triggered


def test_circular_reasoning_is_a_check_of_its_own():
    assert circular_reasoning("Index the orders table.", ["Index the orders table."] * 3).triggered
    assert not circular_reasoning("Then warm the cache.", EARLIER).triggered


def test_a_claim_that_is_its_own_reason_looks_circular():
    hint = classify_fallacy("This lamp is expensive because it costs a lot of money.")
    other = classify_fallacy("Either you buy this lamp or you will sit in the dark forever.")
    assert hint.circular > other.circular
    assert other.kind == "false dilemma"
    assert sum(hint.probabilities.values()) == pytest.approx(1.0, abs=1e-2)
    assert 0.0 <= classify_fallacy("").circular <= 1.0


@pytest.mark.parametrize(
    ("circular", "reasoned"),
    [
        ("This rule is fair because it is a just rule.", "This rule is fair because all voted."),
        (
            "We trust the map because the map says it can be trusted.",
            "We trust the map because two surveys agree with it.",
        ),
        (
            "The lake is calm because the wind is low; the wind is low because the lake is calm.",
            "The lake is calm because the hills keep the wind away.",
        ),
    ],
)
def test_a_reason_that_adds_nothing_is_more_circular_than_one_that_does(
    circular: str, reasoned: str
) -> None:
    found, other = classify_fallacy(circular).circular, classify_fallacy(reasoned).circular
    assert found >= 0.5 > other


@pytest.mark.parametrize("aside", ["the database says", "in this model", "at the base of it"])
def test_a_word_that_only_looks_like_other_arithmetic_does_not_stop_the_check(aside: str) -> None:
    assert read_claims(f"{aside} 2 + 2 = 5").wrong == 1


@pytest.mark.parametrize("aside", ["mod 3", "in base 3", "base-two", "with remainder"])
def test_other_arithmetic_is_not_checked(aside: str) -> None:
    assert read_claims(f"2 + 2 = 1 {aside}").wrong == 0


@pytest.mark.parametrize(
    "text",
    [
        "so f(x) = 3 and gcd(12, 18) = 6",
        "$a_1(x - 2)(x + 3)$ is the product",
        "the study [12] and others (see below) say so",
        "we put 3 into {1, 2, 3}",
        "plain words",
        "",
    ],
)
def test_formulas_and_prose_make_no_call(text: str) -> None:
    assert call_key(normalise(text)) == 0


def test_a_call_is_the_same_whatever_is_said_around_it() -> None:
    call = 'get_weather({"city": "Oslo", "days": [1, 2]})'
    keys = {call_key(normalise(f"{words} {call}.")) for words in ("I call", "Again:", "Now, I use")}
    assert len(keys) == 1
    assert call_key(normalise(call.replace("Oslo", "Rome"))) not in keys
    assert call_key(normalise("now(" * 4000)) == 0
