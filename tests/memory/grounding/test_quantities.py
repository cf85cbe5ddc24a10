import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.memory.grounding.quantities import agrees, quantities


def only(text: str):
    (found,) = quantities(text)
    return found


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("5 miles", "8.05 km"),
        ("two hours", "120 minutes"),
        ("1.5 kg", "1500 g"),
        ("86 °F", "30 °C"),
        ("$3 billion", "$3,000,000,000"),
        ("twenty-five percent", "25%"),
        ("more than 50 people", "57 people"),
        ("under 100 people", "57 people"),
        ("30 million people", "29.7 million people"),
        ("about 100 people", "97 people"),
        ("two hundred and five", "205"),
    ],
)
def test_numbers_that_mean_the_same_agree(claim: str, evidence: str) -> None:
    assert agrees(only(claim), only(evidence))


@pytest.mark.parametrize(
    ("claim", "evidence"),
    [
        ("5 miles", "5 km"),
        ("$5", "€5"),
        ("25%", "25 people"),
        ("in 1988", "in 1955"),
        ("more than 60 people", "57 people"),
        ("2 hours", "2 minutes"),
        ("3 kg", "3 km"),
        ("the first album", "the second album"),
        ("57 people", "58 people"),
    ],
)
def test_numbers_that_differ_in_value_or_unit_do_not_agree(claim: str, evidence: str) -> None:
    assert not agrees(only(claim), only(evidence))


def test_dates_are_read_in_their_parts() -> None:
    found = quantities("She was born on 11 October 1979.")
    assert {(q.kind, q.value) for q in found} == {("day", 11), ("month", 10), ("year", 1979)}


def test_digits_inside_a_name_are_not_numbers() -> None:
    assert quantities("COVID-19, SARS-CoV-2, B12 and IL-10 were measured.") == []


def test_may_is_a_month_only_beside_a_number() -> None:
    assert quantities("May I come in") == []
    assert {q.kind for q in quantities("in May 2004")} == {"month", "year"}


def test_spans_point_at_the_number_and_its_unit() -> None:
    text = "It weighs about 12 kg now."
    found = only(text)
    assert text[found.start : found.end] == "12 kg"


@settings(max_examples=200, deadline=None)
@given(
    st.text(alphabet=st.one_of(st.sampled_from("May 3²½Ⅷ٣๓$%-,.km"), st.characters()), max_size=40)
)
def test_any_text_can_be_read_for_numbers(text: str) -> None:
    for found in quantities(text):
        assert text[found.start : found.end].strip() != ""


def test_superscripts_are_not_numbers() -> None:
    assert [q.value for q in quantities("May ² and 12 m² of land")] == [12.0]
