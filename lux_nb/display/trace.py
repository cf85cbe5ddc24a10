"""How a trace shows itself: a tree with gauges, interventions and where it stands."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.footer import money
from lux_nb.display.marks import (
    BAD,
    CALM,
    FAIR,
    MUTED,
    box,
    folded,
    gauge,
    indented,
    nested,
    paragraphs,
)
from lux_nb.display.trace_map import trace_map
from lux_nb.display.tree import Entry, outline

if TYPE_CHECKING:
    from lux_nb.reasoning.trace_results import Synthesis, ThoughtView, TraceDetails

SHORT = 8  # a trace of up to so many thoughts is shown unfolded
OPEN_AT_END = 3
LONG = 60  # a longer one shows its beginning, its end and its interventions
KEPT_FIRST, KEPT_LAST, KEPT_INTERVENTIONS = 5, 20, 20


def trace_html(trace: "TraceDetails", writing: str = "", note: str = "") -> str:
    """Return a trace as HTML; ``writing`` is the thought under way."""
    shown, left_out = chosen(trace.thoughts)
    parts = [
        f"<div><b>{paragraphs(trace.trace.query)}</b></div>",
        f"<div style='{MUTED}'><small>{escape(_figures(trace))}</small></div>",
        trace_map(trace.thoughts),
    ]
    if left_out:
        parts.append(f"<div style='{MUTED}'><small>{escape(_left_out(left_out))}</small></div>")
    revised = _revised(trace.thoughts)
    unfolded = _unfolded(shown)
    parts += [_entry_html(entry, revised, unfolded) for entry in _outline(shown)]
    if writing:
        parts.append(f"<div style='margin:.4em 0'>{paragraphs(writing)} ▍</div>")
    if trace.synthesis is not None and not writing:
        parts.append(_synthesis_html(trace.synthesis))
    if note:
        parts.append(f"<div style='{MUTED}'><small>{escape(note)}</small></div>")
    return (
        f"<div class='lux-trace' style='line-height:1.45;padding-left:1.2em'>{''.join(parts)}</div>"
    )


def trace_text(trace: "TraceDetails") -> str:
    """Return a trace as plain text."""
    shown, left_out = chosen(trace.thoughts)
    lines = [trace.trace.query, _figures(trace)]
    if left_out:
        lines.append(_left_out(left_out))
    for entry in _outline(shown):
        margin = "  " * entry.depth
        if entry.item is None:
            lines.append(f"{margin}└ branch {entry.branch_id} from thought {entry.leaves_from}")
        else:
            lines.append(indented(thought_text(entry.item), margin))
    if trace.synthesis is not None:
        lines.append(_synthesis_text(trace.synthesis))
    return "\n".join(lines)


def thought_html(
    thought: "ThoughtView", revised_by: int | None = None, *, is_open: bool = True
) -> str:
    """Return one thought as HTML that folds."""
    body = f"<div>{paragraphs(thought.content)}</div>"
    if thought.intervention:
        body += box(f"⚠ {thought.intervention_type}", thought.intervention, BAD)
    elif thought.alert_kinds:
        body += box("still", ", ".join(thought.alert_kinds), FAIR)
    body += f"<div style='{MUTED}'><small>{escape(_thought_figures(thought))}</small></div>"
    title = f"<b>{thought.thought_number}</b> {escape(_title(thought))}"
    if revised_by is not None:
        title = f"<s>{title}</s> <small>revised by thought {revised_by}</small>"
    gauges = "".join(
        [
            gauge("circular", thought.circular_score, high_is_bad=True),
            gauge("drift", thought.distractor_score, high_is_bad=True),
            gauge("quality", thought.quality, high_is_bad=False),
            gauge("confidence", thought.confidence, high_is_bad=False),
        ]
    )
    warning = f" <span style='color:{BAD}'>⚠</span>" if thought.intervention else ""
    return folded(f"{title}{warning} &nbsp; {gauges}", body, is_open=is_open)


def thought_text(thought: "ThoughtView") -> str:
    """Return one thought as plain text."""
    figures = [
        f"{name} {value:.2f}"
        for name, value in (
            ("circular", thought.circular_score),
            ("drift", thought.distractor_score),
            ("quality", thought.quality),
            ("confidence", thought.confidence),
        )
        if value is not None
    ]
    lines = [f"{thought.thought_number} {_title(thought)} [{' · '.join(figures)}]"]
    lines.append(indented(thought.content, "    "))
    if thought.intervention:
        lines.append(f"    ⚠ {thought.intervention_type}: {thought.intervention}")
    return "\n".join(lines)


def chosen(thoughts: "Sequence[ThoughtView]") -> "tuple[list[ThoughtView], int]":
    """Return the thoughts that are shown, and how many are not."""
    if len(thoughts) <= LONG:
        return list(thoughts), 0
    marked = [t for t in thoughts[KEPT_FIRST:-KEPT_LAST] if t.intervention]
    kept = [*thoughts[:KEPT_FIRST], *marked[-KEPT_INTERVENTIONS:], *thoughts[-KEPT_LAST:]]
    return kept, len(thoughts) - len(kept)


def _outline(thoughts: "Sequence[ThoughtView]") -> "list[Entry[ThoughtView]]":
    return outline(
        thoughts,
        number=lambda thought: thought.thought_number,
        branch=lambda thought: thought.branch_id,
        leaves_from=lambda thought: thought.branch_from_thought,
    )


def _entry_html(entry: "Entry[ThoughtView]", revised: dict[int, int], unfolded: set[int]) -> str:
    if entry.item is None:
        name = escape(str(entry.branch_id))
        heading = f"<b style='color:{CALM}'>↳ {name}</b> <small>from thought {entry.leaves_from}"
        return nested(f"{heading}</small>", entry.depth)
    thought = entry.item
    is_open = thought.position in unfolded
    return nested(
        thought_html(thought, revised.get(thought.position), is_open=is_open), entry.depth
    )


def _revised(thoughts: "Sequence[ThoughtView]") -> dict[int, int]:
    """Return the positions of thoughts that were revised, with the number of their revision."""
    revised: dict[int, int] = {}
    places: dict[tuple[str | None, int], int] = {}
    for thought in thoughts:
        number = thought.revises_thought or 0
        place = places.get((thought.branch_id, number), places.get((None, number)))
        if thought.is_revision and place is not None:
            revised[place] = thought.thought_number
        places[thought.branch_id, thought.thought_number] = thought.position
    return revised


def _unfolded(thoughts: "Sequence[ThoughtView]") -> set[int]:
    if len(thoughts) <= SHORT:
        return {thought.position for thought in thoughts}
    last = {thought.position for thought in thoughts[-OPEN_AT_END:]}
    return last | {thought.position for thought in thoughts if thought.intervention}


def _title(thought: "ThoughtView") -> str:
    if thought.is_revision:
        return f"{thought.thought_type} of {thought.revises_thought}"
    return thought.thought_type


def _figures(trace: "TraceDetails") -> str:
    thoughts = trace.thoughts
    costs = [thought.cost for thought in thoughts]
    known = [cost for cost in costs if cost is not None]
    parts = [
        f"{len(thoughts)} of {max(trace.trace.total_thoughts, len(thoughts))} thoughts",
        f"{len(trace.interventions)} interventions"
        if len(trace.interventions) != 1
        else "1 intervention",
        f"{sum(t.prompt_tokens for t in thoughts)} + "
        f"{sum(t.completion_tokens for t in thoughts)} tokens",
        f"{sum(t.seconds for t in thoughts):.1f} s",
        money(sum(known) if len(known) == len(costs) else None),
        *dict.fromkeys(thought.model for thought in thoughts),
        f"trace {trace.trace.session_id[:8]}",
    ]
    if trace.stopped == "intervention":
        parts.append("stopped on the intervention")
    elif trace.stopped == "interrupted":
        parts.append("interrupted; what was thought is kept")
    return " · ".join(parts)


def _thought_figures(thought: "ThoughtView") -> str:
    parts = []
    if thought.perplexity is not None:
        about = " (estimate)" if thought.perplexity_source == "estimate" else ""
        parts.append(f"perplexity {thought.perplexity:.1f}{about}")
    if thought.relevance is not None:
        parts.append(f"relevance {thought.relevance:.2f}")
    if thought.attention_entropy is not None:
        parts.append(f"attention {thought.attention_entropy:.2f}")
    parts.append(f"{thought.prompt_tokens} + {thought.completion_tokens} tokens")
    parts.append(f"{thought.seconds:.1f} s")
    parts.append(f"{thought.trend}, {thought.phase}")
    return " · ".join(parts)


def _left_out(count: int) -> str:
    return f"{count} thoughts are not shown here; lux.frames.thoughts() has them all"


def _synthesis_html(synthesis: "Synthesis") -> str:
    items = "".join(
        f"<div><small style='{MUTED}'>{name}</small><ul style='margin:.1em 0'>"
        + "".join(f"<li>{paragraphs(value)}</li>" for value in values)
        + "</ul></div>"
        for name, values in (
            ("insights", synthesis.key_insights),
            ("next", synthesis.next_actions),
        )
        if values
    )
    return (
        f"<div style='border-top:1px solid {CALM};margin-top:.5em;padding-top:.3em'>"
        f"<b>Understanding</b> {paragraphs(synthesis.current_understanding)}{items}"
        f"<small style='{MUTED}'>{escape(_levels(synthesis))}</small></div>"
    )


def _synthesis_text(synthesis: "Synthesis") -> str:
    lines = [f"Understanding: {synthesis.current_understanding}"]
    lines += [f"  insight: {value}" for value in synthesis.key_insights]
    lines += [f"  next: {value}" for value in synthesis.next_actions]
    return "\n".join([*lines, f"  {_levels(synthesis)}"])


def _levels(synthesis: "Synthesis") -> str:
    ready = "ready" if synthesis.ready_for_conclusion else "not ready"
    return (
        f"confidence {synthesis.confidence_level} · clarity {synthesis.clarity_level} · "
        f"{ready} for a conclusion"
    )
