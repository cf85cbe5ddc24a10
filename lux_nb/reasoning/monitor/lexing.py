"""Many texts cut into hashed tokens at once, with numpy and no loop over characters.

A token's key is a 64-bit polynomial hash of its characters. Prefix sums of the polynomial make
the key of every token of every text one vectorised subtraction, so a frame of traces and a
single thought go through the same code and get the same keys.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

Keys = NDArray[np.uint64]
Integers = NDArray[np.int64]
Floats = NDArray[np.float64]

WORD, NUMBER, SYMBOL = 1, 2, 3
_BREAK, _LETTER, _DIGIT, _SINGLE, _IDEOGRAPH, _POINT, _STOP = 0, 1, 2, 3, 4, 5, 6
_BASE = np.uint64(0x9E3779B97F4A7C15)
_BASE_INVERSE = np.uint64(pow(0x9E3779B97F4A7C15, -1, 1 << 64))
_COMMAND = np.uint64(0xD6E8FEB86659FD93)
_PAIR_LEFT = np.uint64(0xC2B2AE3D27D4EB4F)
_PAIR_RIGHT = np.uint64(0x165667B19E3779F9)
_MIX_SHIFTS = (np.uint64(30), np.uint64(27), np.uint64(31))
_MIX_FACTORS = (np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB))
_SYMBOLS = "=+-*/^<>?!%≤≥≠±×÷√∑∫∈→⇒"
_STEP_NUMBER = re.compile(r"^\s*(?:step\s+)?\d{1,3}\s*[.):]\s+", re.IGNORECASE)
MAX_CHARACTERS = 200_000
_CHUNK_CHARACTERS = 60_000


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of some texts in order, all texts in one set of arrays."""

    texts: int
    document: Integers
    key: Keys
    kind: NDArray[np.uint8]
    sentence_end: NDArray[np.bool_]
    offset: Integers
    length: Integers
    latin: NDArray[np.bool_]  # begins with an ASCII character

    def counts(self) -> Integers:
        """Return how many tokens each text has."""
        if self.texts == 1:
            return np.array([self.key.size])
        return np.bincount(self.document, minlength=self.texts)


def normalise(text: object) -> str:
    """Return a text as the monitor reads it: lower case, no step number, plain apostrophes."""
    if not isinstance(text, str):
        text = "" if text is None or text != text else str(text)  # noqa: PLR0124 - NaN
    text = text[:MAX_CHARACTERS]
    if text[:12].lstrip()[:1].isdigit() or text[:12].lstrip()[:4].lower() == "step":
        text = _STEP_NUMBER.sub("", text, count=1)
    if "\x00" in text:
        text = text.replace("\x00", " ")
    return text.lower().replace("’", "").replace("'", "")


def tokenise(texts: Sequence[str]) -> Tokens:
    """Cut normalised texts into words, numbers and symbols."""
    parts: list[Tokens] = []
    start = 0
    while start < len(texts):
        stop, size = start, 0
        while stop < len(texts) and (stop == start or size < _CHUNK_CHARACTERS):
            size += len(texts[stop]) + 1
            stop += 1
        parts.append(_tokenise_chunk(texts[start:stop], start))
        start = stop
    if not parts:
        return _tokenise_chunk([], 0)
    if len(parts) == 1:
        return parts[0]
    return Tokens(
        len(texts),
        np.concatenate([part.document for part in parts]),
        np.concatenate([part.key for part in parts]),
        np.concatenate([part.kind for part in parts]),
        np.concatenate([part.sentence_end for part in parts]),
        np.concatenate([part.offset for part in parts]),
        np.concatenate([part.length for part in parts]),
        np.concatenate([part.latin for part in parts]),
    )


def key_of(word: str) -> np.uint64:
    """Return the key that a word gets inside a text."""
    tokens = _tokenise_chunk([normalise(word)], 0)
    if tokens.key.size != 1:
        msg = f"{word!r} is not one token"
        raise ValueError(msg)
    return np.uint64(tokens.key[0])


def key_of_phrase(phrase: str) -> np.uint64:
    """Return the key of a word, or of a pair of words as :func:`pair_keys` makes it."""
    keys = _tokenise_chunk([normalise(phrase)], 0).key
    if keys.size == 2:
        return np.uint64(pair_keys(keys[:1], keys[1:])[0])
    return key_of(phrase)


def pair_keys(left: Keys, right: Keys) -> Keys:
    """Return the keys of pairs of neighbouring tokens."""
    return _mix(left * _PAIR_LEFT + right * _PAIR_RIGHT)


