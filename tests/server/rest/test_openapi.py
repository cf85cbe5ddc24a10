"""The OpenAPI document is true: a generated client meets what it says."""

from typing import Any

import httpx2
import pytest

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo

EXAMPLES = 4
SKIPPED = {"test.wait"}
"""It waits until it is cancelled."""


def fetched(server: ServerInfo, path: str) -> httpx2.Response:
    headers = {"Authorization": f"Bearer {server.token}"}
    with httpx2.Client(trust_env=False, headers=headers, timeout=60) as client:
        return client.get(f"http://127.0.0.1:{server.port}{path}")


@pytest.fixture
def document(server: ServerInfo) -> dict[str, Any]:
    response = fetched(server, "/openapi.json")
    assert response.headers["content-type"] == "application/json"
    return dict(response.json())


def test_every_operation_and_route_is_described(document: dict[str, Any], engine: Engine) -> None:
    assert document["openapi"].startswith("3.1")
    paths = document["paths"]
    for name in engine.operations:
        assert f"/api/operations/{name}" in paths
    assert set(paths["/api/mcp/tools"]) == {"get", "post"}
    assert set(paths["/api/mcp/tools/{toolId}"]) == {"get", "put", "delete"}
    assert "/api/auto-correction/status" in paths


def test_every_reference_of_the_document_leads_somewhere(document: dict[str, Any]) -> None:
    found: list[str] = []

    def collect(value: Any) -> None:
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                found.append(value["$ref"])
            for item in value.values():
                collect(item)
        elif isinstance(value, list):
            for item in value:
                collect(item)

    collect(document)
    assert found
    for reference in found:
        assert reference.startswith("#/components/schemas/")
        assert reference.rpartition("/")[2] in document["components"]["schemas"]


def generated_cases(server: ServerInfo, document: dict[str, Any], wanted: Any) -> int:
    """Run generated requests against the server and check each answer; return how many."""
    import schemathesis
    from hypothesis import HealthCheck, Phase, given, settings
    from schemathesis.checks import not_a_server_error
    from schemathesis.specs.openapi.checks import (
        content_type_conformance,
        response_schema_conformance,
        status_code_conformance,
    )

    checks = [
        not_a_server_error,
        status_code_conformance,
        content_type_conformance,
        response_schema_conformance,
    ]
    schema = schemathesis.openapi.from_dict(document)
    base = f"http://127.0.0.1:{server.port}"
    headers = {"Authorization": f"Bearer {server.token}"}
    ran = 0
    for result in schema.get_all_operations():
        described = result.ok()
        if not wanted(described.path, described.method.upper()):
            continue
        bounded = settings(
            max_examples=EXAMPLES,
            deadline=None,
            database=None,
            derandomize=True,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )

        def check(case: Any) -> None:
            nonlocal ran
            ran += 1
            response = case.call(base_url=base, headers=headers, timeout=60)
            case.validate_response(response, checks=checks)

        bounded(given(described.as_strategy())(check))()
    return ran


def test_generated_requests_meet_the_document_on_the_routes_of_the_reference(
    server: ServerInfo, document: dict[str, Any]
) -> None:
    def wanted(path: str, method: str) -> bool:
        return not path.startswith("/api/operations/")

    assert generated_cases(server, document, wanted) > 40


@pytest.mark.slow
def test_generated_requests_meet_the_document_on_every_operation(
    engine: Engine, server: ServerInfo, document: dict[str, Any]
) -> None:
    # A model or a notebook that is asked for and not there is a 501 by design.
    lacking = {"session.load_frame"} | {
        name
        for name, declared in engine.operations.items()
        if declared.spends or declared.toolset == "kernel"
    }

    def wanted(path: str, method: str) -> bool:
        name = path.removeprefix("/api/operations/")
        return path != name and name not in lacking | SKIPPED and not name.startswith("test.")

    assert generated_cases(server, document, wanted) > 100
