"""The tokenizer and word vectors inside the wordllama wheel, read once and shared.

The files are read directly: the package's own loader configures the root logger and asks a hub
for what it already carries.
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lux_nb.errors import NotConfigured


@cache
def static_tokenizer() -> Any:
    """Return the Llama tokenizer, without padding or truncation."""
    from tokenizers import Tokenizer

    path = _folder() / "tokenizers" / "l2_supercat_tokenizer_config.json"
    tokenizer = Tokenizer.from_file(str(path))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


@cache
def static_vectors() -> NDArray[np.float32]:
    """Return one vector of 256 numbers per token of the tokenizer."""
    from safetensors.numpy import load_file

    weights = load_file(_folder() / "weights" / "l2_supercat_256.safetensors")
    return np.ascontiguousarray(next(iter(weights.values())), dtype=np.float32)


def _folder() -> Path:
    # The specification is enough to find the files: importing the package costs far more.
    specification = find_spec("wordllama")
    folders = specification.submodule_search_locations if specification else None
    if not folders:
        message = "The static word vectors are not installed."
        raise NotConfigured(message, hint="pip install wordllama")
    return Path(next(iter(folders)))
