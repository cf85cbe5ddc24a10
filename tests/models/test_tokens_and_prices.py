"""Counting and pricing."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.models.prices import cost_of, price_table
from lux_nb.models.secrets import mask_secrets
from lux_nb.models.tokens import count_tokens, truncate_tokens
from lux_nb.models.types import Usage


def test_tokens_are_counted_by_a_real_tokenizer() -> None:
    assert count_tokens("") == 0
    assert 2 <= count_tokens("hello world") <= 4
    assert count_tokens("word " * 1000) >= 1000


@given(st.text(max_size=300), st.integers(0, 40))
def test_a_truncated_text_is_a_beginning_that_fits(text: str, limit: int) -> None:
    cut = truncate_tokens(text, limit)
    assert text.startswith(cut)
    assert count_tokens(cut) <= limit


def test_a_model_that_runs_here_costs_nothing() -> None:
    assert cost_of("anything", Usage(1000, 1000), free=True) == 0.0


def test_cost_follows_the_dated_table() -> None:
    assert price_table()["date"]
    assert cost_of("gpt-5", Usage(1_000_000, 100_000)) == pytest.approx(2.25)
    assert cost_of("openai/gpt-5", Usage(1_000_000, 0)) == pytest.approx(1.25)


def test_an_unknown_price_is_not_invented() -> None:
    assert cost_of("my-own-model", Usage(10, 10)) is None


@pytest.mark.parametrize(
    "text",
    [
        "bad key sk-proj-abcdefgh1234mnop",
        "Authorization: Bearer abc.def-ghi",
        "my-very-own-secret is wrong",
    ],
)
def test_keys_are_masked_in_any_text(text: str) -> None:
    masked = mask_secrets(text, ["my-very-own-secret"])
    assert "•••" in masked
    for secret in ("abcdefgh", "abc.def", "my-very-own-secret"):
        assert secret not in masked
