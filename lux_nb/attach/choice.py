"""Which kernel the bridge talks to, also after the one it talked to went away."""

import time
from pathlib import Path

from lux_nb.server.registry import LATEST, KernelEntry, running_kernels

# A restarting kernel is given this long before another notebook's kernel is taken instead.
GRACE_SECONDS = 15.0


class KernelChoice:
    """Finds a kernel, stays with it, and finds it again after a restart."""

    def __init__(self, wanted: str = LATEST, folder: Path | None = None) -> None:
        self._wanted = wanted
        self._folder = folder
        self._previous: KernelEntry | None = None
        self._lost_at = 0.0
        self._others: set[str] = set()

    def find(self) -> KernelEntry | None:
        """Return the kernel to talk to now, or None when there is none yet."""
        found = self._pick(running_kernels(self._folder))
        if found is not None:
            self._previous = found
        return found

    def lost(self) -> None:
        """Note that the kernel does not answer any more, and which others run beside it."""
        self._lost_at = time.monotonic()
        self._others = {kernel.token for kernel in running_kernels(self._folder)}

    def _pick(self, kernels: list[KernelEntry]) -> KernelEntry | None:
        if self._wanted != LATEST:
            return next((k for k in kernels if k.kernel_id.startswith(self._wanted)), None)
        before = self._previous
        if before is None:
            return kernels[0] if kernels else None
        same = [k for k in kernels if k.kernel_id == before.kernel_id]
        notebook = [k for k in kernels if before.notebook and k.notebook == before.notebook]
        patient = time.monotonic() - self._lost_at < GRACE_SECONDS
        newcomers = [k for k in kernels if k.token not in self._others]
        candidates = [*same, *notebook, *newcomers, *([] if patient else kernels)]
        return candidates[0] if candidates else None
