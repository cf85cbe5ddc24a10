"""Rate limits: so many model calls in a sliding window, per client and for all together."""

import time
from collections import deque
from collections.abc import Callable

from lux_nb.config import Settings
from lux_nb.engine.authors import Author
from lux_nb.errors import RateLimited

EVERYONE = "everyone"


class RateLimiter:
    """Counts calls over the last window; over the limit is an error that says when to return."""

    def __init__(self, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self._settings = settings
        self._clock = clock
        self._times: dict[str, deque[float]] = {}

    def enter(self, author: Author) -> None:
        """Count a call of a client, or refuse it."""
        settings = self._settings
        if not settings.rate_limit_enabled:
            return
        client = f"{author.kind}:{author.name}"
        self._check(client, settings.rate_limit_max, author.label)
        self._check(EVERYONE, settings.rate_limit_global, "all clients together")
        now = self._clock()
        for key in (client, EVERYONE):
            self._times.setdefault(key, deque()).append(now)

    def check(self, key: str, limit: int, who: str, what: str) -> None:
        """Count one more of anything under a key, or refuse it."""
        self._check(key, limit, who, what)
        self._times.setdefault(key, deque()).append(self._clock())

    def _check(self, key: str, limit: int, who: str, what: str = "model calls") -> None:
        window = self._settings.rate_limit_window_ms / 1000
        now = self._clock()
        times = self._times.get(key)
        while times and times[0] <= now - window:
            times.popleft()
        if not times:
            self._times.pop(key, None)
            return
        if len(times) < limit:
            return
        # The limit may have been lowered since, so the oldest that counts is counted from the end.
        wait = times[-limit] + window - now
        message = f"{limit} {what} in {window:g} s is the limit for {who}."
        raise RateLimited(
            message,
            hint=f"Try again in {wait:.1f} s, or raise the limit with %lux config.",
            details={"client": key, "limit": limit, "window_seconds": window},
            retry_after=round(wait, 3),
        )
