"""What only a walk through the thoughts in order can tell: runs, trends, phases, interventions."""

from dataclasses import asdict, dataclass, field
from statistics import median
from typing import Any

from lux_nb.reasoning.monitor.arithmetic import PLAIN
from lux_nb.reasoning.monitor.measures import ROW_NAMES
from lux_nb.reasoning.monitor.models import FAULTS
from lux_nb.reasoning.monitor.profiles import Profile
from lux_nb.reasoning.monitor.signals import (
    TRACE_SCORES,
    InterventionRecord,
    intervention_message,
)

_rounded = PLAIN.rounded
_AT = {name: place for place, name in enumerate(ROW_NAMES)}
(_COSINE, _DISTANCE, _REPEATS, _COHERENCE, _DENSITY, _DIRECT, _LINK, _OVERLAP, _CLASH_AT, _LOAD) = (
    _AT[name]
    for name in (
        "cosine",
        "distance",
        "repeats",
        "coherence",
        "density",
        "direct",
        "link",
        "overlap",
        "clash",
        "load",
    )
)
_SHIFT, _CONCLUDES, _GATHERS, _ENDS, _EMPTY = (
    _AT[name] for name in ("shift", "concludes", "gathers", "ends", "empty")
)
_FAULT_AT = tuple(
    (
        kind,
        _AT[f"logit_{kind}"],
        _AT[f"evidence_{kind}"],
        _AT[f"own_{kind}"],
        _AT[f"score_{kind}"],
    )
    for kind in FAULTS
)
_LOOP, _CIRCULAR, _REDUNDANT, _CONTRADICTION, _DRIFT, _DEGRADATION = range(len(TRACE_SCORES))
KEEP, TAKE = 0.6, 0.4
FULL_ALERT = 0.6  # two full repeats in a row bring the accumulator almost exactly here
RELEVANCE_DECAY = 0.95
RELEVANT_NEARBY = 3
TREND_STEP = 0.03
CLASH = 0.7  # from here on two claims are alike enough for their opposition to count
CONTRIBUTES = 0.5  # a thought this close below a threshold still takes part in an alert
MORE_UNASKED = 4  # thoughts more that may wander where no question was asked
LITTLE = 0.15  # the share of thoughts at which a share weighs half

Row = tuple[float, ...]
Step = tuple[Any, ...]  # the values of MonitoringSignals, in order


@dataclass(slots=True)
class Course:
    """The state of a walk, all of it ready for JSON."""

    thoughts: int = 0
    alike: int = 0
    irrelevant: int = 0
    looping: float = 0.0
    wandering: float = 0.0
    relevance: list[float] = field(default_factory=lambda: [1.0])
    quality: float = 0.0
    baseline: float = 0.0
    load: float = 0.0
    concluding: float = 0.0
    gathering: float = 0.0
    phase: str = "exploration"
    trend: str = "stable"
    early_quality: list[float] = field(default_factory=list)
    recent_quality: list[float] = field(default_factory=list)
    above: list[bool] = field(default_factory=lambda: [False] * len(FAULTS))
    peak: list[float] = field(default_factory=lambda: [0.0] * len(TRACE_SCORES))
    total: list[float] = field(default_factory=lambda: [0.0] * len(TRACE_SCORES))
    last_intervention: dict[str, int] = field(default_factory=dict)


