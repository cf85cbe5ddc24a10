"""OpenTelemetry: operations and model calls as spans, for those who turn it on.

It needs the extra ``otel`` and ``LUX_OTEL=true``; where the spans go is said by the variables
every exporter reads, such as ``OTEL_EXPORTER_OTLP_ENDPOINT``. A span tells names, times, tokens,
cost and the code of an error, never what was said.
"""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from lux_nb import __version__
from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.errors import NotConfigured

if TYPE_CHECKING:
    from opentelemetry.sdk.trace.export import SpanExporter

    from lux_nb.engine.engine import Engine

CLOSE_SECONDS = 3.0
NANOSECONDS = 1_000_000_000

Stop = Callable[[], Awaitable[None]]


def start_export(engine: "Engine", exporter: "SpanExporter | None" = None) -> Stop:
    """Send a span for each operation and model call from now on; returns what ends it."""
    try:
        from opentelemetry.sdk.trace.export import BatchSpanProcessor, SimpleSpanProcessor

        if exporter is None:
            from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
    except ImportError as error:
        message = "OpenTelemetry is turned on but not installed."
        raise NotConfigured(message, hint='pip install "lux-nb[otel]"') from error
    provider, ids = _provider()
    if exporter is None:
        provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    else:
        provider.add_span_processor(SimpleSpanProcessor(exporter))
    spans = Spans(provider.get_tracer("lux_nb", __version__), ids)
    unsubscribe = engine.events.subscribe(spans.heard)

    async def stop() -> None:
        unsubscribe()
        # An exporter that can't reach its collector must not hold up the end of a kernel.
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(asyncio.to_thread(provider.shutdown), CLOSE_SECONDS)

    return stop


class Spans:
    """Turns events of the log into spans; those of one call share a trace."""

    def __init__(self, tracer: Any, ids: Any) -> None:
        self._tracer = tracer
        self._ids = ids

    def heard(self, event: Event) -> None:
        """Make the span of an operation that ended, or of a model call inside one."""
        if event.kind == "operation":
            self._write(event, event.operation or "operation", _operation(event), is_root=True)
        elif event.kind == "model_call":
            self._write(event, f"chat {event.subject}", _model_call(event), is_root=False)

    def _write(self, event: Event, name: str, attributes: dict[str, Any], *, is_root: bool) -> None:
        from opentelemetry import trace

        call = _call_id(event)
        self._ids.next_trace = int(call, 16)
        context = None
        if is_root:
            self._ids.next_span = _span_of(call)
        else:
            parent = trace.SpanContext(
                int(call, 16), _span_of(call), is_remote=False, trace_flags=trace.TraceFlags(1)
            )
            context = trace.set_span_in_context(trace.NonRecordingSpan(parent))
        ended = event.at.timestamp()
        began = (event.at - timedelta(seconds=event.seconds or 0.0)).timestamp()
        kind = trace.SpanKind.INTERNAL if is_root else trace.SpanKind.CLIENT
        span = self._tracer.start_span(
            name,
            context=context,
            kind=kind,
            attributes={key: value for key, value in attributes.items() if value is not None},
            start_time=int(began * NANOSECONDS),
        )
        if event.status == "error":
            span.set_status(trace.StatusCode.ERROR, event.error_code or "")
        span.end(end_time=int(ended * NANOSECONDS))


def _call_id(event: Event) -> str:
    """Return the id of the call an event belongs to: 128 bits, as a trace has."""
    try:
        return current_call().id
    except LookupError:
        return event.id


def _span_of(call: str) -> int:
    return int(call[:16], 16) or 1


def _operation(event: Event) -> dict[str, Any]:
    return {
        "lux.operation": event.operation,
        "lux.status": event.status,
        "lux.author.kind": event.author.kind,
        "lux.author.name": event.author.name,
        "error.type": event.error_code,
        **_spent(event),
    }


def _model_call(event: Event) -> dict[str, Any]:
    return {
        "gen_ai.operation.name": "chat",
        "gen_ai.request.model": event.subject,
        "gen_ai.provider.name": event.payload.get("provider"),
        "lux.operation": event.operation,
        "lux.status": event.status,
        "lux.cached": event.payload.get("cached"),
        "error.type": event.error_code,
        **_spent(event),
    }


def _spent(event: Event) -> dict[str, Any]:
    return {
        "gen_ai.usage.input_tokens": event.prompt_tokens,
        "gen_ai.usage.output_tokens": event.completion_tokens,
        "lux.cost_dollars": event.cost,
    }


def _provider() -> tuple[Any, Any]:
    """Make a tracer provider of our own; that of the user's program is left alone."""
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider
    from opentelemetry.sdk.trace.id_generator import RandomIdGenerator

    class CallIds(RandomIdGenerator):
        """Gives the span of an operation the id that spans inside it already name."""

        next_trace: int | None = None
        next_span: int | None = None

        def generate_trace_id(self) -> int:
            made, self.next_trace = self.next_trace, None
            return made or super().generate_trace_id()

        def generate_span_id(self) -> int:
            made, self.next_span = self.next_span, None
            return made or super().generate_span_id()

    ids = CallIds()
    resource = Resource.create({"service.name": "lux_nb", "service.version": __version__})
    return TracerProvider(resource=resource, id_generator=ids, shutdown_on_exit=False), ids
