"""Guardrails: which checks a thought goes through, with which thresholds, and what they say."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field

from lux_nb.reasoning.consistency import Clash
from lux_nb.reasoning.perplexity import ESTIMATED
from lux_nb.reasoning.thoughts import Readings, Thought

DEFAULT_DRIFT = 0.3
COOLDOWN = 3  # thoughts before the same intervention is made again
WINDOW = 32  # the latest thoughts that claims and attention are compared with
CLASH = 0.7  # from here on two claims are alike enough for their opposition to count
LEAST_EARLIER = 4  # with fewer earlier thoughts there is nothing to spread attention over
ESTIMATE_MARGIN = 2.0  # plain prose is sometimes estimated a little above the default threshold
EVEN = 0.98  # attention as even as this …
EVEN_FOR = 3  # … for so many thoughts in a row tells the earlier ones no longer apart

_MESSAGES = {
    "perplexity": "The model was unusually unsure of these words (perplexity {perplexity:.0f}). "
    "Say it again, plainly and concretely.",
    "attention": "The last thoughts stand to all earlier ones alike. Pick the one that matters "
    "most and build on it.",
}
_CLASH_MESSAGE = (
    "Two claims can't both hold: “{clash.shown}” and “{clash.refuted}” Settle which of them is "
    "right before going on."
)


class Guardrails(BaseModel):
    """Which checks run, and from where on they speak up."""

    model_config = ConfigDict(extra="forbid")

    semantic_drift_check: Annotated[
        bool, Field(description="Watch whether the thoughts leave the question.")
    ] = True
    semantic_drift_threshold: Annotated[
        float,
        Field(ge=0.0, le=1.0, description="Relevance below which a thought drifts; 1 is strict."),
    ] = DEFAULT_DRIFT
    perplexity_monitoring: Annotated[
        bool, Field(description="Watch how unsure the model is of its words.")
    ] = True
    perplexity_threshold: Annotated[
        float, Field(gt=0.0, description="Perplexity above which a thought is doubted.")
    ] = 50.0
    circular_reasoning_detection: Annotated[
        bool, Field(description="Watch for loops, circles and repetition.")
    ] = True
    consistency_validation: Annotated[
        bool, Field(description="Check the claims of the trace against each other.")
    ] = True
    attention_entropy_analysis: Annotated[
        bool, Field(description="Watch whether thoughts build on particular earlier ones.")
    ] = True


SWITCH_OF: Mapping[str, str] = {
    "loop": "circular_reasoning_detection",
    "circular": "circular_reasoning_detection",
    "redundant": "circular_reasoning_detection",
    "contradiction": "consistency_validation",
    "distractor": "semantic_drift_check",
    "perplexity": "perplexity_monitoring",
    "attention": "attention_entropy_analysis",
}


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the checks go by, beside the monitor's signals."""

    perplexity: float | None
    perplexity_source: str | None
    earlier: Sequence[Thought]
    content: str
    clash: Clash | None = None  # found by logic


def judge(signals: Any, evidence: Evidence, guardrails: Guardrails) -> Readings:
    """Return the readings of a thought, with the alerts whose check is on."""
    readings = _measured(signals, evidence, guardrails)
    alerts = [
        kind
        for kind in signals.alert_kinds
        # Drift has a threshold of its own here, so the monitor's own verdict on it is not used.
        if kind != "distractor" and (kind not in SWITCH_OF or getattr(guardrails, SWITCH_OF[kind]))
    ]
    clashes = evidence.clash is not None or (
        guardrails.consistency_validation and _clashes(evidence)
    )
    if clashes and "contradiction" not in alerts:
        alerts.append("contradiction")
    if guardrails.semantic_drift_check and _drifts(signals, evidence.earlier, guardrails):
        alerts.append("distractor")
    if _is_unsure(readings, guardrails.perplexity_threshold):
        alerts.append("perplexity")
    if readings.attention_entropy is not None and _is_even(readings, evidence.earlier):
        alerts.append("attention")
    readings.alert_kinds = alerts
    _intervene(readings, signals, evidence)
    return readings


