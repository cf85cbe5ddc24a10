"""Attacks with single requests, each on every surface of the running server."""

import asyncio
import os
import re
import shutil
import subprocess
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import httpx2
import pytest

from lux_nb.engine.engine import Engine
from lux_nb.server import ServerInfo
from lux_nb.server.asgi import PatientProtocol

pytestmark = pytest.mark.anyio
SECONDS = 30

SURFACES = [
    ("POST", "/mcp"),
    ("GET", "/api/mcp/tools"),
    ("GET", "/api/auto-correction/status"),
    ("POST", "/api/operations/thread_list"),
    ("GET", "/openapi.json"),
    ("GET", "/socket.io/?EIO=4&transport=polling"),
    ("GET", "/health"),
    ("GET", "/metrics"),
    ("GET", "/nothing"),
]
on_every_surface = pytest.mark.parametrize(("method", "path"), SURFACES)


@pytest.fixture
async def http(server: ServerInfo) -> AsyncIterator[httpx2.AsyncClient]:
    base = f"http://127.0.0.1:{server.port}"
    async with httpx2.AsyncClient(base_url=base, trust_env=False, timeout=60) as client:
        yield client


def token(server: ServerInfo) -> dict[str, str]:
    return {"Authorization": f"Bearer {server.token}"}


async def raw(server: ServerInfo, request: bytes) -> bytes:
    """Send bytes as they are and return the first line of the answer."""
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(request)
    line = await asyncio.wait_for(reader.readline(), SECONDS)
    writer.close()
    return line


@on_every_surface
async def test_no_token(http: httpx2.AsyncClient, method: str, path: str) -> None:
    response = await http.request(method, path)
    assert response.status_code == 401
    assert response.json()["error"]["code"] == "INVALID_TOKEN"


@on_every_surface
async def test_wrong_token(http: httpx2.AsyncClient, method: str, path: str) -> None:
    response = await http.request(method, path, headers={"Authorization": "Bearer " + "x" * 43})
    assert response.status_code == 401


@on_every_surface
async def test_token_in_a_query_string(
    http: httpx2.AsyncClient, server: ServerInfo, method: str, path: str
) -> None:
    query = "&" if "?" in path else "?"
    given = f"{path}{query}token={server.token}&access_token={server.token}"
    response = await http.request(method, given, headers={"Cookie": f"token={server.token}"})
    assert response.status_code == 401
    assert server.token not in response.text


@on_every_surface
async def test_a_rebound_host_name(
    http: httpx2.AsyncClient, server: ServerInfo, method: str, path: str
) -> None:
    for host in (
        f"evil.example:{server.port}",
        "127.0.0.1",
        f"127.0.0.1.evil.example:{server.port}",
    ):
        response = await http.request(method, path, headers={**token(server), "Host": host})
        assert response.status_code == 421


@on_every_surface
async def test_a_page_of_another_origin(
    http: httpx2.AsyncClient, server: ServerInfo, method: str, path: str
) -> None:
    for origin in ("http://evil.example", "null", f"http://127.0.0.1:{server.port + 1}"):
        response = await http.request(method, path, headers={**token(server), "Origin": origin})
        assert response.status_code == 403
        assert "access-control-allow-origin" not in response.headers


async def test_a_preflight_of_another_origin(http: httpx2.AsyncClient) -> None:
    headers = {"Origin": "http://evil.example", "Access-Control-Request-Method": "POST"}
    response = await http.options("/api/mcp/tools", headers=headers)
    assert response.status_code == 403
    assert not [name for name in response.headers if name.startswith("access-control")]


