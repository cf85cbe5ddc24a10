"""How bias-checked reasoning shows itself: rounds, with the findings marked in the text."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.footer import money
from lux_nb.display.marks import BAD, CALM, FAIR, MUTED, folded, indented, paragraphs

if TYPE_CHECKING:
    from lux_nb.reasoning.bias_operations import BiasDetails, BiasFindingView, BiasStepView

COLOURS = {"low": CALM, "medium": FAIR, "high": BAD}
TITLES = {
    "Query": "Question",
    "Reasoning": "Reasoning",
    "BiasAnalysis": "Bias analysis",
    "Correction": "Correction",
    "Synthesis": "Answer",
}


def bias_html(details: "BiasDetails", writing: str = "", note: str = "") -> str:
    """Return a session as HTML; ``writing`` is the step under way."""
    parts = [
        f"<div><b>{paragraphs(details.query)}</b></div>",
        f"<div style='{MUTED}'><small>{escape(_figures(details))}</small></div>",
    ]
    shown = [step for step in details.steps if step.step_type != "Query"]
    for index, step in enumerate(shown):
        if step.step_type == "BiasAnalysis":
            found = [f for f in details.findings if f.step_number == step.step_number]
        else:
            following = shown[index + 1].step_number if index + 1 < len(shown) else 0
            found = [f for f in details.findings if f.step_number == following]
        is_last = index == len(shown) - 1
        is_open = is_last or step.step_type in {"BiasAnalysis", "Synthesis"}
        parts.append(step_html(step, found, is_open=is_open))
    if writing:
        parts.append(f"<div style='margin:.4em 0'>{paragraphs(writing)} ▍</div>")
    if note:
        parts.append(f"<div style='{MUTED}'><small>{escape(note)}</small></div>")
    return (
        f"<div class='lux-bias' style='line-height:1.45;padding-left:1.2em'>{''.join(parts)}</div>"
    )


def bias_text(details: "BiasDetails") -> str:
    """Return a session as plain text."""
    lines = [details.query, _figures(details)]
    lines += [step_text(step) for step in details.steps if step.step_type != "Query"]
    return "\n".join(lines)


def step_html(
    step: "BiasStepView", findings: "Sequence[BiasFindingView]" = (), *, is_open: bool = True
) -> str:
    """Return one step as HTML that folds; in reasoning the findings' words are underlined."""
    if step.step_type == "BiasAnalysis":
        body = _findings_html(findings) if findings else f"<div>{paragraphs(step.content)}</div>"
    else:
        body = f"<div>{marked(step.content, findings)}</div>"
    figures = f"{step.prompt_tokens} + {step.completion_tokens} tokens · {step.seconds:.1f} s"
    body += f"<div style='{MUTED}'><small>{escape(f'{step.model} · {figures}')}</small></div>"
    title = f"<b>{TITLES[step.step_type]}</b> <small>round {step.round}</small>"
    if step.step_type == "BiasAnalysis":
        count = len(findings)
        title += f" <small>{count or 'no'} finding{'' if count == 1 else 's'}</small>"
    return folded(title, body, is_open=is_open)


def step_text(step: "BiasStepView") -> str:
    """Return one step as plain text."""
    title = f"{TITLES[step.step_type]} (round {step.round}, {step.model})"
    return f"{title}\n{indented(step.content, '    ')}"


def marked(text: str, findings: "Sequence[BiasFindingView]") -> str:
    """Return text as HTML with the words of each finding underlined and explained on hover."""
    parts: list[str] = []
    place = 0
    for finding in sorted(findings, key=lambda finding: finding.start):
        if finding.start < place or finding.end > len(text):
            continue
        parts.append(paragraphs(text[place : finding.start]))
        about = escape(f"{finding.kind}: {finding.suggestion}", quote=True)
        colour = COLOURS[finding.severity]
        parts.append(
            f"<u title='{about}' style='text-decoration:underline wavy {colour};"
            f"text-underline-offset:3px'>{paragraphs(text[finding.start : finding.end])}</u>"
        )
        place = finding.end
    parts.append(paragraphs(text[place:]))
    return "".join(parts)


def _findings_html(findings: "Sequence[BiasFindingView]") -> str:
    return "".join(
        f"<div style='border-left:3px solid {COLOURS[f.severity]};padding:.1em .7em;margin:.3em 0'>"
        f"<b>{escape(f.kind)}</b> <small>{f.severity}, by {f.source}</small> “{paragraphs(f.span)}”"
        f"<br><small>{paragraphs(f.explanation)} <i>{paragraphs(f.suggestion)}</i></small></div>"
        for f in findings
    )


def _figures(details: "BiasDetails") -> str:
    status, steps = details.session_status, details.steps
    costs = [step.cost for step in steps if step.step_type != "Query"]
    known = [cost for cost in costs if cost is not None]
    parts = [
        f"round {status.current_round} of {status.max_rounds}",
        f"{len(details.findings)} findings",
        f"{status.corrections_made} corrections",
        f"{sum(s.prompt_tokens for s in steps)} + {sum(s.completion_tokens for s in steps)} tokens",
        f"{sum(s.seconds for s in steps):.1f} s",
        money(sum(known) if len(known) == len(costs) else None),
        f"session {status.session_id[:8]}",
    ]
    return " · ".join(parts)
