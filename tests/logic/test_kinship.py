import pytest
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.logic.kinreader import read_family
from lux_nb.logic.kinship import compose, inverse


@pytest.mark.parametrize(
    ("steps", "result"),
    [
        (("P", "P"), "PP"),
        (("P", "C"), "S"),
        (("S", "C"), "SC"),
        (("C", "S"), "C"),
        (("M", "C"), "C"),
    ],
)
def test_relations_compose(steps, result):
    assert compose(*steps) == result


@given(st.text("PCSM", max_size=5))
def test_the_inverse_of_the_inverse_is_the_relation(word):
    assert inverse(inverse(word)) == word


@pytest.mark.parametrize(
    ("text", "person", "relative", "term"),
    [
        (
            "[Ann] took her son [Bob] to the zoo. [Bob] likes his sister [Eve].",
            "Ann",
            "Eve",
            "daughter",
        ),
        ("[Tom]'s father, [Max], called his sister, [Ida].", "Tom", "Ida", "aunt"),
        (
            "[Kim] and [Lee] are brothers. [Sam] is father of their father.",
            "Kim",
            "Sam",
            "grandfather",
        ),
        (
            "[Ann] loves her son. His name is [Bob]. [Carl] is [Ann]'s husband.",
            "Carl",
            "Bob",
            "son",
        ),
    ],
)
def test_a_relation_is_read_from_a_story(text, person, relative, term):
    found = read_family(text).relation(person, relative)
    assert found is not None
    assert found[0] == term
