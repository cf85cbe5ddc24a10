"""Executing a tool: check, mend, run, check again, and write down what happened."""

import asyncio
import time
from collections import deque
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Notice, Progress, current_call
from lux_nb.errors import (
    InvalidRequest,
    LuxError,
    NotConfigured,
    PermissionDenied,
    RateLimited,
    TimedOut,
)
from lux_nb.models.secrets import known_secrets
from lux_nb.tools.cache import cache_key
from lux_nb.tools.definitions import Tool
from lux_nb.tools.executions import (
    Context,
    Execution,
    Options,
    correction_row,
    execution_row,
    masked_json,
)
from lux_nb.tools.learning import Attempt
from lux_nb.tools.running import as_json
from lux_nb.tools.validation import validate

if TYPE_CHECKING:
    from lux_nb.tools.service import Tools

RETRY_DELAY_SECONDS = 0.1
_WINDOW_SECONDS = 60.0


class Executor:
    """Runs tools, each call whole: validated, timed, counted, learned from."""

    def __init__(self, tools: "Tools") -> None:
        self._tools = tools
        self._running: dict[str, asyncio.Task[Any]] = {}
        self._recent: dict[str, deque[float]] = {}

    async def execute(
        self,
        tool: Tool,
        arguments: Any,
        options: Options | None = None,
        context: Context | None = None,
    ) -> Execution:
        """Run a tool and return its execution, or raise an error with one of the spec's codes."""
        call = current_call()
        execution = Execution(
            tool, arguments, options or Options(), context or Context(), call.author
        )
        task = asyncio.current_task()
        assert task is not None
        self._running[execution.id] = task
        call.emit(Progress(f"running {tool.name}", 0, 1))
        try:
            await self._perform(execution)
        except BaseException as error:
            await self._failed(execution, error)
            raise
        finally:
            self._running.pop(execution.id, None)
            self._tools.correction.active.pop(execution.id, None)
        await self._ended(execution, "success")
        call.emit(Progress(f"{tool.name} done", 1, 1))
        return execution

    def cancel(self, execution_id: str) -> bool:
        """Cancel an execution under way; returns whether there was one."""
        task = self._running.get(execution_id)
        return task is not None and task.cancel()

    @property
    def running(self) -> list[str]:
        """The ids of the executions under way."""
        return list(self._running)

    @property
    def _secrets(self) -> list[str]:
        return known_secrets(self._tools.settings)

    async def _perform(self, execution: Execution) -> None:
        tool = execution.tool = self._tools.providers.listing.runnable(execution.tool)
        self._check_available(tool)
        execution.arguments = self._fitting(execution)
        self._limit_rate(tool)
        key = cache_key(tool.name, tool.version, execution.arguments)
        caches = tool.configuration.cache
        if caches and not execution.options.skip_cache:
            execution.cached, execution.result = self._tools.cache.get(key)
            if execution.cached:
                return
        waiting = time.perf_counter()
        async with self._tools.queue.place(execution.options.priority):
            execution.queued = time.perf_counter() - waiting
            self._tools.breakers.enter(tool.name)
            execution.result = as_json(await self._with_retries(execution))
        self._check_output(execution)
        if caches:
            self._tools.cache.put(key, tool.name, execution.result)

    def _check_available(self, tool: Tool) -> None:
        if tool.status == "disabled":
            message = f"{tool.name!r} is disabled."
            hint = "lux.tools.update(name, status='active') enables it."
            raise PermissionDenied(message, hint=hint, details={"tool": tool.name})
        if tool.function is None:
            message = f"The function of {tool.name!r} is not in this kernel."
            hint = "Run the cell that defines it again."
            raise NotConfigured(message, code="TOOL_UNAVAILABLE", hint=hint)
        if tool.status == "deprecated":
            current_call().emit(Notice(f"{tool.name} is deprecated"))

    def _fitting(self, execution: Execution) -> Any:
        """Return valid arguments, mended if need be, or raise VALIDATION_ERROR."""
        tool, context = execution.tool, execution.context
        problems = validate(tool.input_schema, execution.arguments)
        if not problems:
            return execution.arguments
        correction = self._tools.correction
        told = {"executionId": execution.id, "toolName": tool.name, "agentId": context.agent_id}
        self._tools.tell("auto_correction:attempt:started", told)
        attempt = correction.attempt(
            tool, execution.arguments, agent=context.agent_id, context=context.conversation
        )
        if not execution.options.auto_correct and attempt.applied:
            attempt = replace(attempt, applied=False, refusal="the caller asked for none")
        execution.attempt = attempt
        if attempt.applied:
            correction.active[execution.id] = told | {
                "attempt": 1,
                "startedAt": execution.started_at.isoformat(),
                "status": "processing",
            }
            return attempt.correction.arguments
        raise _invalid(tool, attempt)

    def _limit_rate(self, tool: Tool) -> None:
        limit = tool.configuration.rate_limit
        if limit is None:
            return
        recent = self._recent.setdefault(tool.name, deque())
        now = time.monotonic()
        while recent and recent[0] <= now - _WINDOW_SECONDS:
            recent.popleft()
        if len(recent) >= limit:
            wait = round(recent[0] + _WINDOW_SECONDS - now, 1)
            message = f"{tool.name!r} may be called {limit} times a minute."
            raise RateLimited(message, retry_after=wait, details={"tool": tool.name})
        recent.append(now)

    async def _with_retries(self, execution: Execution) -> Any:
        tool, options = execution.tool, execution.options
        configured = tool.configuration
        retries = configured.retries if options.retries is None else options.retries
        timeout = options.timeout or configured.timeout
        assert tool.function is not None
        arguments = dict(execution.arguments)
        confined = tool.handler.get("type") == "code" or tool.handler.get("sandboxed")
        if options.sandbox is not None and confined:
            arguments["_sandbox"] = options.sandbox
        while True:
            execution.attempts += 1
            try:
                return await self._tools.runner.run(
                    tool.name, tool.function, arguments, timeout / 1000
                )
            except LuxError as error:
                if execution.attempts > retries or not _worth_retrying(error):
                    raise
                note = f"{tool.name}: attempt {execution.attempts} failed ({error.code})"
                current_call().emit(Progress(note))
                await asyncio.sleep(RETRY_DELAY_SECONDS * 2 ** (execution.attempts - 1))

    def _check_output(self, execution: Execution) -> None:
        tool = execution.tool
        if tool.output_schema is None:
            return
        problems = validate(tool.output_schema, execution.result)
        if problems:
            raise LuxError(
                f"{tool.name!r} returned what its output schema does not allow: "
                f"{problems[0].message}",
                code="EXECUTION_ERROR",
                details={"tool": tool.name, "problems": [item.to_dict() for item in problems]},
            )

    # What comes of it

    async def _failed(self, execution: Execution, error: BaseException) -> None:
        name = execution.tool.name
        if isinstance(error, asyncio.CancelledError | KeyboardInterrupt):
            self._tools.breakers.left(name)
            await self._ended(execution, "cancelled", None)
            return
        known = error if isinstance(error, LuxError) else None
        if execution.attempts and _is_own_failure(known):
            self._tools.breakers.failed(name, known.message if known else str(error))
            await self._tools.save_circuits()
        elif execution.attempts:
            self._tools.breakers.left(name)
        timed_out = isinstance(error, TimedOut)
        if timed_out:
            told = {"executionId": execution.id, "toolName": name}
            self._tools.tell("mcp:tool:timeout", told | {"agentId": execution.context.agent_id})
        await self._ended(execution, "timeout" if timed_out else "failed", known)

    async def _ended(
        self, execution: Execution, status: str, error: LuxError | None = None
    ) -> None:
        execution.status = status
        execution.seconds = time.perf_counter() - execution.started
        tools = self._tools
        if (
            status == "success"
            and execution.attempts
            and tools.breakers.succeeded(execution.tool.name)
        ):
            await tools.save_circuits()
        tools.history.add_execution(execution_row(execution, error, self._secrets))
        if execution.attempt is not None:
            tools.history.add_correction(correction_row(execution, self._secrets))
            await self._learn(execution, error)
        await tools.history.flush()

    async def _learn(self, execution: Execution, error: LuxError | None) -> None:
        attempt, context = execution.attempt, execution.context
        assert attempt is not None
        succeeded = attempt.applied and execution.status == "success"
        changes = [change.to_dict() for change in attempt.correction.changes]
        self._tools.tell(
            f"auto_correction:attempt:{'success' if succeeded else 'failed'}",
            {
                "executionId": execution.id,
                "toolName": execution.tool.name,
                "agentId": context.agent_id,
                "strategy": changes[0]["type"] if changes else None,
                "confidence": round(attempt.correction.confidence, 3),
                "correctionResult": masked_json(changes, self._secrets) if succeeded else None,
                "error": error.message if error else attempt.refusal,
            },
        )
        if attempt.applied and execution.status != "cancelled":
            await self._tools.correction.learn(
                attempt.correction,
                tool=execution.tool.name,
                agent=context.agent_id,
                succeeded=succeeded,
            )


