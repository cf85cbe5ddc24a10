"""The context graph as a static picture: each branch with its contexts around it."""

import math
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.pictures import picture

if TYPE_CHECKING:
    from lux_nb.memory.results import ContextGraph, GraphEdge, GraphNode

# Middle tones, which read on light and dark pages alike.
COLOURS = ("#5882dc", "#2ea043", "#c07c1f", "#a05cc8", "#c8504b", "#1f9ba0", "#8a8f2a", "#d0649a")
# Who belongs to which branch is told by place and colour, so those edges are not drawn.
EDGES = {
    "followed_by": ("#8a8f98", "", "next turn"),
    "similar_to": ("#5882dc", "", "alike"),
    "references": ("#2ea043", "", "used together"),
    "repeats": ("#c8504b", "4 3", "repeats"),
    "child_of": ("#8a8f98", "2 3", "child branch"),
}
Place = tuple[float, float]

_DRAWN = 240
_STEP = 11.0
_GOLDEN = math.pi * (3 - math.sqrt(5))
_LABEL = 34


def graph_svg(graph: "ContextGraph") -> str:
    """Return the graph as an image, with a line that says what is left out of it."""
    branches = [node for node in graph.nodes if node.type == "branch"]
    around = _drawn(graph.nodes, branches)
    places, width, height = _layout(branches, around)
    colours = {node.id: COLOURS[n % len(COLOURS)] for n, node in enumerate(branches)}
    shown = [node for node in graph.nodes if node.id in places]
    body = "".join(_line(edge, places) for edge in graph.edges)
    body += "".join(_dot(node, places[node.id], colours) for node in shown)
    body += "".join(_label(node, places[node.id], len(around[node.id])) for node in branches)
    kinds = [kind for kind in EDGES if any(edge.type == kind for edge in graph.edges)]
    body += _legend(kinds, height)
    hidden = len(graph.nodes) - len(shown)
    note = f"{graph.message}; the newest {len(shown)} are drawn" if hidden else graph.message
    image = picture(body, width, height + 26, f"graph of contexts: {graph.message}")
    return f"<div>{image}<div style='opacity:.7'>{escape(note)}</div></div>"


def _drawn(nodes: "list[GraphNode]", branches: "list[GraphNode]") -> "dict[str, list[GraphNode]]":
    """Return the newest contexts of each branch, as many of each as there is room for."""
    around: dict[str, list[GraphNode]] = {branch.id: [] for branch in branches}
    for node in nodes:
        if node.type != "branch" and node.branch_id in around:
            around[node.branch_id].append(node)
    most = max(8, _DRAWN // max(1, len(branches)))
    return {branch: members[-most:] for branch, members in around.items()}


def _layout(
    branches: "list[GraphNode]", around: "dict[str, list[GraphNode]]"
) -> tuple[dict[str, Place], float, float]:
    """Put branches on a grid wide enough for each, and contexts on a spiral around theirs."""
    largest = max((len(members) for members in around.values()), default=0)
    cell = 2 * (_STEP * math.sqrt(largest + 2) + 16) + 20
    columns = max(1, math.ceil(math.sqrt(len(branches) * 1.6)))
    places: dict[str, Place] = {}
    for number, branch in enumerate(branches):
        across, down = number % columns, number // columns
        middle = ((across + 0.5) * cell, down * (cell + 18) + cell / 2)
        places[branch.id] = middle
        for step, node in enumerate(around[branch.id], start=2):
            angle, radius = step * _GOLDEN, _STEP * math.sqrt(step)
            x, y = radius * math.cos(angle), radius * math.sin(angle)
            places[node.id] = (middle[0] + x, middle[1] + y)
    rows = math.ceil(len(branches) / columns)
    return places, max(420.0, min(columns, max(1, len(branches))) * cell), rows * (cell + 18)


def _line(edge: "GraphEdge", places: dict[str, Place]) -> str:
    if edge.type not in EDGES or edge.source not in places or edge.target not in places:
        return ""
    colour, dashes, _ = EDGES[edge.type]
    (x1, y1), (x2, y2) = places[edge.source], places[edge.target]
    return (
        f"<line x1='{x1:.1f}' y1='{y1:.1f}' x2='{x2:.1f}' y2='{y2:.1f}' stroke='{colour}' "
        f"stroke-width='{0.6 + 1.4 * edge.weight:.1f}' stroke-dasharray='{dashes}' "
        f"stroke-opacity='{0.25 + 0.5 * edge.weight:.2f}'/>"
    )


def _dot(node: "GraphNode", place: Place, colours: dict[str, str]) -> str:
    colour = colours.get(node.branch_id, COLOURS[0])
    radius = 8 if node.type == "branch" else 4
    return (
        f"<circle cx='{place[0]:.1f}' cy='{place[1]:.1f}' r='{radius}' fill='{colour}'>"
        f"<title>{escape(node.label)}</title></circle>"
    )


def _label(node: "GraphNode", place: Place, members: int) -> str:
    text = node.label if len(node.label) <= _LABEL else node.label[: _LABEL - 1] + "…"
    below = place[1] + _STEP * math.sqrt(members + 2) + 20
    return (
        f"<text x='{place[0]:.1f}' y='{below:.1f}' text-anchor='middle' font-size='11' "
        f"fill='currentColor'>{escape(text)}</text>"
    )


def _legend(kinds: list[str], height: float) -> str:
    parts = []
    for number, kind in enumerate(kinds):
        colour, dashes, name = EDGES[kind]
        x = 10 + number * 100
        parts.append(
            f"<line x1='{x}' y1='{height + 14:.0f}' x2='{x + 18}' y2='{height + 14:.0f}' "
            f"stroke='{colour}' stroke-width='2' stroke-dasharray='{dashes}'/>"
            f"<text x='{x + 23}' y='{height + 18:.0f}' font-size='10' "
            f"fill='currentColor'>{name}</text>"
        )
    return "".join(parts)
