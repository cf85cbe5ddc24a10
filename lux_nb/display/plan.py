"""How a plan shows itself: a tree of steps, and a Markdown document."""

from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.footer import money
from lux_nb.display.marks import CALM, MUTED, folded, indented, nested, paragraphs
from lux_nb.display.tree import Entry, outline

if TYPE_CHECKING:
    from lux_nb.reasoning.plan_operations import PlanDetails, PlanStepView

SHORT = 12
OPEN_AT_END = 3


def plan_html(plan: "PlanDetails", writing: str = "", note: str = "") -> str:
    """Return a plan as HTML; ``writing`` is the step under way."""
    parts = [
        f"<div><b>{paragraphs(plan.plan.task)}</b></div>",
        f"<div style='{MUTED}'><small>{escape(_figures(plan))}</small></div>",
    ]
    revised = _revised(plan)
    unfolded = {s.position for s in plan.steps[-OPEN_AT_END:]}
    for entry in _outline(plan):
        if entry.item is None:
            name = escape(str(entry.branch_id))
            heading = f"<b style='color:{CALM}'>↳ {name}</b> <small>from step {entry.leaves_from}"
            parts.append(nested(f"{heading}</small>", entry.depth))
            continue
        is_open = len(plan.steps) <= SHORT or entry.item.position in unfolded
        shown = step_html(entry.item, revised.get(entry.item.position), is_open=is_open)
        parts.append(nested(shown, entry.depth))
    if writing:
        parts.append(f"<div style='margin:.4em 0'>{paragraphs(writing)} ▍</div>")
    if note:
        parts.append(f"<div style='{MUTED}'><small>{escape(note)}</small></div>")
    return (
        f"<div class='lux-plan' style='line-height:1.45;padding-left:1.2em'>{''.join(parts)}</div>"
    )


def plan_text(plan: "PlanDetails") -> str:
    """Return a plan as plain text."""
    lines = [plan.plan.task, _figures(plan)]
    for entry in _outline(plan):
        margin = "  " * entry.depth
        if entry.item is None:
            lines.append(f"{margin}└ branch {entry.branch_id} from step {entry.leaves_from}")
        else:
            lines.append(indented(step_text(entry.item), margin))
    return "\n".join(lines)


def plan_markdown(plan: "PlanDetails") -> str:
    """Return a plan as a Markdown document."""
    first, *rest = plan.plan.task.strip().splitlines() or [""]
    lines = [f"# Plan: {first}", *rest, ""]
    revised = _revised(plan)
    for entry in _outline(plan):
        level = "#" * min(2 + entry.depth, 6)
        if entry.item is None:
            lines += [f"{level} Branch {entry.branch_id} (from step {entry.leaves_from})", ""]
            continue
        step = entry.item
        title = f"{level}{'#' if entry.depth else ''} Step {step.step_number}{_suffix(step)}"
        if step.position in revised:
            title += f" (revised by step {revised[step.position]})"
        lines += [title, "", step.content, ""]
    return "\n".join(lines).rstrip() + "\n"


def step_html(step: "PlanStepView", revised_by: int | None = None, *, is_open: bool = True) -> str:
    """Return one step as HTML that folds."""
    title = f"<b>{step.step_number}</b>{escape(_suffix(step))}"
    if revised_by is not None:
        title = f"<s>{title}</s> <small>revised by step {revised_by}</small>"
    about = f"depth {step.planning_depth} · {step.prompt_tokens} + {step.completion_tokens} tokens"
    figures = f"{about} · {step.seconds:.1f} s · {step.model}"
    body = (
        f"<div>{paragraphs(step.content)}</div>"
        f"<div style='{MUTED}'><small>{escape(figures)}</small></div>"
    )
    first = step.content.strip().splitlines()[0][:90] if step.content.strip() else ""
    return folded(f"{title} <small style='{MUTED}'>{escape(first)}</small>", body, is_open=is_open)


def step_text(step: "PlanStepView") -> str:
    """Return one step as plain text."""
    return f"{step.step_number}{_suffix(step)}\n{indented(step.content, '    ')}"


def _suffix(step: "PlanStepView") -> str:
    if step.is_revision:
        return f", revision of step {step.revises_step_number}"
    return ", branch point" if step.is_branch_point else ""


def _outline(plan: "PlanDetails") -> "list[Entry[PlanStepView]]":
    return outline(
        plan.steps,
        number=lambda step: step.step_number,
        branch=lambda step: step.branch_id,
        leaves_from=lambda step: step.branch_from_step,
    )


def _revised(plan: "PlanDetails") -> dict[int, int]:
    """Return the positions of steps that were revised, with the number of their revision."""
    revised: dict[int, int] = {}
    places: dict[tuple[str | None, int], int] = {}
    for step in plan.steps:
        number = step.revises_step_number or 0
        place = places.get((step.branch_id, number), places.get((None, number)))
        if step.is_revision and place is not None:
            revised[place] = step.step_number
        places[step.branch_id, step.step_number] = step.position
    return revised


def _figures(plan: "PlanDetails") -> str:
    steps = plan.steps
    costs = [step.cost for step in steps if step.cost is not None]
    parts = [
        f"{len(steps)} of {max(plan.plan.total_steps, len(steps))} steps",
        f"{sum(s.prompt_tokens for s in steps)} + {sum(s.completion_tokens for s in steps)} tokens",
        f"{sum(s.seconds for s in steps):.1f} s",
        money(sum(costs) if len(costs) == len(steps) else None),
        *dict.fromkeys(step.model for step in steps),
        f"plan {plan.plan.session_id[:8]}",
    ]
    return " · ".join(parts)
