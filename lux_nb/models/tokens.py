"""Counting tokens with a real tokenizer, offline."""

from lux_nb.models.static_files import static_tokenizer


def count_tokens(text: str) -> int:
    """Return how many tokens a text has.

    The Llama vocabulary is used for every model: it writes slightly more tokens than newer
    ones, so a limit that holds here holds there.
    """
    return len(static_tokenizer().encode(text, add_special_tokens=False).ids) if text else 0


def truncate_tokens(text: str, limit: int) -> str:
    """Return the beginning of a text that fits in ``limit`` tokens."""
    encoding = static_tokenizer().encode(text, add_special_tokens=False)
    if len(encoding.ids) <= limit:
        return text
    if limit <= 0:
        return ""
    end = int(encoding.offsets[limit - 1][1])
    # A rare character is several tokens that all point to it, so the end may be inside one.
    while end and count_tokens(text[:end]) > limit:
        end -= 1
    return text[:end]
