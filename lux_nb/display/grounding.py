"""How a grounding shows itself: each claim with its verdict and its best evidence."""

from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.caps import capped_html, capped_text
from lux_nb.display.memory import VERDICTS
from lux_nb.display.tables import STYLE

if TYPE_CHECKING:
    from lux_nb.memory.grounding.results import Contradiction, GroundedClaim, Grounding

_CELL = "padding:2px 16px 2px 6px;text-align:left;vertical-align:top"


def grounding_html(grounding: "Grounding") -> str:
    """Return the claims in the colours of their verdicts, with the evidence of each."""
    rows = "".join(_claim_html(claim) for claim in grounding.claims)
    table = f"<table style='{STYLE}'>{rows}</table>" if rows else ""
    against = "".join(f"<li>{escape(_against(one))}</li>" for one in grounding.contradictions)
    conflicts = f"<div>Contradictions<ul>{against}</ul></div>" if against else ""
    html = f"<div><div><b>{grounding.status}</b> · {_figures(grounding)}</div>{table}{conflicts}"
    return capped_html(f"{html}</div>", grounding_markdown(grounding))


def grounding_markdown(grounding: "Grounding") -> str:
    """Return the claims with verdict and evidence as a Markdown table."""
    lines = [f"**{grounding.status}** · {_figures(grounding)}"]
    if grounding.claims:
        lines += ["", "| | claim | score | evidence |", "| --- | --- | --- | --- |"]
    for one in grounding.claims:
        cells = [_mark(one), one.claim.text, f"{one.score:.2f}", " ".join(_evidence(one))]
        lines.append("| " + " | ".join(_flat(cell) for cell in cells) + " |")
    if grounding.contradictions:
        lines += ["", "Contradictions", ""]
        lines += [f"- {_against(one)}" for one in grounding.contradictions]
    return capped_text("\n".join(lines))


def _claim_html(one: "GroundedClaim") -> str:
    place, quote = _evidence(one)
    colour = VERDICTS[one.verdict][0]
    return (
        f"<tr><td style='{_CELL};background:{colour}' title='{one.verdict}'>{_mark(one)} "
        f"{escape(one.claim.text)}</td><td style='{_CELL}'>{one.score:.2f}</td>"
        f"<td style='{_CELL}'>{escape(place)}"
        f"<div style='opacity:.7'>{escape(quote)}</div></td></tr>"
    )


def _figures(grounding: "Grounding") -> str:
    return (
        f"grounding {grounding.score:.2f} · risk {grounding.risk_level} · "
        f"{grounding.claims_verified} of {len(grounding.claims)} claims verified"
    )


def _mark(one: "GroundedClaim") -> str:
    return VERDICTS[one.verdict][1]


def _evidence(one: "GroundedClaim") -> tuple[str, str]:
    if not one.matches:
        return "no evidence", ""
    best = one.matches[0]
    return f"{best.evidence_id} line {best.first_line}", best.text


def _against(one: "Contradiction") -> str:
    return f"{one.claim} ↔ {one.against} ({one.source})"


def _flat(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")
