"""Operations on jobs: how they go, what they gave, and their end before time."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, PrivateAttr
from sqlalchemy import Connection, select

from lux_nb.engine.calls import current_call
from lux_nb.engine.jobs import Job
from lux_nb.engine.long_calls import outcome
from lux_nb.engine.operations import Request, Result, operation
from lux_nb.engine.resources import resource
from lux_nb.errors import Conflict, PermissionDenied
from lux_nb.store.kernel_tables import jobs as jobs_table

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

JobStatus = Literal["queued", "running", "done", "failed", "cancelled", "lost"]
JobId = Annotated[str, Field(min_length=1, max_length=64, description="The job's id.")]
LOST = "The kernel that ran this job has ended, and the job with it."
LONGEST_PIECE = 20_000


class JobRequest(Request):
    """Which job."""

    job_id: JobId


class JobStatusRequest(JobRequest):
    """Which job, and from where on its output is wanted."""

    since: Annotated[int, Field(ge=0, description="Output from this offset on.")] = 0


class JobResultRequest(JobRequest):
    """Which job, and how long to wait for it."""

    wait_seconds: Annotated[
        float, Field(ge=0, le=25, description="How long to wait for its end.")
    ] = 0.0


class JobListRequest(Request):
    """How many jobs to list."""

    limit: Annotated[int, Field(ge=1, le=200)] = 20


class JobView(Result):
    """How a job goes."""

    job_id: str
    operation: str
    status: JobStatus
    client: str
    started_at: datetime
    seconds: float
    progress: Annotated[str | None, Field(description="What it said last about its progress.")] = (
        None
    )
    output: Annotated[str | None, Field(description="Output so far, from the offset on.")] = None
    next_offset: Annotated[
        int | None, Field(description="Give as `since` to get only what is new.")
    ] = None
    message: str | None = None


class JobOutcome(Result):
    """What a job gave, once it ended."""

    job_id: str
    status: JobStatus
    result: Annotated[dict[str, Any] | None, Field(description="As the call would return it.")] = (
        None
    )
    error: dict[str, Any] | None = None
    message: str | None = None
    _pictures: Any = PrivateAttr(default=None)

    def pictures(self) -> list[Any]:
        """Return the images that go along with the result."""
        return self._pictures() if self._pictures else []


class JobList(Result):
    """Jobs, the latest first."""

    jobs: list[JobView]


@operation("job_status", toolset="kernel", title="How a job goes")
async def job_status(engine: Engine, request: JobStatusRequest) -> JobView:
    """Tell how a job goes, with the output it has written so far."""
    job = engine.jobs.find(request.job_id)
    if job is not None and job.call is not None:
        return _live(job, request.since)
    return _stored(await engine.long_calls.stored(request.job_id), request.since)


@operation("job_result", toolset="kernel", title="What a job gave")
async def job_result(engine: Engine, request: JobResultRequest) -> JobOutcome:
    """Return what a job gave, waiting a little for its end if asked to."""
    job = engine.jobs.find(request.job_id)
    if job is None or job.call is None:
        row = await engine.long_calls.stored(request.job_id)
        message = LOST if row["status"] == "lost" else None
        return JobOutcome(
            job_id=row["id"],
            status=row["status"],
            result=row["result"],
            error=row["error"],
            message=message,
        )
    await asyncio.wait({job.task}, timeout=request.wait_seconds)
    status: Any = job.status
    if not job.task.done():
        message = f"It has not ended; {job.tail.progress or 'ask again later'}."
        return JobOutcome(job_id=job.id, status=status, message=message)
    made = JobOutcome(job_id=job.id, status=status, **outcome(job))
    if status == "done":
        made._pictures = getattr(job.task.result(), "pictures", None)
    return made


@operation("job_cancel", toolset="kernel", title="End a job before time")
async def job_cancel(engine: Engine, request: JobRequest) -> JobOutcome:
    """Cancel a job; code that runs in the kernel is interrupted.

    An assistant can cancel its own jobs only; the human can cancel all.
    """
    job = engine.jobs.find(request.job_id)
    if job is None or job.call is None:
        row = await engine.long_calls.stored(request.job_id)
        message = f"The job {row['id']} is not one of this kernel's; it is {row['status']}."
        raise Conflict(message, code="JOB_NOT_RUNNING")
    author = current_call().author
    if author.kind == "assistant" and author.name != job.call.author.name:
        raise PermissionDenied(f"The job {job.id} is {job.call.author.name}'s.")
    job.task.cancel()
    await asyncio.wait({job.task}, timeout=5)
    status: Any = job.status
    return JobOutcome(job_id=job.id, status=status, **(outcome(job) if job.task.done() else {}))


@operation("job_list", toolset="kernel", title="Jobs")
async def job_list(engine: Engine, request: JobListRequest) -> JobList:
    """List the jobs of assistants, of this kernel and of earlier ones, the latest first."""
    await engine.long_calls.written()

    def read(connection: Connection) -> list[str]:
        query = select(jobs_table.c.id).order_by(jobs_table.c.started_at.desc())
        return list(connection.execute(query.limit(request.limit)).scalars())

    found = await engine.store.read(read)
    views = [await job_status(engine, JobStatusRequest(job_id=job_id)) for job_id in found]
    return JobList(jobs=[v.model_copy(update={"output": None, "next_offset": None}) for v in views])


@resource("lux://jobs/{job_id}", name="Job")
async def job_state(engine: Engine, job_id: str) -> JobView:
    """How a job goes."""
    return await job_status(engine, JobStatusRequest(job_id=job_id))  # type: ignore[return-value]


def _live(job: Job, since: int) -> JobView:
    assert job.call is not None
    status: Any = job.status
    text = job.tail.since(since)[:LONGEST_PIECE]
    first_kept = job.tail.total - len(job.tail.since(0))
    error = outcome(job)["error"] if job.task.done() else None
    return JobView(
        job_id=job.id,
        operation=job.name,
        status=status,
        client=job.call.author.label,
        started_at=job.started_at,
        seconds=round(job.call.seconds, 3),
        progress=job.tail.progress or None,
        output=text,
        next_offset=max(since, first_kept) + len(text),
        message=error["message"] if error else None,
    )


def _stored(row: dict[str, Any], since: int) -> JobView:
    ended = row["ended_at"] or datetime.now(UTC)
    text = row["output"][since : since + LONGEST_PIECE]
    told = row["error"]["message"] if row["error"] else None
    return JobView(
        job_id=row["id"],
        operation=row["operation"],
        status=row["status"],
        client=row["author_name"],
        started_at=row["started_at"],
        seconds=round((ended - row["started_at"]).total_seconds(), 3),
        output=text,
        next_offset=since + len(text),
        message=LOST if row["status"] == "lost" else told,
    )
