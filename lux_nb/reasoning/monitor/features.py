"""The numbers that the fault models see of a thought, each with a meaning of its own."""

import numpy as np

from lux_nb.reasoning.monitor.arithmetic import COLUMNS, Arithmetic
from lux_nb.reasoning.monitor.context import Context
from lux_nb.reasoning.monitor.lexing import Floats
from lux_nb.reasoning.monitor.reading import Reading, ReadingRow

MARKERS = (
    "assumption",
    "verification",
    "restatement",
    "conclusion",
    "error_note",
    "assumed",
    "assumed_new_number",
    "concluded_from_assumed",
    "verified_nothing_new",
    "verified_assumption",
)
"""Features from lists of words which say what a step does."""

FEATURES = (
    "number_share",
    "symbol_share",
    "wrong_equation",
    "right_equation",
    "cosine",
    "cosine_previous",
    "meaning",
    "meaning_previous",
    "meaning_nearby",
    "novelty",
    "number_novelty",
    "new_number",
    "query_share",
    "negation",
    "negation_clash",
    "opposite_clash",
    "number_clash",
    "value_clash",
    *MARKERS,
    "repeated",
    "log_words",
)
LENGTH_LIKE = ("log_words",)


def feature_matrix(
    reading: Reading | ReadingRow, context: Context, by: Arithmetic = COLUMNS
) -> Floats:
    """Return one row of features per document; of one thought, the row alone."""
    assumption = reading.marked("assumption") * 1.0
    verification = reading.marked("verification") * 1.0
    conclusion = reading.marked("conclusion") * 1.0
    new_number = ((context.number_novelty > 0) & (reading.numbers > 0)) * 1.0
    nothing_new = (context.novelty < 0.5) * (1.0 - new_number)
    columns = (
        reading.number_share,
        reading.symbol_share,
        reading.wrong,
        reading.right,
        context.cosine,
        context.cosine_previous,
        context.meaning,
        context.meaning_previous,
        context.meaning_nearby,
        context.novelty,
        context.number_novelty,
        new_number,
        context.query_share,
        reading.marked("negation") * 1.0,
        context.negation_clash * context.cosine,
        context.opposite_clash * context.cosine,
        context.number_clash * context.cosine,
        context.value_clash,
        assumption,
        verification,
        reading.marked("restatement") * 1.0,
        conclusion,
        reading.marked("error") * 1.0,
        context.assumed,
        assumption * new_number,
        by.maximum(conclusion, verification) * context.assumed,
        verification * nothing_new,
        verification * context.assumption_nearby,
        (context.cosine > 0.85) * 1.0,
        by.log1p(reading.sizes) / 5.0,
    )
    return np.array(columns).T


SHIFT_FEATURES = (
    "meaning_previous",
    "meaning_nearby",
    "meaning",
    "cosine_previous",
    "novelty",
    "known_share",
    "new_words",
    "question",
    "question_before",
    "question_after_question",
    "length",
    "length_before",
    "words_before",
    "beginning",
)


def shift_matrix(
    reading: Reading | ReadingRow, context: Context, by: Arithmetic = COLUMNS
) -> Floats:
    """Return one row per document of what tells a new topic from the old one."""
    question = reading.marked("question") * 1.0
    columns = (
        context.meaning_previous,
        context.meaning_nearby,
        context.meaning,
        context.cosine_previous,
        context.novelty,
        context.known_share,
        by.log1p(context.novelty * reading.words) / 2.0,
        question,
        context.question_before,
        context.question_before * question,
        by.log1p(reading.sizes) / 3.0,
        by.log1p(context.length_before) / 3.0,
        by.log1p(context.words_before) / 2.0,
        (context.position <= 3) * 1.0,
    )
    return np.array(columns).T
