"""Counting tokens with a real tokenizer, offline."""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any


@cache
def _tokenizer() -> Any:
    """Load the Llama vocabulary that ships inside the wordllama wheel."""
    from tokenizers import Tokenizer

    spec = find_spec("wordllama")
    assert spec is not None
    assert spec.origin is not None
    folder = Path(spec.origin).parent / "tokenizers"
    tokenizer = Tokenizer.from_file(str(folder / "l2_supercat_tokenizer_config.json"))
    tokenizer.no_padding()
    tokenizer.no_truncation()
    return tokenizer


def count_tokens(text: str) -> int:
    """Return how many tokens a text has.

    The Llama vocabulary is used for every model: it writes slightly more tokens than newer
    ones, so a limit that holds here holds there.
    """
    return len(_tokenizer().encode(text, add_special_tokens=False).ids) if text else 0


def truncate_tokens(text: str, limit: int) -> str:
    """Return the beginning of a text that fits in ``limit`` tokens."""
    encoding = _tokenizer().encode(text, add_special_tokens=False)
    if len(encoding.ids) <= limit:
        return text
    if limit <= 0:
        return ""
    end = int(encoding.offsets[limit - 1][1])
    # A rare character is several tokens that all point to it, so the end may be inside one.
    while end and count_tokens(text[:end]) > limit:
        end -= 1
    return text[:end]
