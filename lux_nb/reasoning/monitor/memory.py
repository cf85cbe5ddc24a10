"""What is kept of earlier thoughts so that a new one costs the same however many there were."""

from collections import deque
from dataclasses import dataclass
from itertools import repeat
from math import sqrt
from typing import Any

import numpy as np

from lux_nb.reasoning.monitor.arithmetic import PLAIN
from lux_nb.reasoning.monitor.context import (
    ASSUMPTION_LASTS,
    NAMES,
    NEARBY,
    WINDOW,
    Context,
    order_matters,
    rounded,
)
from lux_nb.reasoning.monitor.lexing import NUMBER, Floats, Integers, Keys, Tokens
from lux_nb.reasoning.monitor.meaning import DIMENSIONS, meaning_of
from lux_nb.reasoning.monitor.packing import pack, unpack
from lux_nb.reasoning.monitor.reading import Reading, runs
from lux_nb.reasoning.monitor.recall import Fingerprint, OldThoughts, fingerprint
from lux_nb.reasoning.monitor.terms import inverse_frequency

_BEFORE_DISTANCE = NAMES.index("distance") - 1
_SLOTS = 8192
_SLOT = np.uint64(_SLOTS - 1)
_IN_QUERY, _ASSUMED, _ONE = 1, 2, 4  # a term's entry: two flags, then its count of documents


@dataclass(slots=True)
class Recent:
    """A thought inside the window; its runs of tokens are made when they are first asked for."""

    keys: Keys
    weights: Floats
    vector: Floats
    numbers: Keys
    negated: bool
    first_end: int
    second_end: int
    tokens: Tokens | None = None
    made_runs: Keys | None = None

    @property
    def runs(self) -> Keys:
        """Return the sorted runs of three tokens."""
        if self.made_runs is None:
            self.made_runs = np.sort(runs(self.tokens)[1]) if self.tokens else self.keys[:0]
        return self.made_runs

    def to_state(self) -> list[Any]:
        """Return it, ready for JSON."""
        arrays = (self.keys, self.weights, self.vector, self.numbers, self.runs)
        return [*map(pack, arrays), self.negated, self.first_end, self.second_end]

    @classmethod
    def from_state(cls, state: list[Any]) -> "Recent":
        """Build it again."""
        return cls(
            unpack(state[0], np.uint64),
            unpack(state[1], np.float64),
            unpack(state[2], np.float64),
            unpack(state[3], np.uint64),
            state[5],
            state[6],
            state[7],
            made_runs=unpack(state[4], np.uint64),
        )


