"""Results as graphs."""

from datetime import UTC, datetime
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest
from lux_nb.logic.results import ProofView
from lux_nb.memory.results import ContextGraph, GraphEdge, GraphNode
from lux_nb.reasoning.trace_results import Synthesis, ThoughtView, TraceDetails, TraceSummary
from lux_nb.widgets.graphs import LONGEST_LABEL, graph_of

NOW = datetime(2026, 1, 1, tzinfo=UTC)
SYNTHESIS = Synthesis(
    current_understanding="",
    key_insights=[],
    next_actions=[],
    confidence_level="low",
    clarity_level="low",
    ready_for_conclusion=False,
)


def thought(position: int, number: int, **more: Any) -> ThoughtView:
    return ThoughtView(
        position=position,
        thought_number=number,
        content=f"thought {number}",
        thought_type="Exploration",
        guidance="",
        next_thought_needed=True,
        synthesis=SYNTHESIS,
        model="m",
        prompt_tokens=1,
        completion_tokens=1,
        seconds=0.1,
        author="cell [1]",
        created_at=NOW,
        **more,
    )


def trace(*thoughts: ThoughtView) -> TraceDetails:
    summary = TraceSummary(
        session_id="s",
        query="Why?",
        status="open",
        total_thoughts=3,
        created_at=NOW,
        last_accessed=NOW,
    )
    return TraceDetails(trace=summary, thoughts=list(thoughts))


def test_thoughts_follow_each_other_and_branches_leave_them() -> None:
    drawn = graph_of(
        trace(
            thought(0, 1),
            thought(1, 2),
            thought(2, 3, branch_id="other", branch_from_thought=1),
            thought(3, 3, is_revision=True, revises_thought=2),
        )
    )
    parents = {node.id: (node.parent, node.goes_on) for node in drawn.nodes}
    assert parents["thought-0"] == ("question", True)
    assert parents["thought-1"] == ("thought-0", True)
    assert parents["thought-2"] == ("thought-0", False)
    assert parents["thought-3"] == ("thought-1", True)
    assert [(edge.source, edge.target, edge.kind) for edge in drawn.edges] == [
        ("thought-3", "thought-1", "revises")
    ]


def test_an_intervention_is_marked_and_told() -> None:
    drawn = graph_of(trace(thought(0, 1, intervention="You go round in circles.")))
    assert drawn.nodes[1].tone == "bad"
    assert "circles" in drawn.nodes[1].detail


def test_a_proof_is_a_tree_of_what_it_rests_on() -> None:
    leaf = ProofView(statement="b", kind="fact", bindings={"X": "bob"})
    drawn = graph_of(ProofView(statement="a", kind="rule", premises=[leaf, leaf]))
    assert [(node.id, node.parent) for node in drawn.nodes] == [
        ("0", None),
        ("0.0", "0"),
        ("0.1", "0"),
    ]
    assert "X = bob" in drawn.nodes[1].detail


def test_contexts_stand_around_their_branch() -> None:
    graph = ContextGraph(
        nodes=[
            GraphNode(id="b", type="branch", label="branch", branch_id="one"),
            GraphNode(id="c", type="context", label="x" * 500, branch_id="one"),
            GraphNode(id="d", type="context", label="second", branch_id="one"),
        ],
        edges=[
            GraphEdge(source="b", target="c", type="contains", weight=1.0),
            GraphEdge(source="c", target="d", type="similar", weight=0.7),
        ],
        total_nodes=3,
        total_edges=2,
    )
    drawn = graph_of(graph)
    assert drawn.nodes[1].parent == "b"
    assert [(edge.source, edge.target) for edge in drawn.edges] == [("c", "d")]
    assert len(drawn.wire()["nodes"][1]["label"]) == LONGEST_LABEL


def test_a_result_without_a_graph_is_an_error_that_names_those_that_have_one() -> None:
    with pytest.raises(InvalidRequest, match="has no graph"):
        graph_of(object())
