"""The hybrid index: words and meaning, weighed with what stands around each context."""

from collections.abc import Iterable, Sequence
from datetime import UTC

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.documents import Document, DocumentTable
from lux_nb.memory.search.encoding import document_vectors
from lux_nb.memory.search.keyword import KeywordIndex, KeywordScores
from lux_nb.memory.search.queries import QueryVectors
from lux_nb.memory.search.scoring import (
    PARTS,
    Hit,
    Preferences,
    Ranking,
    as_parts,
    query_odds,
    weighed_parts,
)
from lux_nb.memory.search.signals import Evidence, kinds_of, signal_matrix, with_neighbours
from lux_nb.memory.search.text import Analyser, implied_terms
from lux_nb.memory.search.vectors import VectorIndex
from lux_nb.memory.search.weights import Weights, load_weights
from lux_nb.models.encoders import Encoder, open_encoder

Floats = NDArray[np.float32]
Slots = NDArray[np.int64]

_POOL = 300
_BESIDE = 50
_SECONDS_PER_DAY = 86_400.0


class HybridIndex:
    """Contexts that can be added, changed, removed and found, each change visible at once."""

    def __init__(
        self,
        encoder: Encoder | None = None,
        weights: Weights | None = None,
        queries: QueryVectors | None = None,
    ) -> None:
        self.encoder = encoder or open_encoder()
        self.queries = queries or QueryVectors(self.encoder)
        self.weights = weights or load_weights(self.encoder.name)
        self.analyser = Analyser()
        self.table = DocumentTable()
        self.keywords = KeywordIndex()
        self.vectors = VectorIndex(self.encoder.dimensions)

    def __len__(self) -> int:
        return len(self.table.slot_of)

    def __contains__(self, identifier: object) -> bool:
        return identifier in self.table.slot_of

    def add(self, documents: Iterable[Document], vectors: Floats | None = None) -> None:
        """Add documents, replacing those whose id is known; vectors may be given ready-made."""
        batch = list(documents)
        if vectors is None:
            vectors = self.encode(batch)
        slots = np.array([self._put(document) for document in batch], np.int64)
        self.vectors.put(slots, vectors)

    def encode(self, documents: Sequence[Document]) -> Floats:
        """Return the vectors of documents, to keep them in a store and pass them to ``add``."""
        return document_vectors(documents, self.encoder)

    def set_vectors(self, documents: Sequence[Document], vectors: Floats) -> None:
        """Give documents that were added without meaning their vectors."""
        slots = np.array([self.table.slot_of[one.id] for one in documents], np.int64)
        self.vectors.put(slots, vectors)

    def update(self, documents: Iterable[Document], vectors: Floats | None = None) -> None:
        """Change documents in place; they keep their neighbours."""
        self.add(documents, vectors)

    def remove(self, identifiers: Iterable[str]) -> int:
        """Forget documents and return how many were known."""
        removed = 0
        for identifier in identifiers:
            if identifier in self.table.slot_of:
                slot = self.table.delete(identifier)
                self.keywords.remove(slot)
                self.vectors.clear(slot)
                removed += 1
        return removed

    def vector(self, identifier: str) -> Floats:
        """Return the stored vector of a document; adding it again gives the same index."""
        return self.vectors.vector(self.table.slot_of[identifier])

    def memory_bytes(self) -> int:
        """Return about how many bytes the index takes beside the texts."""
        return (
            self.table.memory_bytes() + self.keywords.memory_bytes() + self.vectors.memory_bytes()
        )

    def search(
        self,
        query: str,
        top_k: int = 10,
        min_score: float = 0.0,
        preferences: Preferences | None = None,
    ) -> list[Hit]:
        """Return the best contexts for a query, best first, with their score breakdown."""
        return self.find(query, top_k, min_score, preferences)[0]

    def find(
        self, query: str, top_k: int, min_score: float, preferences: Preferences | None = None
    ) -> tuple[list[Hit], int]:
        """Return the best contexts for a query, and how many reach the least score in all."""
        preferences = preferences or Preferences()
        ranking = self.rank(query, preferences)
        if ranking is None or top_k < 1:
            return [], 0
        return self._weighed(ranking, top_k, min_score, preferences)

    def weigh(
        self, ranking: Ranking, top_k: int, min_score: float, preferences: Preferences
    ) -> list[Hit]:
        """Turn the signals of the candidates into scores and return the best."""
        return self._weighed(ranking, top_k, min_score, preferences)[0]

    def _weighed(
        self, ranking: Ranking, top_k: int, min_score: float, preferences: Preferences
    ) -> tuple[list[Hit], int]:
        parts = self._parts(ranking, preferences)
        totals = np.round(parts.sum(axis=1), 5)
        scores = 1.0 / (1.0 + np.exp(-totals.astype(np.float64)))
        slots = ranking.evidence.candidates
        best = np.argsort(-totals, kind="stable")
        if len(best) > top_k:
            # Everything that ties with the last place takes part, so that ids decide.
            best = best[totals[best] >= totals[best[top_k - 1]]]
        named = [(-totals[row], self.table.identifiers[slots[row]] or "", row) for row in best]
        hits = [
            Hit(identifier, float(scores[row]), as_parts(parts[row], float(scores[row])))
            for _, identifier, row in sorted(named)[:top_k]
            if scores[row] >= min_score
        ]
        return hits, int((scores >= min_score).sum())

    def rank(self, query: str, preferences: Preferences | None = None) -> Ranking | None:
        """Collect the candidates of a query and their signals; None when nothing can match."""
        question = self.analyser.question(query, self.table.speaker_names())
        if not question.terms or not len(self):
            return None
        allowed = self._allowed(preferences or Preferences())
        keyword = self.keywords.scores(question.terms, self.table.slots)
        if allowed is not None:
            keyword = KeywordScores(
                keyword.bm25 * allowed,
                keyword.coverage * allowed,
                keyword.head * allowed,
                keyword.lengths,
                keyword.query_weight,
            )
        vector = self.queries.vector(query)
        candidates = self._candidates(keyword.bm25, vector, allowed)
        if not len(candidates):
            return None
        cosine = np.zeros(self.table.slots, np.float32)
        cosine[candidates] = self.vectors.similarity(vector, candidates)
        named = None
        if question.identifiers:
            named = self.keywords.scores(question.identifiers, self.table.slots).coverage
        evidence = Evidence(question, keyword, cosine, candidates, named)
        signals = signal_matrix(evidence, self.table, self.keywords.k1 + 1)
        return Ranking(evidence, signals, kinds_of(candidates, self.table))

    def _put(self, document: Document) -> int:
        if self.table.holds(document):
            return self.table.replace(document)
        _, words = document.spoken()
        if document.id in self.table.slot_of:
            slot = self.table.replace(document)
            self.keywords.remove(slot)
        else:
            slot = self.table.insert(document)
        self.keywords.add(slot, self.analyser.terms(words) + implied_terms(words))
        return slot

    def strongest_words(self, terms: Sequence[str], count: int) -> Slots:
        """Return the slots whose texts share most with these terms, best first."""
        return _top(self.keywords.scores(self.keywords.rarest(terms), self.table.slots).bm25, count)

    def _allowed(self, preferences: Preferences) -> NDArray[np.bool_] | None:
        rows = self.table.rows[: self.table.slots]
        allowed: NDArray[np.bool_] | None = None
        if preferences.only_branches is not None:
            numbers = [self.table.branches.known(name) for name in preferences.only_branches]
            allowed = np.isin(rows["branch"], numbers)
        if preferences.only_category is not None:
            number = self.table.categories.known(preferences.only_category)
            fits = rows["category"] == number
            allowed = fits if allowed is None else allowed & fits
        excluded = [self.table.slot_of.get(name, -1) for name in preferences.excluded]
        excluded = [slot for slot in excluded if slot >= 0]
        if excluded:
            allowed = np.ones(len(rows), np.bool_) if allowed is None else allowed
            allowed[excluded] = False
        return allowed

    def _candidates(self, bm25: Floats, vector: Floats, allowed: NDArray[np.bool_] | None) -> Slots:
        """Take the best of both halves, and the neighbours of the very best."""
        by_words = _top(bm25, _POOL)
        # A filter may leave few of the nearest, so more of them are asked for.
        reach = _POOL if allowed is None else max(_POOL, len(self))
        by_meaning = self.vectors.nearest(vector, reach)
        if allowed is not None:
            by_meaning = by_meaning[allowed[by_meaning]][:_POOL]
        best = np.concatenate([by_words[:_BESIDE], by_meaning[:_BESIDE]])
        found = np.unique(
            np.concatenate([by_words, by_meaning, with_neighbours(best, self.table)])
        ).astype(np.int64)
        return found if allowed is None else found[allowed[found]]

    def _parts(self, ranking: Ranking, preferences: Preferences) -> Floats:
        """Weigh the signals into the parts of the score, one row per candidate."""
        weights = self.weights
        slots = ranking.evidence.candidates
        parts = weighed_parts(ranking, weights)
        parts[:, PARTS.index("query")] = query_odds(ranking, parts, weights)
        rows = self.table.rows
        parts[:, PARTS.index("recency")] = self._recency(ranking, preferences)
        if preferences.branch is not None:
            same = rows["branch"][slots] == self.table.branches.known(preferences.branch)
            parts[:, PARTS.index("branch")] = same * weights.branch
        if preferences.category is not None:
            same = rows["category"][slots] == self.table.categories.known(preferences.category)
            parts[:, PARTS.index("category")] = same * weights.category
        return parts

    def _recency(self, ranking: Ranking, preferences: Preferences) -> Floats:
        created = self.table.rows["created"][: self.table.slots]
        if preferences.now is not None:
            moment = preferences.now
            newest = (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
        else:
            # The newest context is "now", so that the same query gives the same result.
            newest = self.table.newest()
        age = np.maximum(newest - created[ranking.evidence.candidates], 0) / _SECONDS_PER_DAY
        fresh = np.where(np.isfinite(age), 0.5 ** (age / self.weights.recency_half_life_days), 0)
        asked = ranking.evidence.question.wants_newest
        weight = self.weights.recency_when_asked if asked else self.weights.recency
        result: Floats = (fresh * weight).astype(np.float32)
        return result


def _top(scores: Floats, count: int) -> Slots:
    """Return the slots with the highest scores above zero, best first."""
    # Most texts share some word with a query; sorting out the weak ones first saves the time.
    found = np.flatnonzero(scores > 0.3 * scores.max(initial=0.0))
    if len(found) < count:
        found = np.flatnonzero(scores > 0)
    if len(found) > count:
        floor = np.partition(scores[found], -count)[-count]
        found = found[scores[found] >= floor]
    order = np.argsort(-scores[found], kind="stable")[:count]
    slots: Slots = found[order].astype(np.int64)
    return slots
