"""Searches, image generation and e-mail, each against a server on the loopback."""

import base64
import json
import socket
import threading
from collections.abc import Callable, Iterator
from email import message_from_bytes, policy
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult

from lux_nb.errors import (
    AuthenticationFailed,
    InvalidRequest,
    NotConfigured,
    ProviderError,
    RateLimited,
)

Run = Callable[..., Any]
PICTURE = b"\x89PNG not really"
FEED = """<?xml version="1.0" encoding="UTF-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xmlns:arxiv="http://arxiv.org/schemas/atom"
      xmlns:opensearch="http://a9.com/-/spec/opensearch/1.1/">
  <title>ArXiv Query</title>
  <opensearch:totalResults>731</opensearch:totalResults>
  <entry>
    <id>http://arxiv.org/abs/2101.00001v2</id>
    <updated>2021-02-03T00:00:00Z</updated>
    <published>2021-01-01T00:00:00Z</published>
    <title>On the Spin of
      Electrons</title>
    <summary>  We look at spin. </summary>
    <author><name>Ada Author</name></author>
    <author><name>Bo Writer</name></author>
    <arxiv:doi>10.1000/xyz</arxiv:doi>
    <link href="http://arxiv.org/abs/2101.00001v2" rel="alternate" type="text/html"/>
    <link title="pdf" href="http://arxiv.org/pdf/2101.00001v2" rel="related"/>
    <category term="quant-ph" scheme="http://arxiv.org/schemas/atom"/>
  </entry>
</feed>"""
BOMB = (
    '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>'
    '<feed xmlns="http://www.w3.org/2005/Atom"><title>&b;</title></feed>'
)


class Service(BaseHTTPRequestHandler):
    """Answers as SearXNG, Brave, arXiv and OpenAI's images do."""

    seen: list[tuple[str, dict[str, Any], Any]]

    def do_GET(self) -> None:
        parts = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(parts.query).items()}
        self.seen.append((parts.path, query, self._headers()))
        word = query.get("q", query.get("search_query", ""))
        if "limited" in word:
            self._answer(429, {})
        elif "forbidden" in word:
            self._answer(403, {})
        elif parts.path == "/arxiv":
            self._answer(200, BOMB if "bomb" in word else FEED, "application/atom+xml")
        elif parts.path == "/search":
            found = {"title": "One", "url": "https://one.example", "content": "The first."}
            self._answer(200, {"results": [found, {"title": "Two", "url": "u", "engine": "e"}]})
        elif parts.path == "/web/search":
            found = {"title": "One", "url": "https://one.example", "description": "The first."}
            self._answer(200, {"web": {"results": [found]}})
        elif parts.path == "/images/search":
            found = {"title": "P", "url": "page", "properties": {"url": "https://p.example/p.png"}}
            self._answer(200, {"results": [found]})
        else:
            self._answer(404, {})

    def do_POST(self) -> None:
        asked = json.loads(self.rfile.read(int(self.headers["content-length"])))
        self.seen.append((self.path, asked, self._headers()))
        encoded = base64.b64encode(PICTURE).decode()
        self._answer(200, {"data": [{"b64_json": encoded}] * asked["n"]})

    def _headers(self) -> dict[str, str]:
        return {name.lower(): value for name, value in self.headers.items()}

    def _answer(self, status: int, body: Any, kind: str = "application/json") -> None:
        data = (body if isinstance(body, str) else json.dumps(body)).encode()
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: Any) -> None:
        pass


@pytest.fixture
def service() -> Iterator[str]:
    Service.seen = []
    running = ThreadingHTTPServer(("127.0.0.1", 0), Service)
    thread = threading.Thread(target=running.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.server_port}"
    running.shutdown()
    running.server_close()
    thread.join(5)


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("web_search", {"query": "x"}),
        ("news_search", {"query": "x"}),
        ("image_search", {"query": "x"}),
        ("image_generation", {"prompt": "x"}),
        ("email_sender", {"to": ["a@example.org"], "subject": "s", "body": "b"}),
    ],
)
def test_without_a_provider_a_tool_says_how_to_configure_one(
    run: Run, name: str, arguments: dict[str, Any]
) -> None:
    with pytest.raises(NotConfigured, match="%lux config") as caught:
        run(name, **arguments)
    assert caught.value.code == "NOT_CONFIGURED"


