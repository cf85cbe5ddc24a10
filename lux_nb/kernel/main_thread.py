"""Running code of an assistant on the kernel's main thread, between the user's cells."""

import asyncio
import contextlib
import signal
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from lux_nb.engine.authors import Author, acting_as
from lux_nb.engine.calls import Delta, Listener
from lux_nb.errors import NotConfigured
from lux_nb.kernel.capture import Outputs, captured
from lux_nb.kernel.undo import Changes, Snapshot

FLUSH_SECONDS = 0.03
INTERRUPT_SECONDS = 4.0


@dataclass(slots=True)
class CodeRun:
    """One run of code: asked for on the engine's loop, carried out on the main thread."""

    code: str
    author: Author
    undo_room: int
    outputs: Outputs
    ended: "Callable[[CodeRun], None]"
    """Called on the main thread when the code has run, whether or not anybody still waits."""
    begins: "Callable[[], None]" = lambda: None
    state: str = "queued"
    seconds: float = 0.0
    changes: Changes | None = None
    guard: threading.Lock = field(default_factory=threading.Lock)
    is_async: bool = False

    @property
    def status(self) -> str:
        """``ok``, ``error``, or ``cancelled`` when it was interrupted."""
        if self.outputs.error is None:
            return "ok"
        stopped = self.outputs.error["name"] in {"KeyboardInterrupt", "CancelledError"}
        return "cancelled" if stopped else "error"


class Piece:
    """Hands text from the main thread to a listener on the engine's loop, a few times a second."""

    def __init__(self, loop: asyncio.AbstractEventLoop, listener: Listener) -> None:
        self._loop = loop
        self._listener = listener
        self._lock = threading.Lock()
        self._waiting = ""

    def add(self, text: str) -> None:
        """Take a piece of text, on any thread."""
        with self._lock:
            is_first, self._waiting = not self._waiting, self._waiting + text
        if is_first:
            with contextlib.suppress(RuntimeError):  # the loop is closed: nobody listens
                self._loop.call_soon_threadsafe(self._loop.call_later, FLUSH_SECONDS, self.flush)

    def flush(self) -> None:
        """Hand on what came; on the loop."""
        with self._lock:
            text, self._waiting = self._waiting, ""
        if text:
            self._listener(Delta(text))


class MainThread:
    """The main thread of a notebook's kernel."""

    def __init__(self, shell: Any) -> None:
        kernel = getattr(shell, "kernel", None)
        loop = getattr(getattr(kernel, "io_loop", None), "asyncio_loop", None)
        if loop is None:
            message = "Code can be run in a notebook's kernel only."
            raise NotConfigured(
                message,
                code="NO_KERNEL",
                hint="Attach to a notebook: %load_ext lux_nb, %lux serve.",
            )
        self._shell = shell
        self._loop: asyncio.AbstractEventLoop = loop
        # ipykernel holds this lock while it handles a cell; whoever waits for it is next.
        self._turn: asyncio.Lock = getattr(kernel, "_main_asyncio_lock", None) or asyncio.Lock()

    @property
    def is_busy(self) -> bool:
        """Whether a cell, or an assistant's code, runs now."""
        return self._turn.locked()

    async def run(self, run: CodeRun) -> CodeRun:
        """Wait for the main thread's turn and run the code; cancelling interrupts it."""
        future = asyncio.run_coroutine_threadsafe(self._take_turn(run), self._loop)
        answer = asyncio.wrap_future(future)
        try:
            return await asyncio.shield(answer)
        except asyncio.CancelledError:
            self._interrupt(run)
            if run.is_async or run.state in {"queued", "withdrawn"}:
                answer.cancel()
            # The code has ended when its cancelling is told, so that nothing changes after it.
            await asyncio.wait({answer}, timeout=INTERRUPT_SECONDS)
            raise

    def _interrupt(self, run: CodeRun) -> None:
        with run.guard:
            if run.state == "running" and not run.is_async:
                _signal_main()
            elif run.state == "queued":
                run.state = "withdrawn"

    async def _take_turn(self, run: CodeRun) -> CodeRun:
        async with self._turn:
            if run.state == "withdrawn":
                return run
            started = time.perf_counter()
            try:
                await self._carry_out(run)
            except KeyboardInterrupt:
                run.outputs.fail(KeyboardInterrupt, "interrupted", ["KeyboardInterrupt"])
            finally:
                run.state = "ended"
                run.seconds = time.perf_counter() - started
                run.ended(run)
        return run

    async def _carry_out(self, run: CodeRun) -> None:
        shell = self._shell
        snapshot = Snapshot(shell, _transformed(shell, run.code), run.undo_room)
        try:
            with acting_as(run.author), captured(shell, run.outputs), _interruptible(run):
                transformed = _transformed(shell, run.code)
                run.is_async = shell.should_run_async(run.code, transformed_cell=transformed)
                if run.is_async:
                    await self._await_code(run, transformed)
                else:
                    shell.run_cell(run.code, store_history=False)
        finally:
            run.changes = snapshot.changes()

    async def _await_code(self, run: CodeRun, transformed: str) -> None:
        shell, result = self._shell, None
        try:
            result = await shell.run_cell_async(
                run.code, store_history=False, transformed_cell=transformed
            )
        finally:
            shell.events.trigger("post_execute")
            if result is not None:
                shell.events.trigger("post_run_cell", result)


@contextlib.contextmanager
def _interruptible(run: CodeRun) -> Iterator[None]:
    """Let an interrupt end this code; between cells the kernel ignores it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    run.state = "running"
    run.begins()
    try:
        yield
    finally:
        with run.guard:
            run.state = "ending"
        signal.signal(signal.SIGINT, before)


def _signal_main() -> None:
    identity = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and identity is not None:
        # A real signal, so that a sleep or a read ends as well.
        signal.pthread_kill(identity, signal.SIGINT)
        return
    import _thread

    _thread.interrupt_main()


def _transformed(shell: Any, code: str) -> str:
    try:
        return str(shell.transform_cell(code))
    except Exception:
        return code
