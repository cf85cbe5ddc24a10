"""BM25 over stemmed terms that is exact after every single change.

Library indexes were measured for this place. tantivy makes a change visible by a commit
(114 ms on 100 000 contexts) and keeps removed texts in its statistics until it merges;
bm25s scores as this does, but has to be built anew for each change. So the postings are
kept here, and the scores are tested to be those of bm25s.
"""

from array import array
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lux_nb.errors import StorageError

Floats = NDArray[np.float32]

_SLOT_SHIFT = 8
_HEAD_BIT = 0x80
_MOST_REPEATS = 0x7F
_MOST_SLOTS = 1 << (32 - _SLOT_SHIFT)
_HEAD_LENGTH = 12


@dataclass(frozen=True, slots=True)
class KeywordScores:
    """For every slot: its BM25 score, and which share of the query's weight it contains.

    ``head`` is the share that stands among a text's first words: its title, its signature;
    ``lengths`` is the logarithm of how many terms a text has.
    """

    bm25: Floats
    coverage: Floats
    head: Floats
    lengths: Floats
    query_weight: float


class KeywordIndex:
    """An inverted index whose statistics are always those of the texts it holds now.

    A posting is one 32-bit number: the slot in the upper 24 bits, then whether the term is
    among the text's first words, and in the lower seven bits how often it occurs.
    ``padding`` is added to every length, so that among texts of a few words the shortest do
    not win for being short, while long texts hardly feel it.
    """

    def __init__(self, k1: float = 1.2, b: float = 0.75, padding: float = 30.0) -> None:
        self.k1 = k1
        self.b = b
        self.padding = padding
        self._term_numbers: dict[str, int] = {}
        self._vocabulary: list[str] = []
        # Most terms occur in one text only: those are a bare number, not an array.
        self._postings: list[int | array[int]] = []
        self._terms_of: list[bytes | None] = []
        self._count = 0
        self._lengths: Floats = np.zeros(64, np.float32)
        self._log_lengths: Floats = np.zeros(64, np.float32)
        self._total_length = 0

    def __len__(self) -> int:
        return self._count

    def add(self, slot: int, terms: Sequence[str]) -> None:
        """Put a text, given by its terms, into an empty slot."""
        if slot >= _MOST_SLOTS:
            raise StorageError(f"An index holds at most {_MOST_SLOTS} contexts.")
        counts = Counter(terms)
        head = set(terms[:_HEAD_LENGTH])
        numbers = array("I")
        for term, count in counts.items():
            number = self._number_of(term)
            numbers.append(number)
            packed = slot << _SLOT_SHIFT | min(count, _MOST_REPEATS)
            self._append(number, packed | _HEAD_BIT if term in head else packed)
        self._terms_of.extend([None] * (slot + 1 - len(self._terms_of)))
        self._terms_of[slot] = numbers.tobytes()
        self._count += 1
        if slot >= len(self._lengths):
            more = np.zeros(slot // 2 + 64, np.float32)
            self._lengths = np.concatenate([self._lengths, more])
            self._log_lengths = np.concatenate([self._log_lengths, more])
        self._lengths[slot] = len(terms)
        self._log_lengths[slot] = np.log1p(len(terms))
        self._total_length += len(terms)

    def remove(self, slot: int) -> None:
        """Take the text out of a slot; the statistics change with it at once."""
        numbers = array("I")
        numbers.frombytes(self._terms_of[slot] or b"")
        self._terms_of[slot] = None
        self._count -= 1
        for number in numbers:
            posting = self._postings[number]
            if isinstance(posting, int):
                self._postings[number] = array("I")
                continue
            view = np.frombuffer(posting, np.uint32)
            place = int(np.flatnonzero(view >> _SLOT_SHIFT == slot)[0])
            del view
            posting.pop(place)
        self._total_length -= int(self._lengths[slot])
        self._lengths[slot] = 0

    def scores(self, terms: Sequence[str], slots: int) -> KeywordScores:
        """Score the slots below ``slots`` for these distinct query terms."""
        bm25 = np.zeros(slots, np.float32)
        coverage = np.zeros(slots, np.float32)
        head = np.zeros(slots, np.float32)
        lengths = self._log_lengths[:slots]
        documents = len(self)
        query_weight = 0.0
        if not documents or not terms:
            return KeywordScores(bm25, coverage, head, lengths, query_weight)
        mean = self._total_length / documents + self.padding
        for term in terms:
            posting = self._posting(term)
            frequency = len(posting)
            weight = float(np.log1p((documents - frequency + 0.5) / (frequency + 0.5)))
            query_weight += weight
            if not frequency:
                continue
            found = (posting >> _SLOT_SHIFT).astype(np.int64)
            counts = (posting & _MOST_REPEATS).astype(np.float32)
            padded = self._lengths[found] + np.float32(self.padding)
            norm = np.float32(self.k1) * (
                np.float32(1 - self.b) + np.float32(self.b / mean) * padded
            )
            bm25[found] += np.float32(weight * (self.k1 + 1)) * counts / (counts + norm)
            coverage[found] += np.float32(weight)
            head[found[posting & _HEAD_BIT > 0]] += np.float32(weight)
        coverage /= np.float32(max(query_weight, 1e-9))
        head /= np.float32(max(query_weight, 1e-9))
        return KeywordScores(bm25, coverage, head, lengths, query_weight)

    def rarest(self, terms: Sequence[str], most: int = 16) -> list[str]:
        """Return the terms that few texts have: those that tell one text from another."""
        known = [term for term in dict.fromkeys(terms) if term in self._term_numbers]
        return sorted(known, key=self._frequency)[:most]

    def overlap(self, slot: int, terms: Sequence[str]) -> float:
        """Return the Jaccard overlap of a stored text's distinct terms with these."""
        numbers = np.frombuffer(self._terms_of[slot] or b"", np.uint32)
        wanted = set(terms)
        known = {self._term_numbers[term] for term in wanted if term in self._term_numbers}
        shared = int(np.isin(numbers, list(known)).sum()) if known else 0
        union = len(wanted) + len(numbers) - shared
        return shared / union if union else 0.0

    def terms_of(self, slot: int) -> set[str]:
        """Return the distinct terms of a stored text."""
        numbers = np.frombuffer(self._terms_of[slot] or b"", np.uint32)
        return {self._vocabulary[number] for number in numbers.tolist()}

    def memory_bytes(self) -> int:
        """Return about how many bytes the index keeps, beside the texts."""
        postings = sum(
            32 if isinstance(posting, int) else 80 + 4 * len(posting) for posting in self._postings
        )
        vocabulary = sum(57 + len(term) for term in self._term_numbers) + 112 * len(self._postings)
        forward = sum(41 + len(numbers or b"") for numbers in self._terms_of)
        return postings + vocabulary + forward + 2 * self._lengths.nbytes

    def _number_of(self, term: str) -> int:
        number = self._term_numbers.setdefault(term, len(self._postings))
        if number == len(self._postings):
            self._postings.append(array("I"))
            self._vocabulary.append(term)
        return number

    def _append(self, number: int, packed: int) -> None:
        posting = self._postings[number]
        if isinstance(posting, int):
            self._postings[number] = array("I", (posting, packed))
        elif posting:
            posting.append(packed)
        else:
            self._postings[number] = packed

    def _frequency(self, term: str) -> int:
        posting = self._postings[self._term_numbers[term]]
        return 1 if isinstance(posting, int) else len(posting)

    def _posting(self, term: str) -> NDArray[np.uint32]:
        number = self._term_numbers.get(term)
        if number is None:
            return np.zeros(0, np.uint32)
        posting = self._postings[number]
        if isinstance(posting, int):
            return np.array([posting], np.uint32)
        # A copy, since an array that lends its memory can't grow.
        return np.frombuffer(posting, np.uint32).copy() if posting else np.zeros(0, np.uint32)