@on_every_surface
async def test_an_oversized_body(
    http: httpx2.AsyncClient, engine: Engine, server: ServerInfo, method: str, path: str
) -> None:
    body = b"x" * (engine.settings.max_request_size + 1)
    response = await http.request(method, path, content=body, headers=token(server))
    assert response.status_code == 413


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("POST", "/mcp"),
        ("POST", "/api/mcp/tools"),
        ("POST", "/api/mcp/tools/calculator/execute"),
        ("POST", "/api/operations/test.echo"),
        ("PUT", "/api/mcp/tools/calculator"),
    ],
)
@pytest.mark.parametrize("opening", [b"[", b'{"a":', b'{"arguments":['])
async def test_a_deeply_nested_body(
    http: httpx2.AsyncClient, server: ServerInfo, method: str, path: str, opening: bytes
) -> None:
    closing = {b"[": b"]", b'{"a":': b"1}", b'{"arguments":[': b"]}"}[opening]
    for depth in (150, 50_000):
        closes = closing * depth if depth < 1000 else b""
        headers = {**token(server), "Content-Type": "application/json"}
        response = await http.request(
            method, path, content=opening * depth + closes, headers=headers
        )
        assert 400 <= response.status_code < 500


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PatientProtocol, "request_seconds", 0.2)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize(
    "part",
    [
        b"",
        b"POST /mcp HTTP/1.1\r\nHost: x\r\n",
        b"POST /mcp HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
        b"Content-Length: 100\r\n\r\n{{",
        b"POST /api/mcp/tools HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {token}\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n5\r\n",
    ],
    ids=["nothing", "headers", "body", "chunk"],
)
async def test_a_request_that_trickles_in_is_cut_off(server: ServerInfo, part: bytes) -> None:
    text = part.decode().replace("{{", "{")
    filled = text.replace("{host}", f"127.0.0.1:{server.port}").replace("{token}", server.token)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(filled.encode())
    try:
        left = await asyncio.wait_for(reader.read(), SECONDS)
    except ConnectionResetError:
        left = b""
    assert left == b""
    writer.close()


@pytest.mark.usefixtures("impatient")
async def test_many_slow_clients_do_not_keep_a_good_one_out(
    http: httpx2.AsyncClient, server: ServerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "request_seconds", 60.0)
    slow = [await asyncio.open_connection("127.0.0.1", server.port) for _ in range(100)]
    for _, writer in slow:
        writer.write(b"GET /health HTTP/1.1\r\nHo")
    assert (await http.get("/health", headers=token(server))).status_code == 200
    for _, writer in slow:
        writer.close()


async def test_more_connections_than_there_is_room_for(
    http: httpx2.AsyncClient, server: ServerInfo, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(PatientProtocol, "most_connections", 0)
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    try:
        left = await asyncio.wait_for(reader.read(), SECONDS)
    except ConnectionResetError:
        left = b""
    assert left == b""
    writer.close()
    monkeypatch.undo()
    assert (await http.get("/health", headers=token(server))).status_code == 200


@pytest.mark.parametrize(
    "line",
    [
        "X-Correlation-ID: a\r\n b",
        "X-Correlation-ID: a\rSet-Cookie: b=c",
        "X-Correlation-ID: a\nSet-Cookie: b=c",
        "X-Correlation-ID: a\0b",
        "X Correlation: a",
        "Content-Length: 5\r\nContent-Length: 6",
        "Content-Length: 5\r\nTransfer-Encoding: chunked",
        "Transfer-Encoding: gzip",
        "Host: evil.example",
    ],
)
async def test_headers_that_smuggle_others(server: ServerInfo, line: str) -> None:
    head = (
        f"POST /api/operations/test.echo HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        f"Authorization: Bearer {server.token}\r\nConnection: close\r\n{line}\r\n\r\n"
    )
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(head.encode() + b"0\r\n\r\n")
    answer = await asyncio.wait_for(reader.read(), SECONDS)
    status = int(answer.split(b" ", 2)[1])
    assert 400 <= status < 500
    assert b"set-cookie" not in answer.lower()
    writer.close()


async def test_a_header_of_the_answer_is_never_made_of_what_was_sent(
    http: httpx2.AsyncClient, server: ServerInfo
) -> None:
    path = "/api/mcp/tools/a%0d%0aSet-Cookie:%20b=c"
    response = await http.get(path, headers=token(server))
    assert response.status_code == 404
    assert "set-cookie" not in response.headers


TRAVERSALS = [
    "../../etc/passwd",
    "..%2f..%2f..%2fetc%2fpasswd",
    "%2e%2e/%2e%2e/etc/passwd",
    "..\\..\\windows\\win.ini",
    "....//....//etc/passwd",
    "%00",
    "file:///etc/passwd",
    "/etc/passwd",
]


@pytest.mark.parametrize("value", TRAVERSALS)
async def test_path_traversal_in_every_route(
    http: httpx2.AsyncClient, server: ServerInfo, engine: Engine, value: str
) -> None:
    from lux_nb.server.rest.bindings import bindings

    for binding in bindings(engine.operations):
        if not binding.variables or binding.method != "GET":
            continue
        path = binding.path
        for variable in binding.variables:
            path = path.replace(f"{{{variable}}}", value)
        status = await raw(
            server,
            f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nConnection: close\r\n"
            f"Authorization: Bearer {server.token}\r\n\r\n".encode(),
        )
        assert status.split()[1] in {b"400", b"404"}


@pytest.mark.parametrize("value", TRAVERSALS)
async def test_path_traversal_in_every_resource_template(
    http: httpx2.AsyncClient, server: ServerInfo, engine: Engine, value: str
) -> None:
    templates = [declared.uri for declared in engine.resources if declared.is_template]
    assert templates
    for number, template in enumerate(templates):
        uri = re.sub(r"\{\w+\}", lambda _: value, template)
        response = await http.post(
            "/mcp",
            json={
                "jsonrpc": "2.0",
                "id": number,
                "method": "resources/read",
                "params": {
                    "uri": uri,
                    "_meta": {
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities": {},
                    },
                },
            },
            headers={
                **token(server),
                "Accept": "application/json, text/event-stream",
                "MCP-Protocol-Version": "2026-07-28",
                "Mcp-Method": "resources/read",
                "Mcp-Name": uri.replace("\0", ""),
            },
        )
        assert response.status_code < 500
        assert "root:" not in response.text
        assert '"error"' in response.text


def test_a_second_user_cannot_read_the_registry_file(
    server: ServerInfo,
) -> None:
    if os.name != "posix" or os.getuid() != 0 or shutil.which("cat") is None:
        pytest.skip("only root can act as a second user")
    opened = [folder for folder in server.registry_file.parents if folder != Path("/")]
    modes = {folder: folder.stat().st_mode for folder in opened}
    try:
        # All folders above the registry's own are opened, so that only its own mode protects it.
        for folder in opened[1:]:
            folder.chmod(modes[folder] | 0o755)
        for target in (server.registry_file, server.registry_file.parent):
            tried = subprocess.run(
                [shutil.which("cat") or "cat", str(target)],
                user=65534,
                group=65534,
                extra_groups=[],
                capture_output=True,
                text=True,
                check=False,
            )
            assert tried.returncode != 0
            assert server.token not in tried.stdout
            assert "denied" in tried.stderr
    finally:
        for folder, mode in modes.items():
            folder.chmod(mode & 0o7777)


async def test_a_registry_file_of_another_user_or_open_to_others_is_not_believed(
    server: ServerInfo,
) -> None:
    from lux_nb.server.registry import read_entry

    assert read_entry(server.registry_file) is not None
    server.registry_file.chmod(0o644)
    assert read_entry(server.registry_file) is None
    server.registry_file.chmod(0o600)


HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "replayer", "version": "1"},
    },
}


