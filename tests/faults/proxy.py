"""A proxy in front of a real model server that makes chosen requests go wrong."""

import asyncio
import socket
import struct
import threading
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime


@dataclass
class Exchange:
    """One request as the proxy got it, and where the answer goes."""

    head: bytes
    body: bytes
    writer: asyncio.StreamWriter
    proxy: "FaultProxy"

    async def send(self, data: bytes) -> None:
        self.writer.write(data)
        await self.writer.drain()

    async def upstream(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        reader, writer = await asyncio.open_connection(*self.proxy.target)
        lines = [
            line
            for line in self.head.split(b"\r\n")
            if line and not line.lower().startswith((b"connection:", b"accept-encoding:"))
        ]
        writer.write(b"\r\n".join([*lines, b"Connection: close"]) + b"\r\n\r\n" + self.body)
        await writer.drain()
        return reader, writer

    async def whole_answer(self) -> bytes:
        reader, writer = await self.upstream()
        answer = await reader.read()
        writer.close()
        return answer

    def reset(self) -> None:
        """Close so that the other side sees a reset, not an orderly end."""
        raw: socket.socket = self.writer.get_extra_info("socket")
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self.writer.transport.abort()


Fault = Callable[[Exchange], Awaitable[None]]


@dataclass
class FaultProxy:
    """Passes requests on to the target; each queued fault takes one request."""

    target: tuple[str, int]
    faults: deque[Fault] = field(default_factory=deque)
    always: Fault | None = None
    seen: list[bytes] = field(default_factory=list)
    port: int = 0

    def __post_init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        started = threading.Event()
        self._thread = threading.Thread(target=self._run, args=(started,), daemon=True)
        self._thread.start()
        assert started.wait(10)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def next(self, *faults: Fault) -> None:
        self.faults.extend(faults)

    def clear(self) -> None:
        self.faults.clear()
        self.seen.clear()
        self.always = None

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(10)

    def _run(self, started: threading.Event) -> None:
        asyncio.set_event_loop(self._loop)
        server = self._loop.run_until_complete(
            asyncio.start_server(self._serve, "127.0.0.1", 0, limit=2**24)
        )
        self.port = server.sockets[0].getsockname()[1]
        started.set()
        self._loop.run_forever()
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.run_until_complete(asyncio.sleep(0))
        server.close()
        self._loop.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            length = 0
            for line in head.lower().split(b"\r\n"):
                if line.startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
            body = await reader.readexactly(length)
            self.seen.append(head + body)
            fault = self.faults.popleft() if self.faults else self.always or passes
            await fault(Exchange(head, body, writer, self))
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


async def passes(exchange: Exchange) -> None:
    """Hand the answer of the real server on as it comes."""
    reader, upstream = await exchange.upstream()
    while chunk := await reader.read(65536):
        await exchange.send(chunk)
    upstream.close()


def passes_with(header: str) -> Fault:
    """Hand the request on with one more header, for a client that sends no key."""

    async def fault(exchange: Exchange) -> None:
        exchange.head = exchange.head.removesuffix(b"\r\n") + f"{header}\r\n\r\n".encode()
        await passes(exchange)

    return fault


def answers(status: int, body: str, **headers: str) -> Fault:
    """Answer with a status of one's own."""
    raw = body.encode()
    lines = [f"HTTP/1.1 {status} Fault", f"Content-Length: {len(raw)}", "Connection: close"]
    lines.append(f"Content-Type: {headers.pop('content_type', 'application/json')}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]

    async def fault(exchange: Exchange) -> None:
        await exchange.send("\r\n".join(lines).encode() + b"\r\n\r\n" + raw)

    return fault


def http_date(seconds: float) -> str:
    """Return a moment from now as HTTP writes dates."""
    return format_datetime(datetime.now(UTC) + timedelta(seconds=seconds), usegmt=True)


SSE_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nConnection: close\r\n\r\n"


async def events_of(exchange: Exchange) -> list[bytes]:
    """Return the events that the real server sends, each whole."""
    answer = await exchange.whole_answer()
    _, _, body = answer.partition(b"\r\n\r\n")
    return [event + b"\n\n" for event in unchunked(body).split(b"\n\n") if event.strip()]


def unchunked(body: bytes) -> bytes:
    """Take the chunked transfer encoding off."""
    parts = []
    while body:
        size, _, rest = body.partition(b"\r\n")
        length = int(size, 16)
        if length == 0:
            break
        parts.append(rest[:length])
        body = rest[length + 2 :]
    return b"".join(parts)


def with_text(events: list[bytes]) -> int:
    """Return how many events there are up to the first that carries text."""
    for index, event in enumerate(events):
        if b'"content":"' in event or b"text_delta" in event:
            return index + 1
    raise AssertionError(events)


async def resets_mid_stream(exchange: Exchange) -> None:
    events = await events_of(exchange)
    await exchange.send(SSE_HEAD + b"".join(events[: with_text(events)]))
    # The reset must not overtake what was sent before it.
    await asyncio.sleep(0.05)
    exchange.reset()


async def resets_before_answer(exchange: Exchange) -> None:
    exchange.reset()


async def ends_early(exchange: Exchange) -> None:
    events = await events_of(exchange)
    await exchange.send(SSE_HEAD + b"".join(events[: with_text(events)]))


async def never_answers(exchange: Exchange) -> None:
    await asyncio.Event().wait()


async def drips_for_ever(exchange: Exchange) -> None:
    """Keep the connection alive with comments, as some services do while they think."""
    await exchange.send(SSE_HEAD)
    while True:
        await exchange.send(b": still here\n\n")
        await asyncio.sleep(0.02)


async def drips(exchange: Exchange) -> None:
    """Send the true answer a few bytes at a time, cut anywhere."""
    data = b"".join(await events_of(exchange))
    await exchange.send(SSE_HEAD)
    for start in range(0, len(data), 37):
        await exchange.send(data[start : start + 37])
        await asyncio.sleep(0)


async def sends_malformed_event(exchange: Exchange) -> None:
    events = await events_of(exchange)
    await exchange.send(SSE_HEAD + events[0] + b'data: {"choices": [{"delta"\n\n')


async def sends_endless_event(exchange: Exchange) -> None:
    await exchange.send(SSE_HEAD + b"data: ")
    for _ in range(10_000):
        await exchange.send(b"x" * 65536)


async def sends_invalid_utf8(exchange: Exchange) -> None:
    events = await events_of(exchange)
    first = with_text(events) - 1
    events[first] = events[first].replace(b'"content":"', b'"content":"\xff\xfe', 1)
    await exchange.send(SSE_HEAD + b"".join(events))


def error_event(body: str) -> Fault:
    """Send an error inside a stream that began well."""

    async def fault(exchange: Exchange) -> None:
        await exchange.send(SSE_HEAD + f"data: {body}\n\n".encode())

    return fault
