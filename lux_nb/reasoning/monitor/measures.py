"""The measures of single thoughts that follow from their reading and context, row by row."""

from dataclasses import dataclass, fields
from typing import Any

import numpy as np

from lux_nb.reasoning.monitor.arithmetic import COLUMNS, PLAIN, Arithmetic, Value
from lux_nb.reasoning.monitor.context import FORMULA, LIKE, SAME_SENSE, SOMEWHAT_LIKE, Context
from lux_nb.reasoning.monitor.features import feature_matrix, shift_matrix
from lux_nb.reasoning.monitor.models import FAULTS, confidence, models
from lux_nb.reasoning.monitor.reading import Reading, ReadingRow

_FULL_DENSITY = 0.6
_CALLED_AGAIN = 0.8


@dataclass(frozen=True, slots=True)
class Measures:
    """What the tracker walks through: columns with one entry per document, or plain numbers."""

    cosine: Value
    distance: Value
    repeats: Value  # how much this only says again what was said
    coherence: Value
    density: Value
    direct: Value  # relevance seen from the query alone
    link: Value  # how firmly it hangs on earlier thoughts
    overlap: Value  # keyword overlap with the query
    clash: Value  # opposed to the earlier thought it is most like
    load: Value
    shift: Value
    logits: Value  # of the faults, one column each
    shift_carry: Value  # what each adds to the topic shift of the next
    concludes: Value
    gathers: Value
    ends: Value
    empty: Value

    def at(self, chosen: Any) -> "Measures":
        """Return the measures of some documents."""
        return Measures(*(getattr(self, field.name)[chosen] for field in fields(self)))

    def row(self, evidence: list[float]) -> tuple[float, ...]:
        """Return the row of one thought that was measured with plain numbers."""
        threshold = models().threshold.tolist()
        groups: tuple[list[float], list[float]] = (self.logits, evidence)
        values = [getattr(self, name) for name in PLAIN_NAMES]
        above = [
            value - limit for group in groups for value, limit in zip(group, threshold, strict=True)
        ]
        sure = [PLAIN.rounded(confidence(value, 0.0, PLAIN), 4) for value in above]
        return (*values, *above, *sure)


PLAIN_NAMES = tuple(
    field.name for field in fields(Measures) if field.name not in {"logits", "shift_carry"}
)
ROW_NAMES = PLAIN_NAMES + tuple(
    f"{what}_{kind}" for what in ("logit", "evidence", "own", "score") for kind in FAULTS
)


def measure(reading: Reading, context: Context) -> Measures:
    """Measure each document of many traces."""
    trained = models()
    words = trained.word_logits(reading)
    faults = trained.fault_logits(feature_matrix(reading, context), words)
    carry = words[:, len(FAULTS) + 1]
    before = np.where(context.position > 1, np.concatenate([[0.0], carry[:-1]]), 0.0)
    shift = trained.shift_logits(shift_matrix(reading, context), words, before)
    return _measures(reading, context, (faults, shift, carry), COLUMNS)


def measure_one(reading: Reading, context: Context, shift_before: float) -> Measures:
    """Measure one thought; ``shift_before`` is what the one before adds to a topic shift."""
    trained = models()
    row = reading.only()
    words = trained.word_logits(reading)[0]
    faults = trained.fault_logits(feature_matrix(row, context, PLAIN), words).tolist()
    shift = float(trained.shift_logits(shift_matrix(row, context, PLAIN), words, shift_before))
    carry = float(words[len(FAULTS) + 1])
    return _measures(row, context, (faults, shift, carry), PLAIN)


