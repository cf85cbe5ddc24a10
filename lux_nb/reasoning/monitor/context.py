"""How a thought stands to the earlier ones of its trace: the names of what is compared."""

from dataclasses import dataclass, fields

import numpy as np

from lux_nb.reasoning.monitor.lexing import Floats, Integers

WINDOW = 32
NEARBY = 4
ASSUMPTION_LASTS = 8


@dataclass(frozen=True, slots=True)
class Context:
    """One row per thought; every value but the places lies between 0 and 1."""

    position: Integers  # place in the trace; 0 is the query
    cosine: Floats  # TF-IDF cosine with the most similar earlier thought
    cosine_previous: Floats
    verbatim: Floats  # share of its clauses, by length, that were said before word for word
    order: Floats  # share of its runs of three tokens that the most similar thought has too
    distance: Integers  # how many thoughts back the most similar one lies; 0 = there is none
    meaning: Floats  # word-vector cosine with the most similar earlier thought
    meaning_previous: Floats
    meaning_nearby: Floats  # with the mean of the last few thoughts
    meaning_query: Floats
    novelty: Floats  # share of content words that are new
    number_novelty: Floats  # share of numbers that are new
    query_share: Floats  # share of content terms that the query has
    query_overlap: Floats  # shared keywords over the smaller of the two keyword sets
    known_share: Floats  # share of content terms met before, in the query or a thought
    negation_clash: Floats
    opposite_clash: Floats
    number_clash: Floats
    value_clash: Floats
    assumed: Floats  # share of its numbers that first came up in an assumption
    assumption_nearby: Floats  # 1 where one of the last thoughts assumed something
    question_before: Floats  # 1 where the previous thought asks
    length_before: Floats  # tokens of the previous thought
    words_before: Floats  # content words of the previous thought


NAMES = tuple(field.name for field in fields(Context))


def rounded(values: Floats | Integers) -> Floats:
    """Round so that the order of summation can't be seen."""
    return np.asarray(np.asarray(values, dtype=np.float64).round(6) + 0.0, dtype=np.float64)
