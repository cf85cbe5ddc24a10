"""The vectors of contexts: one for each, from how an encoder should read it."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from lux_nb.memory.search.code import in_words
from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.text import implied_terms
from lux_nb.models.encoders import Encoder, MiniLMEncoder

Floats = NDArray[np.float32]
Embed = Callable[[list[str]], Floats]

# These were trained on code beside its description, and read it better as it is.
READ_CODE = frozenset({MiniLMEncoder.name})


def document_vectors(
    documents: Sequence[Document], encoder: Encoder, embed: Embed | None = None
) -> Floats:
    """Return one unit vector per document.

    Word vectors read code badly: for them, what it says about itself in words is encoded as well,
    and its vector lies in the middle of both. ``embed`` may stand for the encoder's own.
    """
    embed = embed or encoder.embed
    texts = [document.readable() for document in documents]
    spoken = {
        place: words
        for place, document in enumerate(documents)
        if encoder.name not in READ_CODE
        and implied_terms(document.text)
        and (words := in_words(document.text))
    }
    whole = embed(texts)
    if spoken:
        places = list(spoken)
        mixed = whole[places] + embed(list(spoken.values()))
        lengths = np.linalg.norm(mixed, axis=1, keepdims=True)
        whole[places] = np.divide(mixed, lengths, out=np.zeros_like(mixed), where=lengths > 1e-9)
    return whole
