"""The numbers that the fault models see of a thought, each with a meaning of its own."""

import numpy as np

from lux_nb.reasoning.monitor.context import Context
from lux_nb.reasoning.monitor.lexing import Floats
from lux_nb.reasoning.monitor.reading import Reading

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
    "repeated",
    "log_words",
)
LENGTH_LIKE = ("log_words",)


def feature_matrix(reading: Reading, context: Context) -> Floats:
    """Return one row of features per document."""
    wrong = np.array([claims.wrong > 0 for claims in reading.claims], dtype=np.float64)
    right = np.array([claims.right > 0 for claims in reading.claims], dtype=np.float64)
    assumption = reading.marked("assumption").astype(np.float64)
    verification = reading.marked("verification").astype(np.float64)
    conclusion = reading.marked("conclusion").astype(np.float64)
    new_number = ((context.number_novelty > 0) & (reading.numbers > 0)).astype(np.float64)
    nothing_new = (context.novelty < 0.5).astype(np.float64) * (1.0 - new_number)
    columns = (
        reading.number_share,
        reading.symbol_share,
        wrong,
        right,
        context.cosine,
        context.cosine_previous,
        context.meaning,
        context.meaning_previous,
        context.meaning_nearby,
        context.novelty,
        context.number_novelty,
        new_number,
        context.query_share,
        reading.marked("negation").astype(np.float64),
        context.negation_clash * context.cosine,
        context.opposite_clash * context.cosine,
        context.number_clash * context.cosine,
        context.value_clash,
        assumption,
        verification,
        reading.marked("restatement").astype(np.float64),
        conclusion,
        reading.marked("error").astype(np.float64),
        context.assumed,
        assumption * new_number,
        np.maximum(conclusion, verification) * context.assumed,
        verification * nothing_new,
        verification * context.assumption_nearby,
        (context.cosine > 0.85).astype(np.float64),
        np.log1p(reading.sizes) / 5.0,
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


def shift_matrix(reading: Reading, context: Context) -> Floats:
    """Return one row per document of what tells a new topic from the old one."""
    question = reading.marked("question").astype(np.float64)
    columns = (
        context.meaning_previous,
        context.meaning_nearby,
        context.meaning,
        context.cosine_previous,
        context.novelty,
        context.known_share,
        np.log1p(context.novelty * reading.words) / 2.0,
        question,
        context.question_before,
        context.question_before * question,
        np.log1p(reading.sizes) / 3.0,
        np.log1p(context.length_before) / 3.0,
        np.log1p(context.words_before) / 2.0,
        (context.position <= 3).astype(np.float64),
    )
    return np.array(columns).T
