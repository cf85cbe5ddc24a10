"""Signs at a place for backups that say who is at work there.

A backup relies on pieces that lie there already, and tidying up removes pieces that no version
needs. Each side first puts up its own sign and then looks for the other's, so of two that begin
at the same moment at least one sees the other. Who tidies up gives way; who sends waits.
"""

import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from lux_nb.errors import ProviderError

SENDING, TIDYING = "sending", "tidying"
# A sign that its kernel could not take down counts no longer after this time.
_LASTS = {SENDING: timedelta(days=1), TIDYING: timedelta(minutes=10)}
# Who tidies up stops well before its sign counts no longer.
LONGEST_TIDYING_SECONDS = 300.0
_WAIT_SECONDS = 20.0
_LOOK_SECONDS = 0.5
_STAMP = "%Y%m%dT%H%M%S"


class Signs:
    """The signs of one project at one place. Calls block: run them in a thread."""

    def __init__(self, system: Any, folder: str) -> None:
        self._system = system
        self._folder = folder

    @contextmanager
    def raised(self, kind: str) -> Iterator[None]:
        """Keep a sign up while something is done."""
        name = f"{kind}_{datetime.now(UTC):{_STAMP}}_{uuid.uuid4().hex[:12]}"
        self._system.makedirs(self._folder, exist_ok=True)
        self._system.pipe_file(f"{self._folder}/{name}", b".")
        try:
            yield
        finally:
            # A sign that stays is passed over later; the work it stood for is what counts.
            with suppress(Exception):
                self._system.rm_file(f"{self._folder}/{name}")

    def standing(self, kind: str) -> bool:
        """Say whether somebody is at work in this way."""
        self._system.invalidate_cache()
        try:
            listed = self._system.ls(self._folder, detail=False)
        except FileNotFoundError:
            return False
        names = [str(path).rstrip("/").rpartition("/")[2] for path in listed]
        return any(_counts(name) for name in names if name.startswith(f"{kind}_"))

    def wait_for_order(self) -> None:
        """Wait until nobody tidies up, or say that somebody does."""
        latest = time.monotonic() + _WAIT_SECONDS
        while self.standing(TIDYING):
            if time.monotonic() >= latest:
                raise ProviderError(
                    "Another kernel removes old versions there.",
                    code="NETWORK_ERROR",
                    hint="Try again in some minutes.",
                )
            time.sleep(_LOOK_SECONDS)


def _counts(name: str) -> bool:
    kind, _, rest = name.partition("_")
    try:
        raised = datetime.strptime(rest.partition("_")[0], _STAMP).replace(tzinfo=UTC)
    except ValueError:
        return False
    return datetime.now(UTC) - raised < _LASTS[kind]
