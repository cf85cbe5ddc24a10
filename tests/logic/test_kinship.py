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
        ("[Ann]'s son [Bob] and her brother [Carl] went home.", "Bob", "Carl", "uncle"),
        ("[Tom], who is the brother of [Ann], met her son [Max].", "Tom", "Max", "nephew"),
        (
            "[Ann] and [Bob] are mother and son. [Eve] is [Bob]'s wife.",
            "Ann",
            "Eve",
            "daughter-in-law",
        ),
        ("Brothers [Tom] and [Jim] left. The boys' aunt [Liz] stayed.", "Jim", "Liz", "aunt"),
        ("[Ann]'s sons [Tom] and [Jim] left. Their dad [Max] stayed.", "Jim", "Max", "father"),
        ("[Tom] went home with his aunt [Eve] called her son [Max].", "Eve", "Max", "son"),
    ],
)
def test_a_relation_is_read_from_a_story(text, person, relative, term):
    found = read_family(text).relation(person, relative)
    assert found is not None
    assert found.term == term


@pytest.mark.parametrize(
    ("text", "person", "relative", "term"),
    [
        (
            "[Ann] loves her son [Bob]. [Bob] called his son [Carl]. [Carl] has a son named [Dan].",
            "Ann",
            "Dan",
            "great-grandson",
        ),
        (
            "[Tom] took his wife [Ann] and [Ann]'s brother [Carl] home.",
            "Tom",
            "Carl",
            "brother-in-law",
        ),
        (
            "[Ann]'s mother [Eve] met her sister [Liz]. [Liz] has a son named [Max].",
            "Ann",
            "Max",
            "cousin",
        ),
    ],
)
def test_a_short_story_is_taken_as_it_is_told(text, person, relative, term):
    found = read_family(text).relation(person, relative)
    assert found is not None
    assert (found.term, found.notes) == (term, [])


def test_what_is_taken_the_other_way_round_is_said():
    # Ben would have two fathers as told, so one of them is his son.
    story = "[Tom] took his son [Ben] and his daughter [Eve] home. [Max] has a son named [Ben]."
    found = read_family(story).relation("Eve", "Max")
    assert found is not None
    assert found.term == "nephew"
    assert [fact.turned for fact in found.facts] == [False, False, True]
    assert "Max has a son named Ben" in found.notes[0]


def test_what_is_stated_outright_is_never_turned_round():
    story = "[Ben] is the son of [Tom]. [Eve] is the daughter of [Tom]. [Ben] is the son of [Max]."
    found = read_family(story).relation("Eve", "Max")
    assert found is not None
    assert found.notes == []


def test_a_chain_meets_nobody_twice():
    story = (
        "[Eve]'s son [Tom] left. [Tom]'s father [Max] stayed. [Max] called his brother [Jim]. "
        "[Jim] took his son [Ben] home. [Ben] saw his sister [Ida]. [Ida] likes her brother [Leo]."
    )
    found = read_family(story).relation("Eve", "Leo")
    people = [found.facts[0].person if found else ""]
    for fact in found.facts if found else []:
        people.append(fact.relative if fact.person == people[-1] else fact.person)
    assert len(people) == len(set(people))
