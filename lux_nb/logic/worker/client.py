"""The asyncio client of a Prolog worker, which outlives the worker it speaks to."""

import asyncio
import os
import re
import socket
import sys
from collections.abc import AsyncIterable, AsyncIterator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, Self

from lux_nb.errors import Cancelled, InvalidRequest, LuxError, PermissionDenied, TimedOut
from lux_nb.logic.worker import wire
from lux_nb.logic.worker.columns import encode_columns
from lux_nb.logic.worker.facts import plain_facts

_PACKAGE_ROOT = str(Path(__file__).resolve().parents[3])
_CHUNK = 20_000
_PREDICATE_NAME = re.compile(r"[a-z]\w*\Z")


@dataclass(frozen=True)
class Limits:
    """What one goal may use before it is stopped."""

    seconds: float = 5.0
    inferences: int = 200_000_000
    answers: int = 10_000
    memory_bytes: int = 4 << 30
    stack_bytes: int = 512 << 20
    grace_seconds: float = 1.0
    load_seconds: float = 120.0


@dataclass(frozen=True)
class Answers:
    """The bindings a query found, and whether there were more than the limit."""

    rows: list[dict[str, Any]]
    more: bool = False

    def __bool__(self) -> bool:
        return bool(self.rows)


@dataclass
class _Process:
    process: asyncio.subprocess.Process
    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter


