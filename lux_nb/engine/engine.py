"""The engine: a background thread with one asyncio loop, on which every operation runs.

State is touched on that loop only, so it needs no locks, and assistants are answered while a
cell is busy. A caller on another thread submits and waits; an interrupt cancels what it waits
for and leaves the engine as it was.
"""

import asyncio
import concurrent.futures
import contextlib
import logging
import os
import threading
import weakref
from collections.abc import Coroutine, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from lux_nb.config import Settings, read_settings
from lux_nb.engine.assistants import Assistants
from lux_nb.engine.authors import Author, acting_author
from lux_nb.engine.calls import Call, Listener, enter_call
from lux_nb.engine.consent import Consent, scope_of
from lux_nb.engine.events import Event, EventLog
from lux_nb.engine.jobs import Job, Jobs
from lux_nb.engine.long_calls import LongCalls
from lux_nb.engine.operations import Operation, Request, Result, load_operations
from lux_nb.engine.payloads import as_lux_error
from lux_nb.engine.resources import Instance, Resource, find_resource, load_resources
from lux_nb.errors import Cancelled, LuxError, NotFound, StorageError
from lux_nb.logs import write_logs_to
from lux_nb.store.store import Store

if TYPE_CHECKING:
    from lux_nb.logic.reader import LogicReader
    from lux_nb.logic.sessions import Sessions
    from lux_nb.models.service import Models
    from lux_nb.reasoning.bias_sessions import BiasSessions
    from lux_nb.reasoning.plans import Plans
    from lux_nb.reasoning.threads import Threads
    from lux_nb.reasoning.traces import Traces
    from lux_nb.tools.resources.wire import ResourceView

Answer = TypeVar("Answer")
CLEANUP_SECONDS = 600.0
OPERATION_TASK = "operation "
CANCEL_WAIT_SECONDS = 0.4
logger = logging.getLogger(__name__)


