"""How surprising a thought is, and how sure the model was of it."""

import math
import re
from collections.abc import Sequence

MEASURED = "logprobs"
ESTIMATED = "estimate"
_HEDGES = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|could be|not sure|unsure|unclear|i think|i guess|"
    r"probably|presumably|it seems|seems to|appears to|uncertain|don't know|do not know)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[^.!?\n]+[.!?]*")


def perplexity_of(text: str, logprobs: Sequence[float], context: str) -> tuple[float, str]:
    """Return the perplexity of a thought and where it comes from: log-probabilities or estimate."""
    from lux_nb.reasoning.monitor.guardrails import perplexity

    check = perplexity(text, logprobs, context)
    return float(check.value), ESTIMATED if check.estimated else MEASURED


def confidence_of(text: str, logprobs: Sequence[float]) -> float:
    """Return how sure a thought is, from 0 to 1.

    The geometric mean of its tokens' probabilities where there are any; otherwise the share
    of its sentences that do not hedge.
    """
    if logprobs:
        return round(math.exp(sum(logprobs) / len(logprobs)), 4)
    sentences = [part for part in _SENTENCES.findall(text) if part.strip()]
    if not sentences:
        return 0.0
    hedged = sum(bool(_HEDGES.search(part)) for part in sentences)
    return round(1.0 - hedged / len(sentences), 4)
