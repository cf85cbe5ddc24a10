"""How the contexts of a project relate to each other."""

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
from sqlalchemy import Connection, select

from lux_nb.memory.records import Row, branch_row, project_row
from lux_nb.memory.results import ContextGraph, GraphEdge, GraphNode
from lux_nb.store.memory_tables import branches, contexts

if TYPE_CHECKING:
    from lux_nb.memory.indexing import ProjectIndex
    from lux_nb.memory.service import Memory

_MOST_NODES = 1000
_ALIKE = 0.6
_NEIGHBOURS = 3
_LABEL = 60


async def context_graph(memory: "Memory", project_id: str, branch_id: str | None) -> ContextGraph:
    """Return the nodes and edges of a project, or of one of its branches."""

    def read(connection: Connection) -> tuple[Row, list[Row], list[Row]]:
        project = project_row(connection, project_id)
        of_branches = select(branches).where(branches.c.project_id == project_id)
        of_contexts = select(
            contexts.c.id,
            contexts.c.branch_id,
            contexts.c.summary,
            contexts.c.duplicate_of,
            contexts.c.conversation,
        ).where(contexts.c.project_id == project_id)
        if branch_id is not None:
            branch_row(connection, project_id, branch_id)
            of_branches = of_branches.where(branches.c.id == branch_id)
            of_contexts = of_contexts.where(contexts.c.branch_id == branch_id)
        newest = of_contexts.order_by(contexts.c.position.desc()).limit(_MOST_NODES)
        rows = [dict(row._mapping) for row in connection.execute(newest)]
        found = [dict(row._mapping) for row in connection.execute(of_branches)]
        return project, found, rows[::-1]

    project, found, rows = await memory.store.read(read)
    index = await memory.index(project_id)
    alike = await memory.in_worker(_alike, index, [row["id"] for row in rows])
    nodes = [_branch_node(row) for row in found] + [_context_node(row) for row in rows]
    known = {node.id for node in nodes}
    edges = [
        edge
        for edge in [*_structure(found, rows), *_together(project), *alike]
        if edge.source in known and edge.target in known
    ]
    return ContextGraph(
        nodes=nodes,
        edges=edges,
        total_nodes=len(nodes),
        total_edges=len(edges),
        message=f"{len(nodes)} nodes, {len(edges)} edges",
    )


def _branch_node(row: Row) -> GraphNode:
    return GraphNode(id=row["id"], type="branch", label=row["topic"], branch_id=row["id"])


def _context_node(row: Row) -> GraphNode:
    return GraphNode(
        id=row["id"],
        type="context",
        label=row["summary"][:_LABEL],
        branch_id=row["branch_id"],
    )


def _structure(found: list[Row], rows: list[Row]) -> list[GraphEdge]:
    """Relate branches to parents, contexts to branches, turns to the next, repetitions."""
    edges = [_edge(row["id"], row["parent"], "child_of", 1.0) for row in found if row["parent"]]
    edges += [_edge(row["id"], row["branch_id"], "belongs_to", 1.0) for row in rows]
    edges += [
        _edge(first["id"], second["id"], "followed_by", 1.0)
        for first, second in pairwise(rows)
        if first["conversation"] and first["conversation"] == second["conversation"]
    ]
    repeated = [row for row in rows if row["duplicate_of"]]
    return edges + [_edge(row["id"], row["duplicate_of"], "repeats", 1.0) for row in repeated]


def _together(project: Row) -> list[GraphEdge]:
    """Relate contexts that were used together; one shared use may be chance."""
    together: dict[str, dict[str, int]] = (project["history"] or {}).get("together", {})
    return [
        _edge(one, other, "references", round(count / (count + 1), 4))
        for one, counts in together.items()
        for other, count in counts.items()
        if one < other
    ]


def _alike(index: "ProjectIndex", identifiers: list[str]) -> list[GraphEdge]:
    known = [name for name in identifiers if name in index.main]
    if len(known) < 2:
        return []
    vectors = np.array([index.main.vector(name) for name in known], np.float32)
    cosine = vectors @ vectors.T
    np.fill_diagonal(cosine, 0.0)
    edges = {}
    for row in range(len(known)):
        for column in np.argsort(-cosine[row], kind="stable")[:_NEIGHBOURS]:
            first, second = sorted((row, int(column)))
            if cosine[first, second] >= _ALIKE:
                weight = round(float(cosine[first, second]), 4)
                edges[first, second] = _edge(known[first], known[second], "similar_to", weight)
    return list(edges.values())


def _edge(source: str, target: str, kind: str, weight: float) -> GraphEdge:
    values: dict[str, Any] = {"from": source, "to": target, "type": kind, "weight": weight}
    return GraphEdge.model_validate(values)