class Engine:
    """Everything the kernel shares: settings, store, log, domains and their operations."""

    def __init__(self, settings: Settings | None = None) -> None:
        self.settings = settings or read_settings()
        self.log_file = self._open_log()
        self.store = Store(self.settings.store_url)
        try:
            self.store.migrate()
        except BaseException:
            self.store.close()
            raise
        self.operations = load_operations()
        self.resources = load_resources()
        self.jobs = Jobs()
        self.events = EventLog(self.store)
        self.consent = Consent(self)
        self.assistants = Assistants(self)
        self.long_calls = LongCalls(self)
        self.models, self.threads, self.logic_reader = self._domains()
        self.traces, self.bias, self.plans = self._reasoning()
        self.logic_sessions = self._logic_sessions()
        self.closing: list[Any] = []
        self.server: Any = None  # set by lux_nb.server while it serves
        self._closed = False
        self._process = os.getpid()
        self.loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._main, name="lux-engine", daemon=True)
        self._thread.start()
        try:
            self.submit(self._start()).result()
            # Not atexit: by then Python has ended the store's thread, and what is pending is lost.
            threading._register_atexit(_close_at_exit, weakref.ref(self))  # type: ignore[attr-defined]
        except BaseException:
            self.close()
            raise

    def _open_log(self) -> Path:
        home = self.settings.lux_home
        try:
            from lux_nb.models.secrets import known_secrets

            return write_logs_to(
                home / "logs", self.settings.log_level, lambda: known_secrets(self.settings)
            )
        except OSError as error:
            message = f"The folder {home} can't be written: {error.strerror}."
            raise StorageError(message, hint="Set LUX_HOME to a folder you may write.") from error

    def _domains(self) -> "tuple[Models, Threads, LogicReader]":
        from lux_nb.logic.reader import LogicReader
        from lux_nb.models.service import Models
        from lux_nb.reasoning.threads import Threads

        return Models(self), Threads(self), LogicReader(self)

    def _reasoning(self) -> "tuple[Traces, BiasSessions, Plans]":
        from lux_nb.reasoning.bias_sessions import BiasSessions
        from lux_nb.reasoning.plans import Plans
        from lux_nb.reasoning.traces import Traces

        return Traces(self), BiasSessions(self), Plans(self)

    def _logic_sessions(self) -> "Sessions":
        from lux_nb.logic.sessions import Sessions

        return Sessions(self)

    # Running operations

    async def call(
        self,
        name: str,
        parameters: Mapping[str, Any] | Request,
        *,
        author: Author,
        listener: Listener | None = None,
        quiet: bool = False,
    ) -> Result:
        """Run an operation on the engine loop, in a task of its own, and log what happened.

        A quiet call that only reads is not logged: a panel that keeps itself up to date would
        fill the log with its own looking.
        """
        task, call = self._begun(name, parameters, author, listener, quiet=quiet)
        try:
            # Code that an assistant runs in the kernel waits like a cell does.
            is_remote = author.kind == "assistant" and acting_author() is None
            return await (self.long_calls.answer(task, call) if is_remote else task)
        except asyncio.CancelledError:
            caller = asyncio.current_task()
            if caller is not None and caller.cancelling():
                raise
            raise Cancelled("The engine was closed while the call ran.") from None

    async def begin(
        self, name: str, parameters: Mapping[str, Any] | Request, *, author: Author
    ) -> Job:
        """Run an operation as a job, which is returned at once."""
        return await self.long_calls.begin(*self._begun(name, parameters, author))

    def _begun(
        self,
        name: str,
        parameters: Mapping[str, Any] | Request,
        author: Author,
        listener: Listener | None = None,
        *,
        quiet: bool = False,
    ) -> tuple["asyncio.Task[Result]", Call]:
        declared = self.operations[name]
        call = Call(declared.name, author, listener, quiet=quiet and declared.reads_only)
        work = self._perform(declared, parameters, call)
        loop = asyncio.get_running_loop()
        return loop.create_task(work, name=f"{OPERATION_TASK}{name}"), call

    async def read_resource(self, uri: str) -> Result:
        """Return the state behind a ``lux://`` URI."""
        declared, parameters = find_resource(self.resources, uri)
        return await declared.function(self, **parameters)

    async def list_instances(self, declared: Resource) -> list[Instance]:
        """Return what a URI template stands for now; nothing where it does not tell."""
        return await declared.instances(self) if declared.instances else []

    async def list_prompts(self) -> "list[ResourceView]":
        """Return the prompts that are kept for assistants and cells."""
        from lux_nb.tools.resources.operations import kept_prompts

        return await kept_prompts(self)

    def submit(self, work: Coroutine[Any, Any, Answer]) -> concurrent.futures.Future[Answer]:
        """Schedule a coroutine on the engine loop from another thread."""
        if os.getpid() != self._process:
            work.close()
            message = "This process was forked from the one that runs the engine."
            raise LuxError(message, hint="Start a fresh process, or use lux_nb in the parent only.")
        if self._closed:
            work.close()
            message = "The engine is closed."
            raise LuxError(message, hint="Restart the kernel.")
        return asyncio.run_coroutine_threadsafe(work, self.loop)

    def run(self, work: Coroutine[Any, Any, Answer]) -> Answer:
        """Run a coroutine on the engine loop and wait; an interrupt cancels it."""
        return wait_for(self.submit(work))

    async def _perform(
        self, declared: Operation, parameters: Mapping[str, Any] | Request, call: Call
    ) -> Result:
        enter_call(call)
        try:
            is_parsed = isinstance(parameters, declared.request)
            request = parameters if is_parsed else declared.parse(dict(parameters))
            if call.author.kind == "assistant":
                await self._admit(declared, request, call)
            result = await declared.function(self, request)
        except Exception as error:
            known = as_lux_error(error)
            if known is not error:
                logger.exception("operation %s failed", declared.name)
            # Looking whether something is there fails nobody when it is not.
            if not (call.quiet and isinstance(known, NotFound)):
                self.events.append(self._finished(declared, call, "error", known))
            if known is error:
                raise
            raise known from error
        except BaseException as error:
            self.events.append(self._finished(declared, call, "cancelled", as_lux_error(error)))
            raise
        if not call.quiet:
            self.events.append(self._finished(declared, call, "ok"))
        if declared.writes:
            await self.events.flush()
        return result

    async def _admit(self, declared: Operation, request: Any, call: Call) -> None:
        """Let an assistant in: noted, within its limits, and with consent where it is needed."""
        self.assistants.note(call)
        scope = scope_of(declared)
        if scope is not None:
            shown = getattr(request, "for_consent", None)
            detail = shown() if shown else request.model_dump_json(indent=1, exclude_defaults=True)
            await self.consent.require(call, scope, declared.title, detail)

    def _finished(
        self, declared: Operation, call: Call, status: str, error: LuxError | None = None
    ) -> Event:
        return Event(
            kind="operation",
            author=call.author,
            operation=declared.name,
            status=status,
            error_code=error.code if error else None,
            seconds=call.seconds,
            payload={"message": error.message} if error else {},
            **call.usage,
        )

    # Life of the thread

    def _main(self) -> None:
        asyncio.set_event_loop(self.loop)
        try:
            self.loop.run_forever()
            self._end_leftovers()
        finally:
            self.loop.close()

    def _end_leftovers(self) -> None:
        """Cancel what libraries still have waiting, or Python complains about it at exit."""
        leftovers = asyncio.all_tasks(self.loop)
        for task in leftovers:
            task.cancel()
        self.loop.run_until_complete(asyncio.gather(*leftovers, return_exceptions=True))

    async def _start(self) -> None:
        from lux_nb.memory.pending import resume_pending

        logger.info("engine started with %d operations", len(self.operations))
        if self.settings.otel:
            from lux_nb.telemetry import start_export

            self.closing.append(start_export(self))
        await self.threads.cleanup_expired()
        self.jobs.repeat("clean up threads", CLEANUP_SECONDS, self.threads.cleanup_expired)
        self.jobs.repeat("let go of idle monitors", CLEANUP_SECONDS, self.traces.expire_idle)
        self.jobs.start("look for pending memory", resume_pending(self))

    async def _stop(self) -> None:
        for close in reversed(self.closing):
            with contextlib.suppress(Exception):
                await close()
        await self.jobs.close()
        await self._end_calls()
        await self.long_calls.written()
        await self.traces.close()
        await self.models.close()
        await self.events.close()

    async def _end_calls(self) -> None:
        """Cancel operations still under way, so that each is logged as such."""
        operations = [
            task for task in asyncio.all_tasks() if task.get_name().startswith(OPERATION_TASK)
        ]
        for task in operations:
            task.cancel()
        await asyncio.gather(*operations, return_exceptions=True)

    def close(self) -> None:
        """End what runs, write what is pending, and stop the thread. Safe to call twice."""
        if self._closed or os.getpid() != self._process:
            return
        future = self.submit(self._stop())
        self._closed = True
        with contextlib.suppress(Exception):
            future.result(timeout=10)
        self.loop.call_soon_threadsafe(self.loop.stop)
        self._thread.join(timeout=5)
        self.store.close()


def _close_at_exit(reference: "weakref.ref[Engine]") -> None:
    engine = reference()
    if engine is not None:
        engine.close()


def wait_for(future: concurrent.futures.Future[Answer]) -> Answer:
    """Wait for a future of the engine; KeyboardInterrupt cancels it and is raised again."""
    try:
        return future.result()
    except KeyboardInterrupt:
        cancel(future)
        raise


def cancel(future: "concurrent.futures.Future[Any]") -> None:
    """Cancel a future of the engine and give its operation a moment to tidy up."""
    future.cancel()
    concurrent.futures.wait([future], timeout=CANCEL_WAIT_SECONDS)
