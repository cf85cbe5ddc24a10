"""Tasks of the protocol (2025-11-25): a client that asks for one gets a handle at once.

A task is a job by another name: it outlives the client's connection, ``job_status`` and the panels
show it, and ``lux://jobs/{id}`` is its resource. Newer protocols have no tasks in their core, and
older ones none at all: there, a call that takes long becomes a job by itself.
"""

import asyncio
from datetime import UTC, datetime
from typing import Any, Final

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    CallToolRequestParams,
    CancelTaskRequestParams,
    GetTaskPayloadRequestParams,
    GetTaskRequestParams,
    PaginatedRequestParams,
    RelatedTaskMetadata,
    ServerTasksCapability,
    ServerTasksRequestsCapability,
    TasksCallCapability,
    TasksCancelCapability,
    TasksListCapability,
    TasksToolsCapability,
)

from lux_nb.engine.jobs import Job
from lux_nb.errors import LuxError
from lux_nb.server.paging import page
from lux_nb.server.tools import ToolTable, author_of

VERSION = "2025-11-25"
POLL_MILLISECONDS = 500
RELATED = "io.modelcontextprotocol/related-task"
CAPABILITY: Final = ServerTasksCapability(
    list=TasksListCapability(),
    cancel=TasksCancelCapability(),
    requests=ServerTasksRequestsCapability(tools=TasksToolsCapability(call=TasksCallCapability())),
)
_STATUS: Final = {
    "queued": "working",
    "running": "working",
    "done": "completed",
    "failed": "failed",
    "cancelled": "cancelled",
}
Context = ServerRequestContext[Any, Any]


class TaskTable:
    """The calls of clients that asked for a handle."""

    def __init__(self, tools: ToolTable) -> None:
        self._tools = tools

    async def intercept(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer a call that asks for a task with its handle; the rest goes its usual way."""
        params = ctx.params or {}
        has_tasks = ctx.protocol_version == VERSION
        if ctx.method.startswith("tasks/") and not has_tasks:
            raise MCPError(METHOD_NOT_FOUND, "Method not found", ctx.method)
        if not has_tasks or ctx.method != "tools/call" or params.get("task") is None:
            return await call_next(ctx)
        return await self._create(ctx, CallToolRequestParams.model_validate(params))

    async def _create(self, context: Context, params: CallToolRequestParams) -> dict[str, Any]:
        try:
            job = await self._tools.begin(context, params)
        except LuxError as error:
            raise MCPError(INVALID_PARAMS, error.message) from None
        if job is None:
            raise MCPError(METHOD_NOT_FOUND, f"{params.name} is too short to be a task.")
        return {"task": self._told(job)}

    async def get(self, context: Context, params: GetTaskRequestParams) -> dict[str, Any]:
        """Tell how a task goes."""
        return self._told(self._own(context, params.task_id))

    async def result(self, context: Context, params: GetTaskPayloadRequestParams) -> dict[str, Any]:
        """Return what the call would have returned, waiting for its end."""
        job = self._own(context, params.task_id)
        await asyncio.wait({job.task})
        made = self._tools.outcome(job)
        related = RelatedTaskMetadata(task_id=job.id).model_dump(by_alias=True)
        made.meta = {**(made.meta or {}), RELATED: related}
        return made.model_dump(by_alias=True, mode="json", exclude_none=True)

    async def cancel(self, context: Context, params: CancelTaskRequestParams) -> dict[str, Any]:
        """End a task before its time."""
        job = self._own(context, params.task_id)
        if job.task.done():
            raise MCPError(INVALID_PARAMS, f"The task {job.id} has ended already ({job.status}).")
        job.task.cancel()
        await asyncio.wait({job.task}, timeout=5)
        return self._told(job)

    async def list_tasks(self, context: Context, params: PaginatedRequestParams) -> dict[str, Any]:
        """List the client's own tasks, the latest first."""
        own = [job for job in self._tools.jobs.all() if self._is_own(job, context)]
        shown, cursor = page([self._told(job) for job in reversed(own)], params)
        return {"tasks": shown, "nextCursor": cursor} if cursor else {"tasks": shown}

    def _own(self, context: Context, task_id: str) -> Job:
        job = self._tools.jobs.find(task_id)
        if job is None or not self._is_own(job, context):
            # One message for both: another's task is none of the client's business.
            raise MCPError(INVALID_PARAMS, f"There is no task {task_id!r}.")
        return job

    def _is_own(self, job: Job, context: Context) -> bool:
        return job.call is not None and job.call.author.name == author_of(context).name

    def _told(self, job: Job) -> dict[str, Any]:
        # Written by hand: the SDK's models leave out what is null, and clients require the ttl.
        told = {
            "taskId": job.id,
            "status": _STATUS[job.status],
            "createdAt": job.started_at.isoformat(),
            "lastUpdatedAt": (job.ended_at or datetime.now(UTC)).isoformat(),
            "ttl": None,
            "pollInterval": POLL_MILLISECONDS,
        }
        return {**told, "statusMessage": job.tail.progress} if job.tail.progress else told