class Memory:
    """The earlier texts of one trace: a window in full, older ones by fingerprint, all terms."""

    def __init__(self) -> None:
        self.documents = 0
        self._terms: dict[int, int] = {}
        self._clauses: set[int] = set()
        self._calls: set[int] = set()
        self._values: dict[str, float] = {}
        self._window: deque[Recent] = deque(maxlen=WINDOW)
        self._keys: Keys = np.zeros(0, dtype=np.uint64)
        self._slot: Integers = np.zeros(0, dtype=np.int64)
        self._weight: Floats = np.zeros(0)
        self._owner: Integers = np.zeros(0, dtype=np.int64)
        self._vectors: Floats = np.zeros((0, DIMENSIONS))
        self._dropped = 0
        self._marks: deque[Fingerprint] = deque()
        self._old = OldThoughts()
        self._query_vector: Floats = np.zeros(0)
        self._query_content = 0.0
        self._last_assumption = 0
        self._before = (0.0, 0.0, 0.0)

    def observe(self, reading: Reading) -> Context:
        """Compare the one text of a reading with what came before, and remember it."""
        position = self.documents
        entries = list(map(self._terms.get, reading.terms.key.tolist(), repeat(0)))
        weights = self._weights(reading, entries)
        vector = meaning_of(reading, weights)
        mark = fingerprint(reading.terms.key)
        if position == 0:
            self._query_vector = vector
            self._query_content = float(reading.words[0] + reading.numbers[0])
        recent = Recent(
            reading.terms.key,
            weights,
            vector,
            reading.terms.key[reading.terms.kind == NUMBER],
            bool(reading.marked("negation")[0]),
            int(reading.first_end[0]),
            int(reading.second_end[0]),
            reading.tokens,
        )
        context = self._context(reading, position, np.array(entries, np.int64), recent, mark)
        self._remember(reading, position, entries, recent, mark)
        return context

    def _weights(self, reading: Reading, entries: list[int]) -> Floats:
        terms = reading.terms
        earlier = np.array(entries, dtype=np.int64) // _ONE
        inverse = inverse_frequency(np.array(self.documents + 1.0), earlier + 1)
        raw = (1.0 + np.log(terms.frequency)) * inverse
        length = np.sqrt((raw * raw).sum())
        return raw / length if raw.size else raw

    def _context(
        self, reading: Reading, position: int, entries: Any, own: Recent, mark: Fingerprint
    ) -> Context:
        cosine, previous, distance = self._lexical(own)
        if position > WINDOW + 1:
            cosine = max(cosine, round(self._old.similarity(mark), 6))
        best = self._window[-distance] if distance else None
        semantic = self._semantic(own.vector)
        values = (
            cosine,
            previous,
            self._verbatim(reading) if position else 0.0,
            _order(own, best)
            if order_matters(cosine, PLAIN.rounded(semantic[0], 6), float(reading.formula_share[0]))
            else 0.0,
            *semantic,
            *self._shares(reading, position, entries),
            *_clashes(own, best),
            self._value_clash(reading),
            *(self._call(reading) if position else (0.0, 0.0)),
            self._assumed(reading, entries),
            float(
                self._last_assumption > 0 and position - self._last_assumption <= ASSUMPTION_LASTS
            ),
            *(self._before if position > 1 else (0.0, 0.0, 0.0)),
        )
        plain = [PLAIN.rounded(value, 6) for value in values]
        before, after = plain[:_BEFORE_DISTANCE], plain[_BEFORE_DISTANCE:]
        ordered: list[Any] = [position, *before, distance, *after]
        return Context(*ordered)

    def _lexical(self, recent: Recent) -> tuple[float, float, int]:
        own, weights = recent.keys, recent.weights
        count = len(self._window)
        if not count or not own.size:
            return 0.0, 0.0, 0
        # Most terms of the window are not among these: their slots tell at once.
        taken = np.zeros(_SLOTS, dtype=np.bool_)
        taken[own & _SLOT] = True
        likely = taken[self._slot].nonzero()[0]
        keys = self._keys[likely]
        place = own.searchsorted(keys)
        place[place == own.size] = 0
        equal = own[place] == keys
        shared, place = likely[equal], place[equal]
        owner = self._owner[shared] - self._dropped
        each = self._weight[shared] * weights[place]
        products = np.bincount(owner, weights=each, minlength=count)
        products = np.minimum(rounded(products), 1.0)
        top = float(products.max())
        if top <= 0.0:
            return 0.0, 0.0, 0
        latest = int(np.flatnonzero(products == top)[-1])
        return top, float(products[-1]), count - latest

    def _verbatim(self, reading: Reading) -> float:
        total = said = 0
        for key, size in zip(
            reading.clause_key.tolist(), reading.clause_size.tolist(), strict=True
        ):
            total += size
            if key in self._clauses:
                said += size
            else:
                self._clauses.add(key)
        return said / max(total, 1)

    def _semantic(self, vector: Floats) -> tuple[float, float, float, float]:
        query = _bounded(float(vector @ self._query_vector))
        if not self._window:
            return 0.0, 0.0, 0.0, query
        products = self._vectors @ vector
        around = self._vectors[-NEARBY:].sum(axis=0)
        length = sqrt(float(around @ around))
        nearby = float(around @ vector) / length if length > 1e-9 else 0.0
        best, previous = float(products.max()), float(products[-1])
        return _bounded(best), _bounded(previous), _bounded(nearby), query

    def _shares(self, reading: Reading, position: int, entries: Any) -> tuple[float, ...]:
        terms = reading.terms
        number = terms.kind == NUMBER
        new = entries < _ONE
        words, numbers = float(reading.words[0]), float(reading.numbers[0])
        content = words + numbers
        in_query = content
        if position:
            in_query = float(np.count_nonzero(terms.content & ((entries & _IN_QUERY) != 0)))
        # Every number is content: what is new but no number is a new word.
        new_content, new_numbers = (
            np.count_nonzero(terms.content & new),
            np.count_nonzero(number & new),
        )
        return (
            (new_content - new_numbers) / max(words, 1.0),
            new_numbers / max(numbers, 1.0),
            in_query / max(content, 1.0),
            in_query / max(min(content, self._query_content), 1.0),
            (content - new_content) / max(content, 1.0),
        )

    def _value_clash(self, reading: Reading) -> float:
        claims = reading.claims[0]
        clash = 0.0
        if not claims.tentative:
            for name, value in claims.values:
                if self._values.get(name, value) != value:
                    clash = 1.0
                self._values[name] = value
        return clash

    def _call(self, reading: Reading) -> tuple[float, float]:
        call = reading.calls[0]
        if not call:
            return 0.0, 0.0
        again = call in self._calls
        self._calls.add(call)
        return float(not again), float(again)

    def _assumed(self, reading: Reading, entries: Any) -> float:
        number = reading.terms.kind == NUMBER
        reused = number & (entries >= _ONE) & ((entries & _ASSUMED) != 0)
        return np.count_nonzero(reused) / max(float(reading.numbers[0]), 1.0)

    def _remember(
        self,
        reading: Reading,
        position: int,
        entries: list[int],
        recent: Recent,
        mark: Fingerprint,
    ) -> None:
        terms = reading.terms
        assumes = bool(reading.marked("assumption")[0])
        counted = [entry + _ONE for entry in entries]
        if position == 0 or assumes:
            for place, kind in enumerate(terms.kind.tolist()):
                if entries[place] < _ONE:
                    flags = _IN_QUERY if position == 0 else 0
                    counted[place] |= flags | (_ASSUMED if assumes and kind == NUMBER else 0)
        self._terms.update(zip(terms.key.tolist(), counted, strict=True))
        self.documents += 1
        if position == 0:
            return
        if assumes:
            self._last_assumption = position
        asks = float(reading.marked("question")[0])
        self._before = (asks, float(reading.sizes[0]), float(reading.words[0]))
        self._marks.append(mark)
        if len(self._marks) > WINDOW:
            self._old.add(self._marks.popleft())
        self._slide(recent)

    def _slide(self, recent: Recent) -> None:
        """Let the window take in a thought, with its arrays laid end to end for one search."""
        leaving = self._window[0].keys.size if len(self._window) == WINDOW else 0
        gone = 1 if len(self._window) == WINDOW else 0
        owner = np.full(recent.keys.size, self._dropped + len(self._window))
        self._window.append(recent)
        self._dropped += gone
        self._keys = np.concatenate([self._keys[leaving:], recent.keys])
        slot = (recent.keys & _SLOT).astype(np.int64)
        self._slot = np.concatenate([self._slot[leaving:], slot])
        self._weight = np.concatenate([self._weight[leaving:], recent.weights])
        self._owner = np.concatenate([self._owner[leaving:], owner])
        self._vectors = np.concatenate([self._vectors[gone:], recent.vector[None, :]])

    def to_state(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return {
            "documents": self.documents,
            "terms": pack(np.fromiter(self._terms.keys(), np.uint64, len(self._terms))),
            "entries": pack(np.fromiter(self._terms.values(), np.int64, len(self._terms))),
            "clauses": pack(np.array(sorted(self._clauses), dtype=np.uint64)),
            "calls": pack(np.array(sorted(self._calls), dtype=np.uint64)),
            "values": self._values,
            "window": [recent.to_state() for recent in self._window],
            "marks": [pack(mark.terms) for mark in self._marks],
            "old": self._old.to_state(),
            "query": [pack(self._query_vector), self._query_content],
            "last_assumption": self._last_assumption,
            "before": list(self._before),
        }

    @classmethod
    def from_state(cls, state: dict[str, Any]) -> "Memory":
        """Build a memory again from its state."""
        memory = cls()
        memory.documents = state["documents"]
        keys, entries = unpack(state["terms"], np.uint64), unpack(state["entries"], np.int64)
        memory._terms = dict(zip(keys.tolist(), entries.tolist(), strict=True))
        memory._clauses = set(unpack(state["clauses"], np.uint64).tolist())
        memory._calls = set(unpack(state.get("calls", ""), np.uint64).tolist())
        memory._values = dict(state["values"])
        for item in state["window"]:
            memory._slide(Recent.from_state(item))
        memory._marks.extend(Fingerprint.of(unpack(item, np.uint32)) for item in state["marks"])
        memory._old = OldThoughts.from_state(state["old"])
        memory._query_vector = unpack(state["query"][0], np.float64)
        memory._query_content = state["query"][1]
        memory._last_assumption = state["last_assumption"]
        asks, length, words = state["before"]
        memory._before = (asks, length, words)
        return memory


def _bounded(value: float) -> float:
    return min(max(value, 0.0), 1.0)


def _order(own: Recent, best: Recent | None) -> float:
    if best is None or not own.runs.size or not best.runs.size:
        return 0.0
    place = best.runs.searchsorted(own.runs)
    common = np.count_nonzero(best.runs.take(place, mode="clip") == own.runs)
    return common / own.runs.size


def _clashes(own: Recent, best: Recent | None) -> tuple[float, float, float]:
    if best is None:
        return 0.0, 0.0, 0.0
    crossed = (own.first_end & best.second_end) | (own.second_end & best.first_end)
    both = (own.first_end & own.second_end) | (best.first_end & best.second_end)
    smaller = min(own.numbers.size, best.numbers.size)
    common = len(set(own.numbers.tolist()) & set(best.numbers.tolist()))
    return (
        float(own.negated != best.negated),
        float((crossed & ~both) != 0),
        1.0 - common / smaller if smaller else 0.0,
    )
