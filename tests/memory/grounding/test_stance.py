"""Whose side the evidence takes, and what a claim brings in of its own."""

import pytest

from lux_nb.memory.grounding import ground

LONG_LIFE = "The protein FGF21 prolongs the lifespan of mice."


def feature(text: str, evidence: str, name: str) -> float:
    (claim,) = ground(text, [evidence]).claims
    return claim.features[name]


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("FGF21 prolongs the lifespan of mice.", 1.0),
        ("FGF21 shortens the lifespan of mice.", -1.0),
        ("FGF21 does not prolong the lifespan of mice.", -1.0),
        ("Lack of FGF21 shortens the lifespan of mice.", 1.0),
        ("Bridges are built of steel.", 0.0),
    ],
)
def test_one_turn_changes_the_side_and_two_undo_each_other(text: str, side: float) -> None:
    assert feature(text, LONG_LIFE, "stance_agrees") == side


def test_a_denial_far_from_the_shared_words_is_about_something_else() -> None:
    evidence = "The vaccine protects children, said the minister who could not attend the meeting."
    assert feature("The vaccine protects children.", evidence, "stance_agrees") == 1.0
