"""The walk through many traces side by side: what :class:`Tracker` tells thought by thought.

All traces take their n-th thought together, so that a step costs a few array operations for all
of them. The rules are the tracker's, and tests hold both against each other.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from lux_nb.reasoning.monitor import tracker as rules
from lux_nb.reasoning.monitor.arithmetic import COLUMNS
from lux_nb.reasoning.monitor.lexing import Floats, Integers
from lux_nb.reasoning.monitor.measures import Measures
from lux_nb.reasoning.monitor.models import FAULTS, confidence, models
from lux_nb.reasoning.monitor.profiles import Profile
from lux_nb.reasoning.monitor.signals import TRACE_SCORES, intervention_message

Flags = NDArray[np.bool_]
_TRENDS = np.array(["degrading", "stable", "improving"], dtype=object)
_PHASES = np.array(["exploration", "synthesis", "conclusion"], dtype=object)


@dataclass(frozen=True, slots=True)
class Walked:
    """The shown columns of all thoughts in order, and the scores of each trace."""

    columns: dict[str, Any]
    scores: list[dict[str, float]]


class Steps:
    """The thoughts of traces in the order of the walk: all first ones, then all second ones."""

    def __init__(self, lengths: Integers) -> None:
        self.lengths = lengths
        order = np.argsort(-lengths, kind="stable")
        longest = int(lengths.max(initial=0))
        active = np.searchsorted(-lengths[order], -np.arange(1, longest + 1), side="right")
        first = np.cumsum(lengths) - lengths
        places = [first[order[:count]] + step for step, count in enumerate(active.tolist())]
        self.place = np.concatenate(places) if places else np.zeros(0, dtype=np.int64)
        self.count = active.tolist()
        self.start = (np.cumsum(active) - active).tolist()
        self.number = np.repeat(np.arange(1, longest + 1), active)
        self.trace = np.repeat(np.arange(lengths.size), lengths)

    def fold(self, first: Callable[[slice], Any], further: Callable[[slice, slice], Any]) -> None:
        """Call ``first`` with the first thoughts, then ``further`` with those before and these."""
        for step, (start, count) in enumerate(zip(self.start, self.count, strict=True)):
            here = slice(start, start + count)
            if step:
                before = self.start[step - 1]
                further(slice(before, before + count), here)
            else:
                first(here)

    def average(self, values: Floats, keep: float, take: float) -> Floats:
        """Return the average that keeps a share of itself at each thought; it begins at zero."""
        result = take * values

        def further(before: slice, here: slice) -> None:
            result[here] += keep * result[before]

        self.fold(lambda _: None, further)
        return result

    def run(self, holds: Flags) -> Integers:
        """Return for how many thoughts in a row something has held."""
        result = holds.astype(np.int64)

        def further(before: slice, here: slice) -> None:
            result[here] *= 1 + result[before]

        self.fold(lambda _: None, further)
        return result

    def back(self, values: Any) -> Any:
        """Return values of the walk in the order of the thoughts."""
        result = np.empty_like(values)
        result[self.place] = values
        return result

    def peak(self, values: Floats) -> Floats:
        """Return the largest value of each trace, at least zero."""
        result = np.zeros(self.lengths.size)
        np.maximum.at(result, self.trace[self.place], values)
        return result

    def share(self, values: Floats) -> Floats:
        """Return the mean value of each trace."""
        sums = np.bincount(self.trace, weights=self.back(values), minlength=self.lengths.size)
        return np.asarray(sums / np.maximum(self.lengths, 1))


@dataclass(slots=True)
class _Detected:
    """What the detectors of a profile say: alerts by kind, shown scores, trace scores."""

    circular: Floats
    distractor: Floats
    relevance: Floats
    alerts: dict[str, Flags]
    scores: dict[str, Floats]


def walk(
    measures: Measures, evidence: Floats, lengths: Integers, asked: Flags, profile: Profile
) -> Walked:
    """Walk through traces whose measured thoughts, without the queries, lie end to end."""
    steps = Steps(lengths)
    detect = _classic if profile.name == "classic" else _tuned
    found = detect(measures, evidence, steps, asked, profile)
    coherence, density = measures.coherence[steps.place], measures.density[steps.place]
    quality = 0.35 * coherence + 0.35 * density
    relevant = quality + 0.30 * found.relevance
    if profile.name != "classic":
        relevant = np.where(asked[steps.trace[steps.place]], relevant, quality / 0.70)
    trend, drop, fallen = _degrade(relevant, steps, profile)
    found.alerts["degradation"] = fallen
    found.scores["degradation"] = steps.peak(drop)
    alerts = _alert_kinds(found.alerts, steps)
    columns = {
        "circular_score": steps.back(COLUMNS.rounded(found.circular, 4)),
        "distractor_score": steps.back(COLUMNS.rounded(found.distractor, 4)),
        "topic_shift": measures.shift,
        "relevance": steps.back(COLUMNS.rounded(found.relevance, 4)),
        "coherence": measures.coherence,
        "information_density": measures.density,
        "quality": steps.back(COLUMNS.rounded(relevant, 4)),
        "trend": steps.back(_TRENDS[trend]),
        "phase": steps.back(_PHASES[_phase(measures, steps)]),
        "alert_kinds": alerts,
        "intervention": _interventions(alerts, measures.distance, steps, profile),
    }
    bounded = [np.clip(found.scores[name], 0.0, 1.0) for name in TRACE_SCORES]
    rounded = COLUMNS.rounded(np.stack(bounded, axis=1), 4).tolist()
    return Walked(columns, [dict(zip(TRACE_SCORES, row, strict=True)) for row in rounded])


def _classic(
    measures: Measures, evidence: Floats, steps: Steps, asked: Flags, profile: Profile
) -> _Detected:
    """Apply the published rules: so many thoughts in a row alike, or without the keywords."""
    del evidence, asked
    cosine, distance = measures.cosine[steps.place], measures.distance[steps.place]
    like = cosine > profile.similar
    alike = like.astype(np.int64)
    # The thought that the first repeat repeats belongs to the run.
    beginning = np.where(distance == 1.0, 2, 1)

    def first(here: slice) -> None:
        alike[here] *= beginning[here]

    def further(before: slice, here: slice) -> None:
        earlier = alike[before]
        alike[here] *= np.where(earlier == 0, beginning[here], earlier + 1)

    steps.fold(first, further)
    relevance = measures.overlap[steps.place]
    irrelevant = steps.run(relevance < profile.relevant)
    scores = {
        "loop": steps.peak(np.minimum(alike / profile.similar_for, 1.0)),
        "circular": steps.peak(cosine),
        "redundant": steps.share(like * 1.0),
        "contradiction": steps.peak(measures.clash[steps.place]),
        "drift": steps.peak(1.0 - relevance),
    }
    alerts = {
        "circular": alike >= profile.similar_for,
        "distractor": irrelevant >= profile.irrelevant_for,
    }
    return _Detected(cosine, 1.0 - relevance, relevance, alerts, scores)


def _tuned(
    measures: Measures, evidence: Floats, steps: Steps, asked: Flags, profile: Profile
) -> _Detected:
    repeats = measures.repeats[steps.place]
    looping = _half_at_alert(steps.average(repeats, rules.KEEP, rules.TAKE))
    questioned = asked[steps.trace[steps.place]]
    relevance = _relevance(measures, steps)
    low = (relevance < profile.relevant) & (measures.empty[steps.place] == 0.0)
    allowed = profile.irrelevant_for + np.where(questioned, 0, rules.MORE_UNASKED)
    off = np.maximum(1.0 - relevance / (2.0 * profile.relevant), 0.0)
    off = np.where(questioned, off, off * 0.75)
    wandering = _half_at_alert(steps.average(off, rules.KEEP, rules.TAKE))
    alerts = {
        "loop": (looping >= profile.alert) & (repeats >= 0.5),
        "distractor": steps.run(low) >= allowed,
    }
    scores = {
        "loop": _peak_and_share(steps, looping, repeats),
        "drift": _peak_and_share(steps, wandering, off),
    }
    circular = np.maximum(looping, _faults(measures, evidence, steps, alerts, scores))
    return _Detected(circular, wandering, relevance, alerts, scores)


def _faults(
    measures: Measures,
    evidence: Floats,
    steps: Steps,
    alerts: dict[str, Flags],
    scores: dict[str, Floats],
) -> Floats:
    """Add alerts and scores of the trained faults; return how circular each thought is."""
    threshold = models().threshold
    place, clash = steps.place, measures.clash[steps.place]
    passes = (evidence - threshold) > 0.0
    earlier = np.zeros_like(passes)
    earlier[1:] = passes[:-1]
    earlier[(np.cumsum(steps.lengths) - steps.lengths)[steps.lengths > 0]] = False
    contributes = (measures.logits - threshold) >= -rules.CONTRIBUTES
    spoken = (passes & (~earlier | contributes))[place]
    sure = COLUMNS.rounded(confidence(evidence, threshold), 4)[place]
    clashing = clash >= rules.CLASH
    for number, kind in enumerate(FAULTS):
        said, score = spoken[:, number], sure[:, number]
        if kind == "contradiction":
            said = said | clashing
            score = np.where(clashing, np.maximum(score, clash), score)
        alerts[kind], scores[kind] = said, steps.peak(score)
    own: Floats = COLUMNS.rounded(confidence(measures.logits[:, 0], threshold[0]), 4)[place]
    return own


def _relevance(measures: Measures, steps: Steps) -> Floats:
    """Follow relevance along the thoughts: what hangs on a relevant thought is relevant."""
    direct = measures.direct[steps.place]
    link = measures.link[steps.place] * rules.RELEVANCE_DECAY
    result = np.empty(direct.size)
    recent: list[Floats] = [np.ones(steps.lengths.size)]
    for start, count in zip(steps.start, steps.count, strict=True):
        here = slice(start, start + count)
        lately = sum(values[:count] for values in recent) / len(recent)
        result[here] = np.maximum(direct[here], link[here] * lately)
        recent = [*recent, result[here]][-rules.RELEVANT_NEARBY :]
    return result


def _degrade(quality: Floats, steps: Steps, profile: Profile) -> tuple[Integers, Floats, Flags]:
    """Return trend, score and alert of a rolling quality that falls below its beginning."""
    rolling, baseline = quality.copy(), quality.copy()
    trend = np.ones(quality.size, dtype=np.int64)
    early: list[Floats] = []
    for step, (start, count) in enumerate(zip(steps.start, steps.count, strict=True), start=1):
        here = slice(start, start + count)
        before = slice(steps.start[step - 2], steps.start[step - 2] + count)
        if step <= profile.baseline_thoughts:
            early = [*(values[:count] for values in early), quality[here]]
            rolling[here] = baseline[here] = np.median(early, axis=0)
        else:
            rolling[here] = profile.decay * rolling[before] + (1.0 - profile.decay) * quality[here]
            baseline[here] = baseline[before]
        oldest = steps.start[max(step - 3, 1) - 1]
        change = rolling[here] - (rolling[oldest : oldest + count] if step > 1 else rolling[here])
        trend[here] += (change > rules.TREND_STEP) * 1 - (change < -rules.TREND_STEP) * 1
    safe = np.where(baseline > 0, baseline, 1.0)
    drop = np.where(baseline > 0, 1.0 - rolling / safe, 0.0)
    score = np.clip(drop * 0.5 / profile.quality_drop, 0.0, 1.0)
    fallen = (drop > profile.quality_drop) & (steps.number > profile.baseline_thoughts)
    return trend, score, fallen


def _phase(measures: Measures, steps: Steps) -> Integers:
    concludes = measures.concludes[steps.place]
    gathers = np.maximum(measures.gathers[steps.place], concludes)
    concluding = steps.average(concludes, 0.5, 0.5)
    gathering = steps.average(gathers, 0.5, 0.5)
    phase = np.where(gathering >= 0.5, 1, 0)
    phase[(measures.ends[steps.place] > 0) | (concluding >= 0.7)] = 2
    phase[steps.number == 1] = 0
    return np.asarray(phase)


def _alert_kinds(alerts: dict[str, Flags], steps: Steps) -> list[tuple[str, ...]]:
    """Return the kinds of alert of each thought, in order."""
    bits = np.zeros(steps.place.size, dtype=np.int64)
    for number, flags in enumerate(alerts.values()):
        bits |= flags.astype(np.int64) << number
    names = list(alerts)
    combined = [
        tuple(name for number, name in enumerate(names) if bit >> number & 1)
        for bit in range(1 << len(names))
    ]
    return [combined[bit] for bit in steps.back(bits).tolist()]


def _interventions(
    alerts: list[tuple[str, ...]], distance: Floats, steps: Steps, profile: Profile
) -> list[str | None]:
    """Return what is said at each thought, the same not again for some thoughts."""
    said: list[str | None] = [None] * len(alerts)
    first = np.cumsum(steps.lengths) - steps.lengths
    latest: dict[tuple[int, str], int] = {}
    for place, kinds in enumerate(alerts):
        if not kinds:
            continue
        trace = int(steps.trace[place])
        number = place - int(first[trace]) + 1
        for kind in kinds:
            last = latest.get((trace, kind))
            if last is not None and number - last < profile.cooldown:
                continue
            back = int(distance[place])
            spoken = "loop" if profile.name == "classic" and kind == "circular" else kind
            said[place] = intervention_message(spoken, number - back if back else None)
            latest[trace, kind] = number
            break
    return said


def _half_at_alert(accumulated: Floats) -> Floats:
    above = 0.5 + 0.5 * (accumulated - rules.FULL_ALERT) / (1.0 - rules.FULL_ALERT)
    return np.where(accumulated < rules.FULL_ALERT, 0.5 * accumulated / rules.FULL_ALERT, above)


def _peak_and_share(steps: Steps, score: Floats, amount: Floats) -> Floats:
    share = steps.share(amount)
    return 0.5 * steps.peak(score) + 0.5 * share / (share + rules.LITTLE)
