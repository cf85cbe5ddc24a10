"""Hold the claims of a text against evidence."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from typing import Any

import numpy as np

from lux_nb.errors import InvalidRequest
from lux_nb.memory.grounding.align import Alignment, align_best
from lux_nb.memory.grounding.claims import extract_claims
from lux_nb.memory.grounding.conflicts import contradict, find_conflicts
from lux_nb.memory.grounding.features import measure, measure_text
from lux_nb.memory.grounding.lexicon import default_lexicon
from lux_nb.memory.grounding.model import Model, default_model
from lux_nb.memory.grounding.reading import Document, Reader, Sentence
from lux_nb.memory.grounding.results import (
    Claim,
    Contradiction,
    Evidence,
    GroundedClaim,
    Grounding,
    Match,
    Verdict,
)
from lux_nb.memory.grounding.vectors import default_vectors

_MATCHES = 3
_MOST_COMPARED = 60

EvidenceLike = str | Evidence | Mapping[str, Any]


@dataclass(eq=False)
class Sources:
    """All evidence as one run of sentences, each knowing which source it is from."""

    items: list[Evidence]
    document: Document
    owners: list[int]


class Grounder:
    """Grounds texts with one lexicon, one set of vectors and one model."""

    def __init__(self, reader: Reader, model: Model) -> None:
        self._reader = reader
        self._model = model

    def ground(self, text: str, evidence: Sequence[EvidenceLike]) -> Grounding:
        """Return claims, evidence, verdicts, conflicts and score of a text."""
        sources = self.sources(evidence)
        claims = extract_claims(text)
        read = [self._reader.sentence(text, c.start, c.end) for c in claims]
        aligned = [align_best(sentence, sources.document) for sentence in read]
        rows = [measure(one, sources.document) for one in aligned]
        grounded = [
            self._grounded(claim, one, row, sources)
            for claim, one, row in zip(claims, aligned, rows, strict=True)
        ]
        score, refuted, contributions = self._combined(rows)
        return Grounding(
            score=score,
            verdict=self._verdict(score, refuted),
            fuzzy_confidence=float(np.mean([c.fuzzy_confidence for c in claims]))
            if claims
            else 1.0,
            claims=tuple(grounded),
            contradictions=tuple(_contradictions(grounded, read)),
            contributions=contributions,
        )

    def scores(self, texts: Iterable[tuple[str, str]]) -> list[dict[str, Any]]:
        """Return score and verdict of many (text, evidence) pairs, one model call for all."""
        model = self._model
        combined: list[np.ndarray | None] = []
        counts: list[int] = []
        for text, evidence in texts:
            rows = measure_text(self._reader, text, evidence)
            counts.append(len(rows))
            known = [row for row in rows if row]
            combined.append(model.combined(self._padded(known, len(rows))) if known else None)
        empty = np.zeros(len(model.names))
        matrix = np.array([empty if row is None else row for row in combined]).reshape(
            -1, len(model.names)
        )
        score = model.supported.probability(matrix)
        refuted = model.refuted.probability(matrix)
        return [
            {
                "score": 0.0 if row is None else float(score[i]),
                "refuted": 0.0 if row is None else float(refuted[i]),
                "verdict": "unmentioned"
                if row is None
                else self._verdict(float(score[i]), float(refuted[i])),
                "claims": counts[i],
            }
            for i, row in enumerate(combined)
        ]

    def sources(self, evidence: Sequence[EvidenceLike]) -> Sources:
        """Read the evidence, given as texts, mappings with ``text``, or :class:`Evidence`."""
        if isinstance(evidence, str):
            evidence = [evidence]
        items = [_as_evidence(item, number) for number, item in enumerate(evidence)]
        documents = [self._reader.read(item.text) for item in items]
        if len(documents) == 1:
            return Sources(items, documents[0], [0] * len(documents[0].sentences))
        sentences = [s for document in documents for s in document.sentences]
        owners = [n for n, document in enumerate(documents) for _ in document.sentences]
        return Sources(items, Document("", sentences), owners)

    def _padded(self, known: list[dict[str, float]], count: int) -> np.ndarray:
        """Return the features as rows; a claim with no evidence at all has the worst of each."""
        matrix = self._model.matrix(known)
        if len(known) == count:
            return matrix
        worst = np.where(self._model.favourable, 0.0, matrix.max(axis=0))
        return np.vstack([matrix, np.repeat(worst[None, :], count - len(known), axis=0)])

    def _combined(self, rows: list[dict[str, float]]) -> tuple[float, float, dict[str, float]]:
        known = [row for row in rows if row]
        if not known:
            return 0.0, 0.0, {}
        features = self._model.combined(self._padded(known, len(rows)))
        head = self._model.supported
        return (
            float(head.probability(features)),
            float(self._model.refuted.probability(features)),
            _named(head.names, head.contributions(features)),
        )

    def _grounded(
        self, claim: Claim, aligned: Alignment, row: dict[str, float], sources: Sources
    ) -> GroundedClaim:
        score, refuted, contributions = self._combined([row])
        matches = _matches(aligned, sources) if row else ()
        conflicts = find_conflicts(aligned.claim, aligned.pool[aligned.best]) if row else ()
        return GroundedClaim(
            claim=claim,
            verdict=self._verdict(score, refuted),
            score=score,
            refuted=refuted,
            matches=matches,
            conflicts=conflicts,
            contributions=contributions,
            features=row,
        )

    def _verdict(self, score: float, refuted: float) -> Verdict:
        if score >= self._model.threshold:
            return "supported"
        return "refuted" if refuted >= 0.5 else "unmentioned"


def _named(names: tuple[str, ...], values: np.ndarray) -> dict[str, float]:
    parts = {n: round(float(v), 4) for n, v in zip(names, values, strict=True) if abs(v) >= 0.005}
    return dict(sorted(parts.items(), key=lambda part: -abs(part[1])))


def _as_evidence(item: EvidenceLike, number: int) -> Evidence:
    if isinstance(item, Evidence):
        return item
    if isinstance(item, str):
        return Evidence(f"evidence {number + 1}", item)
    if isinstance(item, Mapping) and isinstance(item.get("text"), str):
        return Evidence(
            str(item.get("id", f"evidence {number + 1}")),
            item["text"],
            int(item.get("first_line", 1)),
        )
    msg = f"evidence[{number}] must be a text, an Evidence or a mapping with 'text'."
    raise InvalidRequest(msg, hint='For example: evidence=["…"] or [{"id": "a.py", "text": "…"}].')


def _matches(aligned: Alignment, sources: Sources) -> tuple[Match, ...]:
    """Return the best sentences with their places in their sources."""
    weights = aligned.claim.weights / (float(aligned.claim.weights.sum()) or 1.0)
    covered = weights @ aligned.support
    numbers = {id(s): n for n, s in enumerate(sources.document.sentences)}
    order = sorted(range(len(aligned.pool)), key=lambda n: (n != aligned.best, -covered[n], n))
    rows = []
    for place in order[:_MATCHES]:
        sentence = aligned.pool[place]
        item = sources.items[sources.owners[numbers[id(sentence)]]]
        first = item.first_line + item.text.count("\n", 0, sentence.start)
        last = first + sentence.text.count("\n")
        rows.append(
            Match(
                item.id,
                sentence.text,
                sentence.start,
                sentence.end,
                first,
                last,
                round(float(covered[place]), 4),
            )
        )
    return tuple(rows)


def _contradictions(grounded: list[GroundedClaim], read: list[Sentence]) -> Iterable[Contradiction]:
    """Yield where the text goes against itself, then where it goes against the evidence."""
    pairs = zip(grounded[:_MOST_COMPARED], read[:_MOST_COMPARED], strict=True)
    for (first, mine), (second, other) in combinations(pairs, 2):
        if conflicts := contradict(other, mine):
            yield Contradiction(second.claim.text, first.claim.text, "response", conflicts)
    for one in grounded:
        if one.verdict == "refuted" and one.conflicts and one.matches:
            best = one.matches[0]
            yield Contradiction(one.claim.text, best.text, best.evidence_id, one.conflicts)


@lru_cache(maxsize=1)
def default_grounder() -> Grounder:
    """Return the grounder over the tables, vectors and model that ship with the package."""
    return Grounder(Reader(default_lexicon(), default_vectors()), default_model())


def ground(text: str, evidence: Sequence[EvidenceLike]) -> Grounding:
    """Hold a text against evidence: claims with verdicts, places, conflicts and a score.

    ``evidence`` is a list of texts, of ``{"id": …, "text": …}`` or of :class:`Evidence`. Nothing
    leaves the machine and no language model is asked.
    """
    return default_grounder().ground(text, evidence)
