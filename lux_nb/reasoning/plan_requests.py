"""What the operations on plans are asked."""

from typing import Annotated

from pydantic import Field, field_validator

from lux_nb.engine.operations import Request
from lux_nb.reasoning.trace_requests import FilePaths, Temperature, not_blank


class PlannerRequest(Request):
    """The next step of a plan."""

    step: Annotated[str, Field(description="The task (step 1), or what this step is about (2+).")]
    step_number: Annotated[int, Field(ge=1, description="Number of this step, from 1.")]
    total_steps: Annotated[int, Field(ge=1, description="How many are probably needed.")]
    next_step_required: Annotated[bool, Field(description="False makes this the last step.")]
    model: Annotated[
        str | None,
        Field(description="Model name or alias; the plan's own, else LUX_MODEL_REASONING."),
    ] = None
    temperature: Temperature = 0.7
    is_branch_point: Annotated[bool, Field(description="Alternatives open up here.")] = False
    branch_from_step: Annotated[
        int | None, Field(ge=1, description="Step that an alternative leaves from.")
    ] = None
    branch_id: Annotated[
        str | None, Field(min_length=1, max_length=200, description="Name of the branch.")
    ] = None
    is_step_revision: Annotated[bool, Field(description="This takes the place of a step.")] = False
    revises_step_number: Annotated[int | None, Field(ge=1, description="Which step that is.")] = (
        None
    )
    more_steps_needed: Annotated[bool, Field(description="More are needed than was thought.")] = (
        False
    )
    session_id: Annotated[
        str | None, Field(description="Plan to go on with; your latest when not given.")
    ] = None
    file_paths: FilePaths = []

    _says_something = field_validator("step")(not_blank)


class PlanRequest(Request):
    """A task to be planned in a loop."""

    task: Annotated[str | None, Field(description="What to plan; not needed with session_id.")] = (
        None
    )
    steps: Annotated[
        int, Field(ge=1, le=200, description="How many steps; with session_id, how many more.")
    ] = 5
    model: Annotated[
        str | None, Field(description="Model name or alias; LUX_MODEL_REASONING when not given.")
    ] = None
    temperature: Temperature = 0.7
    session_id: Annotated[str | None, Field(description="Plan to go on with.")] = None
    file_paths: FilePaths = []


class PlanGetRequest(Request):
    """Which plan to read."""

    session_id: Annotated[str, Field(description="Id of a plan, as plan_list gives it.")]


class PlanListRequest(Request):
    """How many plans to list."""

    limit: Annotated[int, Field(ge=1, le=1000, description="Most plans to return.")] = 50
