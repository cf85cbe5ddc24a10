"""Counters of what the server and the engine did, as Prometheus reads them.

They are plain dictionaries: counting costs a few hundred nanoseconds, and nothing is imported
for it when the server starts.
"""

import time
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable

from lux_nb.engine.events import Event

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
BUCKETS = (0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1.0, 5.0, 10.0, 30.0, 60.0)
MOST_SERIES = 2000
OTHER = "other"

Labels = tuple[str, ...]


class Counter:
    """A number that only grows, for each combination of labels."""

    kind = "counter"

    def __init__(self, name: str, about: str, labels: Labels) -> None:
        self.name, self.about, self.labels = name, about, labels
        self._values: dict[Labels, float] = defaultdict(float)

    def add(self, *labels: str, amount: float = 1.0) -> None:
        """Count something."""
        self._values[_bounded(labels, self._values)] += amount

    def value(self, *labels: str) -> float:
        """Return what was counted."""
        return self._values.get(labels, 0.0)

    def lines(self) -> Iterable[str]:
        """Write the samples."""
        for labels, value in self._values.items():
            yield f"{self.name}{_shown(self.labels, labels)} {value:g}"


class Gauge(Counter):
    """A number that grows and shrinks."""

    kind = "gauge"


class Histogram:
    """How long things took, in buckets."""

    kind = "histogram"

    def __init__(self, name: str, about: str, labels: Labels) -> None:
        self.name, self.about, self.labels = name, about, labels
        self._counts: dict[Labels, list[int]] = {}
        self._sums: dict[Labels, float] = defaultdict(float)

    def observe(self, seconds: float, *labels: str) -> None:
        """Note a duration."""
        key = _bounded(labels, self._counts)
        counts = self._counts.setdefault(key, [0] * (len(BUCKETS) + 1))
        counts[bisect_left(BUCKETS, seconds)] += 1
        self._sums[key] += seconds

    def lines(self) -> Iterable[str]:
        """Write the samples; each bucket counts those below it too."""
        names = (*self.labels, "le")
        for labels, counts in self._counts.items():
            total = 0
            for bound, count in zip((*map(str, BUCKETS), "+Inf"), counts, strict=True):
                total += count
                yield f"{self.name}_bucket{_shown(names, (*labels, bound))} {total}"
            yield f"{self.name}_sum{_shown(self.labels, labels)} {self._sums[labels]:.6f}"
            yield f"{self.name}_count{_shown(self.labels, labels)} {total}"


class Metrics:
    """All that is counted while a kernel is served."""

    def __init__(self) -> None:
        self.started = time.monotonic()
        self.requests = Counter(
            "lux_http_requests_total", "Requests by surface.", ("surface", "method", "status")
        )
        self.request_seconds = Histogram(
            "lux_http_request_seconds", "Time to the end of the answer.", ("surface",)
        )
        self.refused = Counter(
            "lux_refused_total", "Requests refused at the door, by reason.", ("code",)
        )
        self.sockets = Gauge("lux_open_sockets", "WebSocket connections now open.", ("surface",))
        self.messages = Counter(
            "lux_socket_messages_total", "Messages received on sockets.", ("surface",)
        )
        self.operations = Counter(
            "lux_operations_total", "Operations run.", ("operation", "author", "status")
        )
        self.operation_seconds = Histogram(
            "lux_operation_seconds", "Time an operation took.", ("operation",)
        )
        self.model_calls = Counter(
            "lux_model_calls_total", "Calls of models.", ("provider", "model", "status")
        )
        self.tokens = Counter("lux_model_tokens_total", "Tokens used.", ("model", "direction"))
        self.cost = Counter("lux_model_cost_dollars_total", "Dollars spent.", ("model",))

    def heard(self, event: Event) -> None:
        """Count an event of the engine's log."""
        if event.kind == "operation" and event.operation:
            self.operations.add(event.operation, event.author.kind, event.status)
            self.operation_seconds.observe(event.seconds or 0.0, event.operation)
        elif event.kind == "model_call":
            model = event.subject or ""
            self.model_calls.add(str(event.payload.get("provider", "")), model, event.status)
            self.tokens.add(model, "prompt", amount=event.prompt_tokens or 0)
            self.tokens.add(model, "completion", amount=event.completion_tokens or 0)
            if event.cost:
                self.cost.add(model, amount=event.cost)

    def text(self) -> str:
        """Write everything in the text format of Prometheus."""
        lines: list[str] = []
        for family in self._families():
            lines += [f"# HELP {family.name} {family.about}", f"# TYPE {family.name} {family.kind}"]
            lines += family.lines()
        return "\n".join(lines) + "\n"

    def _families(self) -> list[Counter | Histogram]:
        import psutil  # type: ignore[import-untyped]

        uptime = Gauge("lux_uptime_seconds", "Time since the server started.", ())
        uptime.add(amount=round(time.monotonic() - self.started, 3))
        memory = Gauge("lux_resident_memory_bytes", "Memory of the kernel's process.", ())
        memory.add(amount=psutil.Process().memory_info().rss)
        counted = [value for value in vars(self).values() if isinstance(value, Counter | Histogram)]
        return [uptime, memory, *counted]


def _bounded(labels: Labels, known: dict[Labels, float] | dict[Labels, list[int]]) -> Labels:
    """Keep a client that invents names from filling the memory."""
    if labels in known or len(known) < MOST_SERIES:
        return labels
    return tuple(OTHER for _ in labels)


def _shown(names: Labels, values: Labels) -> str:
    if not names:
        return ""
    pairs = (f'{name}="{_escaped(value)}"' for name, value in zip(names, values, strict=True))
    return "{" + ",".join(pairs) + "}"


def _escaped(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
