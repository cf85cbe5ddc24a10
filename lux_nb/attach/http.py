"""A small HTTP/1.1 client on asyncio and h11: keeps connections, streams events.

The bridge starts with every assistant, so it does without a larger client's import time.
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import h11

CHUNK = 65536
# Shorter than the server keeps an idle connection, so that a used one is never just closing.
IDLE_SECONDS = 60.0
CONNECT_SECONDS = 5.0


class NotDelivered(Exception):
    """The request never reached the server, so it can be sent again."""


class Lost(Exception):
    """The connection broke after the request was sent; what happened to it is not known."""


@dataclass(slots=True)
class _Connection:
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    state: h11.Connection
    used: float = field(default_factory=time.monotonic)

    def is_fresh(self) -> bool:
        idle = time.monotonic() - self.used
        return idle < IDLE_SECONDS and not self.reader.at_eof() and not self.writer.is_closing()

    def close(self) -> None:
        with contextlib.suppress(Exception):
            self.writer.close()

    async def next_event(self) -> Any:
        while True:
            event = self.state.next_event()
            if event is not h11.NEED_DATA:
                return event
            self.state.receive_data(await self.reader.read(CHUNK))


class Response:
    """An answer whose body is read while it comes."""

    def __init__(self, client: "HttpClient", connection: _Connection, head: h11.Response) -> None:
        self._client = client
        self._connection = connection
        self.status = head.status_code
        self.headers = {name.decode(): value.decode() for name, value in head.headers}
        self._ended = False

    @property
    def is_stream(self) -> bool:
        """Whether the body is a stream of events."""
        return self.headers.get("content-type", "").startswith("text/event-stream")

    async def chunks(self) -> AsyncIterator[bytes]:
        """Yield the body as it comes; raises Lost when it breaks off."""
        while not self._ended:
            try:
                event = await self._connection.next_event()
            except (OSError, h11.ProtocolError) as error:
                raise Lost(str(error)) from error
            if isinstance(event, h11.Data):
                yield bytes(event.data)
            elif isinstance(event, h11.EndOfMessage):
                self._ended = True
                self._client.give_back(self._connection)
            else:
                message = "the connection was closed"
                raise Lost(message)

    async def read(self) -> bytes:
        """Return the whole body."""
        return b"".join([chunk async for chunk in self.chunks()])

    async def events(self) -> AsyncIterator[bytes]:
        """Yield the data of each server-sent event."""
        parser = EventParser()
        async for chunk in self.chunks():
            for data in parser.feed(chunk):
                yield data

    def close(self) -> None:
        """Let the connection go, when the body was not read to its end."""
        if not self._ended:
            self._ended = True
            self._connection.close()


class HttpClient:
    """Requests to one host and port of this machine."""

    def __init__(self, host: str, port: int) -> None:
        self._host, self._port = host, port
        self._idle: list[_Connection] = []

    async def send(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes = b""
    ) -> Response:
        """Send a request and return once the head of the answer is there."""
        connection = await self._connection()
        request = h11.Request(
            method=method,
            target=path,
            headers=[
                ("host", f"{self._host}:{self._port}"),
                ("content-length", str(len(body))),
                *headers.items(),
            ],
        )
        try:
            head = await _exchange(connection, request, body)
        except asyncio.CancelledError:
            connection.close()
            raise
        except (OSError, h11.ProtocolError) as error:
            connection.close()
            raise Lost(str(error)) from error
        return Response(self, connection, head)

    def give_back(self, connection: _Connection) -> None:
        """Keep a connection for the next request, when it can have one."""
        state = connection.state
        if state.our_state is h11.DONE and state.their_state is h11.DONE:
            state.start_next_cycle()
            connection.used = time.monotonic()
            self._idle.append(connection)
        else:
            connection.close()

    def close(self) -> None:
        """Close the kept connections."""
        while self._idle:
            self._idle.pop().close()

    async def _connection(self) -> _Connection:
        while self._idle:
            kept = self._idle.pop()
            if kept.is_fresh():
                return kept
            kept.close()
        try:
            reader, writer = await asyncio.wait_for(
                asyncio.open_connection(self._host, self._port), CONNECT_SECONDS
            )
        except (OSError, TimeoutError) as error:
            raise NotDelivered(str(error)) from error
        return _Connection(reader, writer, h11.Connection(our_role=h11.CLIENT))


async def _exchange(connection: _Connection, request: h11.Request, body: bytes) -> h11.Response:
    parts = [connection.state.send(request)]
    if body:
        parts.append(connection.state.send(h11.Data(data=body)))
    parts.append(connection.state.send(h11.EndOfMessage()))
    connection.writer.write(b"".join(part for part in parts if part))
    await connection.writer.drain()
    while True:
        event = await connection.next_event()
        if isinstance(event, h11.Response):
            return event
        if not isinstance(event, h11.InformationalResponse):
            message = "the connection was closed before an answer came"
            raise ConnectionResetError(message)


class EventParser:
    """Cuts a byte stream into the data of server-sent events."""

    def __init__(self) -> None:
        self._rest = b""
        self._data: list[bytes] = []

    def feed(self, chunk: bytes) -> Iterator[bytes]:
        """Take bytes in and yield the events they complete."""
        *lines, self._rest = (self._rest + chunk).split(b"\n")
        for line in lines:
            stripped = line.removesuffix(b"\r")
            if stripped.startswith(b"data:"):
                self._data.append(stripped[5:].removeprefix(b" "))
            elif not stripped and self._data:
                data, self._data = b"\n".join(self._data), []
                if data:
                    yield data
