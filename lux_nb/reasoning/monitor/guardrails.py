"""The guardrail checks of traced reasoning as plain functions, each with its threshold."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from lux_nb.reasoning.monitor.context_batch import contexts
from lux_nb.reasoning.monitor.lexicons import MARKER_BIT, word_table
from lux_nb.reasoning.monitor.lexing import WORD, Floats
from lux_nb.reasoning.monitor.meaning import meanings_of
from lux_nb.reasoning.monitor.measures import measure
from lux_nb.reasoning.monitor.models import models
from lux_nb.reasoning.monitor.reading import Reading, read
from lux_nb.reasoning.monitor.terms import history_of, weights_of

SEMANTIC_DRIFT_THRESHOLD = 0.3
PERPLEXITY_THRESHOLD = 50.0
_LEAST_ALIKE = 0.6


@dataclass(frozen=True, slots=True)
class Check:
    """The outcome of one guardrail check."""

    name: str
    value: float
    threshold: float
    triggered: bool
    detail: str
    estimated: bool = False


def semantic_drift(thought: str, query: str, threshold: float = SEMANTIC_DRIFT_THRESHOLD) -> Check:
    """Check whether a thought is still about the query.

    The value is the likeness of the two: the larger of the keyword overlap and the cosine of
    their word vectors. Below the threshold the thought has drifted.
    """
    reading = read([query, thought])
    context = contexts(reading, np.array([0, 0]), np.array([0, 1]))
    value = float(max(context.query_overlap[1], context.meaning_query[1]))
    drifted = value < threshold
    detail = f"likeness to the query {value:.2f}, {'below' if drifted else 'not below'} {threshold}"
    return Check("semantic_drift", round(value, 4), threshold, drifted, detail)


def perplexity(
    thought: str,
    log_probabilities: Sequence[float] | None = None,
    context: str = "",
    threshold: float = PERPLEXITY_THRESHOLD,
) -> Check:
    """Check whether the model was unusually unsure of what it wrote.

    With the token log-probabilities (natural logarithms) of the model it is their perplexity.
    Without them it is an estimate, and marked as one: the 0.45th power of the perplexity of the
    single words (a language model that sees the words before more than halves the surprise), under
    the frequencies of function words, common words and rare words, and of the words that the
    context and the thought have used already. The estimate tells garbled from flowing English;
    it is not the model's own.
    """
    usable = [value for value in log_probabilities or () if math.isfinite(value)]
    if usable:
        value = math.exp(min(-sum(usable) / len(usable), 50.0))
        detail = f"perplexity {value:.1f} over {len(usable)} tokens"
        return Check("perplexity", round(value, 4), threshold, value > threshold, detail)
    value = _estimated_perplexity(thought, context)
    detail = f"estimated perplexity {value:.1f}: the model gave no log-probabilities"
    return Check(
        "perplexity", round(value, 4), threshold, value > threshold, detail, estimated=True
    )


def _estimated_perplexity(thought: str, context: str) -> float:
    reading = read([context, thought])
    tokens = reading.tokens
    keys, kinds = tokens.key.tolist(), tokens.kind.tolist()
    split = int((tokens.document == 0).sum())
    common, function = _word_classes()
    counts: dict[int, int] = {}
    surprise = 0.0
    for place, (key, kind) in enumerate(zip(keys, kinds, strict=True)):
        if place >= split:
            frequent = kind != WORD or key in function
            chance = _FUNCTION_CHANCE if frequent else _RARE_CHANCE
            if not frequent and key in common:
                chance = _COMMON_CHANCE
            recent = counts.get(key, 0) / place if place else 0.0
            surprise -= math.log(0.8 * chance + 0.2 * recent)
        counts[key] = counts.get(key, 0) + 1
    words = len(keys) - split
    return math.exp(0.45 * surprise / words) if words else 1.0


# Rough shares of running English: nearly half function words, a third common ones.
_FUNCTION_CHANCE = 0.45 / 240
_COMMON_CHANCE = 0.35 / 3000
_RARE_CHANCE = 0.20 / 100_000


@cache
def _word_classes() -> tuple[frozenset[int], frozenset[int]]:
    table = word_table()
    function = table.keys[(table.marks & np.uint64(MARKER_BIT["function"])) != 0]
    return frozenset(models().gram_keys.tolist()), frozenset(function.tolist())


def circular_reasoning(thought: str, earlier: Sequence[str], query: str | None = None) -> Check:
    """Check whether a thought repeats the last ones, or assumes what it should show."""
    from lux_nb.reasoning.monitor.batch import score

    frame = score([*earlier, thought], query)
    value = float(frame["circular_score"].iloc[-1])
    kinds = frame["alert_kinds"].iloc[-1]
    triggered = "loop" in kinds or "circular" in kinds
    detail = ", ".join(kinds) if triggered else "no loop and no assumed conclusion"
    return Check("circular_reasoning", value, 0.5, triggered, detail)


@dataclass(frozen=True, slots=True)
class Inconsistency:
    """Two thoughts of a session, by number from 1, whose claims do not agree, and how."""

    earlier: int
    later: int
    kind: str  # negation, opposite, value, arithmetic
    score: float


def inconsistencies(thoughts: Sequence[str]) -> list[Inconsistency]:
    """Compare the claims of a session with each other by their words and numbers.

    Found are a claim and its negation, opposite words in otherwise like claims, two values for
    one name, and arithmetic that does not come out. What differs in words alone is not seen.
    """
    if not thoughts:
        return []
    reading = read(["", *thoughts])
    position = np.arange(len(thoughts) + 1)
    context = contexts(reading, np.zeros(position.size, dtype=np.int64), position)
    clash = measure(reading, context).clash
    found: list[Inconsistency] = []
    values: dict[str, tuple[float, int]] = {}
    for number in range(1, position.size):
        claims = reading.claims[number]
        if claims.wrong:
            found.append(Inconsistency(number, number, "arithmetic", 1.0))
        if clash[number] >= _LEAST_ALIKE:
            kind = "negation" if context.negation_clash[number] else "opposite"
            other = number - int(context.distance[number])
            found.append(Inconsistency(other, number, kind, round(float(clash[number]), 4)))
        for name, value in () if claims.tentative else claims.values:
            known = values.get(name)
            if known is not None and known[0] != value:
                found.append(Inconsistency(known[1], number, "value", 1.0))
            values[name] = (value, number)
    return found


def consistency(thought: str, earlier: Sequence[str]) -> Check:
    """Check a thought's claims against those of the earlier thoughts."""
    number = len(earlier) + 1
    found = [item for item in inconsistencies([*earlier, thought]) if item.later == number]
    value = max((item.score for item in found), default=0.0)
    detail = "; ".join(f"{item.kind} against thought {item.earlier}" for item in found)
    return Check("consistency", value, _LEAST_ALIKE, bool(found), detail or "no clash of claims")


