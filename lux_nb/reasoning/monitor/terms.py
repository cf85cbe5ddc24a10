"""The terms of each text, and what is known of them from earlier texts of the same trace.

Here a *document* is one text of a trace. Document 0 of a trace is its query; where none is given
the first thought stands for it. Documents of a trace are neighbours and in order.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from lux_nb.reasoning.monitor.lexicons import MARKER_BIT, word_table
from lux_nb.reasoning.monitor.lexing import NUMBER, WORD, Floats, Integers, Keys, Tokens

_FUNCTION = np.uint64(MARKER_BIT["function"])


@dataclass(frozen=True, slots=True)
class Terms:
    """Each different token of each document once, ordered by document and key."""

    documents: int
    document: Integers
    key: Keys
    kind: NDArray[np.uint8]
    frequency: Integers
    content: NDArray[np.bool_]
    token: Integers  # where the term first stands among the tokens
    listed: Integers  # the terms that the word table has …
    listed_at: Integers  # … and where it has them

    def per_document(self, values: Floats | NDArray[np.bool_]) -> Floats:
        """Sum a value of each term over the documents."""
        if self.documents == 1:
            return np.array([values.sum()], dtype=np.float64)
        sums = np.bincount(self.document, weights=values, minlength=self.documents)
        return sums.astype(np.float64, copy=False)


def terms_of(tokens: Tokens) -> Terms:
    """Count the terms of tokenised documents."""
    if tokens.texts == 1:
        order = tokens.key.argsort(kind="stable")
    else:
        order = np.lexsort((tokens.key, tokens.document))
    key, document = tokens.key[order], tokens.document[order]
    fresh = np.ones(order.size, dtype=np.bool_)
    if order.size:
        fresh[1:] = (key[1:] != key[:-1]) | (document[1:] != document[:-1])
    starts = fresh.nonzero()[0]
    frequency = np.empty(starts.size, dtype=np.int64)
    np.subtract(starts[1:], starts[:-1], out=frequency[:-1])
    if starts.size:
        frequency[-1] = order.size - starts[-1]
    chosen = order[starts]
    kind = tokens.kind[chosen]
    key = tokens.key[chosen]
    table = word_table()
    place = table.keys.searchsorted(key)
    place[place == table.keys.size] = 0
    listed = (table.keys[place] == key).nonzero()[0]
    function = np.zeros(key.size, dtype=np.bool_)
    function[listed] = (table.marks[place[listed]] & _FUNCTION) != 0
    content = ((kind == WORD) & ~function) | (kind == NUMBER)
    return Terms(
        tokens.texts,
        document[starts],
        key,
        kind,
        frequency,
        content,
        chosen,
        listed,
        place[listed],
    )


@dataclass(frozen=True, slots=True)
class History:
    """For each term: its column within the whole frame, and its earlier documents in the trace."""

    column: Integers
    columns: int
    earlier: Integers
    in_query: NDArray[np.bool_]


def history_of(terms: Terms, trace: Integers, position: Integers) -> History:
    """Look up each term among the earlier documents of its trace."""
    term_trace = trace[terms.document]
    order = np.lexsort((terms.document, terms.key, term_trace))
    ordered_key, ordered_trace = terms.key[order], term_trace[order]
    fresh = np.ones(order.size, dtype=np.bool_)
    if order.size:
        fresh[1:] = (ordered_key[1:] != ordered_key[:-1]) | (
            ordered_trace[1:] != ordered_trace[:-1]
        )
    starts = np.flatnonzero(fresh)
    group = np.cumsum(fresh) - 1
    column = np.empty(order.size, dtype=np.int64)
    earlier = np.empty(order.size, dtype=np.int64)
    in_query = np.empty(order.size, dtype=np.bool_)
    column[order] = group
    earlier[order] = np.arange(order.size) - starts[group]
    opened_by_query = position[terms.document[order[starts]]] == 0
    in_query[order] = opened_by_query[group]
    return History(column, starts.size, earlier, in_query)


def inverse_frequency(documents: Floats | Integers, containing: Floats | Integers) -> Floats:
    """Return the smoothed inverse document frequency; both counts include this document."""
    return np.log((1.0 + documents) / (1.0 + containing)) + 1.0


def weights_of(terms: Terms, earlier: Integers, documents: Integers) -> Floats:
    """Return the unit-length TF-IDF weights of the terms, as of when each document was written.

    A weight is never revised when later documents come: that keeps the cost of a thought
    constant, and a whole frame computable at once.
    """
    inverse = inverse_frequency(documents[terms.document], earlier + 1)
    raw = (1.0 + np.log(terms.frequency)) * inverse
    norms = np.sqrt(terms.per_document(raw * raw))
    return np.asarray(raw / norms[terms.document])
