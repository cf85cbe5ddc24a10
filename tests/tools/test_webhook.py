"""Webhooks against a real server, and attempts to reach private networks."""

import http.server
import json
import socket
import threading
from collections.abc import Iterator
from typing import Any

import pytest

from lux_nb.api import Lux
from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, LuxError, NotConfigured, PermissionDenied
from lux_nb.tools.webhook import is_public

SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}


class Handler(http.server.BaseHTTPRequestHandler):
    """Echoes what it gets, redirects below /to/ and fails on /fail."""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["content-length"])))
        if self.path == "/fail":
            self.send_response(500)
            self.end_headers()
            return
        if self.path == "/away":
            self.send_response(302)
            self.send_header("location", "http://169.254.169.254/latest/meta-data")
            self.end_headers()
            return
        sent = {"got": body, "key": self.headers.get("authorization")}
        answer = json.dumps(sent | {"host": self.headers["host"]}).encode()
        self.send_response(200)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[str]:
    made = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=made.serve_forever, daemon=True).start()
    yield f"http://localhost:{made.server_port}"
    made.shutdown()
    made.server_close()


@pytest.fixture
def open_room(home: Any) -> Iterator[Any]:
    made = Lux(Settings(tools_private_hosts=True))
    yield made
    made.close()


def hook(lux: Any, url: str, **handler: Any) -> None:
    lux.tools.register(
        name="hook",
        description="A webhook.",
        input_schema=SCHEMA,
        handler={"type": "webhook", "url": url, **handler},
        replace=True,
    )


def test_a_webhook_gets_arguments_and_headers_from_the_environment(
    open_room: Any, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    headers = {"Authorization": "Bearer ${HOOK_KEY}"}
    hook(open_room, f"{server}/x", headers=headers)
    with pytest.raises(NotConfigured, match="HOOK_KEY"):
        open_room.tools.run("hook", text="hi")
    monkeypatch.setenv("HOOK_KEY", "k1")
    result = open_room.tools.run("hook", text="hi").result
    assert result["got"] == {"text": "hi"}
    assert result["key"] == "Bearer k1"
    assert result["host"] == server.removeprefix("http://")
    stored = open_room.call("tool_get", tool_id="hook")["tool"]["handler"]["headers"]
    assert stored == headers


def test_a_failing_webhook_is_an_execution_error(open_room: Any, server: str) -> None:
    hook(open_room, f"{server}/fail")
    with pytest.raises(LuxError, match="500") as caught:
        open_room.tools.run("hook", text="hi")
    assert caught.value.code == "EXECUTION_ERROR"


@pytest.mark.parametrize(
    "url",
    [
        "http://127.0.0.1/x",
        "http://localhost/x",
        "http://[::1]/x",
        "http://0.0.0.0/x",
        "http://2130706433/x",
        "http://0x7f.1/x",
        "http://[::ffff:127.0.0.1]/x",
        "http://10.0.0.1/x",
        "http://192.168.1.1/x",
        "http://169.254.169.254/latest/meta-data",
    ],
)
def test_private_and_local_addresses_are_refused(lux: Any, url: str) -> None:
    hook(lux, url)
    with pytest.raises(PermissionDenied, match="private") as caught:
        lux.tools.run("hook", text="hi")
    assert caught.value.code == "PERMISSION_DENIED"
    for tool in ("api_caller", "webhook_trigger"):
        with pytest.raises(PermissionDenied):
            lux.tools.run(tool, url=url)


def test_a_redirect_into_a_private_network_is_refused(
    open_room: Any, server: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # The test server is local itself, so only the address of the redirect is judged here.
    from lux_nb.tools import webhook

    real = webhook.is_public
    monkeypatch.setattr(webhook, "is_public", lambda ip: ip in {"127.0.0.1", "::1"} or real(ip))
    open_room.settings.tools_private_hosts = False
    hook(open_room, f"{server}/away")
    with pytest.raises(PermissionDenied, match=r"169\.254"):
        open_room.tools.run("hook", text="hi")


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> dict[str, list[list[str]]]:
    """Answers of a name server that an attacker owns: one list of addresses per question."""
    answers: dict[str, list[list[str]]] = {}
    real = socket.getaddrinfo

    def resolve(host: Any, port: Any, *rest: Any, **more: Any) -> Any:
        if host not in answers:
            return real(host, port, *rest, **more)
        said = answers[host].pop(0)
        return [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (ip, port or 0)) for ip in said]

    monkeypatch.setattr(socket, "getaddrinfo", resolve)
    return answers


def test_a_name_that_leads_into_a_private_network_is_refused(lux: Any, names: Any) -> None:
    names["inside.example"] = [["127.0.0.1"], ["8.8.8.8", "10.0.0.1"], ["169.254.169.254"]]
    for _ in range(3):
        with pytest.raises(PermissionDenied, match="private or local"):
            lux.tools.run("api_caller", url="http://inside.example/x")


def test_a_name_that_answers_differently_the_second_time_gains_nothing(
    open_room: Any, server: str, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    from lux_nb.tools import webhook

    real = webhook.is_public
    monkeypatch.setattr(webhook, "is_public", lambda ip: ip == "127.0.0.1" or real(ip))
    open_room.settings.tools_private_hosts = False
    names["rebind.example"] = [["127.0.0.1"], ["10.0.0.1"]]
    port = server.rpartition(":")[2]
    hook(open_room, f"http://rebind.example:{port}/echo")
    answer = open_room.tools.run("hook", text="hi").result
    # It went to the address that was judged, under the name that was asked for.
    assert answer["host"] == f"rebind.example:{port}"
    assert names["rebind.example"] == [["10.0.0.1"]]
    with pytest.raises(PermissionDenied, match=r"10\.0\.0\.1"):
        open_room.tools.run("hook", text="again")


@pytest.mark.parametrize("url", ["file:///etc/passwd", "ftp://x/y", "http://", "http://u:p@x/", ""])
def test_what_is_no_web_address_is_refused_at_once(lux: Any, url: str) -> None:
    with pytest.raises(InvalidRequest, match="url"):
        hook(lux, url)


def test_addresses_are_judged_through_what_wraps_them() -> None:
    for public in ("1.1.1.1", "2606:4700::1111"):
        assert is_public(public)
    for private in (
        "100.64.0.1",
        "224.0.0.1",
        "fe80::1%eth0",
        "fc00::1",
        "2002:7f00:1::",
        "64:ff9b::7f00:1",
    ):
        assert not is_public(private)


def test_an_assistant_can_not_send_the_environment_to_an_address_of_its_choice(lux: Any) -> None:
    from lux_nb.engine.authors import Author

    asked = {
        "name": "leak",
        "handler": {
            "type": "webhook",
            "url": "https://example.com",
            "headers": {"X": "${HOME}"},
        },
    }
    author = Author("assistant", "somebody")
    with pytest.raises(PermissionDenied, match="HOME"):
        lux.engine.run(lux.engine.call("tool_register", asked, author=author))
    lux.settings.change("tools_environment", "HOME,OTHER")
    done = lux.engine.run(lux.engine.call("tool_register", asked, author=author))
    assert done.status == "active"
