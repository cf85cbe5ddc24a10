"""Spans of operations and model calls, in memory and over the wire."""

import threading
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import LuxError
from lux_nb.telemetry import start_export

pytest.importorskip("opentelemetry.sdk", reason="the extra otel is not installed")
AUTHOR = Author("script", "test")


async def started(engine: Any, exporter: Any) -> None:
    engine.closing.append(start_export(engine, exporter))


@pytest.fixture
def spans(engine: Any) -> Any:
    from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

    exporter = InMemorySpanExporter()
    engine.run(started(engine, exporter))
    return exporter


def test_a_model_call_is_a_span_inside_its_operation(engine: Any, spans: Any) -> None:
    secret = "the words that nobody else may read"
    engine.run(engine.call("confer", {"message": secret}, author=AUTHOR))
    by_name = {span.name: span for span in spans.get_finished_spans()}
    operation = by_name.pop("confer")
    (model,) = by_name.values()
    assert model.parent.span_id == operation.context.span_id
    assert model.context.trace_id == operation.context.trace_id
    assert operation.parent is None
    assert operation.start_time <= model.start_time < model.end_time <= operation.end_time
    assert model.attributes["gen_ai.usage.output_tokens"] > 0
    assert model.attributes["gen_ai.provider.name"] == "embedded"
    assert operation.attributes["lux.author.name"] == "test"
    assert secret not in operation.to_json() + model.to_json()


def test_a_failed_operation_tells_its_code_only(engine: Any, spans: Any) -> None:
    with pytest.raises(LuxError):
        engine.run(engine.call("thread_get", {"thread_id": "nowhere"}, author=AUTHOR))
    (span,) = spans.get_finished_spans()
    assert not span.status.is_ok
    assert span.attributes["error.type"] == span.status.description == "THREAD_NOT_FOUND"


def test_nothing_is_exported_unless_it_is_turned_on(engine: Any) -> None:
    assert engine.settings.otel is False


@pytest.fixture
def collector(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[bytes]]:
    """An OTLP collector on this machine."""
    bodies: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200)
            self.send_header("Content-Length", "0")
            self.end_headers()

        def log_message(self, *_: Any) -> None:
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    address = f"http://127.0.0.1:{server.server_port}"
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_COMPRESSION", "none")
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield bodies
    server.shutdown()
    thread.join()
    server.server_close()


def test_spans_reach_a_collector_when_the_engine_closes(
    make_engine: Callable[..., Any], collector: list[bytes]
) -> None:
    engine = make_engine(otel=True)
    engine.run(engine.call("thread_list", {}, author=AUTHOR))
    engine.close()
    from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

    received = ExportTraceServiceRequest()
    received.ParseFromString(b"".join(collector))
    (resource,) = received.resource_spans
    assert {span.name for scope in resource.scope_spans for span in scope.spans} == {"thread_list"}
