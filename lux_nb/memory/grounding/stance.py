"""Whether evidence takes the side of a claim: denials and reversals, counted near shared words."""

import numpy as np

from lux_nb.memory.grounding.align import Alignment
from lux_nb.memory.grounding.reading import Sentence

_REACH = 3
_SHARPNESS = 8.0


def stance(aligned: Alignment) -> float:
    """Return how far the nearest sentences are on a claim's side: 1 all, -1 all turned round."""
    claim = aligned.claim
    strength = claim.weights @ aligned.support / (float(claim.weights.sum()) or 1.0)
    share = np.exp(_SHARPNESS * (strength - strength.max()))
    sides = np.array([_side(claim, sentence) for sentence in aligned.pool])
    return float(share @ sides / share.sum())


def _side(claim: Sentence, sentence: Sentence) -> float:
    """Return 1 where both turn alike, -1 where one has a turn that the other lacks, else 0.

    Two turns undo each other: "lack of it shortens life" and "it prolongs life" agree. What both
    have cancels out, and what stands far from the shared words is about something else.
    """
    if claim.lemmas.isdisjoint(sentence.lemmas):
        return 0.0
    turns = sum(lemma not in sentence.all_lemmas for _, lemma in claim.turns)
    theirs = [at for at, lemma in sentence.turns if lemma not in claim.all_lemmas]
    if theirs:
        shared = [i for i in sentence.content if sentence.words[i].lemma in claim.lemmas]
        turns += sum(any(abs(at - i) <= _REACH for i in shared) for at in theirs)
    return -1.0 if turns % 2 else 1.0
