"""What one text says by itself, before it is held against the texts that came earlier."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lux_nb.reasoning.monitor.calls import call_key
from lux_nb.reasoning.monitor.claims import Claims, read_claims
from lux_nb.reasoning.monitor.lexicons import MARKER_BIT, word_table
from lux_nb.reasoning.monitor.lexing import (
    NUMBER,
    SYMBOL,
    WORD,
    Floats,
    Integers,
    Keys,
    Tokens,
    normalise,
    pair_keys,
    tokenise,
)
from lux_nb.reasoning.monitor.terms import Terms, terms_of

_LONG_TEXT = 120.0
_MARKER_BIT = {name: np.uint64(bit) for name, bit in MARKER_BIT.items()}
SHORTEST_CLAUSE = 4


@dataclass(frozen=True, slots=True)
class Reading:
    """Some texts, read: tokens, terms, marker words, claims and plain counts, one row a text."""

    texts: list[str]
    tokens: Tokens
    terms: Terms
    sizes: Integers
    numbers: Floats  # how many different numbers
    words: Floats  # how many different content words
    number_share: Floats
    symbol_share: Floats
    formula_share: Floats  # numbers, symbols and single letters among all tokens
    marks: Keys
    first_end: Keys  # ideas named by one end of an opposition, as bits
    second_end: Keys
    claims: list[Claims]
    calls: list[int]  # what equal calls of tools share; 0 where none is made
    clause_document: Integers
    clause_key: Keys
    clause_size: Integers

    def marked(self, name: str) -> NDArray[np.bool_]:
        """Say for each text whether it uses a word of a marker list."""
        return np.asarray((self.marks & _MARKER_BIT[name]) != 0)

    @property
    def wrong(self) -> Floats:
        """Say for each text, with 1 or 0, whether it states an equation that does not hold."""
        return np.array([claims.wrong > 0 for claims in self.claims], dtype=np.float64)

    @property
    def right(self) -> Floats:
        """Say for each text, with 1 or 0, whether it states an equation that holds."""
        return np.array([claims.right > 0 for claims in self.claims], dtype=np.float64)

    def only(self) -> "ReadingRow":
        """Return the plain numbers of a reading of one text."""
        claims = self.claims[0]
        return ReadingRow(
            int(self.sizes[0]),
            float(self.numbers[0]),
            float(self.words[0]),
            float(self.number_share[0]),
            float(self.symbol_share[0]),
            float(self.formula_share[0]),
            int(self.marks[0]),
            float(claims.wrong > 0),
            float(claims.right > 0),
        )


@dataclass(frozen=True, slots=True)
class ReadingRow:
    """What the measures need of one text, as plain numbers."""

    sizes: int
    numbers: float
    words: float
    number_share: float
    symbol_share: float
    formula_share: float
    marks: int
    wrong: float
    right: float

    def marked(self, name: str) -> bool:
        """Say whether the text uses a word of a marker list."""
        return self.marks & MARKER_BIT[name] != 0


def read(texts: Sequence[object]) -> Reading:
    """Read some texts."""
    if len(texts) == 1:
        return _read_one(normalise(texts[0]))
    normalised = [normalise(text) for text in texts]
    tokens = tokenise(normalised)
    terms = terms_of(tokens)
    sizes = tokens.counts()
    is_number = terms.kind == NUMBER
    formula = (tokens.kind != WORD) | ((tokens.length == 1) & tokens.latin)
    table = word_table()
    columns: list[Any] = [
        normalised,
        tokens,
        terms,
        sizes,
        terms.per_document(is_number),
        terms.per_document(terms.content & ~is_number),
        _share(tokens, tokens.kind == NUMBER, sizes),
        _share(tokens, tokens.kind == SYMBOL, sizes),
        _share(tokens, formula, sizes),
        *(_bits(terms, column) for column in (table.marks, table.first_end, table.second_end)),
        [read_claims(text) for text in normalised],
        [call_key(text) for text in normalised],
        *_clauses(tokens),
    ]
    return Reading(*columns)


def _read_one(text: str) -> Reading:
    """Read one text: the same with fewer array calls, which are what one text costs."""
    tokens = tokenise([text])
    terms = terms_of(tokens)
    size = tokens.key.size
    some, kinds = max(size, 1), np.bincount(tokens.kind, minlength=SYMBOL + 1).tolist()
    letters = np.count_nonzero((tokens.kind == WORD) & (tokens.length == 1) & tokens.latin)
    numbers = np.count_nonzero(terms.kind == NUMBER)
    counts = (
        numbers,
        np.count_nonzero(terms.content) - numbers,
        kinds[NUMBER] / some,
        kinds[SYMBOL] / some,
        (size - kinds[WORD] + letters) / some,
    )
    bits = np.bitwise_or.reduce(word_table().joined[terms.listed_at], axis=0)
    columns: list[Any] = [
        [text],
        tokens,
        terms,
        np.array([size]),
        *np.array(counts, dtype=np.float64)[:, None],
        *bits[:, None],
        [read_claims(text)],
        [call_key(text)],
        *_clauses(tokens),
    ]
    return Reading(*columns)


def _share(tokens: Tokens, chosen: NDArray[np.bool_], sizes: Integers) -> Floats:
    """Return the share of each text's tokens that are chosen."""
    counts = np.bincount(tokens.document[chosen], minlength=tokens.texts)
    return np.asarray(counts / np.maximum(sizes, 1))


