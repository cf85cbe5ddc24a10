from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lux_nb.logic
from lux_nb.errors import InvalidRequest
from lux_nb.logic.english import english_to_query, english_to_rules, rules_to_english

UNARY = st.sampled_from(
    ["cold", "rough", "student", "dog", "happy", "teacher", "tall", "animal", "adult", "kind"]
)
BINARY = st.sampled_from(["chase", "like", "parent", "live_in", "older_than", "friend", "see"])
NAMES = st.sampled_from(["bob", "ann", "rex", "eve", "new_york", "mary_ann"])
SIGN = st.sampled_from(["", "-"])


@st.composite
def facts(draw):
    kind = draw(st.integers(0, 3))
    if kind == 0:
        return f"{draw(SIGN)}{draw(UNARY)}({draw(NAMES)})."
    if kind == 1:
        return f"born_in({draw(NAMES)}, {draw(st.integers(1000, 2100))})."
    if kind == 2:
        return f"{draw(SIGN)}give_to({draw(NAMES)}, {draw(NAMES)}, {draw(NAMES)})."
    return f"{draw(SIGN)}{draw(BINARY)}({draw(NAMES)}, {draw(NAMES)})."


@st.composite
def rules(draw):
    if draw(st.booleans()):
        body = ", ".join(
            f"{draw(SIGN)}{name}(X)" for name in draw(st.lists(UNARY, min_size=1, max_size=3))
        )
        return f"{draw(SIGN)}{draw(UNARY)}(X) :- {body}."
    return f"{draw(BINARY)}(X, Y) :- {draw(BINARY)}(X, Z), {draw(BINARY)}(Z, Y)."


@settings(
    max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(clause=st.one_of(facts(), rules()))
def test_a_rule_said_in_english_is_read_back_as_that_rule(worker, run, clause):
    [sentence] = run(rules_to_english(worker, clause))
    [translation] = run(english_to_rules(worker, sentence))
    assert [_canonical(rule) for rule in translation.rules] == [_canonical(clause)]


def _canonical(clause: str) -> str:
    names: dict[str, str] = {}
    for sign in "(),.":
        clause = clause.replace(sign, f" {sign} ")
    words = [
        names.setdefault(token, f"V{len(names)}") if token[0].isupper() else token
        for token in clause.split()
    ]
    return " ".join(words).replace("- ", "-")


@pytest.mark.parametrize(
    ("sentence", "rules"),
    [
        ("Bob is a tall man.", ["tall(bob).", "man(bob)."]),
        ("Ann gives the book to Bob.", ["give_to(ann, book, bob)."]),
        ("The mouse is chased by the cat.", ["chase(cat, mouse)."]),
        ("Wolves are not shy.", ["-shy(X) :- wolf(X)."]),
        ("No student is lazy.", ["-lazy(X) :- student(X)."]),
        ("Everyone who is kind and not rough is happy.", ["happy(X) :- kind(X), -rough(X)."]),
        ("Ann is older than Bob.", ["older_than(ann, bob)."]),
        ("Bob is Ann's brother.", ["brother(bob, ann)."]),
        ("New York City is in America.", ["in(new_york_city, america)."]),
        ("Max is neither tall nor short.", ["-tall(max).", "-short(max)."]),
        ("Only students are young.", ["student(X) :- young(X)."]),
        ("Tom was born in 1946.", ["born_in(tom, 1946)."]),
        ("Every man who owns a dog is happy.", ["happy(X) :- man(X), dog(Y), own(X, Y)."]),
        ("Ann is happy unless Bob is sad.", ["happy(ann) :- -sad(bob)."]),
    ],
)
def test_a_sentence_becomes_rules(worker, run, sentence, rules):
    [translation] = run(english_to_rules(worker, sentence))
    assert translation.rules == rules


@pytest.mark.parametrize(
    ("sentence", "formula"),
    [
        ("Every student is either tall or short.", "∀x1 (student(x1) → (tall(x1) ⊕ short(x1)))"),
        ("Not all birds fly.", "¬∀x1 (bird(x1) → fly(x1))"),
        ("Bob is tall or Ann is short.", "tall(bob) ∨ short(ann)"),
    ],
)
def test_what_is_no_rule_is_kept_as_a_formula(worker, run, sentence, formula):
    [translation] = run(english_to_rules(worker, sentence))
    assert translation.rules == []
    assert translation.to_text() == formula


def test_an_unreadable_sentence_names_the_word_and_a_close_sentence(worker, run):
    with pytest.raises(InvalidRequest) as caught:
        run(english_to_rules(worker, "Ann is kind. Bob is cold or the and."))
    assert caught.value.code == "UNREADABLE_SENTENCE"
    assert caught.value.details["word"] in {"the", "and"}
    assert "Bob is cold" in caught.value.hint


def test_no_benchmark_is_named_in_the_package():
    names = [
        "pronto" + "qa",
        "proof" + "writer",
        "clu" + "trr",
        "fol" + "io",
        "para" + "rule",
        "logic" + "bench",
        "logical" + "_deduction",
    ]
    for path in Path(lux_nb.logic.__file__).parent.rglob("*"):
        # The word list holds the English word for a large sheet of paper.
        if path.suffix in {".py", ".pl"} and path.name != "words.pl":
            text = path.read_text(encoding="utf-8").lower()
            assert not [name for name in names if name in text]


@pytest.mark.parametrize(
    ("question", "kind", "goal"),
    [
        ("Is Bob tall?", "yes_no", "tall(bob)"),
        ("Who is tall?", "wh", "tall(Answer)"),
        ("Does Ann like Bob?", "yes_no", "like(ann, bob)"),
        ("Does Tom purr?", "yes_no", "purr(tom)"),
        ("Can Tweety fly?", "yes_no", "fly(tweety)"),
        ("Does Bob not run?", "yes_no", "-run(bob)"),
        ("Who does Ann like?", "wh", "like(ann, Answer)"),
        ("Which student is tall?", "wh", "student(Answer), tall(Answer)"),
        ("Where is Ann?", "where", "in(ann, Answer)"),
        ("How many students are tall?", "count", "student(Answer), tall(Answer)"),
        ("Why is Bob happy?", "why", "happy(bob)"),
    ],
)
def test_a_question_becomes_a_goal(worker, run, question, kind, goal):
    query = run(english_to_query(worker, question))
    assert (query.kind, query.goal) == (kind, goal)


def test_a_question_about_all_of_a_kind_says_what_can_decide_it(worker, run):
    with pytest.raises(InvalidRequest, match="all of a kind"):
        run(english_to_query(worker, "Do all cats purr?"))
