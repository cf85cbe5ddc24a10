import pytest

from lux_nb.logic.contradictions import find_contradictions
from lux_nb.logic.solve import Problem, solve, solve_many

RULES = (
    "Bob is cold. If someone is cold then they are rough. "
    "All rough people are kind. Dave is not kind."
)


@pytest.mark.parametrize(
    ("question", "verdict"),
    [
        ("Bob is kind.", "yes"),
        ("Dave is kind.", "no"),
        ("Dave is cold.", "unknown"),
        ("Bob is not rough.", "no"),
    ],
)
def test_rules_answer_yes_no_and_unknown(worker, run, question, verdict):
    assert run(solve(worker, RULES, question, reading="rules")).verdict == verdict


def test_a_proof_has_rules_and_source_sentences(worker, run):
    solution = run(solve(worker, RULES, "Bob is kind."))
    assert solution.proof.statement == "Bob is kind."
    assert solution.proof.source == "All rough people are kind."
    assert [leaf.source for leaf in solution.proof.leaves()] == ["Bob is cold."]
    assert "because all rough people are kind" in solution.proof.explain()


def test_why_not_names_the_missing_fact(worker, run):
    solution = run(
        solve(
            worker, "Bob is cold. If someone is tall and cold then they are rough.", "Bob is rough."
        )
    )
    assert solution.verdict == "unknown"
    assert [reason.missing for reason in solution.why_not] == ["Bob is tall."]


def test_absence_is_false_in_a_closed_world(worker, run):
    text = "Bob is cold. If someone is not tall then they are short."
    assert run(solve(worker, text, "Bob is short.", world="closed")).verdict == "yes"
    assert run(solve(worker, text, "Bob is short.")).verdict == "unknown"


def test_either_or_goes_to_the_first_order_prover(worker, run):
    text = "Either Rex is a dog or Rex is a cat. Rex is not a cat. All dogs are mammals."
    solution = run(solve(worker, text, "Rex is a mammal."))
    assert (solution.verdict, solution.method) == ("yes", "formulas")


def test_an_order_is_found(worker, run):
    text = (
        "There are three birds: a quail, an owl, and a raven. "
        "The owl is the leftmost. The raven is to the right of the quail."
    )
    options = [
        "A) The quail is the rightmost.",
        "B) The raven is the rightmost.",
        "C) The owl is the second from the left.",
    ]
    solution = run(solve(worker, text, "Which of the following is true?", options))
    assert (solution.option, solution.method) == ("B", "order")


def test_a_family_question_is_answered(worker, run):
    text = "[Ann] took her son [Bob] to the zoo. [Bob] likes his sister [Eve]."
    assert run(solve(worker, text, "How is Eve related to Ann?")).answer == "daughter"


def test_what_cannot_be_read_is_reported(worker, run):
    solution = run(solve(worker, "Bob is cold. Of the the quickly.", "Bob is cold."))
    assert solution.unread == ["Of the the quickly."]
    assert solution.coverage == pytest.approx(2 / 3)


def test_many_problems_are_solved_in_one_go(worker, run):
    problems = [
        Problem(RULES, "Bob is kind."),
        Problem(RULES, "Dave is kind.", ["A) True", "B) False"]),
    ]
    solutions = run(solve_many(worker, problems))
    assert [solution.verdict for solution in solutions] == ["yes", "no"]
    assert solutions[1].option == "B"


def test_a_contradiction_comes_with_both_proofs(worker, run):
    found = run(
        find_contradictions(worker, ["Rex is a dog.", "All dogs are loyal.", "Rex is not loyal."])
    )
    assert len(found) == 1
    assert found[0].proof.source == "All dogs are loyal."
    assert found[0].opposite.source == "Rex is not loyal."