def _bits(terms: Terms, column: Keys) -> Keys:
    """Return for each document the joined bits of its listed terms."""
    bits = column[terms.listed_at]
    result = np.zeros(terms.documents, dtype=np.uint64)
    np.bitwise_or.at(result, terms.document[terms.listed], bits)
    return result


def _clauses(tokens: Tokens) -> tuple[Integers, Keys, Integers]:
    """Return document, key and size of the clauses that are long enough to be told apart."""
    ends = tokens.sentence_end.nonzero()[0]
    if not ends.size:
        return ends, tokens.key[:0], ends
    starts = np.concatenate([[0], ends[:-1] + 1])
    sizes = ends - starts + 1
    place = (np.arange(tokens.key.size) - np.repeat(starts, sizes)).astype(np.uint64)
    keys = np.add.reduceat(tokens.key * (place * np.uint64(2) + np.uint64(1)), starts)
    long = sizes >= SHORTEST_CLAUSE
    return tokens.document[starts][long], keys[long], sizes[long]


def runs(tokens: Tokens) -> tuple[Integers, Keys]:
    """Return the runs of three tokens of each text: what a bag of terms can't tell, the order."""
    if tokens.texts == 1:
        pairs = pair_keys(tokens.key[:-1], tokens.key[1:])[:-1]
        return tokens.document[2:], pair_keys(pairs, tokens.key[2:])
    same = np.flatnonzero(tokens.document[2:] == tokens.document[:-2])
    keys = pair_keys(pair_keys(tokens.key[same], tokens.key[same + 1]), tokens.key[same + 2])
    return tokens.document[same], keys


def grams(tokens: Tokens) -> tuple[Integers, Keys]:
    """Return the words and the pairs of neighbouring words of each text.

    Numbers, symbols and single letters are left out: they tell what a text is about.
    """
    alone, left = _gram_places(tokens)
    pairs = pair_keys(tokens.key[left], tokens.key[left + 1])
    return (
        np.concatenate([tokens.document[alone], tokens.document[left]]),
        np.concatenate([tokens.key[alone], pairs]),
    )


def gram_keys(tokens: Tokens) -> Keys:
    """Return the keys of the grams of one text."""
    alone, left = _gram_places(tokens)
    pairs = pair_keys(tokens.key[left], tokens.key[left + 1])
    return np.concatenate([tokens.key[alone], pairs])


def _gram_places(tokens: Tokens) -> tuple[Integers, Integers]:
    word = (tokens.kind == WORD) & (tokens.length > 1)
    return word.nonzero()[0], (word[:-1] & word[1:] & ~tokens.sentence_end[:-1]).nonzero()[0]


def gram_scale_of_one(count: int) -> float:
    """Return :func:`gram_scale` of one text."""
    return sqrt(count) if count <= _LONG_TEXT else count / sqrt(_LONG_TEXT)


def gram_scale(counts: Integers | Floats) -> Floats:
    """Return what a sum over the grams of a text is divided by.

    The square root keeps short texts apart from noise; a long text is measured by its mean.
    """
    counts = np.maximum(np.asarray(counts, dtype=np.float64), 1.0)
    return np.where(counts <= _LONG_TEXT, np.sqrt(counts), counts / np.sqrt(_LONG_TEXT))
