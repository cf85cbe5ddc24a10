"""Answers of the logic domain as they are shown: the verdict, its proof or what it lacks."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.marks import BAD, CALM, FAIR, GOOD, MUTED, box, folded, paragraphs, whole
from lux_nb.display.proof_picture import lack_box, proof_box, tree_picture
from lux_nb.logic.proof import FIRST_ORDER

if TYPE_CHECKING:
    from lux_nb.logic.results import LackView, ProofView, Solved
    from lux_nb.logic.session_results import Answered, Asserted, ContradictionView

_VERDICTS = {"yes": GOOD, "no": BAD, "unknown": FAIR}
_KINDS = {"fact": "told", "rule": "by a rule", "absence": "nothing says otherwise"}


def proof_text(proof: "ProofView", indent: int = 0) -> str:
    """Write a proof with one line for each step."""
    margin = "  " * indent
    reason = f"by “{proof.source}”" if proof.source and proof.premises else proof.kind
    reason = f"by {FIRST_ORDER}" if proof.source == FIRST_ORDER else reason
    bound = ", ".join(f"{name} = {value}" for name, value in proof.bindings.items())
    bound = f"; {bound}" if bound and proof.premises else ""
    lines = [f"{margin}{proof.statement}   [{reason}{bound}]"]
    lines += [proof_text(premise, indent + 1) for premise in proof.premises]
    return "\n".join(lines)


def lack_text(lack: "LackView", indent: int = 0) -> str:
    """Write what could not be shown, with the rules that were tried."""
    margin = "  " * indent
    lines = [f"{margin}✗ {lack.statement}" + ("" if lack.attempts else "   [nothing shows it]")]
    for attempt in lack.attempts:
        lines.append(f"{margin}  by “{attempt.rule}”")
        lines += [f"{margin}    ✓ {held}" for held in attempt.held]
        lines.append(lack_text(attempt.lacks, indent + 2))
    return "\n".join(lines)


def proof_html(proof: "ProofView", title: str = "Proof") -> str:
    """Return a proof as a picture with its outline beneath."""
    shown = tree_picture(proof_box(proof), proof_text(proof)) or ""
    outline = folded(f"<small style='{MUTED}'>as text</small>", _outline(proof), is_open=not shown)
    heading = f"<div style='{MUTED};margin:.5em 0 .3em'>{escape(title)}</div>"
    return f"{heading}{shown}{outline}"


def lacking_html(lacking: Sequence["LackView"]) -> str:
    """Return why something could not be shown, as a picture with its outline beneath."""
    parts = []
    for lack in lacking:
        text = lack_text(lack)
        shown = tree_picture(lack_box(lack), text) or ""
        plain = f"<pre style='margin:0;font-family:monospace'>{escape(text)}</pre>"
        summary = f"<small style='{MUTED}'>as text</small>"
        parts += [shown, folded(summary, plain, is_open=not shown)]
    heading = f"<div style='{MUTED};margin:.5em 0 .3em'>Why not</div>"
    return f"{heading}{''.join(parts)}" if parts else ""


def answered_text(answered: "Answered") -> str:
    """Write an answer with its proof, or why there is none."""
    parts = [answered.answer]
    if answered.proof:
        parts.append(proof_text(answered.proof))
    if answered.oppositeProof:
        parts += ["But also:"] if answered.proof else []
        parts.append(proof_text(answered.oppositeProof))
    if not answered.proof and not answered.oppositeProof:
        parts += [lack_text(lack) for lack in answered.lacking or []]
    return "\n".join(parts)


def answered_html(answered: "Answered") -> str:
    """Return an answer with its proof, or why there is none."""
    parts = [_verdict(answered.verdict, answered.answer)]
    if answered.proof:
        parts.append(proof_html(answered.proof))
    if answered.oppositeProof:
        title = "Proof of the opposite" if answered.proof else "Proof that it is not so"
        parts.append(proof_html(answered.oppositeProof, title))
    if not answered.proof and not answered.oppositeProof:
        parts.append(lacking_html(answered.lacking or []))
    if answered.wouldHelp and answered.verdict != "yes":
        parts.append(box("It would help to know", " ".join(answered.wouldHelp), CALM))
    if answered.explanation and (answered.proof or answered.oppositeProof):
        parts.append(box("In words", answered.explanation, CALM))
    return whole("lux-answer", parts)


def solved_html(solved: "Solved") -> str:
    """Return the answer to a question about a text."""
    words = solved.answer or solved.verdict.capitalize()
    if solved.proof and words.lower() == solved.verdict:
        words = f"{words.capitalize()}. {solved.proof.statement.rstrip('.')}."
    parts = [_verdict(solved.verdict, words)]
    if solved.proof:
        title = "Proof that it is not so" if solved.verdict == "no" else "Proof"
        parts.append(proof_html(solved.proof, title))
    if solved.explanation:
        parts.append(box("In words", solved.explanation, CALM))
    if solved.unread:
        parts.append(box("Not read", " ".join(solved.unread), FAIR))
    return whole("lux-answer", parts)


def asserted_html(asserted: "Asserted") -> str:
    """Return what was added, with both proofs of each contradiction that arose."""
    clauses = "\n".join(asserted.addedFacts[:50])
    more = len(asserted.addedFacts) - 50
    if more > 0:
        clauses += f"\n… and {more} more"
    parts = [
        f"<div style='{MUTED}'>{escape(asserted.message)}</div>",
        f"<pre style='margin:.2em 0;font-family:monospace'>{escape(clauses)}</pre>",
    ]
    parts += [contradiction_html(found) for found in asserted.contradictions or []]
    return whole("lux-asserted", parts)


def contradiction_html(found: "ContradictionView") -> str:
    """Return a contradiction with its two proofs."""
    words = f"{found.proof.statement} But also: {found.opposite.statement}"
    for_it = proof_html(found.proof, "Proof")
    against = proof_html(found.opposite, "Proof of the opposite")
    return box("Contradiction", words, BAD) + for_it + against


def _verdict(verdict: str, answer: str) -> str:
    colour = _VERDICTS.get(verdict, CALM)
    badge = (
        f"<span style='background:{colour};color:#fff;border-radius:.6em;padding:.1em .6em;"
        f"margin-right:.6em'>{escape(verdict)}</span>"
    )
    return f"<div style='margin:.2em 0'>{badge}<b>{paragraphs(answer)}</b></div>"


def _outline(proof: "ProofView") -> str:
    kind = _KINDS.get(proof.kind, proof.kind)
    bound = ", ".join(f"{name} = {value}" for name, value in proof.bindings.items())
    reason = " · ".join(filter(None, [kind, proof.source, bound if proof.premises else ""]))
    premises = "".join(f"<li>{_outline(premise)}</li>" for premise in proof.premises)
    nested = f"<ul style='margin:.1em 0 .1em 1.2em;padding:0'>{premises}</ul>" if premises else ""
    return f"{escape(proof.statement)} <small style='{MUTED}'>{escape(reason)}</small>{nested}"