@dataclass
class PrologWorker:
    """A knowledge base in a worker process, replayed whenever the process has to be replaced.

    ``environment`` is what the process needs to find SWI-Prolog: PATH, LD_LIBRARY_PATH and
    SWI_HOME_DIR.
    """

    environment: Mapping[str, str]
    limits: Limits = field(default_factory=Limits)
    _running: _Process | None = None
    _journal: list[bytes] = field(default_factory=list)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def __aenter__(self) -> Self:
        await self.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.stop()

    @property
    def process_id(self) -> int | None:
        """The worker's process id, or None while none is running."""
        return self._running.process.pid if self._running else None

    async def start(self) -> None:
        """Start the process if it is not running and load what it held before."""
        async with self._lock:
            await self._ensure()

    async def stop(self) -> None:
        """End the process; the knowledge base stays and is loaded again on the next start."""
        await self._discard()

    async def load(self, text: str) -> list[str]:
        """Add clauses written in Prolog; all of them or, on a fault, none."""
        added: list[str] = await self._change("load", [text])
        return added

    async def check(self, text: str) -> list[str]:
        """Read clauses and check them as ``load`` does, without adding one."""
        clauses: list[str] = await self._request("check", [text], self.limits.load_seconds)
        return clauses

    async def check_facts(self, text: str) -> list[tuple[str, list[Any]]]:
        """Check clauses, and give for each plain fact also its name and its arguments."""
        read = await self._request("check_facts", [text], self.limits.load_seconds)
        return [(clause, fact) for clause, fact in read]

    async def check_goal(self, goal: str) -> str:
        """Read a goal and check that it may be run, without running it."""
        return str(await self._request("check_goal", [goal], self.limits.seconds))

    async def load_facts(self, text: str) -> int:
        """Add many plain facts written one to a line, fast; other lines are loaded as clauses."""
        tables, rest = plain_facts(text)
        if rest:
            await self.load("\n".join(rest))
        count = len(rest)
        for (name, _), rows in tables.items():
            count += await self.load_rows(name, rows)
        return count

    async def load_rows(self, name: str, rows: Iterable[Sequence[Any]]) -> int:
        """Add one fact for each row; text becomes atoms and numbers stay numbers."""
        return await self.load_columns(name, _encoded(rows))

    async def load_columns(self, name: str, bodies: AsyncIterable[bytes]) -> int:
        """Add the facts of encoded columns, piece by piece; all of them or, on a fault, none."""
        if not _PREDICATE_NAME.match(name):
            msg = f"{name!r} can't be the name of a predicate."
            raise InvalidRequest(msg, hint="Use a lower-case word such as 'parent'.")
        async with self._lock:
            running = await self._ensure()
            try:
                return await self._stream(running, name, bodies)
            except BaseException:
                # Part of it is loaded, so a process without that part takes over.
                await self._discard()
                raise

    async def retract(self, text: str) -> list[str]:
        """Remove these clauses; what was there to remove is returned."""
        removed: list[str] = await self._change("retract", [text])
        return removed

    async def clear(self) -> None:
        """Empty the knowledge base."""
        async with self._lock:
            # Forgotten first: what a process died of is not loaded into the next one.
            self._journal.clear()
            running = await self._ensure()
            await self._exchange(running, _frame("clear", []), self.limits.load_seconds)

    async def close_world(self, predicates: Sequence[tuple[str, int]] | None) -> None:
        """Take what can't be shown of these predicates (None: of any) for false from now on."""
        closed: list[Any] = ["all"] if predicates is None else [list(each) for each in predicates]
        await self._change("close_world", [closed])

    async def listing(self) -> str:
        """Give the whole knowledge base as Prolog text."""
        return str(await self._request("listing", [], self.limits.load_seconds))

    async def predicates(self) -> list[tuple[str, int, int]]:
        """Give name, arity and number of clauses of each predicate."""
        listed = await self._request("predicates", [], self.limits.load_seconds)
        return [(name, arity, count) for name, arity, count in listed]

    async def query(self, goal: str, limits: Limits | None = None) -> Answers:
        """Run a goal in the sandbox and give its bindings as plain data."""
        limits = limits or self.limits
        arguments = [goal, limits.seconds, limits.inferences, limits.answers]
        wait = limits.seconds + limits.grace_seconds
        result = await self._request("query", arguments, wait)
        return Answers([dict(answer) for answer in result["answers"]], result["more"])

    async def language(self, function: str, items: list[Any]) -> list[Any]:
        """Apply a function of the grammar to each item, in one round trip."""
        seconds = self.limits.load_seconds
        result: list[Any] = await self._request("language", [function, items, seconds], seconds)
        return result

    async def explain(self, goal: str) -> dict[str, Any]:
        """Prove a goal and its opposite; where there is no proof, tell what is missing."""
        seconds = self.limits.seconds
        wait = 4 * seconds + self.limits.grace_seconds
        result: dict[str, Any] = await self._request("explain", [goal, seconds], wait)
        return result

    async def conflicts(self, most: int = 5, seconds: float = 1.0) -> list[Any]:
        """Give pairs of proofs of statements that are both shown and refuted."""
        wait = seconds + self.limits.grace_seconds
        result: list[Any] = await self._request("conflicts", [most, seconds], wait)
        return result

    async def _change(self, action: str, arguments: list[Any]) -> Any:
        frame = _frame(action, arguments)
        async with self._lock:
            running = await self._ensure()
            result = await self._exchange(running, frame, self.limits.load_seconds)
            self._journal.append(frame)
        return result

    async def _request(self, action: str, arguments: list[Any], seconds: float) -> Any:
        async with self._lock:
            running = await self._ensure()
            return await self._exchange(running, _frame(action, arguments), seconds)

    async def _stream(self, running: _Process, name: str, bodies: AsyncIterable[bytes]) -> int:
        # One frame is always under way, so that encoding and loading overlap.
        count = 0
        sent: list[bytes] = []
        async for body in bodies:
            frame = wire.pack_columns(name, body)
            running.writer.write(frame)
            if sent:
                count += await self._reply(running, self.limits.load_seconds)
            sent.append(frame)
        if sent:
            count += await self._reply(running, self.limits.load_seconds)
        self._journal += sent
        return count

    async def _exchange(self, running: _Process, frame: bytes, seconds: float) -> Any:
        running.writer.write(frame)
        return await self._reply(running, seconds)

    async def _reply(self, running: _Process, seconds: float) -> Any:
        try:
            async with asyncio.timeout(seconds):
                reply = await wire.read_frame(running.reader)
        except TimeoutError:
            await self._discard()
            msg = "The goal did not stop at its time limit, so its worker was ended."
            raise TimedOut(msg, code="QUERY_TIMEOUT", hint=_KEPT) from None
        except (asyncio.IncompleteReadError, ConnectionError):
            await self._discard()
            msg = "The Prolog worker died while it was answering."
            raise LuxError(msg, code="WORKER_DIED", hint=_KEPT) from None
        except asyncio.CancelledError:
            await self._discard()
            raise
        if "error" in reply:
            raise _error(reply["error"])
        return reply["ok"]

    async def _ensure(self) -> _Process:
        if self._running is None or self._running.process.returncode is not None:
            self._running = await self._spawn()
            for frame in self._journal:
                await self._exchange(self._running, frame, self.limits.load_seconds)
        return self._running

    async def _spawn(self) -> _Process:
        ours, theirs = socket.socketpair()
        environment = {**os.environ, **self.environment}
        paths = [_PACKAGE_ROOT, environment.get("PYTHONPATH", "")]
        environment["PYTHONPATH"] = os.pathsep.join(filter(None, paths))
        limits = (str(self.limits.memory_bytes), str(self.limits.stack_bytes))
        with theirs:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "lux_nb.logic.worker", str(theirs.fileno()), *limits),
                pass_fds=[theirs.fileno()],
                env=environment,
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
                stderr=asyncio.subprocess.DEVNULL,
            )
        reader, writer = await asyncio.open_connection(sock=ours, limit=1 << 26)
        return _Process(process, reader, writer)

    async def _discard(self) -> None:
        running, self._running = self._running, None
        if running is None:
            return
        running.writer.close()
        if running.process.returncode is None:
            try:
                running.process.kill()
            except ProcessLookupError:
                return
            await running.process.wait()


def _frame(action: str, arguments: list[Any]) -> bytes:
    return wire.pack({"do": action, "with": arguments})


async def _encoded(rows: Iterable[Sequence[Any]]) -> AsyncIterator[bytes]:
    iterator = iter(rows)
    while chunk := list(islice(iterator, _CHUNK)):
        yield encode_columns(list(zip(*chunk, strict=True)))


_KEPT = "The knowledge base is kept and loaded again with the next call."

_KINDS: dict[str, tuple[type[LuxError], str]] = {
    "time": (TimedOut, "QUERY_TIMEOUT"),
    "inferences": (TimedOut, "INFERENCE_LIMIT"),
    "memory": (InvalidRequest, "MEMORY_LIMIT"),
    "unsafe": (PermissionDenied, "UNSAFE_GOAL"),
    "syntax": (InvalidRequest, "SYNTAX_ERROR"),
    "prolog": (InvalidRequest, "PROLOG_ERROR"),
    "cancelled": (Cancelled, "CANCELLED"),
}


def _error(described: dict[str, str]) -> LuxError:
    kind, code = _KINDS.get(described["kind"], (LuxError, "PROLOG_ERROR"))
    return kind(described["message"], code=code)
