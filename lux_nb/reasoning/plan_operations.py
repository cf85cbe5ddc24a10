"""Operations on plans: one step, a whole plan, and what was planned."""

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from lux_nb.engine.calls import Progress, current_call
from lux_nb.engine.operations import Result, operation
from lux_nb.errors import InvalidRequest
from lux_nb.reasoning.plan_requests import (
    PlanGetRequest,
    PlanListRequest,
    PlannerRequest,
    PlanRequest,
)
from lux_nb.reasoning.plans import PlanStep
from lux_nb.reasoning.sessions import Session

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

MAIN = "main"
NEXT = "The next step toward the task."


class PlanMetadata(Result):
    """Where a step stands in its plan."""

    branch_id: Annotated[str, Field(description='The branch it is on; "main" for none.')]
    is_revision: bool
    planning_depth: Annotated[int, Field(description="Steps that lead here, itself counted.")]


class PlanStepResult(Result):
    """One step of a plan."""

    step_number: int
    content: Annotated[str, Field(description="The step that the model wrote.")]
    next_step_required: bool
    total_steps: int
    session_id: Annotated[str, Field(description="Give it to go on with this plan.")]
    metadata: PlanMetadata

    _step: PlanStep | None = PrivateAttr(None)

    def __str__(self) -> str:
        return self.content

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.plan import step_html, step_text

        assert self._step is not None
        view = PlanStepView.of(self._step)
        return {"text/plain": step_text(view), "text/html": step_html(view)}


class PlanStepView(Result):
    """A step as a plan shows it."""

    position: int
    step_number: int
    content: str
    guidance: str
    branch_id: str | None = None
    branch_from_step: int | None = None
    is_branch_point: bool = False
    is_revision: bool = False
    revises_step_number: int | None = None
    planning_depth: int
    model: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    cost: float | None = None
    created_at: datetime

    @classmethod
    def of(cls, step: PlanStep) -> "PlanStepView":
        """Make the view of a step."""
        row = step.row()
        return cls.model_validate({name: row[name] for name in cls.model_fields})


class PlanSummary(Result):
    """A plan without its steps."""

    session_id: str
    task: str
    status: Literal["open", "complete"]
    total_steps: int
    created_at: datetime
    last_accessed: datetime
    notebook: str | None = None

    @classmethod
    def of(cls, session: Session) -> "PlanSummary":
        """Make the summary of a session."""
        return cls(
            session_id=session.id,
            task=session.query,
            status=session.status,
            total_steps=session.total,
            created_at=session.created_at,
            last_accessed=session.last_accessed,
            notebook=session.author.notebook,
        )


class PlanList(Result):
    """Plans, the latest used first."""

    plans: list[PlanSummary]


class PlanDetails(Result):
    """A whole plan; in a notebook it shows itself as a tree."""

    plan: PlanSummary
    steps: list[PlanStepView]

    @property
    def session_id(self) -> str:
        """The id to go on with."""
        return self.plan.session_id

    @property
    def markdown(self) -> str:
        """The plan as a Markdown document."""
        from lux_nb.display.plan import plan_markdown

        return plan_markdown(self)

    def __str__(self) -> str:
        from lux_nb.display.plan import plan_text

        return plan_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.plan import plan_html, plan_text

        return {"text/plain": plan_text(self), "text/html": plan_html(self)}


@operation("planner", toolset="reasoning", title="Planner", streams=True, spends=True, writes=True)
async def planner(engine: Engine, request: PlannerRequest) -> PlanStepResult:
    """Have a model write the next step of a plan.

    Step 1 is the task; each further one says what the step is about and the model writes it.
    Without session_id your latest plan is gone on with. Revise with is_step_revision and
    revises_step_number, plan an alternative with branch_from_step and branch_id. Files are read
    by the kernel and go to the model only.
    """
    step, session = await engine.plans.plan(request)
    result = PlanStepResult(
        step_number=step.step_number,
        content=step.content,
        next_step_required=step.next_step_required,
        total_steps=session.total,
        session_id=session.id,
        metadata=PlanMetadata(
            branch_id=step.branch_id or MAIN,
            is_revision=step.is_revision,
            planning_depth=step.planning_depth,
        ),
    )
    result._step = step
    return result


@dataclass(frozen=True, slots=True)
class PlanLoop:
    """A run of steps, from the first number to the last."""

    request: PlanRequest
    task: str
    first: int
    last: int
    session_id: str | None = None

    def parameters(self, number: int, session_id: str | None) -> dict[str, Any]:
        """Return the parameters of ``planner`` for one of the steps."""
        given = {
            "step": self.task if number == 1 else NEXT,
            "step_number": number,
            "total_steps": self.last,
            "next_step_required": number < self.last,
            "session_id": session_id,
            "model": self.request.model,
            "temperature": self.request.temperature,
            "file_paths": self.request.file_paths,
        }
        return {name: value for name, value in given.items() if value is not None}


async def prepare_plan(engine: Engine, request: PlanRequest) -> PlanLoop:
    """Return the loop that a request asks for: a new plan, or the rest of one."""
    if request.session_id is None:
        task = (request.task or "").strip()
        if not task:
            message = "plan: task: required unless session_id names a plan to go on with."
            raise InvalidRequest(message, details=[{"field": "task", "problem": "required"}])
        return PlanLoop(request, task, 1, request.steps)
    session = await engine.plans.sessions.get(request.session_id, "plan")
    steps = await engine.plans.steps(session.id)
    done = max((step.step_number for step in steps if step.branch_id is None), default=0)
    left = session.total - done
    more = request.steps if "steps" in request.model_fields_set or left < 1 else left
    return PlanLoop(request, session.query, done + 1, done + more, session.id)


@operation("plan", toolset="traces", title="Plan", streams=True, spends=True, writes=True)
async def plan(engine: Engine, request: PlanRequest) -> PlanDetails:
    """Plan a task in a loop of steps and return the whole plan."""
    loop = await prepare_plan(engine, request)
    session_id = loop.session_id
    for number in range(loop.first, loop.last + 1):
        current_call().emit(Progress(f"step {number} of {loop.last}", number - 1, loop.last))
        parameters = PlannerRequest(**loop.parameters(number, session_id))
        _, session = await engine.plans.plan(parameters)
        session_id = session.id
    assert session_id is not None
    return await plan_details(engine, session_id)


@operation("plan_list", toolset="traces", title="List plans")
async def plan_list(engine: Engine, request: PlanListRequest) -> PlanList:
    """List the plans, the latest used first."""
    found = await engine.plans.sessions.list_sessions("plan", request.limit)
    return PlanList(plans=[PlanSummary.of(session) for session in found])


@operation("plan_get", toolset="traces", title="Read a plan")
async def plan_get(engine: Engine, request: PlanGetRequest) -> PlanDetails:
    """Read a plan: its steps in order, with branches and revisions."""
    return await plan_details(engine, request.session_id)


async def plan_details(engine: Engine, session_id: str) -> PlanDetails:
    """Return a whole plan from the store."""
    session = await engine.plans.sessions.get(session_id, "plan")
    steps = await engine.plans.steps(session_id)
    return PlanDetails(
        plan=PlanSummary.of(session), steps=[PlanStepView.of(step) for step in steps]
    )
