"""What a claim brings in that stands nowhere in a document: names, numbers, far words."""

from lux_nb.memory.grounding.align import Alignment
from lux_nb.memory.grounding.quantities import Quantity, agrees
from lux_nb.memory.grounding.reading import Document

_WEAK = 0.6
_START = 4


def novelty(aligned: Alignment, document: Document) -> dict[str, float]:
    """Return how much of a claim no part of the document could have given."""
    claim = aligned.claim
    rows = [
        row
        for row, word in enumerate(claim.content_words)
        if aligned.pooled[row] < _WEAK and word.lemma not in document.places
    ]
    names = worst = total = 0.0
    if rows:
        far = 1.0 - (claim.matrix[rows] @ document.matrix.T).max(axis=1, initial=0.0)
        for row, distance in zip(rows, far, strict=True):
            at = claim.content[row]
            word = claim.words[at]
            if word.number:
                continue
            if claim.names[at] and at > 0 and word.lemma[:_START] not in document.starts:
                names += 1.0
            heavy = word.weight / 10.0 * float(distance)
            worst = max(worst, heavy)
            total += heavy
    return {
        "novel_names": min(names, 2.0),
        "novel_numbers": _novel_numbers(aligned, document),
        "novel_worst": worst,
        "novel_share": total * 10.0 / (float(claim.weights.sum()) or 1.0),
    }


def _novel_numbers(aligned: Alignment, document: Document) -> float:
    near = [q for sentence in aligned.pool for q in sentence.quantities]
    unmet = [q for q in aligned.claim.quantities if not _met(q, near)]
    if unmet:
        # Reading every number of a long text is slow, so only where the nearest had none.
        everywhere = [q for sentence in document.sentences for q in sentence.quantities]
        unmet = [q for q in unmet if not _met(q, everywhere)]
    return min(float(len(unmet)), 2.0)


def _met(said: Quantity, found: list[Quantity]) -> bool:
    return any(agrees(said, other) for other in found)
