"""Circuit breakers: a tool that keeps failing is left alone for a while."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Literal

from lux_nb.errors import RateLimited

FAILURES_TO_OPEN = 5
COOL_DOWN_SECONDS = 30.0

State = Literal["closed", "open", "half-open"]
Told = Callable[[str, str, str], None]
"""Called with ``opened`` or ``closed``, the tool and the reason."""


@dataclass(slots=True)
class _Circuit:
    failures: int = 0
    opened: float | None = None
    trying: bool = False
    reason: str = ""
    last_failure: float = 0.0
    """A time of the day."""


class Breakers:
    """One circuit per tool: closed, open after failures in a row, half-open after a while."""

    def __init__(self, told: Told, clock: Callable[[], float] = time.monotonic) -> None:
        self.enabled = True
        self._told = told
        self._clock = clock
        self._circuits: dict[str, _Circuit] = {}

    def state(self, tool: str) -> State:
        """Return the state of a tool's circuit."""
        circuit = self._circuits.get(tool)
        if circuit is None or circuit.opened is None:
            return "closed"
        waited = self._clock() - circuit.opened
        return "half-open" if waited >= COOL_DOWN_SECONDS else "open"

    def enter(self, tool: str) -> None:
        """Let a call through, or raise CIRCUIT_OPEN; half-open lets one through as a trial."""
        state = self.state(tool) if self.enabled else "closed"
        if state == "closed":
            return
        circuit = self._circuits[tool]
        if state == "half-open" and not circuit.trying:
            circuit.trying = True
            return
        assert circuit.opened is not None
        left = max(1.0, COOL_DOWN_SECONDS - (self._clock() - circuit.opened))
        raise RateLimited(
            f"{tool!r} failed {circuit.failures} times in a row and is left alone for a while.",
            code="CIRCUIT_OPEN",
            retry_after=round(left, 1),
            hint="Mend the cause, then lux.tools.reset_circuit(name, reason).",
            details={"tool": tool, "lastError": circuit.reason},
        )

    def succeeded(self, tool: str) -> bool:
        """Note that a call went well; returns whether that forgets failures."""
        circuit = self._circuits.pop(tool, None)
        if circuit is not None and circuit.opened is not None:
            self._told("closed", tool, "a trial call succeeded")
        return circuit is not None

    def failed(self, tool: str, reason: str) -> None:
        """Note that a call failed; enough of them in a row open the circuit."""
        circuit = self._circuits.setdefault(tool, _Circuit())
        circuit.failures += 1
        circuit.trying = False
        circuit.reason = reason
        circuit.last_failure = time.time()
        if self.enabled and circuit.failures >= FAILURES_TO_OPEN:
            first = circuit.opened is None
            circuit.opened = self._clock()
            if first:
                self._told("opened", tool, reason)

    def left(self, tool: str) -> None:
        """Note that a call ended without telling anything, such as by being cancelled."""
        if tool in self._circuits:
            self._circuits[tool].trying = False

    def reset(self, tool: str, reason: str) -> bool:
        """Close a circuit by hand; returns whether it was open."""
        circuit = self._circuits.pop(tool, None)
        was_open = circuit is not None and circuit.opened is not None
        if was_open:
            self._told("closed", tool, reason)
        return was_open

    def all(self) -> list[dict[str, Any]]:
        """Return the circuits that have seen failures."""
        return [
            {
                "toolName": tool,
                "status": self.state(tool),
                "failures": circuit.failures,
                "lastError": circuit.reason,
                "lastFailure": datetime.fromtimestamp(circuit.last_failure, UTC).isoformat(),
            }
            for tool, circuit in sorted(self._circuits.items())
        ]

    def export(self) -> dict[str, Any]:
        """Return the circuits as plain data, their moments as times of the day."""
        shift = time.time() - self._clock()
        return {
            tool: {
                "failures": circuit.failures,
                "reason": circuit.reason,
                "lastFailure": circuit.last_failure,
                "openedAt": None if circuit.opened is None else circuit.opened + shift,
            }
            for tool, circuit in self._circuits.items()
        }

    def restore(self, exported: dict[str, Any]) -> None:
        """Take circuits that were exported, maybe by a kernel that ended."""
        shift = time.time() - self._clock()
        for tool, given in exported.items():
            opened = given["openedAt"]
            self._circuits[tool] = _Circuit(
                failures=given["failures"],
                opened=None if opened is None else opened - shift,
                reason=given["reason"],
                last_failure=given["lastFailure"],
            )
