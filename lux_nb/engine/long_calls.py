"""Long calls of assistants: a handle in time, the work goes on, and its end is kept.

Clients give up on a call after a minute or so. A call that takes longer than
``assistant_call_seconds`` is answered with a job's id instead; the job outlives the client's
connection, and its row in the store tells when the kernel that ran it is gone.
"""

import asyncio
import os
import platform
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from lux_nb.engine.calls import Call
from lux_nb.engine.events import Event
from lux_nb.engine.jobs import Job, Tail
from lux_nb.engine.operations import Result
from lux_nb.engine.payloads import as_lux_error, plain
from lux_nb.errors import NotFound, StillRunning
from lux_nb.store.kernel_tables import jobs as jobs_table

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


class LongCalls:
    """Watches the calls of assistants and makes jobs of those that take long."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._process = {"host": platform.node(), "pid": os.getpid(), "pid_started": _own_start()}
        self._writing: set[asyncio.Task[None]] = set()

    async def answer(self, task: "asyncio.Task[Result]", call: Call) -> Result:
        """Return a call's result, or raise StillRunning with the job it became."""
        tail = Tail(call.listener)
        call.listener = tail.listen
        if not await finished_within(task, self._engine.settings.assistant_call_seconds):
            tail.listener = None
            job = self.keep(Job(call.operation, task, call=call, tail=tail))
            await self.written()
            raise still_running(job, self._engine.settings.assistant_call_seconds)
        return task.result()

    async def begin(self, task: "asyncio.Task[Result]", call: Call) -> Job:
        """Make a job of a call at once, for a client that asked for a handle."""
        tail = Tail(call.listener)
        call.listener = tail.listen
        job = self.keep(Job(call.operation, task, call=call, tail=tail))
        await self.written()
        return job

    def keep(self, job: Job) -> Job:
        """Write a job down, now and when it ends."""
        self._engine.jobs.adopt(job)
        self._write(jobs_table.insert().values(**self._row(job)))
        self._tell(job)
        job.task.add_done_callback(lambda _: self._ended(job))
        return job

    async def written(self) -> None:
        """Wait until what is known of the jobs is in the store."""
        await asyncio.gather(*self._writing, return_exceptions=True)

    async def stored(self, job_id: str) -> dict[str, Any]:
        """Return the row of a job that this engine does not run."""

        def read(connection: Connection) -> dict[str, Any] | None:
            query = select(jobs_table).where(jobs_table.c.id == job_id)
            found = connection.execute(query).mappings().first()
            return dict(found) if found else None

        row = await self._engine.store.read(read)
        if row is None:
            message = f"There is no job {job_id!r}."
            raise NotFound(message, code="JOB_NOT_FOUND", hint="job_list names those there are.")
        if row["ended_at"] is None and not await asyncio.to_thread(self._is_alive, row):
            row["status"] = "lost"
        return row

    def _is_alive(self, row: dict[str, Any]) -> bool:
        """Tell whether the kernel that has a job still runs; another machine can't be asked."""
        if row["host"] != self._process["host"]:
            return True
        if row["pid"] == self._process["pid"]:
            # This very process, so it was an engine of it that has closed.
            return False
        started = process_start(row["pid"])
        return started is not None and abs(started - row["pid_started"]) < 1.0

    def _ended(self, job: Job) -> None:
        if self._engine.loop.is_closed():
            return
        changes: dict[str, Any] = {
            "status": job.status,
            "ended_at": job.ended_at or datetime.now(UTC),
            "output": job.tail.since(0),
            **outcome(job),
        }
        self._write(jobs_table.update().where(jobs_table.c.id == job.id).values(**changes))
        self._tell(job)

    def _tell(self, job: Job) -> None:
        assert job.call is not None
        self._engine.events.append(
            Event(
                kind="job",
                author=job.call.author,
                subject=f"lux://jobs/{job.id}",
                operation=job.name,
                status=job.status,
                seconds=job.call.seconds,
            )
        )

    def _row(self, job: Job) -> dict[str, Any]:
        assert job.call is not None
        return {
            "id": job.id,
            "operation": job.name,
            "status": "running",
            "started_at": job.started_at,
            **self._process,
            **job.call.author.columns(),
        }

    def _write(self, statement: Any) -> None:
        async def write() -> None:
            await self._engine.store.write(lambda connection: connection.execute(statement))

        task = asyncio.get_running_loop().create_task(write())
        self._writing.add(task)
        task.add_done_callback(self._writing.discard)


def outcome(job: Job) -> dict[str, Any]:
    """Return the result or the error of a job that ended."""
    task = job.task
    if task.cancelled():
        return {"result": None, "error": {"code": "CANCELLED", "message": "It was cancelled."}}
    error = task.exception()
    if error is not None:
        return {"result": None, "error": plain(as_lux_error(error))}
    return {"result": task.result().wire(), "error": None}


def still_running(job: Job, seconds: float) -> StillRunning:
    """Say that a call goes on as a job."""
    message = f"{job.name} takes longer than {seconds:g} s and goes on as job {job.id}."
    return StillRunning(
        message,
        hint=f"job_status and job_result with job_id={job.id} tell how it goes and what it gave.",
        details={"job_id": job.id, "status": job.status, "operation": job.name},
    )


async def finished_within(task: "asyncio.Task[Any]", seconds: float) -> bool:
    """Wait for a task so long; a caller that is cancelled takes the task with it."""
    try:
        await asyncio.wait({task}, timeout=seconds)
    except asyncio.CancelledError:
        task.cancel()
        await asyncio.wait({task})
        raise
    return task.done()


def process_start(pid: int) -> float | None:
    """Return when a process began, or None when there is no such process."""
    import psutil  # type: ignore[import-untyped]

    try:
        process = psutil.Process(pid)
        return None if process.status() == psutil.STATUS_ZOMBIE else float(process.create_time())
    except psutil.Error:
        return None


def _own_start() -> float:
    return process_start(os.getpid()) or 0.0
