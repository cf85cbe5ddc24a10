import pytest

from lux_nb.logic.prover import prove

PREMISES = [
    "∀x (Dog(x) → Mammal(x))",
    "∀x (Mammal(x) → ¬Fish(x))",
    "Dog(rex) ⊕ Cat(rex)",
    "¬Cat(rex)",
]


@pytest.mark.parametrize(
    ("conclusion", "answer"),
    [("Mammal(rex)", "yes"), ("Fish(rex)", "no"), ("Happy(rex)", "unknown"), ("∃x Dog(x)", "yes")],
)
def test_a_conclusion_is_decided(conclusion, answer):
    assert prove(PREMISES, conclusion).answer == answer


def test_a_proof_names_only_the_premises_it_needs():
    verdict = prove([*PREMISES, "Tall(tom)"], "Mammal(rex)")
    assert verdict.used == [0, 2, 3]
    assert "Tall" not in verdict.to_text()


def test_contradictory_premises_are_noticed():
    assert not prove(["P(a)", "¬P(a)"], "Q(a)").consistent