def attention_entropy(thought: str, earlier: Sequence[str], threshold: float = 0.95) -> Check:
    """Check whether a thought builds on particular earlier thoughts or on none in particular.

    Its attention to each earlier thought is the softmax of their word-vector likeness; the value
    is the entropy of that attention over its maximum. Near 1 the thought attends to everything
    alike. At least four earlier thoughts are needed to tell.
    """
    if len(earlier) < 4:
        return Check("attention_entropy", 0.0, threshold, False, "too few earlier thoughts")
    attention = attention_to(thought, earlier)
    entropy = -float((attention * np.log(np.maximum(attention, 1e-12))).sum())
    value = entropy / math.log(len(earlier))
    detail = f"attends most to thought {int(attention.argmax()) + 1}"
    return Check("attention_entropy", round(value, 4), threshold, value > threshold, detail)


def attention_to(thought: str, earlier: Sequence[str], sharpness: float = 8.0) -> Floats:
    """Return how a thought's attention is shared among the earlier ones; the shares sum to 1."""
    reading = read([*earlier, thought])
    vectors = meanings_of(reading, _weights(reading))
    logits = sharpness * (vectors[:-1] @ vectors[-1])
    shares = np.exp(logits - logits.max())
    return np.asarray(shares / shares.sum())


def _weights(reading: Reading) -> Floats:
    count = len(reading.texts)
    trace, position = np.zeros(count, dtype=np.int64), np.arange(count)
    history = history_of(reading.terms, trace, position)
    return weights_of(reading.terms, history.earlier, position + 1)
