"""The measures of single thoughts that follow from their reading and context, row by row."""

from dataclasses import dataclass, fields

import numpy as np

from lux_nb.reasoning.monitor.context import Context, rounded
from lux_nb.reasoning.monitor.features import feature_matrix, shift_matrix
from lux_nb.reasoning.monitor.lexicons import MARKER_BIT
from lux_nb.reasoning.monitor.lexing import Floats
from lux_nb.reasoning.monitor.models import FAULTS, confidence, models
from lux_nb.reasoning.monitor.reading import Reading

_FULL_DENSITY = 0.6
_ENDING = np.uint64(MARKER_BIT["ending"])


@dataclass(frozen=True, slots=True)
class Measures:
    """Columns that the tracker walks through, one entry per document."""

    cosine: Floats
    distance: Floats
    repeats: Floats  # how much this only says again what was said
    coherence: Floats
    density: Floats
    direct: Floats  # relevance seen from the query alone
    link: Floats  # how firmly it hangs on earlier thoughts
    overlap: Floats  # keyword overlap with the query
    clash: Floats  # opposed to the earlier thought it is most like
    load: Floats
    shift: Floats
    logits: Floats  # of the faults, one column each
    shift_carry: Floats  # what each adds to the topic shift of the next
    concludes: Floats
    gathers: Floats
    ends: Floats
    empty: Floats

    def rows(self, evidence: Floats) -> list[tuple[float, ...]]:
        """Return the columns as rows of plain numbers, with the evidence of each fault."""
        threshold = models().threshold
        columns = [getattr(self, name).tolist() for name in PLAIN_NAMES]
        for values in (self.logits, evidence):
            columns += (values - threshold).T.tolist()
        for values in (self.logits, evidence):
            columns += confidence(values, threshold).round(4).T.tolist()
        return list(zip(*columns, strict=True))


PLAIN_NAMES = tuple(
    field.name for field in fields(Measures) if field.name not in {"logits", "shift_carry"}
)
ROW_NAMES = PLAIN_NAMES + tuple(
    f"{what}_{kind}" for what in ("logit", "evidence", "own", "score") for kind in FAULTS
)


def measure(reading: Reading, context: Context, shift_before: Floats | None = None) -> Measures:
    """Measure each document; ``shift_before`` is what the one before adds to a topic shift."""
    trained = models()
    words = trained.word_logits(reading)
    faults = trained.fault_logits(feature_matrix(reading, context), words)
    if shift_before is None:
        shift_before = np.concatenate([[0.0], words[:-1, len(FAULTS) + 1]])
        shift_before = np.where(context.position > 1, shift_before, 0.0)
    shift = trained.shift_logits(shift_matrix(reading, context), words, shift_before)
    repeats = _repeats(reading, context)
    first = context.position <= 1
    content = reading.words + reading.numbers
    closeness = np.maximum(context.meaning_nearby, context.cosine_previous)
    tied = np.maximum(closeness, 0.8 * context.known_share)
    opening = np.maximum(context.meaning_query, context.query_share)
    density = np.minimum(content / np.maximum(reading.sizes, 1) / _FULL_DENSITY, 1.0)
    empty = reading.sizes == 0
    return Measures(
        context.cosine,
        context.distance.astype(np.float64),
        repeats,
        _shown(np.where(empty, 0.0, np.where(first, opening, tied * (1.0 - 0.4 * repeats)))),
        _shown(density * (1.0 - 0.6 * repeats)),
        np.maximum(context.query_overlap, context.meaning_query),
        # Filler says nothing off the subject: it goes along with what it stands among.
        np.where((content == 0) & ~empty, 0.7, np.maximum(closeness, context.known_share)),
        context.query_overlap,
        _clash(reading, context),
        _load(reading, context),
        _shown_shift(np.where(context.position > 1, shift - trained.shift_threshold, -1.0)),
        faults,
        words[:, len(FAULTS) + 1],
        reading.marked("conclusion").astype(np.float64),
        (reading.marked("synthesis") | (context.novelty < 0.15)).astype(np.float64),
        ((reading.marks & _ENDING) != 0).astype(np.float64),
        empty.astype(np.float64),
    )


def _shown(values: Floats) -> Floats:
    return np.asarray(values.round(4), dtype=np.float64)


def _shown_shift(distance: Floats) -> Floats:
    """Return 0 where the topic holds and otherwise, from 0.5 up, how sure the shift is."""
    return np.where(distance >= 0.0, confidence(distance, 0.0).round(4), 0.0)


def _ramp(values: Floats, low: float, high: float) -> Floats:
    # Two plain ufuncs: np.clip costs several times as much on one thought.
    return np.minimum(np.maximum((values - low) * (1.0 / (high - low)), 0.0), 1.0)


def _prose(reading: Reading) -> Floats:
    """Return how far a text is prose: the terms of a formula say little without their order."""
    return 1.0 - _ramp(reading.formula_share, 0.25, 0.6)


def _repeats(reading: Reading, context: Context) -> Floats:
    prose = np.maximum(_prose(reading), _ramp(context.order, 0.5, 0.8))
    known = 1.0 - _ramp(context.novelty, 0.1, 0.35)
    alike = _ramp(context.cosine, 0.82, 0.96) * known * prose
    literal = np.maximum(alike, _ramp(context.verbatim, 0.5, 1.0))
    same_sense = _ramp(context.meaning, 0.80, 0.95) * _ramp(context.cosine, 0.25, 0.5) * prose
    content = reading.words + reading.numbers
    # New numbers are progress, however alike the words; a word or two is no thought to repeat.
    progress = np.maximum(context.number_clash, (context.number_novelty > 0) * 1.0)
    progress = np.where(context.verbatim >= 0.9, 0.0, progress)
    weight = np.where(content >= 3, 1.0, 0.75) * (1.0 - 0.8 * progress)
    return rounded(np.maximum(literal, 0.8 * same_sense) * weight)


def _clash(reading: Reading, context: Context) -> Floats:
    opposed = np.maximum(context.negation_clash, context.opposite_clash)
    alike = np.where((context.meaning >= 0.85) & (reading.words >= 2), context.cosine, 0.0)
    progress = reading.marked("question") | (context.number_clash > 0)
    new = (context.number_novelty > 0) | (context.novelty > 0.34)
    return rounded(np.where(progress | new, 0.0, opposed * alike * _prose(reading)))


def _load(reading: Reading, context: Context) -> Floats:
    size = np.minimum(reading.sizes / 150.0, 1.0)
    new = context.novelty * np.minimum(reading.words / 40.0, 1.0)
    symbols = np.minimum(2.0 * (reading.symbol_share + reading.number_share), 1.0)
    return 0.4 * size + 0.3 * new + 0.15 * symbols + 0.15 * context.assumption_nearby
