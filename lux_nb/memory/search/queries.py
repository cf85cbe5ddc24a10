"""Vectors of the queries asked last, so that asking again costs nothing."""

from collections import OrderedDict

import numpy as np
from numpy.typing import NDArray

from lux_nb.models.encoders import Encoder

_REMEMBERED = 64


class QueryVectors:
    """Encodes queries and remembers the latest. Used by one thread at a time."""

    def __init__(self, encoder: Encoder) -> None:
        self._encoder = encoder
        self._known: OrderedDict[str, NDArray[np.float32]] = OrderedDict()

    def vector(self, query: str) -> NDArray[np.float32]:
        """Return the vector of a query."""
        found = self._known.pop(query, None)
        if found is None:
            found = self._encoder.embed([query])[0]
            if len(self._known) >= _REMEMBERED:
                self._known.popitem(last=False)
        self._known[query] = found
        return found
