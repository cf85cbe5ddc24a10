"""The one door to every surface: who may come in, from where, and with how much."""

import hmac
import json
from collections.abc import Iterable
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from lux_nb.engine.payloads import plain
from lux_nb.errors import AuthenticationFailed, InvalidRequest, LuxError, PermissionDenied

POLICY_VIOLATION = 1008


class TooLarge(Exception):
    """The body grew past the limit while it was read."""


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
            await _refuse(scope, send, *refusal)
            return
        await self._limited(scope, receive, send)

    def _refusal(self, headers: list[tuple[bytes, bytes]]) -> tuple[int, LuxError] | None:
        if not _only(headers, b"host", self._hosts, required=True):
            return 421, PermissionDenied("This Host is not served here.", code="BAD_HOST")
        if not _only(headers, b"origin", self._origins, required=False):
            return 403, PermissionDenied("This Origin is not allowed.", code="BAD_ORIGIN")
        given = [value for name, value in headers if name == b"authorization"]
        if len(given) != 1 or not hmac.compare_digest(given[0], self._expected):
            return 401, AuthenticationFailed(
                "A valid bearer token is required.",
                code="INVALID_TOKEN",
                hint="lux-nb attach finds the token by itself.",
            )
        length = next((value for name, value in headers if name == b"content-length"), b"0")
        if length.isdigit() and int(length) > self._max_body_bytes:
            return 413, self._too_large()
        return None

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Run the app; a body without a declared length is counted while it is read."""
        declared = any(name == b"content-length" for name, _ in scope["headers"])
        if scope["type"] != "http" or declared:
            await self._app(scope, receive, send)
            return
        seen = 0
        answered = False

        async def counted() -> Message:
            nonlocal seen
            message = await receive()
            seen += len(message.get("body", b""))
            if seen > self._max_body_bytes:
                raise TooLarge
            return message

        async def watched(message: Message) -> None:
            nonlocal answered
            answered = True
            await send(message)

        try:
            await self._app(scope, counted, watched)
        except TooLarge:
            if not answered:
                await _refuse(scope, send, 413, self._too_large())

    def _too_large(self) -> LuxError:
        return InvalidRequest(
            f"The request is larger than {self._max_body_bytes} bytes.",
            code="REQUEST_TOO_LARGE",
            hint="MAX_REQUEST_SIZE sets the limit.",
        )


def _only(
    headers: list[tuple[bytes, bytes]], wanted: bytes, allowed: set[bytes], *, required: bool
) -> bool:
    values = [value for name, value in headers if name == wanted]
    if not values:
        return not required
    return len(values) == 1 and values[0].lower() in allowed


async def _refuse(scope: Scope, send: Send, status: int, error: LuxError) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": error.code})
        return
    body = json.dumps({"error": plain(error)}).encode()
    headers: list[Any] = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    if status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if status == 413:
        # What is left of the body is not read, so the connection can't be used again.
        headers.append((b"connection", b"close"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
