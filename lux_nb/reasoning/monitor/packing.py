"""Number arrays as text, for states that are kept as JSON."""

from base64 import b64decode, b64encode
from typing import Any

import numpy as np
from numpy.typing import NDArray


def pack(values: NDArray[Any]) -> str:
    """Return an array's bytes, little-endian, as base64."""
    ordered = values.astype(values.dtype.newbyteorder("<"), copy=False)
    return b64encode(np.ascontiguousarray(ordered).tobytes()).decode("ascii")


def unpack(text: str, kind: type[np.generic]) -> NDArray[Any]:
    """Return the array that :func:`pack` wrote."""
    stored = np.frombuffer(b64decode(text), dtype=np.dtype(kind).newbyteorder("<"))
    return stored.astype(kind)
