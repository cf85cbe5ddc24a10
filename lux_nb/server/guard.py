"""The one door to every surface: who may come in, from where, and with how much."""

import asyncio
import contextlib
import hmac
import json
import math
from collections.abc import Callable, Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lux_nb.engine.payloads import plain
from lux_nb.errors import (
    AuthenticationFailed,
    InvalidRequest,
    LuxError,
    PermissionDenied,
    RateLimited,
)
from lux_nb.server.limits import RequestLimiter

POLICY_VIOLATION = 1008
DISCARDED_BYTES = 16 * 1024 * 1024
DISCARD_SECONDS = 2.0


class Guard:
    """Checks Host, Origin, the bearer token, the rate and the size of each request, in order.

    Host and Origin must match exactly, port included: a page in a browser that rebinds its
    name to this machine still sends its own name.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        token: str,
        hosts: Iterable[str],
        max_body_bytes: int,
        limiter: RequestLimiter | None = None,
        on_refusal: Callable[[str], None] | None = None,
    ) -> None:
        self._app = app
        self._limiter = limiter
        self._on_refusal = on_refusal
        self._expected = f"Bearer {token}".encode()
        names = tuple(hosts)
        self._hosts = {name.encode() for name in names}
        self._origins = {f"http://{name}".encode() for name in names}
        self._max_body_bytes = max_body_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or refuse it with a typed error."""
        if scope["type"] not in {"http", "websocket"}:
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope["headers"])
        if refusal is not None:
            if self._on_refusal is not None:
                self._on_refusal(refusal[1].code)
            await _refuse(scope, receive, send, *refusal)
        elif scope["type"] == "http" and _named(scope["headers"], b"transfer-encoding"):
            await self._counted(scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _refusal(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, LuxError] | None:
        if not _only(headers, b"host", self._hosts, required=True):
            return 421, PermissionDenied("This Host is not served here.", code="BAD_HOST")
        if not _only(headers, b"origin", self._origins, required=False):
            return 403, PermissionDenied("This Origin is not allowed.", code="BAD_ORIGIN")
        given = _named(headers, b"authorization")
        if len(given) != 1 or not hmac.compare_digest(given[0], self._expected):
            return 401, AuthenticationFailed(
                "A valid bearer token is required.",
                code="INVALID_TOKEN",
                hint="lux-nb attach finds the token by itself.",
            )
        lengths = _named(headers, b"content-length")
        if any(length.isdigit() and int(length) > self._max_body_bytes for length in lengths):
            return 413, self._too_large()
        return self._too_many(headers)

    def _too_many(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, LuxError] | None:
        if self._limiter is None:
            return None
        try:
            self._limiter.check(client_key(headers))
        except RateLimited as error:
            return error.http_status, error
        return None

    async def _counted(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Read a body whose length was not told, and hand it on when it is within the limit."""
        body = b""
        more = True
        while more:
            message = await receive()
            if message["type"] == "http.disconnect":
                return
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > self._max_body_bytes:
                await _refuse(scope, receive, send, 413, self._too_large())
                return
        pending: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

        async def replayed() -> Message:
            return pending.pop() if pending else await receive()

        await self._app(scope, replayed, send)

    def _too_large(self) -> LuxError:
        return InvalidRequest(
            f"The request is larger than {self._max_body_bytes} bytes.",
            code="REQUEST_TOO_LARGE",
            hint="MAX_REQUEST_SIZE sets the limit.",
        )


def client_key(headers: list[tuple[bytes, bytes]]) -> str:
    """Tell clients apart: they share the token, so by what they call themselves."""
    told = (*_named(headers, b"user-agent")[:1], *_named(headers, b"mcp-session-id")[:1])
    return b" ".join(told)[:300].decode("latin-1")


def _named(headers: list[tuple[bytes, bytes]], wanted: bytes) -> list[bytes]:
    return [value for name, value in headers if name == wanted]


def _only(
    headers: list[tuple[bytes, bytes]], wanted: bytes, allowed: set[bytes], *, required: bool
) -> bool:
    values = _named(headers, wanted)
    if not values:
        return not required
    return len(values) == 1 and values[0].lower() in allowed


async def _discard_body(receive: Receive) -> None:
    """Read away what the client still sends, within reason.

    A connection that is closed with unread data in it is reset, and the client would never see
    why it was refused.
    """
    discarded = 0
    while discarded < DISCARDED_BYTES:
        message = await receive()
        discarded += len(message.get("body", b""))
        if not message.get("more_body", False):
            return


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, error: LuxError) -> None:
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": error.code})
            return
        kind = "websocket.http.response"
    else:
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(_discard_body(receive), DISCARD_SECONDS)
    body = json.dumps({"error": plain(error)}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if error.retry_after is not None:
        headers.append((b"retry-after", str(math.ceil(error.retry_after)).encode()))
    # A refused client has no claim on a kept connection, and there may be body left in it.
    headers.append((b"connection", b"close"))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