async def test_a_replayed_session_id_is_worth_nothing(
    http: httpx2.AsyncClient, server: ServerInfo, make_engine: Callable[..., Engine]
) -> None:
    from lux_nb.server import serve

    asking = {**token(server), "Accept": "application/json, text/event-stream"}
    response = await http.post("/mcp", json=HELLO, headers=asking)
    session = response.headers["mcp-session-id"]
    known = {**asking, "Mcp-Session-Id": session}
    ping = {"jsonrpc": "2.0", "id": 2, "method": "ping"}
    assert (await http.post("/mcp", json=ping, headers=known)).status_code == 200
    # Not without the token, not when it was ended, not elsewhere, not a guessed one.
    stolen = {name: value for name, value in known.items() if name != "Authorization"}
    assert (await http.post("/mcp", json=ping, headers=stolen)).status_code == 401
    assert (await http.delete("/mcp", headers=known)).status_code == 200
    assert (await http.post("/mcp", json=ping, headers=known)).status_code == 404
    guessed = {**known, "Mcp-Session-Id": "0" * 32}
    assert (await http.post("/mcp", json=ping, headers=guessed)).status_code == 404
    other = await asyncio.to_thread(lambda: serve(make_engine()))
    elsewhere = {**known, "Authorization": f"Bearer {other.token}"}
    response = await http.post(other.url, json=ping, headers=elsewhere)
    assert response.status_code == 404


async def test_a_replayed_socket_io_session_needs_the_token(
    http: httpx2.AsyncClient, server: ServerInfo
) -> None:
    response = await http.get("/socket.io/?EIO=4&transport=polling", headers=token(server))
    assert response.status_code == 200
    sid = response.text.split('"sid":"')[1].split('"')[0]
    path = f"/socket.io/?EIO=4&transport=polling&sid={sid}"
    assert (await http.get(path)).status_code == 401
    assert (await http.post(path, content="40")).status_code == 401
    guessed = f"/socket.io/?EIO=4&transport=polling&sid={'A' * 20}"
    assert (await http.get(guessed, headers=token(server))).status_code == 400
