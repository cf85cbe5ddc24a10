"""What operations in the kernel are asked and answer."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from lux_nb.engine.assistants import colour_of
from lux_nb.engine.operations import Request, Result
from lux_nb.kernel.actions import Action
from lux_nb.kernel.notebook import OutputView, Picture
from lux_nb.kernel.undo import Change, ChangeKind


class KernelRunRequest(Request):
    """Code to run."""

    code: Annotated[
        str, Field(min_length=1, max_length=200_000, description="Python, or a cell with magics.")
    ]
    wait_seconds: Annotated[
        float, Field(ge=0, le=55, description="How long to wait before a job's id is returned.")
    ] = 20.0

    def for_consent(self) -> str:
        """Return what the human is shown before saying yes."""
        return self.code


class UndoRequest(Request):
    """How much to undo."""

    count: Annotated[int, Field(ge=1, le=50, description="How many runs, newest first.")] = 1
    force: Annotated[
        bool, Field(description="Also what was changed again since by somebody else.")
    ] = False


class ChangeView(Result):
    """What became of one variable."""

    name: str
    kind: ChangeKind
    before: str | None = None
    after: str | None = None
    difference: Annotated[str | None, Field(description="What is different inside it.")] = None


class CodeError(Result):
    """The error that ended the code."""

    name: str
    message: str
    traceback: str


class KernelRun(Result):
    """What code gave, or the job that will tell."""

    status: Literal["ok", "error", "cancelled", "queued", "running"]
    outputs: list[OutputView] = []
    error: CodeError | None = None
    seconds: float | None = None
    changes: Annotated[list[ChangeView], Field(description="Variables the code changed.")] = []
    not_undoable: Annotated[
        dict[str, str], Field(description="Variables whose insides can't be brought back, and why.")
    ] = {}
    action_id: str | None = None
    job_id: Annotated[str | None, Field(description="For job_status and job_result.")] = None
    message: str | None = None
    _pictures: list[Picture] = PrivateAttr(default_factory=list)

    def pictures(self) -> list[Picture]:
        """Return the images that were shown, in the order they are counted."""
        return self._pictures


class ActionView(Result):
    """One run of an assistant's code."""

    id: str
    client: str
    colour: str
    at: datetime
    code: str
    status: str
    seconds: float
    changes: list[ChangeView]
    not_undoable: dict[str, str] = {}
    undone: bool

    @classmethod
    def of(cls, action: Action) -> "ActionView":
        """Make the view of a run."""
        return cls(
            id=action.id,
            client=action.author.name,
            colour=colour_of(action.author.name),
            at=action.at,
            code=action.code,
            status=action.status,
            seconds=round(action.seconds, 4),
            changes=[ChangeView(**change_fields(change)) for change in action.made.changes],
            not_undoable=action.made.unwatched,
            undone=action.undone,
        )


class ActionList(Result):
    """The runs of assistants' code, oldest first."""

    actions: list[ActionView]

    def _repr_html_(self) -> str:
        from lux_nb.display.assistants import actions_html

        return actions_html(self)

    def __repr__(self) -> str:
        from lux_nb.display.assistants import actions_text

        return actions_text(self)


class Undone(Result):
    """One run that was undone."""

    action: ActionView
    restored: list[str]
    left: Annotated[dict[str, str], Field(description="What was left as it is, and why.")]


class UndoResult(Result):
    """What was brought back."""

    undone: list[Undone]

    def _repr_html_(self) -> str:
        from lux_nb.display.assistants import undo_html

        return undo_html(self)

    def __repr__(self) -> str:
        from lux_nb.display.assistants import undo_text

        return undo_text(self)


class AssistantView(Result):
    """An assistant that attached."""

    name: str
    version: str | None = None
    colour: str
    calls: int
    last_operation: str
    first_seen: datetime
    last_seen: datetime
    may: Annotated[list[str], Field(description="What the human has allowed it.")]


class AssistantList(Result):
    """The assistants that attached since the kernel started, the latest seen first."""

    assistants: list[AssistantView]

    def _repr_html_(self) -> str:
        from lux_nb.display.assistants import assistants_html

        return assistants_html(self)

    def __repr__(self) -> str:
        from lux_nb.display.assistants import assistants_text

        return assistants_text(self)


def change_fields(change: Change) -> dict[str, Any]:
    """Return a change as the fields of its view."""
    return {
        name: getattr(change, name) for name in ("name", "kind", "before", "after", "difference")
    }
