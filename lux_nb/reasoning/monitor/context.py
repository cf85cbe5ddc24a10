"""How a thought stands to the earlier ones of its trace: the names of what is compared."""

from dataclasses import dataclass, fields

import numpy as np

from lux_nb.reasoning.monitor.arithmetic import Value
from lux_nb.reasoning.monitor.lexing import Floats, Integers

WINDOW = 32
NEARBY = 4
ASSUMPTION_LASTS = 8


@dataclass(frozen=True, slots=True)
class Context:
    """One entry per thought, or the plain numbers of one; all but places and sizes are 0 to 1."""

    position: Value  # place in the trace; 0 is the query
    cosine: Value  # TF-IDF cosine with the most similar earlier thought
    cosine_previous: Value
    verbatim: Value  # share of its clauses, by length, that were said before word for word
    order: Value  # share of its runs of three tokens that the most similar thought has too, or 0
    distance: Value  # how many thoughts back the most similar one lies; 0 = there is none
    meaning: Value  # word-vector cosine with the most similar earlier thought
    meaning_previous: Value
    meaning_nearby: Value  # with the mean of the last few thoughts
    meaning_query: Value
    novelty: Value  # share of content words that are new
    number_novelty: Value  # share of numbers that are new
    query_share: Value  # share of content terms that the query has
    query_overlap: Value  # shared keywords over the smaller of the two keyword sets
    known_share: Value  # share of content terms met before, in the query or a thought
    negation_clash: Value
    opposite_clash: Value
    number_clash: Value
    value_clash: Value
    call_new: Value  # 1 where it makes a call that was not made before …
    call_again: Value  # … and where it makes one that was
    assumed: Value  # share of its numbers that first came up in an assumption
    assumption_nearby: Value  # 1 where one of the last thoughts assumed something
    question_before: Value  # 1 where the previous thought asks
    length_before: Value  # tokens of the previous thought
    words_before: Value  # content words of the previous thought


FORMULA, LIKE, SOMEWHAT_LIKE, SAME_SENSE = 0.25, 0.82, 0.25, 0.80


def order_matters(cosine: Value, meaning: Value, formula_share: Value) -> Value:
    """Say where the order of tokens can tell more than the terms: a likeness among formulas."""
    alike = (cosine > LIKE) | ((cosine > SOMEWHAT_LIKE) & (meaning > SAME_SENSE))
    return alike & (formula_share > FORMULA)


NAMES = tuple(field.name for field in fields(Context))


def rounded(values: Floats | Integers) -> Floats:
    """Round so that the order of summation can't be seen."""
    return np.asarray(np.asarray(values, dtype=np.float64).round(6) + 0.0, dtype=np.float64)
