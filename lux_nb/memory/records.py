"""Rows of the memory: found, added, changed and removed inside a caller's transaction."""

import uuid
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Connection, func, select

from lux_nb.memory.packing import checksum_of, size_of, summarise, unpack
from lux_nb.memory.requests import no_branch, no_context, no_project
from lux_nb.store.memory_tables import branches, contexts, deletions, projects

Row = dict[str, Any]
_AT_ONCE = 500
_CONVERSATION_KEYS = ("conversation", "conversation_id", "session", "session_id")
_LONGEST_TURN = 800


@dataclass(frozen=True, slots=True)
class NewContext:
    """A context to be stored, and where it came from."""

    content: str
    role: str
    source: str
    created_at: datetime | None = None
    origin: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    state: str = "done"
    category: str = "general"
    encoder: str | None = None
    vector: bytes | None = None


def project_row(connection: Connection, project_id: str) -> Row:
    """Return a project, or raise PROJECT_NOT_FOUND."""
    found = connection.execute(select(projects).where(projects.c.id == project_id)).first()
    if found is None:
        raise no_project(project_id)
    return dict(found._mapping)


def branch_row(connection: Connection, project_id: str, branch_id: str) -> Row:
    """Return a branch of a project, or raise the error of whichever is not there."""
    query = select(branches).where(branches.c.project_id == project_id, branches.c.id == branch_id)
    found = connection.execute(query).first()
    if found is None:
        project_row(connection, project_id)
        raise no_branch(branch_id)
    return dict(found._mapping)


def context_row(connection: Connection, project_id: str, context_id: str) -> Row:
    """Return a context of a project, or raise that it is not there."""
    query = select(contexts).where(contexts.c.project_id == project_id, contexts.c.id == context_id)
    found = connection.execute(query).first()
    if found is None:
        raise no_context(context_id)
    return dict(found._mapping)


def contexts_by_id(
    connection: Connection, identifiers: Iterable[str], columns: Sequence[Any] = (contexts,)
) -> dict[str, Row]:
    """Return the contexts that have these ids, whole or some of their columns."""
    wanted = list(identifiers)
    rows: dict[str, Row] = {}
    for start in range(0, len(wanted), _AT_ONCE):
        query = select(*columns).where(contexts.c.id.in_(wanted[start : start + _AT_ONCE]))
        rows |= {row.id: dict(row._mapping) for row in connection.execute(query)}
    return rows


def branch_contexts(connection: Connection, project_id: str, branch_id: str) -> list[Row]:
    """Return the contexts of a branch in order."""
    query = (
        select(contexts)
        .where(contexts.c.project_id == project_id, contexts.c.branch_id == branch_id)
        .order_by(contexts.c.position)
    )
    return [dict(row._mapping) for row in connection.execute(query)]


def full_text(row: Mapping[str, Any]) -> str:
    """Return the whole content of a context, compressed or not."""
    if row["content"] is not None:
        return str(row["content"])
    return unpack(row["packed"], row["checksum"])


def next_version(connection: Connection, project_id: str, positions: int = 0) -> tuple[int, int]:
    """Count a change of a project; returns its version and the first of the new positions."""
    change = (
        projects.update()
        .where(projects.c.id == project_id)
        .values(
            version=projects.c.version + 1,
            next_position=projects.c.next_position + positions,
            updated_at=datetime.now(UTC),
        )
        .returning(projects.c.version, projects.c.next_position)
    )
    version, after = connection.execute(change).one()
    return int(version), int(after) - positions


def add_contexts(
    connection: Connection,
    project_id: str,
    branch_id: str,
    new: Sequence[NewContext],
    author: str,
) -> list[Row]:
    """Store contexts at the end of a branch and return their rows, in order."""
    version, position = next_version(connection, project_id, len(new))
    now = datetime.now(UTC)
    rows = [
        _row(one, project_id, branch_id, now, author)
        | {"version": version, "position": position + offset}
        for offset, one in enumerate(new)
    ]
    if rows:
        connection.execute(contexts.insert(), rows)
        touch_branch(connection, project_id, branch_id)
    return rows


def touch_branch(connection: Connection, project_id: str, branch_id: str) -> None:
    """Note that a branch changed just now."""
    connection.execute(
        branches.update()
        .where(branches.c.project_id == project_id, branches.c.id == branch_id)
        .values(updated_at=datetime.now(UTC))
    )


def change_contexts(
    connection: Connection, project_id: str, changes: Mapping[str, Mapping[str, Any]]
) -> None:
    """Change columns of contexts, seen by other kernels as one change."""
    if not changes:
        return
    version, _ = next_version(connection, project_id)
    for identifier, values in changes.items():
        connection.execute(
            contexts.update()
            .where(contexts.c.id == identifier)
            .values({**values, "version": version})
        )


def remove_contexts(connection: Connection, project_id: str, identifiers: Sequence[str]) -> int:
    """Delete contexts and leave a note of it for other kernels; returns how many there were."""
    known = list(contexts_by_id(connection, identifiers))
    if not known:
        return 0
    version, _ = next_version(connection, project_id)
    for start in range(0, len(known), _AT_ONCE):
        batch = known[start : start + _AT_ONCE]
        connection.execute(contexts.delete().where(contexts.c.id.in_(batch)))
        connection.execute(deletions.delete().where(deletions.c.context_id.in_(batch)))
        notes = [{"context_id": one, "project_id": project_id, "version": version} for one in batch]
        connection.execute(deletions.insert(), notes)
    return len(known)


def count_contexts(connection: Connection, project_id: str) -> dict[str, int]:
    """Return how many contexts each branch of a project has."""
    query = (
        select(contexts.c.branch_id, func.count())
        .where(contexts.c.project_id == project_id)
        .group_by(contexts.c.branch_id)
    )
    return {row[0]: int(row[1]) for row in connection.execute(query)}


def _row(one: NewContext, project_id: str, branch_id: str, now: datetime, author: str) -> Row:
    return {
        "id": f"context_{uuid.uuid4().hex[:16]}",
        "project_id": project_id,
        "branch_id": branch_id,
        "role": one.role,
        "content": one.content,
        "packed": None,
        "summary": summarise(one.content),
        "size_bytes": size_of(one.content),
        "checksum": checksum_of(one.content),
        "conversation": _conversation(one, branch_id),
        "source": one.source,
        "origin": one.origin,
        "state": one.state,
        "category": one.category,
        "grounding_score": None,
        "grounding_status": None,
        "duplicate_of": None,
        "created_at": one.created_at or now,
        "last_used": now,
        "uses": 0,
        "metadata": dict(one.metadata),
        "encoder": one.encoder,
        "vector": one.vector,
        "author_name": author[:200],
    }


def _conversation(one: NewContext, branch_id: str) -> str:
    """Name the run of turns a context belongs to, or nothing where it stands alone."""
    if one.source == "file":
        return ""
    for key in _CONVERSATION_KEYS:
        if one.metadata.get(key) not in (None, ""):
            return f"{branch_id}/{one.metadata[key]}"[:400]
    said_in_turn = one.created_at is not None and len(one.content) <= _LONGEST_TURN
    spoken = bool(one.metadata.get("speaker"))
    return branch_id if one.source == "said" or said_in_turn or spoken else ""
