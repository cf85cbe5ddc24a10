"""How the state of monitoring shows itself."""

from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.marks import BAD, MUTED, box, gauge

if TYPE_CHECKING:
    from lux_nb.reasoning.results import IlluminationStatus


def status_html(status: "IlluminationStatus") -> str:
    """Return the state with its gauges."""
    monitoring, quality = status.monitoring, status.monitoring.quality_metrics
    gauges = " ".join(
        [
            gauge("load", monitoring.cognitive_load, high_is_bad=True),
            gauge("circular", monitoring.circular_reasoning_score, high_is_bad=True),
            gauge("drift", monitoring.distractor_fixation_score, high_is_bad=True),
            gauge("coherence", quality.coherence, high_is_bad=False),
            gauge("density", quality.information_density, high_is_bad=False),
            gauge("relevance", quality.relevance, high_is_bad=False),
        ]
    )
    remarks = "".join(
        box(f"⚠ thought {record.thought_number}, {record.intervention_type}", record.reason, BAD)
        for record in monitoring.intervention_history[-10:]
    )
    return (
        f"<div><b>monitoring is {status.status}</b> "
        f"<small style='{MUTED}'>{escape(_line(status))}</small></div>"
        f"<div style='margin:.3em 0'>{gauges}</div>{remarks}"
    )


def status_text(status: "IlluminationStatus") -> str:
    """Return the state as plain text."""
    monitoring, quality = status.monitoring, status.monitoring.quality_metrics
    lines = [
        f"monitoring is {status.status}: {_line(status)}",
        f"  load {monitoring.cognitive_load:.2f} · circular "
        f"{monitoring.circular_reasoning_score:.2f} · drift "
        f"{monitoring.distractor_fixation_score:.2f}",
        f"  coherence {quality.coherence:.2f} · density {quality.information_density:.2f} · "
        f"relevance {quality.relevance:.2f}",
    ]
    lines += [
        f"  ⚠ thought {record.thought_number}, {record.intervention_type}: {record.reason}"
        for record in monitoring.intervention_history[-10:]
    ]
    return "\n".join(lines)


def _line(status: "IlluminationStatus") -> str:
    threads, monitoring = status.threads, status.monitoring
    return (
        f"{monitoring.current_phase}, quality {monitoring.quality_metrics.trend} · "
        f"{threads.active_count} active threads with {threads.average_turns:g} turns on average, "
        f"the oldest {threads.oldest_age_minutes:.0f} min old"
    )
