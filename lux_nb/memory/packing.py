"""Contexts at rest: packed with zstd, with a summary to know them by."""

import hashlib
import re

from lux_nb.errors import StorageError

SUMMARY_LENGTH = 280
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")


def pack(text: str) -> bytes:
    """Compress a text."""
    import zstandard

    return zstandard.ZstdCompressor(level=10).compress(text.encode("utf-8", "surrogatepass"))


def unpack(packed: bytes, checksum: str) -> str:
    """Return the text that was packed, byte for byte, or say that it is damaged."""
    import zstandard

    try:
        text = zstandard.ZstdDecompressor().decompress(packed).decode("utf-8", "surrogatepass")
    except (zstandard.ZstdError, UnicodeDecodeError) as error:
        raise StorageError(f"A compressed context can't be read: {error}.") from error
    if checksum_of(text) != checksum:
        raise StorageError("A compressed context is not what was stored: its checksum differs.")
    return text


def checksum_of(text: str) -> str:
    """Return the SHA-256 of a text."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def size_of(text: str) -> int:
    """Return the length of a text in bytes."""
    return len(text.encode("utf-8", "surrogatepass"))


def summarise(text: str, length: int = SUMMARY_LENGTH) -> str:
    """Return the first sentences of a text, at most ``length`` characters."""
    summary = ""
    for sentence in _SENTENCE_END.split(text.strip()[: length * 4]):
        longer = f"{summary} {sentence.strip()}".strip()
        if len(longer) > length:
            break
        summary = longer
    if summary or len(text.strip()) < length:
        return summary or text.strip()
    return text.strip()[: length - 1].rstrip() + "…"
