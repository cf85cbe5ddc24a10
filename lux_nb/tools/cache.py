"""The result cache: least recently used out first, with an age and a size in bytes."""

import copy
import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

DEFAULT_TTL_SECONDS = 3600.0
DEFAULT_MAX_BYTES = 100 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class _Entry:
    tool: str
    value: Any
    size: int
    expires: float


class ResultCache:
    """Results of tools by tool and arguments."""

    def __init__(
        self,
        ttl: float = DEFAULT_TTL_SECONDS,
        max_bytes: int = DEFAULT_MAX_BYTES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self.enabled = True
        self.ttl = ttl
        self.max_bytes = max_bytes
        self.hits = 0
        self.misses = 0
        self._clock = clock
        self._bytes = 0
        self._entries: OrderedDict[str, _Entry] = OrderedDict()

    def __len__(self) -> int:
        return len(self._entries)

    @property
    def size(self) -> int:
        """How many bytes the results take as JSON."""
        return self._bytes

    def get(self, key: str) -> tuple[bool, Any]:
        """Return whether there is a result, and a copy of it."""
        entry = self._entries.get(key)
        if not self.enabled or entry is None or entry.expires <= self._clock():
            if entry is not None:
                self._drop(key)
            self.misses += 1
            return False, None
        self._entries.move_to_end(key)
        self.hits += 1
        # A copy: whoever changes what it was given must not change what others get.
        return True, copy.deepcopy(entry.value)

    def put(self, key: str, tool: str, value: Any) -> None:
        """Keep a result, if it is not larger than the cache."""
        size = len(json.dumps(value, ensure_ascii=False, default=str).encode())
        if not self.enabled or size > self.max_bytes or self.ttl <= 0:
            return
        if key in self._entries:
            self._drop(key)
        expires = self._clock() + self.ttl
        self._entries[key] = _Entry(tool, copy.deepcopy(value), size, expires)
        self._bytes += size
        self._shrink()

    def configure(
        self,
        *,
        enabled: bool | None = None,
        ttl: float | None = None,
        max_bytes: int | None = None,
    ) -> None:
        """Change the limits; what no longer fits goes at once."""
        self.enabled = self.enabled if enabled is None else enabled
        self.ttl = self.ttl if ttl is None else ttl
        self.max_bytes = self.max_bytes if max_bytes is None else max_bytes
        if not self.enabled:
            self.clear()
        self._shrink()

    def limits(self) -> dict[str, Any]:
        """Return what ``configure`` takes."""
        return {"enabled": self.enabled, "ttl": self.ttl, "max_bytes": self.max_bytes}

    def clear(self, tool: str | None = None) -> int:
        """Forget all results, or those of one tool; returns how many there were."""
        keys = [key for key, entry in self._entries.items() if tool in {None, entry.tool}]
        for key in keys:
            self._drop(key)
        return len(keys)

    def state(self) -> dict[str, Any]:
        """Return the limits and the counts."""
        return {
            "enabled": self.enabled,
            "ttl": self.ttl,
            "maxSize": self.max_bytes,
            "strategy": "lru",
            "entries": len(self._entries),
            "bytes": self._bytes,
            "hits": self.hits,
            "misses": self.misses,
        }

    def _shrink(self) -> None:
        while self._bytes > self.max_bytes:
            self._drop(next(iter(self._entries)))

    def _drop(self, key: str) -> None:
        self._bytes -= self._entries.pop(key).size


def cache_key(tool: str, version: str, arguments: Any) -> str:
    """Return what tells one call from another."""
    return f"{tool}\0{version}\0{json.dumps(arguments, sort_keys=True, default=str)}"
