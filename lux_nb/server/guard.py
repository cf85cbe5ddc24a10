"""The one door to every surface: who may come in, from where, and with how much."""

import asyncio
import contextlib
import hmac
import json
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lux_nb.engine.payloads import plain
from lux_nb.errors import AuthenticationFailed, InvalidRequest, LuxError, PermissionDenied

POLICY_VIOLATION = 1008
DISCARDED_BYTES = 16 * 1024 * 1024
DISCARD_SECONDS = 2.0


class Guard:
    """Checks Host, Origin, the bearer token and the size of each request, in this order.

    Host and Origin must match exactly, port included: a page in a browser that rebinds its
    name to this machine still sends its own name.
    """

    def __init__(
        self, app: ASGIApp, *, token: str, hosts: Iterable[str], max_body_bytes: int
    ) -> None:
        self._app = app
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
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": error.code})
        return
    with contextlib.suppress(TimeoutError):
        await asyncio.wait_for(_discard_body(receive), DISCARD_SECONDS)
    body = json.dumps({"error": plain(error)}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    # A refused client has no claim on a kept connection, and there may be body left in it.
    headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
