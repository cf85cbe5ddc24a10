"""Trying again: when, how long to wait, and what to say when it was in vain."""

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt

from lux_nb.config import Settings
from lux_nb.engine.calls import Progress, current_call
from lux_nb.errors import LuxError

RETRYABLE_STATUS = frozenset({429, 502, 503, 504})
# Reset or closed before the answer began, and timeouts; a refused connection is told at once.
RETRYABLE_FAILURES = frozenset(
    {
        "ConnectTimeout",
        "ReadTimeout",
        "PoolTimeout",
        "ReadError",
        "RemoteProtocolError",
        "WriteError",
    }
)
Answer = TypeVar("Answer")
Sleep = Callable[[float], Awaitable[None]]


@dataclass(slots=True)
class Attempts:
    """What was tried for one call."""

    failures: list[str] = field(default_factory=list)
    begun: bool = False
    """Whether text of an answer has arrived, after which nothing is tried again."""
    started: float = field(default_factory=time.perf_counter)

    def explain(self, error: LuxError) -> LuxError:
        """Add to an error what was tried before it."""
        if len(self.failures) < 2:
            return error
        seconds = time.perf_counter() - self.started
        tried = f"Tried {len(self.failures)} times in {seconds:.1f} s: {', '.join(self.failures)}."
        error.message = f"{error.message} {tried}"
        error.args = (error.message,)
        known = error.details if isinstance(error.details, dict) else {}
        error.details = {**known, "attempts": self.failures}
        return error


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How often and after which waits a failed request is sent again."""

    max_retries: int
    initial_seconds: float
    max_seconds: float
    retry_after_max_seconds: float
    base: float = 2.0

    @classmethod
    def of(cls, settings: Settings) -> "RetryPolicy":
        """Read the policy from the settings."""
        return cls(
            settings.retry_max_retries,
            settings.retry_initial_ms / 1000,
            settings.retry_max_ms / 1000,
            settings.retry_after_max_ms / 1000,
        )

    async def run(
        self,
        work: Callable[[], Awaitable[Answer]],
        attempts: Attempts,
        sleep: Sleep = asyncio.sleep,
    ) -> Answer:
        """Do the work, again after a passing failure; a cancelled call stops waiting at once."""
        retrying = AsyncRetrying(
            stop=stop_after_attempt(self.max_retries + 1),
            wait=self._wait,
            retry=retry_if_exception(lambda error: self._may_pass(error, attempts)),
            before_sleep=self._show,
            sleep=sleep,
            reraise=True,
        )
        try:
            return await retrying(_noting(work, attempts))
        except LuxError as error:
            raise attempts.explain(error) from error.__cause__

    def _may_pass(self, error: BaseException, attempts: Attempts) -> bool:
        if attempts.begun or not isinstance(error, LuxError):
            return False
        if (error.retry_after or 0) > self.retry_after_max_seconds:
            return False
        details = error.details if isinstance(error.details, dict) else {}
        passing_status = details.get("status") in RETRYABLE_STATUS
        return passing_status or details.get("failure") in RETRYABLE_FAILURES

    def _wait(self, state: RetryCallState) -> float:
        """Return what the provider asks for, else a growing time with jitter."""
        asked = getattr(_error(state), "retry_after", None)
        if asked is not None:
            return float(asked)
        longest = min(
            self.max_seconds, self.initial_seconds * self.base ** (state.attempt_number - 1)
        )
        # Between half of it and all of it, so that clients that failed together come back apart.
        return longest * (0.5 + random.random() / 2)  # noqa: S311 - not for security

    def _show(self, state: RetryCallState) -> None:
        wait = state.next_action.sleep if state.next_action else 0.0
        reason = _short(_error(state))
        attempt = f"attempt {state.attempt_number + 1} of {self.max_retries + 1}"
        current_call().emit(Progress(f"{reason}; {attempt} in {wait:.1f} s"))


def _noting(work: Callable[[], Awaitable[Answer]], attempts: Attempts) -> Any:
    async def tried() -> Answer:
        try:
            return await work()
        except LuxError as error:
            attempts.failures.append(_reason(error))
            raise

    return tried


def _error(state: RetryCallState) -> BaseException | None:
    return state.outcome.exception() if state.outcome else None


def _reason(error: LuxError) -> str:
    details = error.details if isinstance(error.details, dict) else {}
    return str(details.get("status") or details.get("failure") or error.code)


def _short(error: BaseException | None) -> str:
    provider = ""
    if isinstance(error, LuxError) and isinstance(error.details, dict):
        provider = str(error.details.get("provider", ""))
    reason = _reason(error) if isinstance(error, LuxError) else str(error)
    return f"{provider} failed ({reason})".strip()
