"""Calling the web for a tool: headers from the environment, and no way into private networks.

A name is resolved here, every address it has is judged, and the connection goes to the
address that was judged, so that a name which answers differently the second time gains
nothing. Redirects are followed by hand and judged again.
"""

import asyncio
import ipaddress
import os
import re
import socket
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urljoin, urlsplit, urlunsplit

from lux_nb.config import Settings
from lux_nb.errors import InvalidRequest, LuxError, NotConfigured, PermissionDenied, ProviderError
from lux_nb.tools.definitions import Handler, Tool

METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE", "HEAD")
MAX_REDIRECTS = 5
LONGEST_SECONDS = 300.0
MAX_RESPONSE_BYTES = 5_000_000
_VARIABLE = re.compile(r"\$\{(\w+)\}")
_REDIRECTS = frozenset({301, 302, 303, 307, 308})


@dataclass(frozen=True, slots=True)
class WebResponse:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: Any
    """JSON where the server says so, else text."""
    url: str


def webhook_handler(tool: Tool, settings: Settings) -> Handler:
    """Return a coroutine function that sends a tool's arguments to its webhook."""
    handler = tool.handler
    method = str(handler.get("method", "POST")).upper()
    url = str(handler.get("url", ""))
    if method not in METHODS:
        raise InvalidRequest(f"handler.method: {method!r} is not one of {', '.join(METHODS)}.")
    check_url(url)

    async def call(**arguments: Any) -> Any:
        headers = fill_variables(handler.get("headers") or {})
        in_query = method in {"GET", "HEAD", "DELETE"}
        answer = await request(
            method,
            url,
            headers=headers,
            query=arguments if in_query else None,
            json_body=None if in_query else arguments,
            private=settings.tools_private_hosts,
        )
        if answer.status >= 400:
            message = f"The webhook of {tool.name!r} answered {answer.status}."
            details = {"status": answer.status, "body": str(answer.body)[:500]}
            raise LuxError(message, code="EXECUTION_ERROR", details=details)
        return answer.body

    return call


def fill_variables(headers: Mapping[str, Any]) -> dict[str, str]:
    """Replace ``${NAME}`` in header values by environment variables."""

    def value(found: re.Match[str]) -> str:
        name = found.group(1)
        if name not in os.environ:
            message = f"The environment variable {name} is not set."
            raise NotConfigured(message, hint=f"Set it with %env {name}=… and call again.")
        return os.environ[name]

    return {str(name): _VARIABLE.sub(value, str(text)) for name, text in headers.items()}


def variables_in(headers: Mapping[str, Any]) -> set[str]:
    """Return the environment variables that headers refer to."""
    return {name for text in headers.values() for name in _VARIABLE.findall(str(text))}


async def request(
    method: str,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    query: Mapping[str, Any] | None = None,
    json_body: Any = None,
    private: bool = False,
    most_bytes: int = MAX_RESPONSE_BYTES,
) -> WebResponse:
    """Send a request; each address on the way is judged before it is connected to."""
    import httpx

    sent = dict(headers or {})
    first = urlsplit(url).hostname
    # No proxies of the environment: they would resolve names that are judged here.
    async with httpx.AsyncClient(
        trust_env=False, follow_redirects=False, timeout=LONGEST_SECONDS
    ) as client:
        for _ in range(MAX_REDIRECTS + 1):
            address = await checked_address(url, private=private)
            pinned, host = _pinned(url, address)
            built = client.build_request(
                method,
                pinned,
                headers={**sent, "Host": host},
                params=dict(query) if query else None,
                json=json_body,
                extensions={"sni_hostname": urlsplit(url).hostname},
            )
            try:
                answer, content = await _send(client, built, most_bytes)
            except httpx.HTTPError as error:
                reason = str(error) or type(error).__name__
                raise ProviderError(f"{url} can't be reached: {reason}.") from None
            location = answer.headers.get("location")
            if answer.status_code not in _REDIRECTS or not location:
                return _read(answer, content, url)
            url, query = urljoin(url, location), None
            if answer.status_code in {301, 302, 303} and method not in {"GET", "HEAD"}:
                method, json_body = "GET", None
            if urlsplit(url).hostname != first:
                sent = {k: v for k, v in sent.items() if k.lower() != "authorization"}
    raise ProviderError(f"More than {MAX_REDIRECTS} redirects.")


async def checked_address(url: str, *, private: bool = False) -> str:
    """Return an address of the URL's host, or refuse when any of them is not public."""
    parts = check_url(url)
    assert parts.hostname is not None
    loop = asyncio.get_running_loop()
    try:
        found = await loop.getaddrinfo(
            parts.hostname, parts.port or 0, type=socket.SOCK_STREAM, family=socket.AF_UNSPEC
        )
    except (OSError, UnicodeError) as error:
        raise ProviderError(f"The host {parts.hostname!r} is not known: {error}.") from None
    addresses = [str(item[4][0]) for item in found]
    for address in addresses:
        if not private and not is_public(address):
            message = f"{parts.hostname!r} is a private or local address ({address})."
            hint = "Allow such addresses with %lux config tools_private_hosts=true"
            raise PermissionDenied(message, hint=hint, details={"host": parts.hostname})
    return addresses[0]


def is_public(address: str) -> bool:
    """Tell whether an address is on the public internet, whatever it is wrapped in."""
    parsed = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(parsed, ipaddress.IPv6Address):
        inner = parsed.ipv4_mapped or parsed.sixtofour or (parsed.teredo or (None, None))[1]
        if inner is None and parsed in ipaddress.ip_network("64:ff9b::/96"):
            inner = ipaddress.IPv4Address(int(parsed) & 0xFFFFFFFF)
        if inner is not None:
            return is_public(str(inner))
    return parsed.is_global and not parsed.is_multicast


def check_url(url: str) -> Any:
    """Return the parts of an http(s) address, or say what is wrong with it."""
    try:
        parts = urlsplit(url)
        port_is_fine = parts.port is None or parts.port > 0
    except ValueError:
        parts, port_is_fine = urlsplit(""), False
    if parts.scheme not in {"http", "https"} or not parts.hostname or not port_is_fine:
        message = f"url: {url!r} is not an http or https address."
        raise InvalidRequest(message, details=[{"field": "url", "problem": "not http(s)"}])
    if parts.username or parts.password:
        raise InvalidRequest("url: must not hold a user name or password.", hint="Use headers.")
    return parts


def _pinned(url: str, address: str) -> tuple[str, str]:
    """Return the URL with the judged address in place of the name, and the Host header."""
    parts = urlsplit(url)
    shown = f"[{address}]" if ":" in address else address
    port = f":{parts.port}" if parts.port else ""
    host = parts.netloc
    return urlunsplit((parts.scheme, f"{shown}{port}", parts.path or "/", parts.query, "")), host


async def _send(client: Any, built: Any, most_bytes: int) -> tuple[Any, bytes]:
    answer = await client.send(built, stream=True)
    content = b""
    try:
        async for piece in answer.aiter_bytes():
            content += piece
            if len(content) > most_bytes:
                message = f"The answer is larger than {most_bytes:,} bytes."
                raise ProviderError(message)
    finally:
        await answer.aclose()
    return answer, content


def _read(answer: Any, content: bytes, url: str) -> WebResponse:
    import json

    text = content.decode(answer.encoding or "utf-8", errors="replace")
    body: Any = text
    if "json" in answer.headers.get("content-type", ""):
        try:
            body = json.loads(text)
        except ValueError:
            message = f"{url} answered what is not JSON, though it says so."
            raise ProviderError(message) from None
    return WebResponse(answer.status_code, dict(answer.headers), body, url)