def _worth_retrying(error: LuxError) -> bool:
    return error.code in {"EXECUTION_ERROR", "TIMEOUT", "PROVIDER_ERROR", "RATE_LIMITED"}


def _is_own_failure(error: LuxError | None) -> bool:
    """Tell whether the tool is to blame, rather than what it was asked."""
    return error is None or error.code in {"EXECUTION_ERROR", "TIMEOUT", "PROVIDER_ERROR"}


def _invalid(tool: Tool, attempt: Attempt) -> InvalidRequest:
    correction = attempt.correction
    first = correction.problems[0].message
    more = len(correction.problems) - 1
    also = f" (and {more} more)" if more else ""
    changes = correction.changes or correction.proposed
    hint = f"%tools help {tool.name} shows its parameters."
    if changes:
        why = attempt.refusal or "it is not sure enough to be applied"
        hint = f"A correction is proposed, but {why}: {correction.diff()}"
    proposal = correction.arguments if correction.changed else correction.proposed_arguments
    return InvalidRequest(
        f"{tool.name!r}: {first}{also}.",
        hint=hint,
        details={
            "tool": tool.name,
            "problems": [problem.to_dict() for problem in correction.problems],
            "proposed": [change.to_dict() for change in changes],
            "proposedArguments": proposal,
        },
    )
