"""The index of a project, kept level with the store whoever writes to it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from sqlalchemy import Connection, literal, select, tuple_

from lux_nb.memory.records import NewContext, Row, full_text
from lux_nb.memory.requests import no_project
from lux_nb.memory.search import Document, Hit, HybridIndex, Preferences
from lux_nb.memory.search.queries import QueryVectors
from lux_nb.models.encoders import Encoder, StaticEncoder
from lux_nb.store.memory_tables import contexts, deletions, projects

_AT_ONCE = 5000
_ENCODED_AT_ONCE = 8
_MOST_WITHOUT_VECTOR = 64
GATED = ("WARN", "REJECT")


_READ = [
    contexts.c[name]
    for name in (
        "id",
        "version",
        "branch_id",
        "position",
        "content",
        "packed",
        "checksum",
        "conversation",
        "category",
        "grounding_status",
        "duplicate_of",
        "created_at",
        "metadata",
        "encoder",
        "vector",
    )
]

_ORDER = (contexts.c.version, contexts.c.position, contexts.c.id)


@dataclass(frozen=True, slots=True)
class Unread:
    """Changes of a project that an index has not taken in, some at a time."""

    version: int
    gone: list[str]
    rows: list[Row] = field(default_factory=list)
    whole: bool = True

    @property
    def last(self) -> tuple[int, int, str]:
        """Return the place of the context read last."""
        row = self.rows[-1]
        return row["version"], row["position"], row["id"]


@dataclass(frozen=True, slots=True)
class Answered:
    """The best contexts for a query, how many fit in all, and how many the gate keeps out."""

    hits: list[Hit]
    total: int
    left_out: int


class ProjectIndex:
    """What can be found in a project; what the quality gate keeps out is held aside.

    Used by one thread at a time.
    """

    def __init__(self, project_id: str, encoder: Encoder) -> None:
        self.project_id = project_id
        self.version = -1
        self.active_branch: str | None = None
        queries = QueryVectors(encoder)
        self.main = HybridIndex(encoder, queries=queries)
        self.aside = HybridIndex(encoder, queries=queries)
        # What can be found by its words so far, and not yet by its meaning.
        self.unencoded: dict[str, Document] = {}

    def unread(self, connection: Connection) -> "Unread | None":
        """Return the next changed contexts, the deleted ids and the version they lead to."""
        columns = (projects.c.version, projects.c.active_branch)
        query = select(*columns).where(projects.c.id == self.project_id)
        found = connection.execute(query).first()
        if found is None:
            raise no_project(self.project_id)
        version, self.active_branch = found
        if version == self.version:
            return None
        mine = (contexts.c.project_id == self.project_id, contexts.c.version > self.version)
        gone = select(deletions.c.context_id).where(
            deletions.c.project_id == self.project_id, deletions.c.version > self.version
        )
        unread = Unread(int(version), [row[0] for row in connection.execute(gone)])
        return self._fill(connection, unread, *mine)

    def more(self, connection: Connection, unread: "Unread") -> "Unread":
        """Return the changed contexts that follow the ones read last.

        What changes meanwhile has a version above the one this leads to, and is read next time.
        """
        mine = (contexts.c.project_id == self.project_id, contexts.c.version > self.version)
        after = tuple_(*_ORDER) > tuple_(*(literal(value) for value in unread.last))
        return self._fill(connection, Unread(unread.version, []), *mine, after)

    def _fill(self, connection: Connection, unread: "Unread", *where: Any) -> "Unread":
        changed = select(*_READ).where(*where).order_by(*_ORDER).limit(_AT_ONCE)
        rows = [dict(row._mapping) for row in connection.execute(changed)]
        return replace(unread, rows=rows, whole=len(rows) < _AT_ONCE)

    def take(self, unread: "Unread", *, encode: bool = True) -> dict[str, bytes]:
        """Take changes in; returns the vectors that were made anew, to keep in the store.

        Without ``encode`` a few new contexts are left for ``encode_some``.
        """
        self.main.remove(unread.gone)
        self.aside.remove(unread.gone)
        for name in unread.gone:
            self.unencoded.pop(name, None)
        made = self.put(unread.rows, encode=encode) if unread.rows else {}
        if unread.whole:
            self.version = unread.version
        return made

    def search(
        self, query: str, top_k: int, min_score: float, preferences: Preferences, *, all_: bool
    ) -> "Answered":
        """Return the best contexts, how many fit in all, and how many of them are held aside."""
        found, count = self.main.find(query, top_k, min_score, preferences)
        if not len(self.aside):
            return Answered(found, count, 0)
        held, aside = self.aside.find(query, top_k, min_score, preferences)
        if not all_:
            return Answered(found, count, aside)
        merged = sorted([*found, *held], key=lambda hit: (-hit.score, hit.id))
        return Answered(merged[:top_k], count + aside, 0)

    def position(self, identifier: str) -> float:
        """Return where a context stands among all of its project."""
        return float(self.main.table.rows["position"][self.main.table.slot_of[identifier]])

    def encode_some(self) -> dict[str, bytes]:
        """Encode some of what has no vector yet; returns the vectors."""
        chosen = list(self.unencoded.values())[:_ENCODED_AT_ONCE]
        vectors = self.main.encode(chosen)
        for index in (self.main, self.aside):
            here = [place for place, one in enumerate(chosen) if one.id in index]
            if here:
                index.set_vectors([chosen[place] for place in here], vectors[here])
        for one in chosen:
            self.unencoded.pop(one.id, None)
        return {one.id: vector.tobytes() for one, vector in zip(chosen, vectors, strict=True)}

    def put(self, rows: Sequence[Row], *, encode: bool = True) -> dict[str, bytes]:
        """Add or change contexts; returns the vectors that were made anew."""
        encoder = self.main.encoder
        documents = [document(row) for row in rows]
        kept = {
            row["id"]: row["vector"]
            for row in rows
            if row["vector"] and row["encoder"] == encoder.name
        }
        for one in documents:
            # A context that changed in all but its words needs no new vector.
            known = next((i for i in (self.main, self.aside) if i.table.holds(one)), None)
            if known is not None and one.id not in kept and one.id not in self.unencoded:
                kept[one.id] = known.vector(one.id).tobytes()
        fresh = [one for one in documents if one.id not in kept]
        made = self._encoded(fresh, encode=encode)
        gated = {row["id"] for row in rows if is_gated(row)}
        for index, other, mine in (
            (self.main, self.aside, [one for one in documents if one.id not in gated]),
            (self.aside, self.main, [one for one in documents if one.id in gated]),
        ):
            if not mine:
                continue
            other.remove(one.id for one in mine)
            vectors = np.zeros((len(mine), encoder.dimensions), np.float32)
            for place, one in enumerate(mine):
                if one.id in made:
                    vectors[place] = made[one.id]
                elif one.id in kept:
                    vectors[place] = np.frombuffer(kept[one.id], np.float32)
            index.add(mine, vectors)
        return {name: np.asarray(vector, np.float32).tobytes() for name, vector in made.items()}

    def _encoded(self, fresh: list[Document], *, encode: bool) -> dict[str, Any]:
        """Return the vectors of new texts, or note that they are to be made."""
        for one in fresh:
            self.unencoded.pop(one.id, None)
        # Static vectors take no time worth waiting for.
        quick = self.main.encoder.name == StaticEncoder.name
        if not fresh:
            return {}
        if encode or quick or len(fresh) + len(self.unencoded) > _MOST_WITHOUT_VECTOR:
            return dict(zip([one.id for one in fresh], self.main.encode(fresh), strict=True))
        self.unencoded |= {one.id: one for one in fresh}
        return {}


def is_gated(row: Row) -> bool:
    """Tell whether the quality gate keeps a context out of search."""
    return row["grounding_status"] in GATED or row["duplicate_of"] is not None


def unsaved(context: NewContext) -> Document:
    """Return a context that is not stored yet as the encoder reads it."""
    speaker = str(context.metadata.get("speaker") or "")
    return Document("", context.content or " ", speaker=speaker)


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
