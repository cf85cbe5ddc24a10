"""Proofs, and what is lacking, as they are shown."""

import base64
import re
import xml.etree.ElementTree as ElementTree

from lux_nb.display.proof import answered_html, answered_text, contradiction_html, solved_html
from lux_nb.display.proof_picture import MOST_LEAVES, lack_box, proof_box, tree_picture
from lux_nb.logic.results import AttemptView, LackView, ProofView, Solved
from lux_nb.logic.session_results import Answered, ContradictionView, Cost

LEAF = ProofView(statement="Tom is a cat.", kind="fact", source="Tom is a cat.")
PROOF = ProofView(
    statement="Tom is an animal.",
    kind="rule",
    source="Every cat is an animal & <more>.",
    bindings={"X": "tom"},
    premises=[LEAF],
)
LACK = LackView(
    statement="Tom is calm.",
    attempts=[
        AttemptView(
            rule="Every cat that is fed is calm.",
            held=["Tom is a cat."],
            lacks=LackView(statement="Tom is fed."),
        )
    ],
)


def drawn(html: str) -> ElementTree.Element:
    data = re.search(r"base64,([^']+)'", html)
    assert data is not None
    return ElementTree.fromstring(base64.b64decode(data[1]))


def words(element: ElementTree.Element) -> str:
    return " ".join(text.text or "" for text in element.iter() if text.tag.endswith("text"))


def boxes(element: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    found = [part for part in element.iter() if part.tag.endswith("rect")]
    return [
        tuple(float(part.attrib[name]) for name in ("x", "y", "width", "height"))  # type: ignore[misc]
        for part in found
    ]


def test_a_proof_is_a_picture_with_rule_bindings_and_sentences() -> None:
    html = answered_html(
        Answered(answer="Yes.", verdict="yes", proof=PROOF, strategyId="", cost=Cost())
    )
    shown = words(drawn(html))
    assert "Tom is an animal." in shown
    assert "by: Every cat is an animal" in shown
    assert "X = tom" in shown
    assert "&lt;more&gt;" in html
    assert "<more>" not in html


def test_boxes_do_not_overlap_and_all_are_in_the_picture() -> None:
    wide = ProofView(statement="S", kind="rule", source="R", premises=[PROOF, LEAF, PROOF])
    picture = tree_picture(proof_box(wide), "")
    assert picture is not None
    svg = drawn(picture)
    found = boxes(svg)
    assert len(found) == 6
    for place, (x, y, width, height) in enumerate(found):
        assert x + width <= float(svg.attrib["width"])
        assert y + height <= float(svg.attrib["height"])
        for left, top, wide_, high in found[place + 1 :]:
            apart = left >= x + width or x >= left + wide_ or top >= y + height or y >= top + high
            assert apart


def test_a_proof_too_wide_to_read_is_an_outline() -> None:
    wide = ProofView(statement="S", kind="rule", source="R", premises=[LEAF] * (MOST_LEAVES + 1))
    assert tree_picture(proof_box(wide), "") is None
    html = solved_html(Solved(verdict="yes", method="rules", coverage=1.0, proof=wide))
    assert "<details open" in html
    assert html.count("Tom is a cat.") >= MOST_LEAVES


def test_what_is_lacking_is_shown_with_what_was_tried() -> None:
    answered = Answered(
        answer="Unknown.",
        verdict="unknown",
        lacking=[LACK],
        wouldHelp=["Tom is fed."],
        strategyId="",
        cost=Cost(),
    )
    assert answered_text(answered).splitlines() == [
        "Unknown.",
        "✗ Tom is calm.",
        "  by “Every cat that is fed is calm.”",
        "    ✓ Tom is a cat.",
        "    ✗ Tom is fed.   [nothing shows it]",
    ]
    picture = tree_picture(lack_box(LACK), "")
    assert picture is not None
    assert "nothing shows it" in words(drawn(picture))
    assert "It would help to know" in answered_html(answered)


def test_a_contradiction_is_shown_with_both_proofs() -> None:
    other = ProofView(statement="Tom is not an animal.", kind="fact", source="It was said.")
    found = ContradictionView(proof=PROOF, opposite=other, text="")
    html = contradiction_html(found)
    assert html.count("<img") == 2
    assert "Proof of the opposite" in html
