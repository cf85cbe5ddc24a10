import pytest
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.errors import InvalidRequest
from lux_nb.logic.formulas import format_formula, parse_formula

ATOMS = st.builds(
    lambda name, args: ["p", name, *args],
    st.sampled_from(["P", "Q", "Rel"]),
    st.lists(st.sampled_from(["a", "b", "?x"]), min_size=1, max_size=2),
)
FORMULAS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        st.builds(lambda f: ["not", f], inner),
        st.builds(
            lambda op, f, g: [op, f, g],
            st.sampled_from(["and", "or", "xor", "imp", "iff"]),
            inner,
            inner,
        ),
    ),
    max_leaves=6,
)


@given(FORMULAS)
def test_what_is_written_is_read_back(formula):
    closed = ["all", "?x", formula]
    assert parse_formula(format_formula(closed)) == closed


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("∀x Dog(x) → Animal(x)", "∀x (Dog(x) → Animal(x))"),
        ("∃x (Dog(x)) → Happy(bob)", "∃x Dog(x) → Happy(bob)"),
        ("¬(A(a) ∧ B(a)) → A(a) ⊕ B(a)", "¬(A(a) ∧ B(a)) → (A(a) ⊕ B(a))"),
        ("P(a) Q(a)", "P(a) ∧ Q(a)"),
        ("A(a) ⊕ B(a)) → A(a)", "(A(a) ⊕ B(a)) → A(a)"),
    ],
)
def test_loose_notation_is_understood(text, written):
    assert format_formula(parse_formula(text)) == written


def test_an_unreadable_formula_is_an_error():
    with pytest.raises(InvalidRequest):
        parse_formula("∀x →")
