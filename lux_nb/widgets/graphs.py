"""Traces, proofs, plans and context graphs as one kind of graph, drawn by one component."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    from lux_nb.logic.results import ProofView
    from lux_nb.memory.results import ContextGraph
    from lux_nb.reasoning.plan_operations import PlanDetails
    from lux_nb.reasoning.trace_results import ThoughtView, TraceDetails

Layout = Literal["lanes", "tree", "clusters"]
Tone = Literal["plain", "good", "fair", "bad", "calm"]
LONGEST_LABEL = 140
LONGEST_DETAIL = 2000


@dataclass(frozen=True, slots=True)
class Node:
    """A box of the graph; ``goes_on`` keeps it on its parent's lane."""

    id: str
    label: str
    detail: str = ""
    kind: str = ""
    tone: Tone = "plain"
    parent: str | None = None
    goes_on: bool = False


@dataclass(frozen=True, slots=True)
class Edge:
    """A relation beside that of a node and its parent."""

    source: str
    target: str
    kind: str = ""
    weight: float = 1.0


@dataclass(slots=True)
class Graph:
    """Nodes, the relations that are not parent and child, and how to lay them out."""

    title: str
    layout: Layout
    nodes: list[Node] = field(default_factory=list)
    edges: list[Edge] = field(default_factory=list)

    def wire(self) -> dict[str, Any]:
        """Return the graph as plain data for the front end."""
        return {
            "title": self.title,
            "layout": self.layout,
            "nodes": [
                {
                    "id": node.id,
                    "label": _short(node.label, LONGEST_LABEL),
                    "detail": _short(node.detail, LONGEST_DETAIL),
                    "kind": node.kind,
                    "tone": node.tone,
                    "parent": node.parent,
                    "goesOn": node.goes_on,
                }
                for node in self.nodes
            ],
            "edges": [
                {"from": edge.source, "to": edge.target, "kind": edge.kind, "weight": edge.weight}
                for edge in self.edges
            ],
        }


def graph_of(result: Any) -> Graph:
    """Return the graph of a result, or say which results have one."""
    found = find_graph(result)
    if found is None:
        message = f"A {type(result).__name__} has no graph."
        hint = "Traces, plans, answers with a proof and context graphs have one."
        raise InvalidRequest(message, hint=hint)
    return found


def find_graph(result: Any) -> Graph | None:
    """Return the graph of a result, or None where it has none."""
    from lux_nb.logic.results import ProofView
    from lux_nb.memory.results import ContextGraph
    from lux_nb.reasoning.plan_operations import PlanDetails
    from lux_nb.reasoning.trace_results import TraceDetails

    if isinstance(result, TraceDetails):
        return trace_graph(result)
    if isinstance(result, PlanDetails):
        return plan_graph(result)
    if isinstance(result, ContextGraph):
        return context_graph(result)
    if isinstance(result, ProofView):
        return proof_graph([result])
    proofs = (getattr(result, "proof", None), getattr(result, "oppositeProof", None))
    known = [proof for proof in proofs if isinstance(proof, ProofView)]
    return proof_graph(known) if known else None


def trace_graph(trace: "TraceDetails") -> Graph:
    """Return a trace: thoughts follow each other on a lane, branches leave it."""
    made = Graph(trace.trace.query, "lanes")
    made.nodes.append(Node("question", trace.trace.query, kind="question", tone="calm"))
    latest: dict[str | None, str] = {None: "question"}
    by_number: dict[int, str] = {}
    for thought in trace.thoughts:
        name = f"thought-{thought.position}"
        parent, goes_on = latest.get(thought.branch_id), True
        if parent is None:
            parent, goes_on = by_number.get(thought.branch_from_thought or 0, "question"), False
        made.nodes.append(_thought_node(name, thought, parent, goes_on=goes_on))
        revised = by_number.get(thought.revises_thought or 0)
        if thought.is_revision and revised is not None:
            made.edges.append(Edge(name, revised, "revises"))
        latest[thought.branch_id] = name
        by_number[thought.thought_number] = name
    return made


def _thought_node(name: str, thought: "ThoughtView", parent: str, *, goes_on: bool) -> Node:
    tone: Tone = "plain"
    if thought.intervention:
        tone = "bad"
    elif thought.alert_kinds:
        tone = "fair"
    branch = f" · {thought.branch_id}" if thought.branch_id else ""
    notes = [thought.content]
    if thought.intervention:
        notes.append(f"⚠ {thought.intervention}")
    if thought.guidance:
        notes.append(f"Asked: {thought.guidance}")
    return Node(
        name,
        f"{thought.thought_number}{branch} · {thought.content}",
        "\n\n".join(notes),
        thought.thought_type,
        tone,
        parent,
        goes_on,
    )


def plan_graph(plan: "PlanDetails") -> Graph:
    """Return a plan: steps follow each other, alternatives leave them."""
    made = Graph(plan.plan.task, "lanes")
    made.nodes.append(Node("task", plan.plan.task, kind="task", tone="calm"))
    latest: dict[str | None, str] = {None: "task"}
    by_number: dict[int, str] = {}
    for step in plan.steps:
        name = f"step-{step.position}"
        parent, goes_on = latest.get(step.branch_id), True
        if parent is None:
            parent, goes_on = by_number.get(step.branch_from_step or 0, "task"), False
        label = f"{step.step_number} · {step.content}"
        made.nodes.append(Node(name, label, step.content, "step", "plain", parent, goes_on))
        latest[step.branch_id] = name
        by_number[step.step_number] = name
    return made


def proof_graph(proofs: "Sequence[ProofView]") -> Graph:
    """Return proofs as trees: below each statement is what it rests on."""
    made = Graph(proofs[0].statement, "tree")
    for place, proof in enumerate(proofs):
        made.nodes.extend(_proof_nodes(proof, str(place), None))
    return made


def _proof_nodes(proof: "ProofView", name: str, parent: str | None) -> Iterator[Node]:
    tones: dict[str, Tone] = {"fact": "good", "rule": "calm", "absence": "fair"}
    details = [proof.statement, f"{proof.kind}: {proof.source}" if proof.source else proof.kind]
    if proof.bindings:
        details.append(", ".join(f"{key} = {value}" for key, value in proof.bindings.items()))
    tone = tones.get(proof.kind, "plain")
    yield Node(name, proof.statement, "\n".join(details), proof.kind, tone, parent)
    for place, premise in enumerate(proof.premises):
        yield from _proof_nodes(premise, f"{name}.{place}", name)


def context_graph(graph: "ContextGraph") -> Graph:
    """Return the contexts of a project around their branches."""
    made = Graph("contexts", "clusters")
    branches = {node.branch_id: node.id for node in graph.nodes if node.type == "branch"}
    for node in graph.nodes:
        is_branch = node.type == "branch"
        made.nodes.append(
            Node(
                node.id,
                node.label,
                node.label,
                node.type,
                "calm" if is_branch else "good",
                None if is_branch else branches.get(node.branch_id),
            )
        )
    family = {node.id: node.parent for node in made.nodes}
    for edge in graph.edges:
        if family.get(edge.target) != edge.source and family.get(edge.source) != edge.target:
            made.edges.append(Edge(edge.source, edge.target, edge.type, edge.weight))
    return made


def _short(text: str, longest: int) -> str:
    line = " ".join(text.split()) if longest == LONGEST_LABEL else text
    return line if len(line) <= longest else f"{line[: longest - 1]}…"
