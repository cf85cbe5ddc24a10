"""Match the words of a claim to the words of evidence: same, synonym, kind, near, contrary."""

from dataclasses import dataclass

import numpy as np

from lux_nb.memory.grounding.quantities import Quantity, agrees, comparable
from lux_nb.memory.grounding.reading import Document, Sentence, Word

SAME, RELATED, SYNONYM, KIND = 1.0, 0.95, 0.9, 0.85
_SOFT_FROM, _SOFT_SPAN, _SOFT_MOST = 0.35, 0.5, 0.75
POOL = 5
_SCAN_ALL = 60


def relation(claim: Word, evidence: Word) -> float:
    """Return how far the evidence's word by itself makes the claim's word true, 0 to 1."""
    if claim.lemma == evidence.lemma:
        return SAME
    if evidence.lemma in claim.relatives:
        return RELATED
    shared = _shared_start(claim.lemma, evidence.lemma)
    if shared >= 5 and shared >= 0.6 * max(len(claim.lemma), len(evidence.lemma)):
        return RELATED if evidence.lemma not in claim.opposites else 0.0
    if evidence.lemma in claim.opposites:
        return 0.0
    if claim.meaning.senses & evidence.meaning.senses:
        return SYNONYM
    if claim.meaning.senses & evidence.meaning.above:
        return KIND
    return 0.0


def _shared_start(first: str, second: str) -> int:
    count = 0
    for a, b in zip(first, second, strict=False):
        if a != b:
            break
        count += 1
    return count


def select(claim: Sentence, document: Document, most: int = POOL) -> list[tuple[int, float]]:
    """Return the numbers of the sentences nearest to a claim with their nearness, best first."""
    sentences = document.sentences
    if not sentences:
        return []
    total = float(claim.weights.sum()) or 1.0
    scores: dict[int, float] = {}
    weight_of = {claim.words[i].lemma: claim.words[i].weight for i in claim.content}
    for lemma, weight in weight_of.items():
        for number in document.places.get(lemma, ()):
            scores[number] = scores.get(number, 0.0) + weight / total
    if len(sentences) <= _SCAN_ALL:
        numbers = list(range(len(sentences)))
        near = document.means @ claim.mean
    else:
        numbers = sorted(scores, key=lambda n: (-scores[n], n))[: 6 * most] or list(range(most))
        near = np.array([sentences[n].mean @ claim.mean for n in numbers], np.float32)
    ranked = [(scores.get(n, 0.0) + 0.5 * max(0.0, float(c)), n) for n, c in zip(numbers, near, strict=True)]
    ranked.sort(key=lambda pair: (-pair[0], pair[1]))
    return [(number, score) for score, number in ranked[:most]]


@dataclass(eq=False)
class Alignment:
    """A claim beside a few sentences of evidence, word by word."""

    claim: Sentence
    pool: list[Sentence]
    similarity: np.ndarray
    """Cosine of every claim word (row) and every evidence word (column)."""
    support: np.ndarray
    """How far each evidence sentence (column) makes each claim word (row) true."""
    owner: np.ndarray
    """Which sentence of the pool each evidence word is in."""
    words: list[Word]
    best: int

    @property
    def pooled(self) -> np.ndarray:
        """Support of each claim word by any sentence of the pool."""
        return np.asarray(self.support.max(axis=1))


def align(claim: Sentence, pool: list[Sentence]) -> Alignment:
    """Align the content words of a claim with those of each sentence in the pool."""
    words = [s.words[i] for s in pool for i in s.content]
    owner = np.repeat(np.arange(len(pool)), [len(s.content) for s in pool])
    matrix = np.concatenate([s.matrix for s in pool]) if pool else np.zeros((0, 256), np.float32)
    similarity = claim.matrix @ matrix.T
    graded = np.clip((similarity - _SOFT_FROM) / _SOFT_SPAN, 0.0, 1.0) * _SOFT_MOST
    columns: dict[str, list[int]] = {}
    for column, word in enumerate(words):
        columns.setdefault(word.lemma, []).append(column)
    known = [(lemma, words[at[0]], at) for lemma, at in columns.items()]
    for row, i in enumerate(claim.content):
        mine = claim.words[i]
        if mine.lemma in columns:
            graded[row, columns[mine.lemma]] = SAME
        for lemma, other, at in known:
            if lemma == mine.lemma:
                continue
            if (value := _quick_relation(mine, other)) is not None:
                graded[row, at] = np.maximum(graded[row, at], value) if value else 0.0
    support = np.zeros((len(claim.content), len(pool)), np.float32)
    for number in range(len(pool)):
        mask = owner == number
        if mask.any():
            support[:, number] = graded[:, mask].max(axis=1)
    _support_numbers(claim, pool, support)
    best = 0
    if len(pool) and len(claim.content):
        best = int(np.argmax(claim.weights @ support + 1e-3 * np.arange(len(pool), 0, -1)))
    return Alignment(claim, pool, similarity, support, owner, words, best)


def _quick_relation(mine: Word, other: Word) -> float | None:
    """Return the relation of two different words, or None where the vectors should decide."""
    if other.lemma in mine.opposites:
        return 0.0
    if mine.number != other.number:
        return 0.0
    if mine.number:
        return 0.0
    value = relation(mine, other)
    if value:
        return value
    if mine.meaning.parents & other.meaning.parents:
        return 0.0  # siblings (Monday, Tuesday) look alike to vectors and exclude each other
    return None


def _support_numbers(claim: Sentence, pool: list[Sentence], support: np.ndarray) -> None:
    """Let numbers that agree in value support each other, whatever their spelling."""
    for said in claim.quantities:
        rows = [r for r, i in enumerate(claim.content) if said.start <= claim.places[i][0] < said.end]
        for number, sentence in enumerate(pool):
            if any(agrees(said, found) for found in sentence.quantities):
                support[rows, number] = SAME


def number_findings(claim: Sentence, pool: list[Sentence]) -> list[tuple[Quantity, Quantity | None, bool]]:
    """Return each number of the claim with the evidence's nearest rival, and whether it agrees."""
    found: list[tuple[Quantity, Quantity | None, bool]] = []
    for said in claim.quantities:
        rival: Quantity | None = None
        for sentence in pool:
            match = next((q for q in sentence.quantities if agrees(said, q)), None)
            if match:
                found.append((said, match, True))
                break
            rival = rival or next((q for q in sentence.quantities if q.kind == said.kind), None)
        else:
            found.append((said, rival, False))
    return found


__all__ = ["Alignment", "align", "comparable", "number_findings", "relation", "select"]