class Tracker:
    """Walks through the measures of one trace's thoughts."""

    def __init__(self, profile: Profile, asked: bool = True) -> None:
        self.profile = profile
        self.asked = asked  # without a question of its own a trace may go further afield
        self.course = Course()
        self.interventions: list[InterventionRecord] = []
        self._classic = profile.name == "classic"

    def step(self, row: Row) -> Step:
        """Take in the next thought's measures and return the values of its signals."""
        course = self.course
        course.thoughts += 1
        alerts: list[str] = []
        if self._classic:
            circular = self._similar(row, alerts)
            distractor, relevance = self._irrelevant(row, alerts)
            faults: tuple[float, ...] = ()
        else:
            circular = self._loops(row, alerts)
            distractor, relevance = self._wanders(row, alerts)
            faults = self._faults(row, alerts)
            circular = max(circular, faults[0])
        quality = 0.35 * row[_COHERENCE] + 0.35 * row[_DENSITY]
        if self.asked or self._classic:
            quality += 0.30 * relevance
        else:
            quality /= 0.70
        self._degrade(quality, alerts)
        self._advance_phase(row)
        course.load = 0.5 * course.load + 0.5 * min(row[_LOAD] + 0.2 * len(alerts), 1.0)
        distance = int(row[_DISTANCE])
        similar_to = course.thoughts - distance if distance else None
        return (
            course.thoughts,
            _rounded(circular, 4),
            _rounded(distractor, 4),
            row[_SHIFT],
            _rounded(relevance, 4),
            row[_COHERENCE],
            row[_DENSITY],
            _rounded(quality, 4),
            course.trend,
            course.phase,
            tuple(alerts),
            self._intervene(alerts, similar_to) if alerts else None,
            round(course.load, 4),
            faults,
            similar_to,
        )

    def _similar(self, row: Row, alerts: list[str]) -> float:
        """Apply the classic rule: so many thoughts in a row that are like an earlier one."""
        course, profile, cosine = self.course, self.profile, row[_COSINE]
        if cosine > profile.similar:
            # The thought that the first repeat repeats belongs to the run.
            directly = course.alike == 0 and row[_DISTANCE] == 1.0
            course.alike += 2 if directly else 1
        else:
            course.alike = 0
        if course.alike >= profile.similar_for:
            alerts.append("circular")
        self._note(_CIRCULAR, cosine, cosine)
        run = min(course.alike / profile.similar_for, 1.0)
        self._note(_LOOP, run, run)
        repeated = float(cosine > profile.similar)
        self._note(_REDUNDANT, repeated, repeated)
        self._note(_CONTRADICTION, row[_CLASH_AT], row[_CLASH_AT])
        return cosine

    def _irrelevant(self, row: Row, alerts: list[str]) -> tuple[float, float]:
        """Apply the classic rule: so many thoughts in a row without the query's keywords."""
        course, profile, relevance = self.course, self.profile, row[_OVERLAP]
        course.irrelevant = course.irrelevant + 1 if relevance < profile.relevant else 0
        if course.irrelevant >= profile.irrelevant_for:
            alerts.append("distractor")
        self._note(_DRIFT, 1.0 - relevance, 1.0 - relevance)
        return 1.0 - relevance, relevance

    def _loops(self, row: Row, alerts: list[str]) -> float:
        course, repeats = self.course, row[_REPEATS]
        course.looping = KEEP * course.looping + TAKE * repeats
        score = _half_at_alert(course.looping)
        self._note(_LOOP, score, repeats)
        if score >= self.profile.alert and repeats >= 0.5:
            alerts.append("loop")
        return score

    def _wanders(self, row: Row, alerts: list[str]) -> tuple[float, float]:
        """Follow relevance along the thoughts: what hangs on a relevant thought is relevant."""
        course, profile = self.course, self.profile
        lately = sum(course.relevance) / len(course.relevance)
        carried = row[_LINK] * RELEVANCE_DECAY * lately
        relevance = max(row[_DIRECT], carried)
        course.relevance.append(relevance)
        del course.relevance[:-RELEVANT_NEARBY]
        low = relevance < profile.relevant and not row[_EMPTY]
        course.irrelevant = course.irrelevant + 1 if low else 0
        off = max(1.0 - relevance / (2.0 * profile.relevant), 0.0)
        if not self.asked:
            off *= 0.75
        course.wandering = KEEP * course.wandering + TAKE * off
        score = _half_at_alert(course.wandering)
        self._note(_DRIFT, score, off)
        if course.irrelevant >= profile.irrelevant_for + (0 if self.asked else MORE_UNASKED):
            alerts.append("distractor")
        return score, relevance

    def _faults(self, row: Row, alerts: list[str]) -> tuple[float, ...]:
        """Speak up where the evidence passes its threshold and this thought is part of it."""
        course = self.course
        above, peak, total, scores = course.above, course.peak, course.total, []
        clash = row[_CLASH_AT]
        for place, (kind, logit_at, evidence_at, own_at, score_at) in enumerate(_FAULT_AT):
            passes = row[evidence_at] > 0.0
            spoken = passes and (not above[place] or row[logit_at] >= -CONTRIBUTES)
            above[place] = passes
            own, score = row[own_at], row[score_at]
            if clash >= CLASH and kind == "contradiction":
                spoken, own, score = True, max(own, clash), max(score, clash)
            if score > peak[_CIRCULAR + place]:  # noqa: PLR1730 - a call costs more than this
                peak[_CIRCULAR + place] = score
            total[_CIRCULAR + place] += score
            scores.append(own)
            if spoken:
                alerts.append(kind)
        return tuple(scores)

    def _degrade(self, quality: float, alerts: list[str]) -> None:
        course, profile = self.course, self.profile
        if course.thoughts <= profile.baseline_thoughts:
            # The median: a first thought that only states the question is no measure.
            course.early_quality.append(quality)
            course.quality = course.baseline = median(course.early_quality)
        else:
            course.quality = profile.decay * course.quality + (1.0 - profile.decay) * quality
        drop = 1.0 - course.quality / course.baseline if course.baseline > 0 else 0.0
        score = min(max(drop * 0.5 / profile.quality_drop, 0.0), 1.0)
        self._note(_DEGRADATION, score, score)
        if drop > profile.quality_drop and course.thoughts > profile.baseline_thoughts:
            alerts.append("degradation")
        recent = course.recent_quality
        change = course.quality - (recent[0] if recent else course.quality)
        course.trend = (
            "improving"
            if change > TREND_STEP
            else ("degrading" if change < -TREND_STEP else "stable")
        )
        recent.append(course.quality)
        del recent[:-3]

    def _advance_phase(self, row: Row) -> None:
        course, concludes = self.course, row[_CONCLUDES]
        course.concluding = 0.5 * course.concluding + 0.5 * concludes
        course.gathering = 0.5 * course.gathering + 0.5 * max(row[_GATHERS], concludes)
        if course.thoughts == 1:
            course.phase = "exploration"
        elif row[_ENDS] or course.concluding >= 0.7:
            course.phase = "conclusion"
        elif course.gathering >= 0.5:
            course.phase = "synthesis"
        else:
            course.phase = "exploration"

    def _intervene(self, kinds: list[str], similar_to: int | None) -> str | None:
        course = self.course
        for kind in kinds:
            last = course.last_intervention.get(kind)
            if last is not None and course.thoughts - last < self.profile.cooldown:
                continue
            spoken = "loop" if self._classic and kind == "circular" else kind
            message = intervention_message(spoken, similar_to)
            course.last_intervention[kind] = course.thoughts
            self.interventions.append(InterventionRecord(course.thoughts, kind, message))
            return message
        return None

    def _note(self, kind: int, score: float, amount: float) -> None:
        course = self.course
        if score > course.peak[kind]:  # noqa: PLR1730 - a call costs more than this
            course.peak[kind] = score
        course.total[kind] += amount

    def trace_scores(self) -> dict[str, float]:
        """Return the scores of the trace so far, each between 0 and 1."""
        course, count = self.course, max(self.course.thoughts, 1)
        scores = list(course.peak)
        if self._classic:
            scores[_REDUNDANT] = course.total[_REDUNDANT] / count
        else:
            for kind in (_LOOP, _DRIFT):
                share = course.total[kind] / count
                scores[kind] = 0.5 * course.peak[kind] + 0.5 * share / (share + LITTLE)
        bounded = [_rounded(min(max(value, 0.0), 1.0), 4) for value in scores]
        return dict(zip(TRACE_SCORES, bounded, strict=True))

    def to_state(self) -> dict[str, Any]:
        """Return everything, ready for JSON."""
        return {
            "asked": self.asked,
            "course": asdict(self.course),
            "interventions": [asdict(record) for record in self.interventions],
        }

    @classmethod
    def from_state(cls, profile: Profile, state: dict[str, Any]) -> "Tracker":
        """Build a tracker again from its state."""
        tracker = cls(profile, state["asked"])
        tracker.course = Course(**state["course"])
        tracker.interventions = [InterventionRecord(**item) for item in state["interventions"]]
        return tracker


def _half_at_alert(accumulated: float) -> float:
    """Map an accumulator to 0..1 with 0.5 where two full signals in a row bring it."""
    if accumulated < FULL_ALERT:
        return 0.5 * accumulated / FULL_ALERT
    return 0.5 + 0.5 * (accumulated - FULL_ALERT) / (1.0 - FULL_ALERT)
