"""Whether evidence takes the side of a claim: denials and reversals, counted near shared words."""

import numpy as np

from lux_nb.memory.grounding.align import Alignment
from lux_nb.memory.grounding.reading import Sentence

_REACH = 3
_SHARPNESS = 8.0


def stance(aligned: Alignment) -> dict[str, float]:
    """Return how far the nearest sentences turn a claim round, or deny what it affirms."""
    claim = aligned.claim
    strength = claim.weights @ aligned.support / (float(claim.weights.sum()) or 1.0)
    share = np.exp(_SHARPNESS * (strength - strength.max()))
    share /= share.sum()
    sides = np.array([_side(claim, sentence) for sentence in aligned.pool])
    denying = float(share @ np.array([float(_denies(sentence)) for sentence in aligned.pool]))
    mine = _denies(claim)
    return {
        "stance_agrees": float(share @ sides),
        "evidence_denies": 0.0 if mine else denying,
        "claim_denies": 1.0 - denying if mine else 0.0,
    }


def _denies(sentence: Sentence) -> bool:
    return any(word.denies for word in sentence.words)


def _side(claim: Sentence, sentence: Sentence) -> float:
    """Return 1 where both turn alike, -1 where one has a turn that the other lacks, else 0.

    Two turns undo each other: "lack of it shortens life" and "it prolongs life" agree. What both
    have cancels out, and what stands far from the shared words is about something else.
    """
    shared = [i for i, word in enumerate(sentence.words) if word.lemma in claim.lemmas]
    if not shared:
        return 0.0
    turns = sum(word.turns and word.lemma not in sentence.all_lemmas for word in claim.words)
    for i, word in enumerate(sentence.words):
        if word.turns and word.lemma not in claim.all_lemmas:
            turns += any(abs(i - j) <= _REACH for j in shared)
    return -1.0 if turns % 2 else 1.0
