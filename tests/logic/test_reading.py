"""What of English is read, and what an answer tells about how it was read."""

from pathlib import Path

import pytest

from lux_nb.logic.align import align
from lux_nb.logic.english import english_to_rules
from lux_nb.logic.kinds import kind_statements
from lux_nb.logic.solve import solve

LOGIC = Path(__file__).parents[2] / "lux_nb" / "logic"


@pytest.mark.parametrize(
    ("context", "question", "verdict"),
    [
        ("Ann doesn't have a cold.", "Ann has a cold.", "no"),
        ("Either Ann or Bob has a key. Ann does not have a key.", "Bob has a key.", "yes"),
        ("Both Ann and Bob are located in Rome.", "Bob is located in Rome.", "yes"),
        ("Ann and Bob are both doctors.", "Ann is a doctor.", "yes"),
        ("Anything that is lazy is unproductive. Rex is lazy.", "Rex is unproductive.", "yes"),
        ("Rex is a living being. All living beings breathe.", "Rex breathes.", "yes"),
        ("To be a volunteer, you must be trained. Ann is a volunteer.", "Ann is trained.", "yes"),
        ("If you are on the list, then you are being paid. Ann is on the list.", "Ann is paid.",
         "yes"),
        ("If A is north of B, then B is south of A.\nRome is north of Naples.",
         "Naples is south of Rome.", "yes"),
        ("The Tower neither supports the roof nor is it tall.", "The Tower is tall.", "no"),
    ],
)  # fmt: skip
def test_a_sentence_of_everyday_english_is_read(worker, run, context, question, verdict):
    solution = run(solve(worker, context, question))
    assert (solution.unread, solution.verdict) == ([], verdict)


def test_the_default_reading_uses_the_contrary_of_a_rule(worker, run):
    context = "All birds have wings. Rex does not have wings."
    assert run(solve(worker, context, "Rex is a bird.")).verdict == "no"


def test_what_no_rule_derives_is_unknown_where_unknown_is_on_offer(worker, run):
    context = "If someone is big then they are not kind. Rex is kind."
    options = ["A) True", "B) False", "C) Unknown"]
    assert run(solve(worker, context, "Rex is big.", options)).option == "C"


def test_statements_taken_as_one_are_told():
    premises = [
        ["all", "?1", ["imp", ["p", "connected_to", "?1", "wifi"], ["p", "easy", "?1"]]],
        ["p", "connect_to", "phone", "wifi"],
    ]
    aligned = align(premises)
    assert aligned.formulas[0][2][1][1] == aligned.formulas[1][1]
    assert "is taken as" in aligned.notes[0]


def test_like_wording_is_shown_in_the_proof(worker, run):
    context = "All phones that connect to the network are safe. Nokia is connected to the network."
    solution = run(solve(worker, context, "Nokia is safe."))
    assert solution.verdict == "yes"
    assert any("is taken as" in note for note in solution.notes)


def test_a_compound_is_one_of_its_kind():
    statements = kind_statements([["p", "police_dog", "rex"], ["p", "dog", "ann"]])
    assert statements == [["all", "?k", ["imp", ["p", "police_dog", "?k"], ["p", "dog", "?k"]]]]


def test_a_fact_taken_the_other_way_round_is_noted(worker, run):
    context = "[Ann] called her father, [Ben]. [Ben] met his father [Carl]. "
    context += "[Carl] took his father [Dan] home. [Dan] likes his brother [Ed]."
    solution = run(solve(worker, context, "How is Ed related to Ann?"))
    turned = [leaf for leaf in solution.proof.leaves() if "other way round" in leaf.source]
    assert len(turned) == len(solution.notes) == 1


def test_a_sentence_read_in_outline_is_named(worker, run):
    context = "Ann is a doctor. Ann is what people quickly of a wonder call."
    solution = run(solve(worker, context, "Ann is a doctor."))
    told = " ".join([*solution.unread, *solution.notes])
    assert "wonder" in told
    assert solution.verdict == "yes"


def test_the_grammar_knows_no_collection_of_problems_by_name():
    names = ("pronto", "proofwriter", "folio", "clutrr", "pararule", "logicbench", "big-bench")
    files = [*LOGIC.glob("prolog/*.pl"), *LOGIC.glob("*.py")]
    assert len(files) > 20
    for path in files:
        text = path.read_text(encoding="utf-8").lower()
        if path.name == "words.pl":
            text = f" {text} ".replace("portfolio", "").replace(" folio ", "")
        assert not [name for name in names if name in text], path.name


@pytest.mark.parametrize(
    ("first", "second", "rules"),
    [
        ("Every cat is grey.", "Every dog is brown.", ["brown(X) :- dog(X)."]),
        ("Tom Smith sees the moon.", "Ann Lee reads the book.", ["read(ann_lee, book)."]),
        ("Tom owns at least two red cars.", "Ann owns at least two old boats.", None),
        ("Swifties are happy.", "Trekkies are loyal.", ["loyal(X) :- trekky(X)."]),
    ],
)
def test_a_sentence_of_a_known_shape_is_read_with_its_own_words(worker, run, first, second, rules):
    [[before], [after]] = [run(english_to_rules(worker, each)) for each in (first, second)]
    assert before.to_text() != after.to_text()
    if rules is not None:
        assert after.rules == rules


@pytest.mark.parametrize(
    ("context", "question", "verdict"),
    [
        ("Plants grow if they get water. Fern is a plant. Fern gets water.", "Fern grows.", "yes"),
        ("Ann is happy unless she is ill. Ann is not ill.", "Ann is happy.", "yes"),
        (
            "A shape is a square if and only if it has four equal sides. Max is a shape. "
            "Max has four equal sides.",
            "Max is a square.",
            "yes",
        ),
        ("Edwin Smith, who was a teacher, owned a shop.", "Edwin Smith was a teacher.", "yes"),
        ("Anna, a doctor from Oslo, treats children.", "Anna treats children.", "yes"),
        ("Tom, Mary, and Jim live in London.", "Mary lives in London.", "yes"),
        ("Cats, dogs, and birds are animals. Rex is a dog.", "Rex is an animal.", "yes"),
        ("All birds except penguins can fly. Tweety is a bird.", "Tweety can fly.", "unknown"),
        ("Tom stayed at home because he was ill.", "Tom was ill.", "yes"),
        ("Tom works from home or in the office. Tom does not work from home.",
         "Tom works in the office.", "yes"),
        ("Every cactus stores water. Spike is a cactus.", "Spike stores water.", "yes"),
        ("No plant that grows in deserts needs rain. Spike is a plant. Spike grows in deserts.",
         "Spike needs rain.", "no"),
        ("The song was written and sung by Ann Lee.", "Ann Lee wrote the song.", "yes"),
        ("Quito is in Ecuador. Ecuador is in South America.", "Quito is in South America.", "yes"),
        ("Ann made a long film in 2007.", "Ann made a long film.", "yes"),
        ("Ann made a long film.", "Ann made a long film in 2007.", "unknown"),
    ],
)  # fmt: skip
def test_more_of_english_is_understood(worker, run, context, question, verdict):
    assert run(solve(worker, context, question)).verdict == verdict
