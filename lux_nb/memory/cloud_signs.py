"""Signs at a place for backups that say who is at work there.

A backup relies on pieces that lie there already, and tidying up removes pieces that no version
needs. Each side first puts up its own sign and then looks for the other's, so of two that begin
at the same moment at least one sees the other. Who tidies up gives way; who sends waits. A sign
counts for some minutes and is renewed by whoever goes on, so a killed kernel stops nobody for long.
"""

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from typing import Any

from lux_nb.errors import ProviderError

SENDING, TIDYING = "sending", "tidying"
_LASTS_SECONDS = {SENDING: 600.0, TIDYING: 60.0}
_WAIT_SECONDS = 90.0
_LOOK_SECONDS = 0.5
_STAMP = "%Y%m%dT%H%M%S"

Renew = Callable[[], None]


class Signs:
    """The signs of one project at one place. Calls block: run them in a thread."""

    def __init__(self, system: Any, folder: str) -> None:
        self._system = system
        self._folder = folder

    @contextmanager
    def raised(self, kind: str) -> Iterator[Renew]:
        """Keep a sign up while something is done; what is given is to be called now and then."""
        self._system.makedirs(self._folder, exist_ok=True)
        path, since = self._put(kind), time.monotonic()

        def renew() -> None:
            nonlocal path, since
            age = time.monotonic() - since
            if age > _LASTS_SECONDS[kind]:
                raise _interrupted()
            if age > _LASTS_SECONDS[kind] / 3:
                old, path, since = path, self._put(kind), time.monotonic()
                self._system.rm_file(old)

        try:
            yield renew
        finally:
            # A sign that stays is passed over later; the work it stood for is what counts.
            with suppress(Exception):
                self._system.rm_file(path)

    def standing(self, kind: str) -> bool:
        """Say whether somebody is at work in this way."""
        self._system.invalidate_cache()
        try:
            listed = self._system.ls(self._folder, detail=False)
        except FileNotFoundError:
            return False
        names = [str(path).rstrip("/").rpartition("/")[2] for path in listed]
        return any(_counts(name) for name in names if name.startswith(f"{kind}_"))

    def wait_for_order(self, renew: Renew) -> None:
        """Wait until nobody tidies up, or say that somebody does."""
        latest = time.monotonic() + _WAIT_SECONDS
        while self.standing(TIDYING):
            if time.monotonic() >= latest:
                raise _interrupted()
            renew()
            time.sleep(_LOOK_SECONDS)

    def _put(self, kind: str) -> str:
        name = f"{kind}_{datetime.now(UTC):{_STAMP}}_{uuid.uuid4().hex[:12]}"
        self._system.pipe_file(f"{self._folder}/{name}", b".")
        return f"{self._folder}/{name}"


def _counts(name: str) -> bool:
    kind, _, rest = name.partition("_")
    try:
        raised = datetime.strptime(rest.partition("_")[0], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return False
    return (datetime.now(UTC) - raised).total_seconds() < _LASTS_SECONDS[kind]


def _interrupted() -> ProviderError:
    return ProviderError(
        "Another kernel is at work on the backups of this project, or this one stood still.",
        code="NETWORK_ERROR",
        hint="Try again in a minute.",
    )
