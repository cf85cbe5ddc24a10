"""Jobs: work that goes on behind a call, with a handle, a status and an end that is an event."""

import asyncio
import logging
import uuid
from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from lux_nb.engine.calls import Call, Delta, Listener, Update
from lux_nb.errors import NotFound

logger = logging.getLogger(__name__)
KEPT_AFTER_END = 1000
LONGEST_OUTPUT = 200_000


class Tail:
    """The partial output of a call: kept, and handed on while somebody listens."""

    def __init__(self, listener: Listener | None = None) -> None:
        self.listener = listener
        self.progress = ""
        self.total = 0
        self._text = ""

    def listen(self, update: Update) -> None:
        """Take an update; this is the listener of the call."""
        if isinstance(update, Delta):
            self.total += len(update.text)
            self._text = (self._text + update.text)[-LONGEST_OUTPUT:]
        else:
            self.progress = update.message
        if self.listener is not None:
            self.listener(update)

    def since(self, offset: int) -> str:
        """Return the output from an offset on, as far back as it is kept."""
        first_kept = self.total - len(self._text)
        return self._text[max(0, offset - first_kept) :]


@dataclass(slots=True)
class Job:
    """A piece of work in the background."""

    name: str
    task: asyncio.Task[Any]
    id: str = field(default_factory=lambda: uuid.uuid4().hex)
    started_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    call: Call | None = None
    """The call it came from, where a client waits for it; None for the engine's own work."""
    tail: Tail = field(default_factory=Tail)
    queued: bool = False
    ended_at: datetime | None = None

    def __post_init__(self) -> None:
        """Note the time of the end when it comes."""
        self.task.add_done_callback(self._note_end)

    def _note_end(self, _: asyncio.Task[Any]) -> None:
        self.ended_at = datetime.now(UTC)

    @property
    def status(self) -> str:
        """``queued``, ``running``, ``done``, ``failed`` or ``cancelled``."""
        if not self.task.done():
            return "queued" if self.queued else "running"
        if self.task.cancelled():
            return "cancelled"
        return "failed" if self.task.exception() else "done"


class Jobs:
    """The jobs of an engine; all are ended when it closes."""

    def __init__(self) -> None:
        self._jobs: dict[str, Job] = {}

    def start(self, name: str, work: Coroutine[Any, Any, Any]) -> Job:
        """Run a coroutine in the background and return its handle."""
        job = self.adopt(Job(name, asyncio.get_running_loop().create_task(work, name=name)))
        job.task.add_done_callback(lambda task: _log_failure(name, task))
        return job

    def adopt(self, job: Job) -> Job:
        """Keep a job whose task runs already."""
        self._jobs[job.id] = job
        self._forget_oldest()
        return job

    def find(self, job_id: str) -> Job | None:
        """Return a job of this engine, if it is one."""
        return self._jobs.get(job_id)

    def repeat(self, name: str, every_seconds: float, work: Callable[[], Awaitable[Any]]) -> Job:
        """Run ``work`` again and again; a failure is logged and the next round still comes."""

        async def rounds() -> None:
            while True:
                await asyncio.sleep(every_seconds)
                try:
                    await work()
                except Exception:
                    logger.exception("%s failed; it is tried again", name)

        return self.start(name, rounds())

    def get(self, job_id: str) -> Job:
        """Return a job by its id."""
        try:
            return self._jobs[job_id]
        except KeyError:
            message = f"There is no job {job_id!r}."
            raise NotFound(message, code="JOB_NOT_FOUND") from None

    def all(self) -> list[Job]:
        """Return the jobs that are known, oldest first."""
        return list(self._jobs.values())

    async def close(self) -> None:
        """Cancel what still runs and wait for its end."""
        tasks = [job.task for job in self._jobs.values() if not job.task.done()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget_oldest(self) -> None:
        ended = [job for job in self._jobs.values() if job.task.done()]
        for job in ended[: max(0, len(ended) - KEPT_AFTER_END)]:
            del self._jobs[job.id]


def _log_failure(name: str, task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and task.exception() is not None:
        logger.error("job %s failed", name, exc_info=task.exception())
