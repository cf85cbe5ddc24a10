"""The index of a project, kept level with the store whoever writes to it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, select

from lux_nb.memory.records import NewContext, Row, full_text
from lux_nb.memory.requests import no_project
from lux_nb.memory.search import Document, Hit, HybridIndex, Preferences
from lux_nb.models.encoders import Encoder
from lux_nb.store.memory_tables import contexts, deletions, projects

_AT_ONCE = 2000
GATED = ("WARN", "REJECT")


class ProjectIndex:
    """What can be found in a project; what the quality gate keeps out is held aside.

    Used by one thread at a time.
    """

    def __init__(self, project_id: str, encoder: Encoder) -> None:
        self.project_id = project_id
        self.version = -1
        self.active_branch: str | None = None
        self.main = HybridIndex(encoder)
        self.aside = HybridIndex(encoder)

    def unread(self, connection: Connection) -> tuple[list[Row], list[str], int] | None:
        """Return changed contexts, deleted ids and the version they lead to, or None."""
        columns = (projects.c.version, projects.c.active_branch)
        query = select(*columns).where(projects.c.id == self.project_id)
        found = connection.execute(query).first()
        if found is None:
            raise no_project(self.project_id)
        version, self.active_branch = found
        if version == self.version:
            return None
        changed = (
            select(contexts)
            .where(contexts.c.project_id == self.project_id, contexts.c.version > self.version)
            .order_by(contexts.c.position)
        )
        gone = select(deletions.c.context_id).where(
            deletions.c.project_id == self.project_id, deletions.c.version > self.version
        )
        rows = [dict(row._mapping) for row in connection.execute(changed)]
        return rows, [row[0] for row in connection.execute(gone)], int(version)

    def take(self, rows: Sequence[Row], gone: Sequence[str], version: int) -> dict[str, bytes]:
        """Take changes in; returns the vectors that were made anew, to keep in the store."""
        self.main.remove(gone)
        self.aside.remove(gone)
        made: dict[str, bytes] = {}
        for start in range(0, len(rows), _AT_ONCE):
            made |= self.put(rows[start : start + _AT_ONCE])
        self.version = version
        return made

    def search(
        self, query: str, top_k: int, min_score: float, preferences: Preferences, *, all_: bool
    ) -> tuple[list[Hit], int]:
        """Return the best contexts, and how many of those held aside would have been among them."""
        found = self.main.search(query, top_k, min_score, preferences)
        held = self.aside.search(query, top_k, min_score, preferences) if len(self.aside) else []
        if not all_:
            return found, len(held)
        merged = sorted([*found, *held], key=lambda hit: (-hit.score, hit.id))
        return merged[:top_k], 0

    def position(self, identifier: str) -> float:
        """Return where a context stands among all of its project."""
        return float(self.main.table.rows["position"][self.main.table.slot_of[identifier]])

    def put(self, rows: Sequence[Row]) -> dict[str, bytes]:
        """Add or change contexts; returns the vectors that were made anew."""
        encoder = self.main.encoder
        documents = [document(row) for row in rows]
        kept = {
            row["id"]: row["vector"]
            for row in rows
            if row["vector"] and row["encoder"] == encoder.name
        }
        fresh = [one for one in documents if one.id not in kept]
        made = dict(
            zip([one.id for one in fresh], self.main.encode(fresh), strict=True) if fresh else ()
        )
        gated = {row["id"] for row in rows if is_gated(row)}
        for index, other, mine in (
            (self.main, self.aside, [one for one in documents if one.id not in gated]),
            (self.aside, self.main, [one for one in documents if one.id in gated]),
        ):
            if not mine:
                continue
            other.remove(one.id for one in mine)
            vectors = [
                made[one.id] if one.id in made else np.frombuffer(kept[one.id], np.float32)
                for one in mine
            ]
            index.add(mine, np.array(vectors, np.float32))
        return {name: np.asarray(vector, np.float32).tobytes() for name, vector in made.items()}


def is_gated(row: Row) -> bool:
    """Tell whether the quality gate keeps a context out of search."""
    return row["grounding_status"] in GATED or row["duplicate_of"] is not None


def readable(context: NewContext) -> str:
    """Return the text of a context that is not stored yet as the encoder reads it."""
    speaker = str(context.metadata.get("speaker") or "")
    return Document("", context.content or " ", speaker=speaker).readable()


def document(row: Row) -> Document:
    """Return a context as the index takes it."""
    metadata: dict[str, Any] = row["metadata"] or {}
    made = Document(
        id=row["id"],
        text=full_text(row),
        created_at=row["created_at"],
        branch=row["branch_id"],
        category=row["category"],
        speaker=str(metadata.get("speaker") or ""),
        conversation=row["conversation"],
        position=float(row["position"]),
    )
    return replace(made, text=made.text or " ")
