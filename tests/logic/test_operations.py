"""Solving and proving through the engine."""

from typing import Any

import pytest

from lux_nb.errors import LuxError

RULES = "Every cat is an animal. Animals that purr are happy. Tom is a cat. Tom purrs."


def test_a_question_is_answered_with_a_proof(lux: Any, environment: dict[str, str]) -> None:
    solved = lux.logic.solve(RULES, "Tom is happy.")
    assert solved.verdict == "yes"
    assert solved.coverage == 1.0
    assert "Tom" in solved.explanation
    wire = solved.wire()
    assert wire["proof"]["premises"]


def test_what_does_not_follow_is_unknown_in_an_open_world(
    lux: Any, environment: dict[str, str]
) -> None:
    assert lux.logic.solve(RULES, "Tom is blue.").verdict == "unknown"
    assert lux.logic.solve(RULES, "Tom is blue.", world="closed").verdict == "no"


def test_many_problems_are_answered_in_order(lux: Any, environment: dict[str, str]) -> None:
    questions = ["Tom is happy.", "Tom is not happy.", "Tom is blue."]
    problems = [{"context": RULES, "question": question} for question in questions]
    solved = lux.logic.solve_many(problems=problems).solutions
    assert [solution.verdict for solution in solved] == ["yes", "no", "unknown"]


def test_formulas_are_proved(lux: Any) -> None:
    premises = ["∀x (Cat(x) → Animal(x))", "Cat(tom)"]
    proved = lux.logic.prove(premises, "Animal(tom)")
    assert (proved.verdict, proved.used) == ("yes", [0, 1])
    assert lux.logic.prove(premises, "¬Animal(tom)").verdict == "no"
    assert lux.logic.prove(premises, "Dog(tom)").verdict == "unknown"


def test_a_formula_that_can_not_be_read_is_a_typed_error(lux: Any) -> None:
    with pytest.raises(LuxError):
        lux.logic.prove(["→ → ∧"], "Cat(tom)")
