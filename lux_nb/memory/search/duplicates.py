"""Near-duplicates: contexts that say what is stored already."""

import re
from dataclasses import dataclass

import numpy as np

from lux_nb.memory.search.hybrid import HybridIndex
from lux_nb.memory.search.text import implied_terms, split_speaker

_CANDIDATES = 20
_NEGATION = re.compile(
    r"no|not|never|none|nobody|nothing|without|cannot|t"
    r"|(?:is|was|are|were|do|does|did|wo|would|could|should|has|have|had)n"
)


@dataclass(frozen=True, slots=True)
class NearDuplicate:
    """A stored context that a new text repeats, and how alike the two are, from 0 to 1."""

    id: str
    similarity: float
    shared_terms: float
    cosine: float


def find_near_duplicate(
    index: HybridIndex,
    text: str,
    threshold: float = 0.85,
    branch: str | None = None,
    own: str | None = None,
) -> NearDuplicate | None:
    """Return the stored context that a text repeats, or None if it says something new.

    Two texts that differ in a number or a negation are never duplicates, however alike. ``own``
    is the id of the text itself, where it is stored already.
    """
    _, words = split_speaker(text)
    terms = index.analyser.terms(words) + implied_terms(words)
    if not terms or not len(index):
        return None
    vector = index.vector(own) if own and own in index else index.encoder.embed([text])[0]
    alike = index.vectors.nearest(vector, _CANDIDATES)
    slots = np.unique(np.concatenate([alike, index.strongest_words(terms, _CANDIDATES)]))
    slots = slots[index.table.rows["alive"][slots]]
    slots = slots[slots != index.table.slot_of.get(own or "", -1)]
    if branch is not None:
        slots = slots[index.table.rows["branch"][slots] == index.table.branches.known(branch)]
    cosines = index.vectors.similarity(vector, slots)
    best: NearDuplicate | None = None
    for slot, cosine in zip(slots.tolist(), cosines.tolist(), strict=True):
        shared = index.keywords.overlap(slot, terms)
        # Words decide: meaning alone confuses "starts the server" with "stops the server".
        similarity = 0.7 * shared + 0.3 * max(cosine, 0.0)
        identifier = index.table.identifiers[slot]
        if identifier is None or similarity < threshold or _differ(index, slot, terms):
            continue
        key = (similarity, identifier)
        if best is None or key > (best.similarity, best.id):
            best = NearDuplicate(identifier, similarity, shared, cosine)
    return best


def _differ(index: HybridIndex, slot: int, terms: list[str]) -> bool:
    """Say whether a number or a negation stands in one of the two texts only."""
    changed = index.keywords.terms_of(slot) ^ set(terms)
    return any(
        _NEGATION.fullmatch(term) or any(letter.isdigit() for letter in term) for term in changed
    )
