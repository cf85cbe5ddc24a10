import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import pytest

from lux_nb.server import ServerInfo

pytestmark = pytest.mark.anyio

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
LIMIT = 1024 * 1024


@pytest.fixture
async def http(server: ServerInfo) -> AsyncIterator[httpx2.AsyncClient]:
    async with httpx2.AsyncClient(trust_env=False) as client:
        yield client


def headers(server: ServerInfo, **changed: str) -> dict[str, str]:
    return {
        "Authorization": f"Bearer {server.token}",
        "Accept": "application/json, text/event-stream",
        **changed,
    }


def code(response: httpx2.Response) -> str:
    return str(response.json()["error"]["code"])


@pytest.mark.parametrize(
    "authorization", ["", "Bearer", "Bearer wrong", "Basic {token}", "bearer {token}", "{token}"]
)
async def test_without_the_token_nobody_comes_in(
    http: httpx2.AsyncClient, server: ServerInfo, authorization: str
) -> None:
    given = headers(server, Authorization=authorization.format(token=server.token))
    response = await http.post(server.url, json=PING, headers=given)
    assert response.status_code == 401
    assert response.headers["www-authenticate"] == "Bearer"
    assert code(response) == "INVALID_TOKEN"
    assert server.token not in response.text


async def test_a_token_in_the_address_is_not_taken(
    http: httpx2.AsyncClient, server: ServerInfo
) -> None:
    response = await http.post(f"{server.url}?token={server.token}", json=PING)
    assert response.status_code == 401


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1", "localhost:1", "127.0.0.1:80"])
async def test_another_host_name_is_misdirected(
    http: httpx2.AsyncClient, server: ServerInfo, host: str
) -> None:
    response = await http.post(server.url, json=PING, headers=headers(server, Host=host))
    assert response.status_code == 421
    assert code(response) == "BAD_HOST"


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1:1", "https://"]
)
async def test_another_origin_is_forbidden(
    http: httpx2.AsyncClient, server: ServerInfo, origin: str
) -> None:
    response = await http.post(server.url, json=PING, headers=headers(server, Origin=origin))
    assert response.status_code == 403
    assert code(response) == "BAD_ORIGIN"


async def test_its_own_origin_and_localhost_are_allowed(
    http: httpx2.AsyncClient, server: ServerInfo
) -> None:
    own = f"localhost:{server.port}"
    given = headers(server, Host=own, Origin=f"http://{own}")
    response = await http.post(server.url, json=PING, headers=given)
    assert response.status_code not in {401, 403, 421}


async def test_a_body_over_the_limit_is_refused_before_it_is_read(
    http: httpx2.AsyncClient, server: ServerInfo
) -> None:
    response = await http.post(server.url, content=b" " * (LIMIT + 1), headers=headers(server))
    assert response.status_code == 413
    assert code(response) == "REQUEST_TOO_LARGE"


async def test_a_body_of_unknown_length_is_refused_when_it_grows_too_large(
    server: ServerInfo,
) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    head = {**headers(server), "Host": f"127.0.0.1:{server.port}", "Transfer-Encoding": "chunked"}
    lines = ["POST /mcp HTTP/1.1", *(f"{name}: {value}" for name, value in head.items()), "", ""]
    writer.write("\r\n".join(lines).encode())
    chunk = b"10000\r\n" + b" " * 0x10000 + b"\r\n"
    for _ in range(LIMIT // 0x10000 + 2):
        writer.write(chunk)
    status = await asyncio.wait_for(reader.readline(), 10)
    assert b" 413 " in status
    writer.close()


async def test_other_paths_are_guarded_too(http: httpx2.AsyncClient, server: ServerInfo) -> None:
    base = server.url.removesuffix("/mcp")
    assert (await http.get(base + "/docs")).status_code == 401
    assert (await http.get(base + "/docs", headers=headers(server))).status_code == 404


async def test_a_websocket_without_the_token_is_closed() -> None:
    from lux_nb.server.guard import Guard

    sent: list[Any] = []

    async def app(*_: Any) -> None:
        raise AssertionError

    async def send(message: Any) -> None:
        sent.append(message)

    guard = Guard(app, token="t", hosts=["localhost:1"], max_body_bytes=10)
    scope = {"type": "websocket", "headers": [(b"host", b"localhost:1")]}
    await guard(scope, app, send)
    assert sent == [{"type": "websocket.close", "code": 1008, "reason": "INVALID_TOKEN"}]


async def test_json_that_is_no_request_is_a_client_error(
    http: httpx2.AsyncClient, server: ServerInfo
) -> None:
    for body in (b"", b"{", b"[]", json.dumps({"a": 1}).encode(), b"[" * 5000):
        response = await http.post(
            server.url,
            content=body,
            headers=headers(server, **{"Content-Type": "application/json"}),
        )
        assert 400 <= response.status_code < 500