def test_searxng_answers_the_three_searches(room: Any, run: Run, service: str) -> None:
    room.settings.change("search_url", service)
    found = run("web_search", query="tea & toast", limit=1)
    assert found["results"] == [
        {"title": "One", "url": "https://one.example", "snippet": "The first."}
    ]
    run("news_search", query="x")
    run("image_search", query="x")
    asked = [query for _, query, _ in Service.seen]
    assert asked[0] == {"q": "tea & toast", "format": "json", "categories": "general"}
    assert [query["categories"] for query in asked] == ["general", "news", "images"]


def test_brave_is_asked_with_its_key(room: Any, run: Run, service: str) -> None:
    room.settings.change("search_service", "brave")
    with pytest.raises(NotConfigured, match="search_api_key"):
        run("web_search", query="x")
    room.settings.change("search_url", service)
    room.settings.change("search_api_key", "brave-secret-1")
    assert run("web_search", query="x")["results"][0]["snippet"] == "The first."
    assert run("image_search", query="x")["results"][0]["image"] == "https://p.example/p.png"
    assert Service.seen[0][2]["x-subscription-token"] == "brave-secret-1"


def test_what_a_search_service_refuses_is_told(room: Any, run: Run, service: str) -> None:
    room.settings.change("search_url", service)
    with pytest.raises(RateLimited):
        run("web_search", query="limited")
    with pytest.raises(AuthenticationFailed):
        run("web_search", query="forbidden")
    room.settings.change("search_url", f"{service}/nowhere")
    with pytest.raises(ProviderError, match="404"):
        run("web_search", query="x")


def test_a_provider_that_has_a_search_is_asked_where_none_is_configured(room: Any) -> None:
    class Plugin:
        name = "finder"

        def list_tools(self) -> list[dict[str, Any]]:
            schema = {"type": "object", "properties": {"query": {"type": "string"}}}
            return [{"name": "web_search", "inputSchema": schema | {"required": ["query"]}}]

        def execute_tool(self, _name: str, arguments: dict[str, Any]) -> Any:
            return {"results": [arguments["query"]]}

    room.tools.register_provider(Plugin())
    assert room.tools.run("web_search", query="tea").result == {"results": ["tea"]}


def test_papers_are_read_from_an_atom_feed(room: Any, run: Run, service: str) -> None:
    room.settings.change("academic_search_url", f"{service}/arxiv")
    room.settings.change("tools_private_hosts", "true")
    found = run("academic_search", query='spin "of electrons"', limit=3)
    assert found["total"] == 731
    assert found["results"] == [
        {
            "title": "On the Spin of Electrons",
            "url": "http://arxiv.org/abs/2101.00001v2",
            "snippet": "We look at spin.",
            "authors": ["Ada Author", "Bo Writer"],
            "published": "2021-01-01T00:00:00Z",
            "updated": "2021-02-03T00:00:00Z",
            "categories": ["quant-ph"],
            "doi": "10.1000/xyz",
            "pdf": "http://arxiv.org/pdf/2101.00001v2",
        }
    ]
    assert Service.seen[0][1]["search_query"] == 'all:spin AND all:"of electrons"'
    assert Service.seen[0][1]["max_results"] == "3"
    run("academic_search", query="au:Author AND ti:spin")
    assert Service.seen[1][1]["search_query"] == "au:Author AND ti:spin"
    with pytest.raises(ProviderError, match="not Atom"):
        run("academic_search", query="bomb")


def test_images_are_generated_and_written(
    room: Any, run: Run, service: str, workspace: Path
) -> None:
    room.settings.change("image_url", service)
    room.settings.change("image_api_key", "image-secret-1")
    made = run("image_generation", prompt="a fox", count=2, output="fox.png")
    assert (workspace / "fox.png").read_bytes() == PICTURE
    assert made["images"][0] == {"path": "fox.png"}
    assert base64.b64decode(made["images"][1]["base64"]) == PICTURE
    path, asked, headers = Service.seen[0]
    assert path == "/images/generations"
    assert (asked["prompt"], asked["n"], asked["size"]) == ("a fox", 2, "1024x1024")
    assert headers["authorization"] == "Bearer image-secret-1"


