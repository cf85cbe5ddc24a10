import pytest

from lux_nb.logic.gist import gist_verdict

DILEMMA = (
    "If Tom walks to the lake, he will see the swans. If Tom stays at home, he will bake bread. "
    "It is certain that either Tom walks to the lake or Tom stays at home."
)


@pytest.mark.parametrize(
    ("parts", "verdict"),
    [
        ("(a) he will see the swans and (b) he will bake bread", "yes"),
        ("(a) he won't see the swans and (b) he won't bake bread", "unknown"),
    ],
)
def test_a_dilemma_is_decided_by_its_gist(parts, verdict):
    question = f"Can we say at least one of the following must always be true? {parts}"
    assert gist_verdict(DILEMMA, question) == verdict


def test_the_more_reliable_witness_is_believed():
    text = "Ida claims that the shop was open. However, Max insists that the shop was not open."
    question = (
        "If Max's evidence is more reliable than Ida's, does this mean that the shop was open?"
    )
    assert gist_verdict(text, question) == "no"
