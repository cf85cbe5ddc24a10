"""Many streams at once through the client, beside a bare httpx loop, on a loopback server.

The server runs in a process of its own and streams numbered tokens on schedule, so that a lost
or reordered chunk shows, and so that neither side is helped or hindered by it.
"""

import asyncio
import gc
import json
import multiprocessing
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

STREAMS = 200
TOKENS = 40
INTERVAL_SECONDS = 0.05
REQUESTS = 400
AT_ONCE = 50
SHORT_TOKENS = 30
ROUNDS = 3
HEARTBEAT_SECONDS = 0.005

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"


def run() -> list[dict[str, Any]]:
    """Measure streams on schedule and requests per second."""
    with LoopbackServer() as address, tempfile.TemporaryDirectory() as home:
        ours = _ours(address, Path(home))
        ours.measure(_warm_up)
        # A collection of all that was ever imported would be measured as a stall of either side.
        gc.collect()
        gc.freeze()
        try:
            scheduled = _scheduled(ours, address)
            rates = _rates(ours, address)
        finally:
            gc.unfreeze()
            ours.close()
    return [*scheduled, *rates]


# What is compared


class Ours:
    """The models of an engine, asked as an operation asks them."""

    def __init__(self, engine: Any) -> None:
        self.engine = engine

    async def ask(self, tokens: int, interval: float, stream: int) -> tuple[str, list[str]]:
        from lux_nb.engine.authors import Author
        from lux_nb.engine.calls import Delta

        pieces: list[str] = []

        def listen(update: Any) -> None:
            if isinstance(update, Delta):
                pieces.append(update.text)

        answer = await self.engine.call(
            "mercury_chat_stream",
            {"messages": _messages(tokens, interval, stream), "model": "loopback"},
            author=Author("script", "benchmark"),
            listener=listen,
        )
        return answer.text, pieces

    def measure(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        return self.engine.run(work(self.ask))

    def close(self) -> None:
        self.engine.close()


class Bare:
    """httpx alone: lines, JSON, text."""

    def __init__(self, address: str) -> None:
        self.url = f"{address}/v1/chat/completions"
        self.client: Any = None

    async def ask(self, tokens: int, interval: float, stream: int) -> tuple[str, list[str]]:
        body = {"messages": _messages(tokens, interval, stream), "model": "m", "stream": True}
        pieces = []
        async with self.client.stream("POST", self.url, json=body) as response:
            async for line in response.aiter_lines():
                if not line.startswith("data: ") or line == "data: [DONE]":
                    continue
                choices = json.loads(line[6:])["choices"]
                pieces += [c["delta"]["content"] for c in choices if c["delta"].get("content")]
        return "".join(pieces), pieces

    def measure(self, work: Callable[[Any], Awaitable[Any]]) -> Any:
        import httpx

        async def with_client() -> Any:
            limits = httpx.Limits(max_connections=1000, max_keepalive_connections=32)
            async with httpx.AsyncClient(timeout=60, limits=limits) as self.client:
                return await work(self.ask)

        return asyncio.run(with_client())


# Streams on schedule


def _scheduled(ours: Ours, address: str) -> list[dict[str, Any]]:
    own: list[Streamed] = []
    bare: list[Streamed] = []
    for _ in range(ROUNDS):
        own.append(ours.measure(_all_streams))
        bare.append(Bare(address).measure(_all_streams))

    def row(measure: str, figure: Callable[[Streamed], float], **more: str) -> dict[str, Any]:
        return {
            "area": "models",
            "measure": f"{STREAMS} streams: {measure}",
            "ours": round(statistics.median(figure(one) for one in own), 2),
            "beside": round(statistics.median(figure(one) for one in bare), 2),
            "beside_name": "bare httpx",
            **more,
        }

    chunks = f"{ROUNDS} rounds of {STREAMS} x {TOKENS}, one each {INTERVAL_SECONDS * 1000:g} ms"
    each = "each round " + ", ".join(f"{one.stall:.0f}" for one in own)
    busy = "CPU time between two beats: what remains when the machine does nothing else"
    ideal = f"the schedule takes {TOKENS * INTERVAL_SECONDS:g} s"
    lost = row("lost or reordered chunks", lambda one: one.wrong, goal="0", note=chunks)
    lost["ours"] = sum(one.wrong for one in own)
    return [
        lost,
        row("worst stall of the loop, ms", lambda one: one.stall, goal="< 50", note=each),
        row("most work in one stall, ms", lambda one: one.work, goal="< 50", note=busy),
        row("time to the end, s", lambda one: one.seconds, note=ideal),
    ]


@dataclass(frozen=True)
class Streamed:
    """What one round of streams showed."""

    wrong: int
    stall: float
    work: float
    seconds: float


async def _all_streams(ask: Any) -> Streamed:
    heart = Heartbeat()
    started = time.perf_counter()
    async with heart:
        results = await asyncio.gather(
            *(ask(TOKENS, INTERVAL_SECONDS, stream) for stream in range(STREAMS))
        )
    seconds = time.perf_counter() - started
    wrong = 0
    for stream, (text, pieces) in enumerate(results):
        expected = [_token(stream, number) for number in range(TOKENS)]
        wrong += sum(1 for got, want in zip(pieces, expected, strict=False) if got != want)
        wrong += abs(len(pieces) - len(expected)) + (text != "".join(expected))
    return Streamed(wrong, heart.worst * 1000, heart.worst_work * 1000, seconds)


async def _warm_up(ask: Any) -> None:
    for number in range(5):
        await ask(5, 0.0, number)


class Heartbeat:
    """Measures how late the loop wakes a task that sleeps for a moment, again and again."""

    worst = 0.0
    """By the clock, with the time that other processes had the processor."""
    worst_work = 0.0
    """The work that the loop did between two beats."""

    async def __aenter__(self) -> "Heartbeat":
        self._task = asyncio.get_running_loop().create_task(self._beat())
        return self

    async def __aexit__(self, *_: object) -> None:
        self._task.cancel()

    async def _beat(self) -> None:
        while True:
            before, worked = time.perf_counter(), time.thread_time()
            await asyncio.sleep(HEARTBEAT_SECONDS)
            late = time.perf_counter() - before - HEARTBEAT_SECONDS
            self.worst = max(self.worst, late)
            self.worst_work = max(self.worst_work, time.thread_time() - worked)


# Requests per second


def _rates(ours: Ours, address: str) -> list[dict[str, Any]]:
    own, bare = [], []
    for _ in range(ROUNDS):
        own.append(REQUESTS / ours.measure(_many_requests))
        bare.append(REQUESTS / Bare(address).measure(_many_requests))
    ratios = [b / o for o, b in zip(own, bare, strict=True)]
    return [
        {
            "area": "models",
            "measure": "requests/s, each logged and in the store",
            "ours": round(statistics.median(own), 1),
            "beside": round(statistics.median(bare), 1),
            "beside_name": "bare httpx",
            "goal": "within 1.2x",
            "note": f"ratio {statistics.median(ratios):.2f}; {REQUESTS} requests of "
            f"{SHORT_TOKENS} tokens, {AT_ONCE} at once",
        }
    ]


async def _many_requests(ask: Any) -> float:
    waiting = iter(range(REQUESTS))

    async def worker() -> None:
        for number in waiting:
            text, _ = await ask(SHORT_TOKENS, 0.0, number)
            assert text

    started = time.perf_counter()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    return time.perf_counter() - started


# The server


class LoopbackServer:
    """A model server in a process of its own whose tokens are numbers."""

    def __enter__(self) -> str:
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe()
        self._process = context.Process(target=_serve, args=(there,), daemon=True)
        self._process.start()
        return f"http://127.0.0.1:{here.recv()}"

    def __exit__(self, *_: object) -> None:
        self._process.terminate()
        self._process.join()


def _serve(pipe: Any) -> None:
    async def main() -> None:
        server = await asyncio.start_server(_answer, "127.0.0.1", 0, backlog=1024)
        pipe.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(main())


async def _answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    try:
        while head := await reader.readuntil(b"\r\n\r\n"):
            length = next(
                int(line.split(b":")[1])
                for line in head.lower().split(b"\r\n")
                if line.startswith(b"content-length:")
            )
            body = json.loads(await reader.readexactly(length))
            tokens, interval, stream = json.loads(body["messages"][0]["content"])
            writer.write(HEAD)
            await _stream(writer, tokens, interval, stream)
            writer.write(b"0\r\n\r\n")
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        writer.close()


async def _stream(writer: asyncio.StreamWriter, tokens: int, interval: float, stream: int) -> None:
    loop = asyncio.get_running_loop()
    start = loop.time()
    for number in range(tokens):
        delta = {"delta": {"content": _token(stream, number)}, "finish_reason": None}
        _send(writer, {"model": "loopback", "choices": [delta]})
        if interval:
            await asyncio.sleep(max(0.0, start + (number + 1) * interval - loop.time()))
    _send(writer, {"model": "loopback", "choices": [{"delta": {}, "finish_reason": "stop"}]})
    usage = {"prompt_tokens": 5, "completion_tokens": tokens}
    _send(writer, {"model": "loopback", "choices": [], "usage": usage})
    _chunk(writer, b"data: [DONE]\n\n")


def _send(writer: asyncio.StreamWriter, piece: dict[str, Any]) -> None:
    _chunk(writer, b"data: " + json.dumps(piece).encode() + b"\n\n")


def _chunk(writer: asyncio.StreamWriter, data: bytes) -> None:
    writer.write(b"%x\r\n%s\r\n" % (len(data), data))


def _token(stream: int, number: int) -> str:
    return f"{stream}:{number} "


def _messages(tokens: int, interval: float, stream: int) -> list[dict[str, str]]:
    return [{"role": "user", "content": json.dumps([tokens, interval, stream])}]


def _ours(address: str, home: Path) -> Ours:
    from lux_nb.config import Settings
    from lux_nb.engine.engine import Engine

    settings = Settings(
        lux_home=home,
        compatible_base_url=f"{address}/v1",
        rate_limit_enabled=False,
        request_timeout_ms=60_000,
    )
    return Ours(Engine(settings))


if __name__ == "__main__":
    from benchmarks.__main__ import table

    print(table(run()))