def _measured(signals: Any, evidence: Evidence, guardrails: Guardrails) -> Readings:
    readings = Readings(
        topic_shift=signals.topic_shift,
        relevance=signals.relevance,
        coherence=signals.coherence,
        information_density=signals.information_density,
        quality=signals.quality,
        trend=signals.trend,
        phase=signals.phase,
        cognitive_load=signals.cognitive_load,
    )
    if guardrails.circular_reasoning_detection:
        readings.circular_score = signals.circular_score
    if guardrails.semantic_drift_check:
        readings.distractor_score = signals.distractor_score
    if guardrails.perplexity_monitoring:
        readings.perplexity = evidence.perplexity
        readings.perplexity_source = evidence.perplexity_source
    if guardrails.attention_entropy_analysis:
        readings.attention_entropy = _attention(evidence)
    return readings


def _attention(evidence: Evidence) -> float | None:
    """Return how evenly a thought attends to the earlier ones, where there are enough."""
    from lux_nb.reasoning.monitor.guardrails import attention_entropy

    window = [thought.content for thought in evidence.earlier[-WINDOW:]]
    if len(window) < LEAST_EARLIER:
        return None
    return float(attention_entropy(evidence.content, window).value)


def _clashes(evidence: Evidence) -> bool:
    """Tell whether a claim of the thought does not agree with one of the latest thoughts.

    Two values for one name do not count by themselves: work by cases gives many.
    """
    from lux_nb.reasoning.monitor.guardrails import inconsistencies

    window = [thought.content for thought in evidence.earlier[-WINDOW:]]
    return any(
        item.later == len(window) + 1 and item.kind != "value" and item.score >= CLASH
        for item in inconsistencies([*window, evidence.content])
    )


def relevance_floor(threshold: float) -> float:
    """Return the relevance below which a thought drifts, on the monitor's scale.

    The default threshold stands for the measured default of the monitor; 0 never speaks up
    and 1 takes every thought that is not the question itself for drift.
    """
    from lux_nb.reasoning.monitor.profiles import TUNED

    if threshold <= DEFAULT_DRIFT:
        return TUNED.relevant * threshold / DEFAULT_DRIFT
    beyond = (threshold - DEFAULT_DRIFT) / (1.0 - DEFAULT_DRIFT)
    return TUNED.relevant + (1.0 - TUNED.relevant) * beyond


def _drifts(signals: Any, earlier: Sequence[Thought], guardrails: Guardrails) -> bool:
    from lux_nb.reasoning.monitor.profiles import TUNED

    floor = relevance_floor(guardrails.semantic_drift_threshold)
    needed = TUNED.irrelevant_for - 1
    recent = [thought.readings.relevance for thought in earlier[-needed:]] if needed else []
    values = [*recent, signals.relevance]
    return len(values) > needed and all(value is not None and value < floor for value in values)


def _is_unsure(readings: Readings, threshold: float) -> bool:
    """Tell whether the perplexity passes its threshold; an estimate has to pass it clearly."""
    if readings.perplexity is None:
        return False
    margin = ESTIMATE_MARGIN if readings.perplexity_source == ESTIMATED else 1.0
    return readings.perplexity > threshold * margin


def _is_even(readings: Readings, earlier: Sequence[Thought]) -> bool:
    recent = [thought.readings.attention_entropy for thought in earlier[-(EVEN_FOR - 1) :]]
    values = [*recent, readings.attention_entropy]
    return all(value is not None and value > EVEN for value in values)


def _intervene(readings: Readings, signals: Any, evidence: Evidence) -> None:
    """Choose the first alert that was not spoken of just before, and its words."""
    recent = {thought.readings.intervention_type for thought in evidence.earlier[-(COOLDOWN - 1) :]}
    for kind in readings.alert_kinds:
        if kind not in recent:
            readings.intervention_type = kind
            readings.intervention = _message(kind, readings, signals, evidence)
            return


def _message(kind: str, readings: Readings, signals: Any, evidence: Evidence) -> str:
    earlier = evidence.earlier
    if kind in _MESSAGES:
        return _MESSAGES[kind].format(perplexity=readings.perplexity or 0.0)
    if kind == "contradiction" and evidence.clash is not None:
        return _CLASH_MESSAGE.format(clash=evidence.clash)
    from lux_nb.reasoning.monitor.signals import intervention_message

    # The monitor counts the thoughts of this line; the caller's numbers may skip some.
    place = signals.similar_to
    known = place is not None and 0 < place <= len(earlier)
    return intervention_message(kind, earlier[place - 1].thought_number if known else None)
