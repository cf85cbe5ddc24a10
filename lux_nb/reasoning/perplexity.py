"""How surprising a thought is, and how sure the model was of it."""

import math
import re
from collections.abc import Sequence
from functools import cache
from typing import Any

MEASURED = "logprobs"
ESTIMATED = "estimate"
_FREQUENT = 259  # the first ids of the vocabulary are control symbols and bytes
_BASE_LETTERS = 29871  # from here on the ids are single characters, not ordered by use
_SIGN_RANK = 50  # digits and punctuation, which are common but listed last
_WITH_CONTEXT = 0.38
_HEDGES = re.compile(
    r"\b(?:maybe|perhaps|possibly|might|could be|not sure|unsure|unclear|i think|i guess|"
    r"probably|presumably|it seems|seems to|appears to|uncertain|don't know|do not know)\b",
    re.IGNORECASE,
)
_SENTENCES = re.compile(r"[^.!?\n]+[.!?]*")


def perplexity_of(text: str, logprobs: Sequence[float]) -> tuple[float | None, str | None]:
    """Return the perplexity of a thought and where it comes from: log-probabilities or an estimate.

    With token log-probabilities it is ``exp(-mean)``. Without, it is estimated from how rare
    the tokens are: a vocabulary is ordered by frequency, so Zipf's law gives each token a
    probability; a model that knows the context is surprised a good third as much per token,
    so the mean surprise is scaled by that. Plain prose comes to 25 to 40, a heap of unrelated
    words to about 50, noise to more.
    """
    if logprobs:
        return round(math.exp(min(-sum(logprobs) / len(logprobs), 50.0)), 3), MEASURED
    estimated = _estimate(text)
    return (None, None) if estimated is None else (round(estimated, 3), ESTIMATED)


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


def _estimate(text: str) -> float | None:
    from lux_nb.models.tokens import _tokenizer

    vocabulary = _tokenizer()
    encoded: Any = vocabulary.encode(text, add_special_tokens=False)
    if not encoded.ids:
        return None
    total, harmonic = 0.0, _harmonic()
    for token in encoded.ids:
        total += math.log(_rank(token, vocabulary) + _SHIFT) + harmonic
    return math.exp(_WITH_CONTEXT * total / len(encoded.ids))


def _rank(token: int, tokenizer: Any) -> int:
    """Return the place of a token in the order of use."""
    if _FREQUENT <= token < _BASE_LETTERS:
        return token - _FREQUENT + 1
    written = str(tokenizer.id_to_token(token) or "").lstrip("▁")
    plain = len(written) == 1 and written.isascii() and not written.isalpha()
    return _SIGN_RANK if plain else _BASE_LETTERS


_SHIFT = 2.7  # Mandelbrot's correction of Zipf's law for the most frequent words


@cache
def _harmonic() -> float:
    """Return the logarithm of what makes the probabilities add up to one."""
    return math.log(sum(1.0 / (rank + _SHIFT) for rank in range(1, _BASE_LETTERS - _FREQUENT)))
