"""What a claim brings in that stands nowhere in a document: names and numbers."""

from lux_nb.memory.grounding.align import Alignment
from lux_nb.memory.grounding.quantities import Quantity, agrees
from lux_nb.memory.grounding.reading import START_LETTERS, Document

_WEAK = 0.6


def novelty(aligned: Alignment, document: Document) -> dict[str, float]:
    """Return how many names and numbers of a claim no part of the document could have given."""
    claim = aligned.claim
    names = 0.0
    for row, at in enumerate(claim.content):
        word = claim.words[at]
        if not claim.names[at] or at == 0 or word.number or aligned.pooled[row] >= _WEAK:
            continue
        if word.lemma not in document.places and word.lemma[:START_LETTERS] not in document.starts:
            names += 1.0
    return {"novel_names": min(names, 2.0), "novel_numbers": _novel_numbers(aligned, document)}


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
