"""Match the words of a claim to the words of evidence: same, synonym, kind, near, contrary."""

from dataclasses import dataclass
from functools import lru_cache
from math import ceil

import numpy as np

from lux_nb.memory.grounding.lazy import lazy
from lux_nb.memory.grounding.quantities import Quantity, agrees
from lux_nb.memory.grounding.reading import Document, Sentence, Word

SAME, RELATED, SYNONYM, KIND = 1.0, 0.95, 0.9, 0.85
_SOFT_FROM, _SOFT_SPAN, _SOFT_MOST = 0.35, 0.5, 0.75
_START, _START_SHARE = 5, 0.6
POOL = 5
_SCAN_ALL = 16


def relation(claim: Word, evidence: Word) -> float:
    """Return how far the evidence's word by itself makes the claim's word true, 0 to 1."""
    if claim.lemma == evidence.lemma:
        return SAME
    if evidence.lemma in claim.relatives:
        return RELATED
    if evidence.lemma in claim.opposites:
        return 0.0
    longer = max(len(claim.lemma), len(evidence.lemma))
    start = max(_START, ceil(_START_SHARE * longer))
    if start <= longer and claim.lemma[:start] == evidence.lemma[:start]:
        return RELATED
    if claim.meaning.senses & evidence.meaning.senses:
        return SYNONYM
    return KIND if claim.meaning.senses & evidence.meaning.above else 0.0


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
        numbers = sorted(scores, key=lambda n: (-scores[n], n))[: 4 * most] or list(range(most))
        near = np.array([sentences[n].mean @ claim.mean for n in numbers], np.float32)
    ranked = [
        (scores.get(n, 0.0) + 0.5 * max(0.0, float(c)), n)
        for n, c in zip(numbers, near, strict=True)
    ]
    ranked.sort(key=lambda pair: (-pair[0], pair[1]))
    return [(number, score) for score, number in ranked[:most]]


@dataclass(eq=False)
class Alignment:
    """A claim beside a few sentences of evidence, word by word."""

    claim: Sentence
    pool: list[Sentence]
    similarity: np.ndarray
    """Cosine of every claim word (row) and every different evidence word (column)."""
    support: np.ndarray
    """How far each evidence sentence (column) makes each claim word (row) true."""
    columns: list[list[int]]
    """For each sentence of the pool, which evidence words it has."""
    words: list[Word]
    best: int

    @lazy
    def pooled(self) -> np.ndarray:
        """Support of each claim word by any sentence of the pool."""
        return np.asarray(self.support.max(axis=1))


def align_best(claim: Sentence, document: Document) -> Alignment:
    """Align a claim with the sentences of a document that are nearest to it."""
    return align(claim, [document.sentences[number] for number, _ in select(claim, document)])


def coverage(claim: Sentence, document: Document) -> float:
    """Return the share of a claim's weighted words that stand anywhere in a document."""
    total = float(claim.weights.sum()) or 1.0
    there = (claim.words[i] for i in claim.content)
    return sum(word.weight for word in there if word.lemma in document.places) / total


def align(claim: Sentence, pool: list[Sentence]) -> Alignment:
    """Align the content words of a claim with those of each sentence in the pool."""
    words: list[Word] = []
    columns: list[list[int]] = []
    seen: dict[str, int] = {}
    for sentence in pool:
        for word in sentence.content_words:
            if seen.setdefault(word.lemma, len(words)) == len(words):
                words.append(word)
        columns.append([seen[lemma] for lemma in sentence.lemmas])
    matrix = np.array([w.vector for w in words], np.float32).reshape(-1, claim.matrix.shape[1])
    similarity = claim.matrix @ matrix.T
    graded = np.clip((similarity - _SOFT_FROM) / _SOFT_SPAN, 0.0, 1.0) * _SOFT_MOST
    _grade_words(claim.content_words, words, graded)
    support = np.zeros((len(claim.content), len(pool)), np.float32)
    for number, at in enumerate(columns):
        if at and len(claim.content):
            support[:, number] = graded[:, at].max(axis=1)
    _support_numbers(claim, pool, support)
    best = 0
    if len(pool) and len(claim.content):
        best = int(np.argmax(claim.weights @ support + 1e-3 * np.arange(len(pool), 0, -1)))
    return Alignment(claim, pool, similarity, support, columns, words, best)


def _grade_words(mine: list[Word], theirs: list[Word], graded: np.ndarray) -> None:
    """Put what the word tables know of each pair in place of what the vectors guess."""
    lemmas = {w.lemma for w in mine}
    starts = {w.lemma[:5] for w in mine if len(w.lemma) >= 5}
    senses = frozenset().union(*(w.meaning.senses for w in mine))
    parents = frozenset().union(*(w.meaning.parents for w in mine))
    for column, word in enumerate(theirs):
        meaning = word.meaning
        if (
            word.lemma in lemmas
            or word.lemma[:5] in starts
            or not senses.isdisjoint(meaning.senses)
            or not senses.isdisjoint(meaning.above)
            or not parents.isdisjoint(meaning.parents)
            or not word.relatives.isdisjoint(lemmas)
            or not word.opposites.isdisjoint(lemmas)
        ):
            for row, one in enumerate(mine):
                if (value := known_relation(one, word)) >= 0.0:
                    graded[row, column] = value
    numeric = np.array([w.number for w in mine], bool)
    others = np.array([w.number for w in theirs], bool)
    if numeric.any() or others.any():
        same = np.array([[a.lemma == b.lemma for b in theirs] for a in mine if a.number], bool)
        graded[numeric] = np.where(same, SAME, 0.0) if numeric.any() else 0.0
        graded[np.ix_(~numeric, others)] = 0.0


@lru_cache(maxsize=50_000)
def known_relation(mine: Word, other: Word) -> float:
    """Return the relation of two words, 0 where they exclude each other, -1 where none is known."""
    if value := relation(mine, other):
        return value
    # Siblings (Monday, Tuesday) look alike to vectors and exclude each other.
    apart = other.lemma in mine.opposites or mine.meaning.parents & other.meaning.parents
    return 0.0 if apart else -1.0


def _support_numbers(claim: Sentence, pool: list[Sentence], support: np.ndarray) -> None:
    """Let numbers that agree in value support each other, whatever their spelling."""
    for said in claim.quantities:
        rows = [
            r for r, i in enumerate(claim.content) if said.start <= claim.places[i][0] < said.end
        ]
        for number, sentence in enumerate(pool):
            if any(agrees(said, found) for found in sentence.quantities):
                support[rows, number] = SAME


def number_findings(
    claim: Sentence, pool: list[Sentence]
) -> list[tuple[Quantity, Quantity | None, bool]]:
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
