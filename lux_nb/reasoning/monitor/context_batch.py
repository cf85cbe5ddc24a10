"""The contexts of many traces at once, with numpy and sparse products."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lux_nb.reasoning.monitor.context import (
    ASSUMPTION_LASTS,
    NEARBY,
    WINDOW,
    Context,
    order_matters,
    rounded,
)
from lux_nb.reasoning.monitor.lexing import NUMBER, Floats, Integers
from lux_nb.reasoning.monitor.meaning import meanings_of, unit
from lux_nb.reasoning.monitor.reading import Reading, runs
from lux_nb.reasoning.monitor.recall import OldThoughts, fingerprints
from lux_nb.reasoning.monitor.terms import History, history_of, weights_of

_ROWS = 256
_SPREAD = np.uint64(0x9FB21C651E98DF25)


def contexts(reading: Reading, trace: Integers, position: Integers) -> Context:
    """Compare each document with the earlier ones of its trace."""
    terms = reading.terms
    history = history_of(terms, trace, position)
    weights = weights_of(terms, history.earlier, position + 1)
    cosine, previous, distance = _lexical(reading, history, weights, trace, position)
    _add_old(reading, trace, position, cosine)
    semantic = _semantic(meanings_of(reading, weights), position)
    best = np.maximum(np.arange(position.size) - distance, 0)
    found = distance > 0
    clash = _clashes(reading, history, best, found)
    columns: list[Any] = [
        position,
        cosine,
        previous,
        _verbatim(reading, trace, position),
        _order(reading, best, found & order_matters(cosine, semantic[0], reading.formula_share)),
        distance,
        *semantic,
        *_shares(reading, history, position),
        *clash,
        _value_clashes(reading, trace),
        *_calls(reading, trace, position),
        _assumed(reading, history),
        _assumption_nearby(reading, position),
        *_before(reading, position),
    ]
    return Context(*columns)


def _lexical(
    reading: Reading, history: History, weights: Floats, trace: Integers, position: Integers
) -> tuple[Floats, Floats, Integers]:
    from scipy.sparse import csr_matrix

    count = position.size
    terms = reading.terms
    starts = np.searchsorted(terms.document, np.arange(count + 1))
    matrix = csr_matrix((weights, history.column, starts), shape=(count, history.columns))
    best, previous = np.zeros(count), np.zeros(count)
    distance = np.zeros(count, dtype=np.int64)
    for start in range(0, count, _ROWS):
        stop, low = min(start + _ROWS, count), max(0, start - WINDOW)
        product = (matrix[start:stop] @ matrix[low:stop].T).tocoo()
        row, column = product.row + start, product.col + low
        back = row - column
        # The query is what thoughts are about, so it is no earlier thought; but where the first
        # thought stands for the query it is one: the caller says so through the positions.
        keep = (back > 0) & (back <= WINDOW) & (trace[row] == trace[column])
        keep &= position[column] > 0
        row, back, value = row[keep], back[keep], rounded(product.data[keep])
        order = np.lexsort((-back, value, row))
        row, back, value = row[order], back[order], value[order]
        last = np.append(row[1:] != row[:-1], True) if row.size else np.zeros(0, dtype=bool)
        best[row[last]], distance[row[last]] = value[last], back[last]
        near = back == 1
        previous[row[near]] = value[near]
    return np.minimum(best, 1.0), np.minimum(previous, 1.0), distance


def _add_old(reading: Reading, trace: Integers, position: Integers, cosine: Floats) -> None:
    """Look beyond the window in traces that are longer than it."""
    terms = reading.terms
    for number in np.unique(trace[position > WINDOW]):
        first = int(np.searchsorted(trace, number))
        last = int(np.searchsorted(trace, number, side="right"))
        edges = np.searchsorted(terms.document, np.arange(first, last + 1))
        marks = fingerprints(terms.key[edges[0] : edges[-1]], edges - edges[0])
        old = OldThoughts()
        # Place 0 is the query; a thought becomes old when the window has gone past it.
        for place in range(WINDOW + 2, last - first):
            old.add(marks[place - WINDOW - 1])
            similar = round(old.similarity(marks[place]), 6)
            cosine[first + place] = max(cosine[first + place], similar)


def _verbatim(reading: Reading, trace: Integers, position: Integers) -> Floats:
    thought = position[reading.clause_document] > 0
    document, key = reading.clause_document[thought], reading.clause_key[thought]
    size = reading.clause_size[thought].astype(np.float64)
    order = np.lexsort((np.arange(key.size), key, trace[document]))
    ordered_key, ordered_trace = key[order], trace[document[order]]
    again = np.zeros(order.size, dtype=np.bool_)
    again[1:] = (ordered_key[1:] == ordered_key[:-1]) & (ordered_trace[1:] == ordered_trace[:-1])
    repeated = np.zeros(order.size)
    repeated[order] = again
    said = np.bincount(document, weights=repeated * size, minlength=position.size)
    total = np.bincount(document, weights=size, minlength=position.size)
    return rounded(said / np.maximum(total, 1.0))


def _order(reading: Reading, best: Integers, found: NDArray[np.bool_]) -> Floats:
    if not found.any():
        return np.zeros(found.size)
    document, key = runs(reading.tokens)
    place = np.arange(found.size, dtype=np.uint64) * _SPREAD
    table = np.sort(key ^ place[document])
    sought = key ^ place[best[document]]
    where = np.searchsorted(table, sought)
    where[where == table.size] = 0
    shared = (table[where] == sought) if table.size else np.zeros(0, dtype=np.bool_)
    count = np.bincount(document, minlength=found.size)
    common = np.bincount(document[shared], minlength=found.size)
    return rounded(np.where(found, common / np.maximum(count, 1), 0.0))


def _semantic(vectors: Floats, position: Integers) -> Sequence[Floats]:
    count = position.size
    best, previous = np.zeros(count), np.zeros(count)
    around = np.zeros_like(vectors)
    for back in range(1, NEARBY + 1):
        same = np.flatnonzero(position > back)
        around[same] += vectors[same - back]
        if back == 1:
            previous[same] = np.einsum("ij,ij->i", vectors[same], vectors[same - 1])
    nearby = np.einsum("ij,ij->i", vectors, unit(around))
    origin = np.arange(count) - position
    query = np.einsum("ij,ij->i", vectors, vectors[origin])
    for start in range(0, count, _ROWS // 2):
        stop = min(start + _ROWS // 2, count)
        low = max(0, start - WINDOW)
        product = vectors[start:stop] @ vectors[low:stop].T
        row, column = np.arange(start, stop)[:, None], np.arange(low, stop)[None, :]
        behind = row - column
        allowed = (behind > 0) & (behind <= np.minimum(WINDOW, position[start:stop] - 1)[:, None])
        best[start:stop] = np.where(allowed, product, 0.0).max(axis=1)
    return [rounded(np.clip(values, 0.0, 1.0)) for values in (best, previous, nearby, query)]


def _shares(reading: Reading, history: History, position: Integers) -> Sequence[Floats]:
    terms = reading.terms
    number = terms.kind == NUMBER
    new = history.earlier == 0
    words = terms.content & ~number
    word_count, number_count = np.maximum(reading.words, 1), np.maximum(reading.numbers, 1)
    content = reading.words + reading.numbers
    novelty = terms.per_document(words & new) / word_count
    number_novelty = terms.per_document(number & new) / number_count
    in_query = terms.per_document(terms.content & history.in_query)
    query_share = in_query / np.maximum(content, 1)
    query_size = content[np.arange(position.size) - position]
    overlap = in_query / np.maximum(np.minimum(content, query_size), 1)
    known = terms.per_document(terms.content & ~new) / np.maximum(content, 1)
    return [rounded(values) for values in (novelty, number_novelty, query_share, overlap, known)]


def _clashes(
    reading: Reading, history: History, best: Integers, found: NDArray[np.bool_]
) -> Sequence[Floats]:
    from scipy.sparse import csr_matrix

    negated = reading.marked("negation")
    negation = found & (negated != negated[best])
    crossed = (reading.first_end & reading.second_end[best]) | (
        reading.second_end & reading.first_end[best]
    )
    both = (reading.first_end & reading.second_end) | (
        reading.first_end[best] & reading.second_end[best]
    )
    opposite = found & ((crossed & ~both) != 0)
    terms = reading.terms
    chosen = np.flatnonzero(terms.kind == NUMBER)
    shape = (terms.documents, max(history.columns, 1))
    matrix = csr_matrix(
        (np.ones(chosen.size), (terms.document[chosen], history.column[chosen])), shape=shape
    )
    common = np.asarray(matrix.multiply(matrix[best]).sum(axis=1)).ravel()
    smaller = np.minimum(reading.numbers, reading.numbers[best])
    share = 1.0 - common / np.maximum(smaller, 1)
    number = np.where(found & (smaller > 0), share, 0.0)
    return negation.astype(np.float64), opposite.astype(np.float64), rounded(number)


def _value_clashes(reading: Reading, trace: Integers) -> Floats:
    result = np.zeros(trace.size)
    known: dict[tuple[int, str], float] = {}
    for document, claims in enumerate(reading.claims):
        if claims.tentative:
            continue
        for name, value in claims.values:
            place = (int(trace[document]), name)
            if known.get(place, value) != value:
                result[document] = 1.0
            known[place] = value
    return result


def _calls(reading: Reading, trace: Integers, position: Integers) -> Sequence[Floats]:
    """Say for each document whether it makes a call that is new, or one that was made before."""
    new, again = np.zeros(trace.size), np.zeros(trace.size)
    made: set[tuple[int, int]] = set()
    for document, call in enumerate(reading.calls):
        if call and position[document]:
            place = (int(trace[document]), call)
            (again if place in made else new)[document] = 1.0
            made.add(place)
    return new, again


def _assumed(reading: Reading, history: History) -> Floats:
    terms = reading.terms
    number = terms.kind == NUMBER
    tentative = reading.marked("assumption")[terms.document]
    assumed = np.zeros(max(history.columns, 1), dtype=np.bool_)
    assumed[history.column[number & tentative & (history.earlier == 0)]] = True
    reused = number & (history.earlier > 0) & assumed[history.column]
    return rounded(terms.per_document(reused) / np.maximum(reading.numbers, 1))


def _assumption_nearby(reading: Reading, position: Integers) -> Floats:
    places = np.arange(position.size)
    made = np.where(reading.marked("assumption") & (position > 0), places, -1)
    latest = np.concatenate([[-1], np.maximum.accumulate(made)[:-1]])
    back = places - latest
    near = (latest >= 0) & (back <= np.minimum(ASSUMPTION_LASTS, position - 1))
    return np.asarray(near, dtype=np.float64)


def _before(reading: Reading, position: Integers) -> Sequence[Floats]:
    asks = reading.marked("question").astype(np.float64)
    return [
        np.where(position > 1, np.concatenate([[0.0], values[:-1]]), 0.0)
        for values in (asks, reading.sizes.astype(np.float64), reading.words)
    ]
