"""The metacognitive monitor: watches thoughts for loops, faults, drift and loss of quality."""

from lux_nb.reasoning.monitor.batch import score, score_frame
from lux_nb.reasoning.monitor.fallacies import FallacyHint, classify_fallacy
from lux_nb.reasoning.monitor.monitor import MetacognitiveMonitor
from lux_nb.reasoning.monitor.signals import InterventionRecord, MonitoringSignals

__all__ = [
    "FallacyHint",
    "InterventionRecord",
    "MetacognitiveMonitor",
    "MonitoringSignals",
    "classify_fallacy",
    "score",
    "score_frame",
]
