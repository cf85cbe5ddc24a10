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
        "bad key sk-proj-abcdefghijklmnop",
        "bad key sk-proj-abcdefgh************wxyz",
        "rejected: gsk_abcdefgh123456",
        "Authorization: Bearer abc.def-ghi",
        "my-very-own-secret is wrong",
    ],
)
def test_keys_are_masked_in_any_text(text: str) -> None:
    masked = mask_secrets(text, ["my-very-own-secret"])
    assert "•••" in masked
    for secret in ("abcdefgh", "abc.def", "my-very-own-secret"):
        assert secret not in masked


@pytest.mark.parametrize("text", ["key_performance_indicator", "pk_column_names", "sk-learn"])
def test_names_that_only_begin_like_keys_are_left_alone(text: str) -> None:
    assert mask_secrets(text) == text


def test_a_dated_name_has_the_price_of_the_plain_one() -> None:
    assert cost_of("gpt-4o-2024-11-20", Usage(1_000_000, 0)) == pytest.approx(2.5)
    assert cost_of("claude-sonnet-4-20250514", Usage(1_000_000, 0)) == pytest.approx(3.0)


def test_a_price_of_the_users_own_comes_first() -> None:
    own = {"gpt-5": (100.0, 0.0), "llama": (1.0, 1.0)}
    assert cost_of("gpt-5", Usage(1_000_000, 0), own=own) == pytest.approx(100.0)
    assert cost_of("llama", Usage(1_000_000, 0), own=own, free=True) == pytest.approx(1.0)
