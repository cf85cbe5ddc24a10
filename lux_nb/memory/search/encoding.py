"""The vectors of contexts: one for each, from how an encoder should read it."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.code import in_words
from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.text import implied_terms

Floats = NDArray[np.float32]


def document_vectors(documents: Sequence[Document], embed: Callable[[list[str]], Floats]) -> Floats:
    """Return one unit vector per document.

    Encoders of language read code badly. What it says about itself in words is encoded as well,
    and its vector lies in the middle of both.
    """
    texts = [document.readable() for document in documents]
    spoken = {
        place: words
        for place, document in enumerate(documents)
        if implied_terms(document.text) and (words := in_words(document.text))
    }
    whole = embed(texts)
    if spoken:
        places = list(spoken)
        mixed = whole[places] + embed(list(spoken.values()))
        lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
        whole[places] = np.divide(mixed, lengths, out=np.zeros_like(mixed), where=lengths > 1e-9)
    return whole
