"""/health, /metrics, limits and the log of requests on the running server."""

import json
from collections.abc import AsyncIterator

import httpx2
import pytest
from prometheus_client.parser import text_string_to_metric_families

from lux_nb.engine.engine import Engine
from lux_nb.errors import RateLimited
from lux_nb.server import ServerInfo
from lux_nb.server.limits import MOST_CLIENTS, RequestLimiter
from lux_nb.server.metrics import MOST_SERIES, Metrics

pytestmark = pytest.mark.anyio


@pytest.fixture
async def http(server: ServerInfo) -> AsyncIterator[httpx2.AsyncClient]:
    headers = {"Authorization": f"Bearer {server.token}", "User-Agent": "health-test/1"}
    base = f"http://127.0.0.1:{server.port}"
    async with httpx2.AsyncClient(
        base_url=base, headers=headers, trust_env=False, timeout=60
    ) as client:
        yield client


def samples(text: str) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


async def test_health_tells_that_the_store_answers(http: httpx2.AsyncClient) -> None:
    response = await http.get("/health")
    assert response.status_code == 200
    told = response.json()
    assert told["status"] == "ok"
    assert told["checks"] == {"store": "ok"}
    assert told["uptime"] >= 0


@pytest.mark.parametrize("path", ["/health", "/metrics", "/openapi.json", "/api/operations"])
async def test_they_need_the_token_too(http: httpx2.AsyncClient, path: str) -> None:
    response = await http.get(path, headers={"Authorization": ""})
    assert response.status_code == 401


async def test_health_tells_that_the_store_fails_and_not_why(
    http: httpx2.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(work: object) -> None:
        raise RuntimeError("password=hunter2")

    monkeypatch.setattr(engine.store, "read", fails)
    response = await http.get("/health")
    assert response.status_code == 503
    assert response.json()["checks"] == {"store": "failing"}
    assert "hunter2" not in response.text


async def test_prometheus_reads_what_was_counted(http: httpx2.AsyncClient) -> None:
    labels = {"operation": "test.echo", "author": "assistant", "status": "ok"}
    key = ("lux_operations_total", frozenset(labels.items()))
    before = samples((await http.get("/metrics")).text).get(key, 0)
    for _ in range(3):
        await http.post("/api/operations/test.echo", json={"text": "x"})
    await http.get("/metrics", headers={"Authorization": "Bearer wrong"})
    response = await http.get("/metrics")
    assert response.headers["content-type"].startswith("text/plain; version=0.0.4")
    after = samples(response.text)
    assert after[key] == before + 3
    seconds = {"operation": "test.echo", "le": "+Inf"}
    assert after[("lux_operation_seconds_bucket", frozenset(seconds.items()))] == before + 3
    assert after[("lux_refused_total", frozenset({("code", "INVALID_TOKEN")}))] >= 1
    assert after[("lux_resident_memory_bytes", frozenset())] > 1_000_000


def test_names_that_clients_invent_do_not_fill_the_memory() -> None:
    metrics = Metrics()
    for number in range(MOST_SERIES + 500):
        metrics.model_calls.add("p", f'model "{number}"\n\\', "error")
    assert len(list(metrics.model_calls.lines())) == MOST_SERIES + 1
    parsed = samples(metrics.text())
    labels = {"provider": "other", "model": "other", "status": "other"}
    assert parsed[("lux_model_calls_total", frozenset(labels.items()))] == 500


async def test_a_client_that_sends_too_much_waits_and_the_others_do_not(
    http: httpx2.AsyncClient, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(engine.settings, "server_rate_limit", 5)
    busy = {"User-Agent": "busy/1"}
    answers = [await http.get("/health", headers=busy) for _ in range(7)]
    refused = answers[-1]
    assert refused.status_code == 429
    assert refused.json()["error"]["code"] == "RATE_LIMITED"
    assert int(refused.headers["retry-after"]) >= 1
    calm = await http.get("/health", headers={"User-Agent": "calm/1"})
    assert calm.status_code == 200


def test_the_limiter_forgets_clients_that_are_gone() -> None:
    limiter = RequestLimiter(lambda: 1)
    for number in range(MOST_CLIENTS + 50):
        limiter.check(str(number))
    assert len(limiter._buckets) == MOST_CLIENTS
    with pytest.raises(RateLimited):
        limiter.check(str(MOST_CLIENTS + 49))


async def test_requests_are_logged_without_what_was_in_them(
    http: httpx2.AsyncClient, engine: Engine, server: ServerInfo
) -> None:
    secret = "do-not-log-me"
    await http.get(f"/nowhere?token={server.token}&q={secret}", headers={"X-Test": secret})
    text = engine.log_file.read_text("utf-8")
    assert secret not in text
    assert server.token not in text
    rows = [json.loads(line) for line in text.splitlines()]
    found = [row for row in rows if row.get("path") == "/nowhere"]
    assert found[-1]["status"] == 404
    assert found[-1]["method"] == "GET"