def _tokenise_chunk(texts: Sequence[str], first: int) -> Tokens:
    joined = "\x00".join(texts) + "\x00"
    points, kinds = _characters(joined)
    breaks = (kinds == _STOP).nonzero()[0]
    kinds[breaks] = _BREAK
    # A point or comma between digits belongs to the number; any other one ends a clause.
    marks = (kinds == _POINT).nonzero()[0]
    if marks.size:
        inner = (kinds[marks - 1] == _DIGIT) & (kinds[marks + 1] == _DIGIT) & (marks > 0)
        kinds[marks] = np.where(inner, _DIGIT, _BREAK)
        breaks = np.concatenate([breaks, marks[~inner]])

    inside, alone = kinds != _BREAK, kinds >= _SINGLE
    edges = np.ones(kinds.size + 1, dtype=np.bool_)
    np.not_equal(kinds[1:], kinds[:-1], out=edges[1:-1])
    starts = (inside & (edges[:-1] | alone)).nonzero()[0]
    ends = (inside & (edges[1:] | alone)).nonzero()[0] + 1

    powers, inverses = _powers(points.size + 1)
    sums = np.zeros(points.size + 1, dtype=np.uint64)
    values = np.add(points, 1, dtype=np.uint64)
    values *= powers[: points.size]
    values.cumsum(out=sums[1:])
    keys = _mix((sums[ends] - sums[starts]) * inverses[starts])

    token_kinds = kinds[starts]
    if "\\" in joined:
        # A LaTeX command is a symbol, not the word it is spelled like.
        command = (points[starts - 1] == ord("\\")) & (token_kinds == _LETTER) & (starts > 0)
        keys[command] ^= _COMMAND
        token_kinds[command] = SYMBOL
    token_kinds[token_kinds == _IDEOGRAPH] = WORD

    documents, offset = _places(points, starts, len(texts))
    closing = np.zeros(starts.size, dtype=np.bool_)
    if starts.size:
        # The last token closes a sentence in any case, so a break before the first may hit it.
        closing[starts.searchsorted(breaks) - 1] = True
    return Tokens(
        len(texts) + first,
        documents + first,
        keys,
        token_kinds,
        closing,
        offset,
        ends - starts,
        points[starts] < 128,
    )


def _characters(text: str) -> tuple[NDArray[Any], NDArray[np.uint8]]:
    """Return the code and the class of each character."""
    if text.isascii():
        written = text.encode("ascii")
        kinds = np.frombuffer(bytearray(written.translate(_ascii_classes())), dtype=np.uint8)
        return np.frombuffer(written, dtype=np.uint8), kinds
    points = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype=np.uint32)
    return points, _character_classes().take(points, mode="clip")


def _places(points: NDArray[np.uint32], starts: Integers, texts: int) -> tuple[Integers, Integers]:
    """Return the text that each token stands in, and where it begins there."""
    if texts == 1:
        return np.zeros(starts.size, dtype=np.int64), starts
    separators = (points == 0).nonzero()[0]
    documents = separators.searchsorted(starts)
    origins = np.concatenate([[0], separators[:-1] + 1])
    return documents, starts - origins[documents]


def _mix(keys: Keys) -> Keys:
    keys = keys ^ (keys >> _MIX_SHIFTS[0])
    keys *= _MIX_FACTORS[0]
    keys ^= keys >> _MIX_SHIFTS[1]
    keys *= _MIX_FACTORS[1]
    keys ^= keys >> _MIX_SHIFTS[2]
    return keys


def _powers(size: int) -> tuple[Keys, Keys]:
    capacity = 1 << max(12, (size - 1).bit_length())
    return _power_tables(capacity)


@cache
def _power_tables(capacity: int) -> tuple[Keys, Keys]:
    powers = np.full(capacity, _BASE, dtype=np.uint64)
    inverses = np.full(capacity, _BASE_INVERSE, dtype=np.uint64)
    powers[0] = inverses[0] = 1
    return np.cumprod(powers), np.cumprod(inverses)


@cache
def _character_classes() -> NDArray[np.uint8]:
    classes = np.zeros(0x10000, dtype=np.uint8)
    for code in range(0x10000):
        character = chr(code)
        if character.isdigit():
            classes[code] = _DIGIT
        elif character.isalpha():
            # Scripts written without spaces are read one character at a time.
            classes[code] = _IDEOGRAPH if 0x2E80 <= code < 0xA000 else _LETTER
    for character in _SYMBOLS:
        classes[ord(character)] = _SINGLE
    for character in ".,;:":
        classes[ord(character)] = _POINT
    classes[[0, ord("\n")]] = _STOP
    classes[0xFFFF] = _SINGLE  # everything beyond the basic plane: emoji and rare scripts
    return classes


@cache
def _ascii_classes() -> bytes:
    return _character_classes()[:256].tobytes()