class Mailbox:
    """Keeps what is sent; refuses one recipient."""

    def __init__(self) -> None:
        self.kept: list[Any] = []

    async def handle_RCPT(  # noqa: N802 - the names aiosmtpd calls
        self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any
    ) -> str:
        if address.startswith("nobody"):
            return "550 no such user"
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:  # noqa: N802
        self.kept.append(envelope)
        return "250 OK"


def check_user(_server: Any, _session: Any, _envelope: Any, _mechanism: str, data: Any) -> Any:
    known = (data.login, data.password) == (b"me@example.org", b"p@ss")
    return AuthResult(success=known, handled=known)


@pytest.fixture
def mailbox() -> Iterator[tuple[Mailbox, int]]:
    box = Mailbox()
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    controller = Controller(
        box,
        hostname="127.0.0.1",
        port=port,
        authenticator=check_user,
        auth_require_tls=False,
    )
    controller.start()
    yield box, port
    controller.stop()


def test_an_email_arrives_as_it_was_written(
    room: Any, run: Run, mailbox: tuple[Mailbox, int]
) -> None:
    box, port = mailbox
    room.settings.change("smtp_url", f"smtp://me%40example.org:p%40ss@127.0.0.1:{port}")
    sent = run(
        "email_sender",
        to=["a@example.org", "nobody@example.org"],
        cc=["Bo <b@example.org>"],
        bcc=["hidden@example.org"],
        subject="Grüße",
        body="Hällo",
        html="<b>Hällo</b>",
        reply_to="c@example.org",
    )
    assert list(sent["refused"]) == ["nobody@example.org"]
    envelope = box.kept[0]
    assert set(envelope.rcpt_tos) == {"a@example.org", "b@example.org", "hidden@example.org"}
    message = message_from_bytes(envelope.content, policy=policy.default)
    assert (message["From"], message["Subject"]) == ("me@example.org", "Grüße")
    assert message["Message-ID"] == sent["messageId"]
    assert "hidden" not in str(message)
    assert message.get_body(("plain",)).get_content().strip() == "Hällo"
    assert "<b>" in message.get_body(("html",)).get_content()


def test_an_email_that_can_not_be_sent_is_told(
    room: Any, run: Run, mailbox: tuple[Mailbox, int]
) -> None:
    box, port = mailbox
    message = {"subject": "s", "body": "b"}
    room.settings.change("smtp_url", f"smtp://me%40example.org:wrong@127.0.0.1:{port}")
    with pytest.raises(AuthenticationFailed) as refused:
        run("email_sender", to=["a@example.org"], **message)
    assert "wrong" not in str(refused.value)
    room.settings.change("smtp_url", f"smtp://127.0.0.1:{port}")
    with pytest.raises(NotConfigured, match="smtp_from"):
        run("email_sender", to=["a@example.org"], **message)
    room.settings.change("smtp_from", "me@example.org")
    with pytest.raises(ProviderError, match="every recipient"):
        run("email_sender", to=["nobody@example.org"], **message)
    for wrong in (["no address"], ["a@b, c@d"], ["a@b.org\nBcc: x@y.org"]):
        with pytest.raises(InvalidRequest):
            run("email_sender", to=wrong, **message)
    with pytest.raises(InvalidRequest, match="header"):
        run("email_sender", to=["a@example.org"], subject="s\nBcc: x@y.org", body="b")
    assert not box.kept
    room.settings.change("smtp_url", "http://127.0.0.1")
    with pytest.raises(NotConfigured):
        run("email_sender", to=["a@example.org"], **message)


def test_a_mail_server_that_is_not_there_is_a_provider_error(room: Any, run: Run) -> None:
    room.settings.change("smtp_url", "smtp://127.0.0.1:9")
    room.settings.change("smtp_from", "me@example.org")
    with pytest.raises(ProviderError, match="not sent"):
        run("email_sender", to=["a@example.org"], subject="s", body="b")
