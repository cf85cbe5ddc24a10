"""How many requests a client may send: a bucket of tokens for each."""

import time
from collections import OrderedDict
from collections.abc import Callable

from lux_nb.errors import RateLimited

MOST_CLIENTS = 1024


class RequestLimiter:
    """Counts the requests of each client; one that sends too many waits, the others do not."""

    def __init__(self, per_minute: Callable[[], int]) -> None:
        self._per_minute = per_minute
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, client: str) -> None:
        """Take one from a client's bucket, or raise an error that says when there is more."""
        limit = self._per_minute()
        if limit <= 0:
            return
        now = time.monotonic()
        left, at = self._buckets.pop(client, (float(limit), now))
        left = min(float(limit), left + (now - at) * limit / 60)
        allowed = left >= 1
        self._buckets[client] = (left - 1 if allowed else left, now)
        while len(self._buckets) > MOST_CLIENTS:
            self._buckets.popitem(last=False)
        if not allowed:
            wait = (1 - left) * 60 / limit
            message = f"More than {limit} requests a minute."
            hint = "LUX_SERVER_RATE_LIMIT sets the limit."
            raise RateLimited(message, hint=hint, retry_after=round(wait, 3))
