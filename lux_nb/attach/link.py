"""The HTTP side of the bridge: one incarnation of a kernel, and the session with it."""

import json
from collections.abc import Callable
from urllib.parse import urlsplit

from lux_nb.attach.frames import (
    INVALID_REQUEST,
    Frame,
    encode,
    error_frame,
    own_version,
    routing_headers,
)
from lux_nb.attach.http import HttpClient, Lost, NotDelivered, Response
from lux_nb.server.registry import KernelEntry

ACCEPT = "application/json, text/event-stream"
TOOLSETS_HEADER = "lux-toolsets"
Forward = Callable[[Frame], None]


class SessionGone(Exception):
    """The kernel does not know the session any more; nothing was done."""


class Link:
    """Sends frames to a kernel and hands on what comes back."""

    def __init__(self, entry: KernelEntry, toolsets: str = "") -> None:
        self.entry = entry
        self._toolsets = toolsets
        self.is_listening = False
        self._session: str | None = None
        self._version: str | None = None
        address = urlsplit(entry.url)
        self._path = address.path
        self._client = HttpClient(address.hostname or "127.0.0.1", address.port or entry.port)

    async def post(self, frame: Frame, forward: Forward) -> None:
        """Send a frame; each frame of the answer is handed to ``forward``."""
        response = await self._client.send("POST", self._path, self._headers(frame), encode(frame))
        try:
            self._check(response)
            if frame.get("method") == "initialize":
                self._session = response.headers.get("mcp-session-id")
                forward = self._noting_version(forward)
            await _deliver(response, frame, forward)
        finally:
            response.close()

    async def listen(self, forward: Forward) -> None:
        """Hear what the kernel says of itself, until the stream ends."""
        headers = {**self._common(), "accept": "text/event-stream"}
        response = await self._client.send("GET", self._path, headers)
        try:
            self._check(response)
            if response.is_stream:
                async for data in response.events():
                    forward(json.loads(data))
        finally:
            response.close()

    async def end(self) -> None:
        """End the session, so that the kernel need not wait for it to time out."""
        if self._session:
            response = await self._client.send("DELETE", self._path, self._common())
            response.close()

    def close(self) -> None:
        """Close connections that are not in use."""
        self._client.close()

    def _check(self, response: Response) -> None:
        if response.status == 401:
            # Another process has this port now: the request was refused, not run.
            message = "the kernel was replaced"
            raise NotDelivered(message)
        if response.status == 404 and self._session:
            raise SessionGone

    def _headers(self, frame: Frame) -> dict[str, str]:
        headers = {**self._common(), "content-type": "application/json"}
        version = own_version(frame)
        if version is not None and "method" in frame:
            headers.pop("mcp-session-id", None)
            headers.update(routing_headers(frame, version))
        return headers

    def _common(self) -> dict[str, str]:
        headers = {"authorization": f"Bearer {self.entry.token}", "accept": ACCEPT}
        if self._toolsets:
            headers[TOOLSETS_HEADER] = self._toolsets
        if self._session:
            headers["mcp-session-id"] = self._session
        if self._version:
            headers["mcp-protocol-version"] = self._version
        return headers

    def _noting_version(self, forward: Forward) -> Forward:
        def noted(frame: Frame) -> None:
            result = frame.get("result")
            if isinstance(result, dict):
                self._version = result.get("protocolVersion")
            forward(frame)

        return noted


async def _deliver(response: Response, frame: Frame, forward: Forward) -> None:
    if response.is_stream:
        async for data in response.events():
            forward(json.loads(data))
        return
    body = await response.read()
    if "id" not in frame or response.status == 202:
        return
    forward(_answer(response.status, body, frame))


def _answer(status: int, body: bytes, frame: Frame) -> Frame:
    """Read a plain answer; one that is refused before it is JSON-RPC is put into its words."""
    try:
        answer = json.loads(body)
    except ValueError:
        answer = None
    if isinstance(answer, dict) and "jsonrpc" in answer:
        return {**answer, "id": frame["id"]}
    error = answer.get("error") if isinstance(answer, dict) else None
    told = error.get("message") if isinstance(error, dict) else None
    return error_frame(frame["id"], INVALID_REQUEST, told or f"The kernel answered HTTP {status}.")


__all__ = ["Forward", "Link", "Lost", "NotDelivered", "SessionGone"]
