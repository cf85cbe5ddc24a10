"""Traces with faults made by hand from sound ones: for what no public set labels."""

import random

from benchmarks.monitor_data import Trace

_FILLER = (
    "Okay, let me think about this.",
    "Hmm, so yes, well, that is how it is.",
    "Right, so we go on with it then.",
    "This is what it is, and so on.",
    "Well, it could be this or that.",
    "So, yes.",
    "I think so, or maybe not.",
)
_SMALL = ("so", "now", "then", "again", "well", "okay")


def _usable(traces: list[Trace], least: int = 6) -> list[Trace]:
    return [trace for trace in traces if len(trace.steps) >= least]


def _edited(step: str, chance: random.Random) -> str:
    words = step.split()
    kept = [word for word in words if chance.random() > 0.06]
    return f"{chance.choice(_SMALL)} {' '.join(kept or words)}"


def looped(traces: list[Trace], edit: bool = False, seed: int = 1) -> list[Trace]:
    """Repeat a block of one to three steps two or three times, word for word or nearly so."""
    chance, made = random.Random(seed), []
    for trace in _usable(traces):
        size = chance.randint(1, 3)
        start = chance.randint(1, len(trace.steps) - size)
        block = trace.steps[start : start + size]
        times = chance.randint(2, 3) + (size == 1)
        again = [_edited(step, chance) if edit else step for _ in range(times) for step in block]
        steps = trace.steps[: start + size] + again + trace.steps[start + size :]
        made.append(Trace(trace.query, steps, "looped", trace.group))
    return made


def drifted(traces: list[Trace], others: list[Trace], seed: int = 2) -> list[Trace]:
    """Let the second half of each trace be about something else."""
    chance, made = random.Random(seed), []
    for trace in _usable(traces):
        other = chance.choice(others)
        if other.group == trace.group:
            continue
        half = len(trace.steps) // 2
        tail = other.steps[1 : 1 + max(4, len(trace.steps) - half)]
        made.append(Trace(trace.query, trace.steps[:half] + tail, "drifted", trace.group))
    return made


def padded(traces: list[Trace], seed: int = 3) -> list[Trace]:
    """Let the second half of each trace be filler."""
    chance, made = random.Random(seed), []
    for trace in _usable(traces):
        half = len(trace.steps) // 2
        tail = [chance.choice(_FILLER) for _ in range(max(4, len(trace.steps) - half))]
        made.append(Trace(trace.query, trace.steps[:half] + tail, "padded", trace.group))
    return made
