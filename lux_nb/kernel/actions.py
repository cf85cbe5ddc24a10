"""What assistants' code did in the kernel: a list, newest last, each with its undo."""

import asyncio
import contextlib
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lux_nb.engine.authors import Author
from lux_nb.engine.events import Event
from lux_nb.errors import NotFound
from lux_nb.kernel.main_thread import CodeRun
from lux_nb.kernel.undo import Changes, restore

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

ACTIONS = "lux://kernel/actions"
ACTIONS_KEPT = 50
LONGEST_CODE = 10_000
_ATTRIBUTE = "_kernel_actions"


@dataclass(slots=True)
class Action:
    """One run of an assistant's code."""

    id: str
    author: Author
    code: str
    status: str
    seconds: float
    made: Changes
    undone: bool = False
    at: datetime = field(default_factory=lambda: datetime.now(UTC))


class Actions:
    """The runs of assistants' code in this kernel."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self._actions: list[Action] = []
        self._count = 0
        self.open: list[CodeRun] = []
        """The runs that wait for their turn or have it."""

    def next_id(self) -> str:
        """Return the id of the next run."""
        self._count += 1
        return f"run-{self._count}"

    def ended(self, action_id: str, run: CodeRun) -> None:
        """Take down a run; called on the main thread when its code has ended."""
        loop: asyncio.AbstractEventLoop = self._engine.loop
        with contextlib.suppress(RuntimeError):  # the engine was closed meanwhile
            loop.call_soon_threadsafe(self._add, action_id, run)

    def all(self) -> list[Action]:
        """Return the runs that are remembered, oldest first."""
        return list(self._actions)

    def undo(
        self, shell: Any, count: int, *, force: bool, client: str | None
    ) -> list[tuple[Action, list[str], dict[str, str]]]:
        """Bring back what the latest runs changed, newest first."""
        wanted = [
            action
            for action in reversed(self._actions)
            if not action.undone and action.made.changes and client in (None, action.author.name)
        ][:count]
        if not wanted:
            message = "There is nothing to undo."
            raise NotFound(message, code="NOTHING_TO_UNDO")
        done = []
        for action in wanted:
            restored, left = restore(shell, action.made, force=force)
            action.undone = bool(restored)
            done.append((action, restored, left))
            self._tell(action, "undone" if restored else "kept", {"restored": restored})
        return done

    def _add(self, action_id: str, run: CodeRun) -> None:
        made = run.changes or Changes([], {}, {}, {})
        action = Action(action_id, run.author, run.code, run.status, run.seconds, made)
        self._actions.append(action)
        # The copies and former values of those that go are let go with them.
        del self._actions[: max(0, len(self._actions) - ACTIONS_KEPT)]
        self._tell(action, run.status, {})

    def _tell(self, action: Action, status: str, more: dict[str, Any]) -> None:
        changed = {change.name: change.kind for change in action.made.changes}
        payload = {"id": action.id, "code": action.code[:LONGEST_CODE], "changed": changed, **more}
        self._engine.events.append(
            Event(
                kind="assistant_code",
                author=action.author,
                subject=ACTIONS,
                operation="kernel_run",
                status=status,
                seconds=action.seconds,
                payload=payload,
            )
        )


def actions_of(engine: "Engine") -> Actions:
    """Return the runs of an engine's assistants; call it on the engine loop."""
    found = vars(engine).get(_ATTRIBUTE)
    if not isinstance(found, Actions):
        found = Actions(engine)
        vars(engine)[_ATTRIBUTE] = found
    return found
