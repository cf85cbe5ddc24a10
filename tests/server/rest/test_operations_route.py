"""Every operation has a route, and streaming ones send their pieces."""

import json

import httpx2
import pytest

from lux_nb.engine.engine import Engine
from tests.server.operations import SECRET

pytestmark = pytest.mark.anyio


async def test_an_operation_is_run_by_its_name(http: httpx2.AsyncClient) -> None:
    response = await http.post("/api/operations/test.echo", json={"text": "ab", "times": 2})
    assert response.status_code == 200
    assert response.json() == {"text": "abab", "author": "assistant rest-test 2.0"}


async def test_all_operations_are_listed(http: httpx2.AsyncClient, engine: Engine) -> None:
    rows = (await http.get("/api/operations")).json()["operations"]
    assert {row["name"] for row in rows} == set(engine.operations)
    confer = next(row for row in rows if row["name"] == "confer")
    assert confer["streams"]
    assert confer["url"] == "/api/operations/confer"


async def test_an_unknown_operation_is_not_found(http: httpx2.AsyncClient) -> None:
    response = await http.post("/api/operations/test.ech", json={})
    assert response.status_code == 404
    assert response.json()["error"]["code"] == "UNKNOWN_OPERATION"
    assert "test.echo" in response.json()["error"]["hint"]


async def test_a_wrong_parameter_is_named(http: httpx2.AsyncClient) -> None:
    response = await http.post("/api/operations/test.echo", json={"text": 7})
    assert response.status_code == 400
    assert response.json()["error"]["details"][0]["field"] == "text"


async def test_pieces_come_as_server_sent_events(http: httpx2.AsyncClient) -> None:
    headers = {"Accept": "text/event-stream"}
    response = await http.post("/api/operations/test.stream", json={}, headers=headers)
    assert response.headers["content-type"].startswith("text/event-stream")
    told = []
    for block in response.text.strip().split("\n\n"):
        kind, payload = block.split("\n")
        told.append((kind.removeprefix("event: "), json.loads(payload.removeprefix("data: "))))
    assert told[0] == (
        "progress",
        {"message": "loading", "done": 1.0, "total": 2.0, "percentage": 50.0},
    )
    assert "".join(piece["text"] for kind, piece in told if kind == "delta") == "one two three"
    assert told[-1][0] == "result"
    assert told[-1][1]["text"] == "one two three"


async def test_without_asking_for_pieces_the_result_comes_at_once(
    http: httpx2.AsyncClient,
) -> None:
    response = await http.post("/api/operations/test.stream", json={})
    assert response.json()["text"] == "one two three"


async def test_a_wrong_request_of_a_streaming_operation_has_its_status(
    http: httpx2.AsyncClient,
) -> None:
    headers = {"Accept": "text/event-stream"}
    response = await http.post("/api/operations/test.stream", json={"x": 1}, headers=headers)
    assert response.status_code == 400


async def test_a_key_in_an_unforeseen_error_is_masked(http: httpx2.AsyncClient) -> None:
    response = await http.post("/api/operations/test.fail", json={})
    assert response.status_code == 500
    assert SECRET not in response.text


async def test_a_correlation_id_is_echoed_if_it_is_one(http: httpx2.AsyncClient) -> None:
    for given, echoed in (("abc-1", "abc-1"), ("a b;c", None)):
        headers = {"X-Correlation-ID": given}
        response = await http.post("/api/operations/test.echo", json={"text": "x"}, headers=headers)
        assert response.headers.get("x-correlation-id") == echoed
