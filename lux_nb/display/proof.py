"""How answers of the logic show themselves: the verdict, the proof as a tree, and why not."""

from html import escape
from typing import TYPE_CHECKING, Any

from lux_nb.display.marks import BAD, CALM, FAIR, GOOD, MUTED, folded, whole

if TYPE_CHECKING:
    from lux_nb.logic.results import ProofView

VERDICTS = {"yes": GOOD, "no": BAD, "unknown": FAIR}
KINDS = {"fact": GOOD, "rule": CALM, "absence": FAIR}
OPEN_DEPTH = 6
MOST_STEPS = 400


def has_verdict(result: Any) -> bool:
    """Tell whether a result is an answer with a verdict and, maybe, a proof."""
    return isinstance(getattr(result, "verdict", None), str) and hasattr(result, "proof")


def answer_html(result: Any) -> str:
    """Return an answer with the tree of its proof, or with what was missing."""
    colour = VERDICTS.get(result.verdict, CALM)
    said = str(getattr(result, "answer", None) or result.verdict)
    parts = [f"<div><b style='color:{colour}'>{escape(result.verdict)}</b> {escape(said)}</div>"]
    for name in ("proof", "oppositeProof"):
        proof = getattr(result, name, None)
        if proof is not None:
            parts.append(proof_html(proof))
    reasons = getattr(result, "whyNot", None) or getattr(result, "why_not", None) or []
    parts += [f"<div style='{MUTED}'>{escape(str(reason))}</div>" for reason in reasons]
    return whole("lux-proof", parts)


def proof_html(proof: "ProofView") -> str:
    """Return a proof as a tree that folds; of a very large one, its top."""
    return _step_html(proof, 0, [MOST_STEPS])


def _step_html(proof: "ProofView", depth: int, left: list[int]) -> str:
    left[0] -= 1
    colour = KINDS.get(proof.kind, CALM)
    about = f"{proof.kind}: {proof.source}" if proof.source else proof.kind
    line = (
        f"<span style='border-left:3px solid {colour};padding-left:.5em'>"
        f"{escape(proof.statement)}</span> <small style='{MUTED}'>{escape(about)}</small>"
    )
    if not proof.premises:
        return f"<div style='margin:.15em 0'>{line}</div>"
    if left[0] <= 0:
        return f"<div style='margin:.15em 0'>{line} …</div>"
    below = "".join(_step_html(premise, depth + 1, left) for premise in proof.premises)
    return folded(line, below, is_open=depth < OPEN_DEPTH)
