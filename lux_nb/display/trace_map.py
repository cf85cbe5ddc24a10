"""The map of a trace: one SVG with a lane per branch, revisions and interventions marked."""

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.marks import BAD, CALM, FAIR
from lux_nb.display.pictures import picture

if TYPE_CHECKING:
    from lux_nb.reasoning.trace_results import ThoughtView

MOST = 48
STEP, LANE, RADIUS = 34, 38, 10
LEFT, TOP = 18, 24


def trace_map(thoughts: "Sequence[ThoughtView]") -> str:
    """Return the picture of a trace; of a long one, its latest thoughts."""
    shown = list(thoughts[-MOST:])
    if not shown:
        return ""
    lanes = _lanes(thoughts)
    used = sorted({lanes[thought.branch_id] for thought in shown})
    rows = {lane: row for row, lane in enumerate(used)}
    place = {
        thought.position: (LEFT + index * STEP, TOP + rows[lanes[thought.branch_id]] * LANE)
        for index, thought in enumerate(shown)
    }
    width = LEFT * 2 + (len(shown) - 1) * STEP + 120
    height = TOP * 2 + (len(used) - 1) * LANE
    body = "".join([*_edges(shown, place), *_nodes(shown, place), *_names(shown, place)])
    label = f"map of {len(thoughts)} thoughts"
    return picture(body, width, height, label)


def _lanes(thoughts: "Sequence[ThoughtView]") -> dict[str | None, int]:
    lanes: dict[str | None, int] = {None: 0}
    for thought in thoughts:
        lanes.setdefault(thought.branch_id, len(lanes))
    return lanes


def _edges(shown: "Sequence[ThoughtView]", place: dict[int, tuple[int, int]]) -> list[str]:
    edges: list[str] = []
    latest: dict[str | None, int] = {}
    by_number: dict[int, int] = {}
    for thought in shown:
        here = place[thought.position]
        before = latest.get(thought.branch_id)
        if before is None and thought.branch_from_thought is not None:
            before = by_number.get(thought.branch_from_thought)
        if before is not None:
            edges.append(_edge(place[before], here))
        revised = by_number.get(thought.revises_thought or 0)
        if thought.is_revision and revised is not None:
            edges.append(_arc(here, place[revised]))
        latest[thought.branch_id] = thought.position
        by_number[thought.thought_number] = thought.position
    return edges


def _edge(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    middle = x1 + 14
    path = f"M{x1} {y1}H{x2}" if y1 == y2 else f"M{x1} {y1}C{middle} {y1} {x1} {y2} {x2} {y2}"
    return f"<path d='{path}' fill='none' stroke='currentColor' stroke-opacity='.35'/>"


def _arc(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = start, end
    top = min(y1, y2) - 20
    return (
        f"<path d='M{x1} {y1 - RADIUS}Q{(x1 + x2) / 2:.0f} {top} {x2} {y2 - RADIUS}' fill='none' "
        f"stroke='{CALM}' stroke-dasharray='3 2'/>"
    )


def _nodes(shown: "Sequence[ThoughtView]", place: dict[int, tuple[int, int]]) -> list[str]:
    nodes = []
    for thought in shown:
        x, y = place[thought.position]
        colour = "currentColor"
        if thought.intervention:
            colour = BAD
        elif thought.alert_kinds:
            colour = FAIR
        about = escape(f"{thought.thought_number} {thought.thought_type}", quote=True)
        nodes.append(
            f"<g><title>{about}</title><circle cx='{x}' cy='{y}' r='{RADIUS}' fill='{colour}' "
            f"fill-opacity='.14' stroke='{colour}' stroke-width='1.3'/>"
            f"<text x='{x}' y='{y + 3.5}' font-size='10' text-anchor='middle' "
            f"fill='currentColor'>{thought.thought_number}</text></g>"
        )
    return nodes


def _names(shown: "Sequence[ThoughtView]", place: dict[int, tuple[int, int]]) -> list[str]:
    last = {t.branch_id: place[t.position] for t in shown if t.branch_id is not None}
    return [
        f"<text x='{x + RADIUS + 5}' y='{y + 3.5}' font-size='10' fill='currentColor' "
        f"fill-opacity='.7'>{escape(str(name))}</text>"
        for name, (x, y) in last.items()
    ]