def _measures(
    reading: Reading | ReadingRow,
    context: Context,
    trained: tuple[Value, Value, Value],
    by: Arithmetic,
) -> Measures:
    faults, shift, carry = trained
    repeats = _repeats(reading, context, by)
    content = reading.words + reading.numbers
    closeness = by.maximum(context.meaning_nearby, context.cosine_previous)
    tied = by.maximum(closeness, 0.8 * context.known_share)
    opening = by.maximum(context.meaning_query, context.query_share)
    density = by.minimum(content / by.maximum(reading.sizes, 1) / _FULL_DENSITY, 1.0)
    empty = reading.sizes == 0
    coherence = by.where(context.position <= 1, opening, tied * (1.0 - 0.4 * repeats))
    # Filler says nothing off the subject: it goes along with what it stands among.
    filler = (content == 0) & (reading.sizes > 0)
    return Measures(
        context.cosine,
        context.distance * 1.0,
        repeats,
        by.rounded(by.where(empty, 0.0, coherence), 4),
        by.rounded(density * (1.0 - 0.6 * repeats), 4),
        by.maximum(context.query_overlap, context.meaning_query),
        by.where(filler, 0.7, by.maximum(closeness, context.known_share)),
        context.query_overlap,
        _clash(reading, context, by),
        _load(reading, context, by),
        _shown_shift(by.where(context.position > 1, shift - models().shift_threshold, -1.0), by),
        faults,
        carry,
        reading.marked("conclusion") * 1.0,
        (reading.marked("synthesis") | (context.novelty < 0.15)) * 1.0,
        reading.marked("ending") * 1.0,
        empty * 1.0,
    )


def _shown_shift(distance: Value, by: Arithmetic) -> Value:
    """Return 0 where the topic holds and otherwise, from 0.5 up, how sure the shift is."""
    return by.where(distance >= 0.0, by.rounded(confidence(distance, 0.0, by), 4), 0.0)


def _ramp(values: Value, low: float, high: float, by: Arithmetic) -> Value:
    return by.minimum(by.maximum((values - low) * (1.0 / (high - low)), 0.0), 1.0)


def _prose(reading: Reading | ReadingRow, by: Arithmetic) -> Value:
    """Return how far a text is prose: the terms of a formula say little without their order."""
    return 1.0 - _ramp(reading.formula_share, FORMULA, 0.6, by)


def _repeats(reading: Reading | ReadingRow, context: Context, by: Arithmetic) -> Value:
    prose = by.maximum(_prose(reading, by), _ramp(context.order, 0.5, 0.8, by))
    known = 1.0 - _ramp(context.novelty, 0.1, 0.35, by)
    alike = _ramp(context.cosine, LIKE, 0.96, by) * known * prose
    literal = by.maximum(alike, _ramp(context.verbatim, 0.5, 1.0, by))
    same_sense = _ramp(context.meaning, SAME_SENSE, 0.95, by)
    same_sense = same_sense * _ramp(context.cosine, SOMEWHAT_LIKE, 0.5, by)
    content = reading.words + reading.numbers
    # New numbers are progress, however alike the words; a word or two is no thought to repeat.
    progress = by.maximum(context.number_clash, (context.number_novelty > 0) * 1.0)
    progress = by.where(context.verbatim >= 0.9, 0.0, progress)
    # A call tells more than the words around it: another argument goes on, the same one does not.
    progress = by.where(context.call_new > 0, 1.0, progress * (1.0 - context.call_again))
    literal = by.maximum(literal, _CALLED_AGAIN * context.call_again)
    weight = by.where(content >= 3, 1.0, 0.75) * (1.0 - 0.8 * progress)
    return by.rounded(by.maximum(literal, 0.8 * (same_sense * prose)) * weight, 6)


def _clash(reading: Reading | ReadingRow, context: Context, by: Arithmetic) -> Value:
    opposed = by.maximum(context.negation_clash, context.opposite_clash)
    alike = by.where((context.meaning >= 0.85) & (reading.words >= 2), context.cosine, 0.0)
    progress = reading.marked("question") | (context.number_clash > 0)
    new = (context.number_novelty > 0) | (context.novelty > 0.34) | (context.call_new > 0)
    return by.rounded(by.where(progress | new, 0.0, opposed * alike * _prose(reading, by)), 6)


def _load(reading: Reading | ReadingRow, context: Context, by: Arithmetic) -> Value:
    size = by.minimum(reading.sizes / 150.0, 1.0)
    new = context.novelty * by.minimum(reading.words / 40.0, 1.0)
    symbols = by.minimum(2.0 * (reading.symbol_share + reading.number_share), 1.0)
    return 0.4 * size + 0.3 * new + 0.15 * symbols + 0.15 * context.assumption_nearby
