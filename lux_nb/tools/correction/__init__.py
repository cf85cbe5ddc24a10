"""Mend arguments that do not fit a tool's schema, and learn which mendings work."""

from lux_nb.tools.correction.diagnosis import Diagnosis, diagnose
from lux_nb.tools.correction.engine import THRESHOLD, correct, correct_call
from lux_nb.tools.correction.model import (
    ABSENT,
    STRATEGIES,
    CallCorrection,
    Change,
    Correction,
    Risk,
)
from lux_nb.tools.correction.patterns import Pattern, PatternBook, PatternEvent

__all__ = [
    "ABSENT",
    "STRATEGIES",
    "THRESHOLD",
    "CallCorrection",
    "Change",
    "Correction",
    "Diagnosis",
    "Pattern",
    "PatternBook",
    "PatternEvent",
    "Risk",
    "correct",
    "correct_call",
    "diagnose",
]
