"""What the operations on traces are asked."""

from typing import Annotated

from pydantic import Field, field_validator

from lux_nb.engine.operations import Request
from lux_nb.reasoning.guardrails import Guardrails

FilePaths = Annotated[
    list[str], Field(description="Files that the kernel reads for the model; you never see them.")
]
Temperature = Annotated[
    float, Field(ge=0.0, le=1.0, description="How freely the model chooses its words.")
]
Number = Annotated[int, Field(ge=1)]


def not_blank(value: str) -> str:
    """Return a text that says something, or raise."""
    if not value.strip():
        message = "must not be empty"
        raise ValueError(message)
    return value


class TracedReasoningRequest(Request):
    """The next thought of a trace."""

    thought: Annotated[
        str, Field(description="The question (thought 1), or guidance for the next thought (2+).")
    ]
    thought_number: Annotated[int, Field(ge=1, description="Number of this thought, from 1.")]
    total_thoughts: Annotated[int, Field(ge=1, description="How many are probably needed.")]
    next_thought_needed: Annotated[bool, Field(description="False makes this the conclusion.")]
    continuation_id: Annotated[
        str | None, Field(description="Thread to think on, also one that confer began.")
    ] = None
    session_id: Annotated[str | None, Field(description="Trace to go on with.")] = None
    model: Annotated[
        str | None,
        Field(description="Model name or alias; the trace's own, else LUX_MODEL_REASONING."),
    ] = None
    temperature: Temperature = 0.7
    is_revision: Annotated[bool, Field(description="This takes the place of a thought.")] = False
    revises_thought: Annotated[int | None, Field(ge=1, description="Which thought that is.")] = None
    branch_from_thought: Annotated[
        int | None, Field(ge=1, description="Thought that an alternative leaves from.")
    ] = None
    branch_id: Annotated[
        str | None, Field(min_length=1, max_length=200, description="Name of the branch.")
    ] = None
    needs_more_thoughts: Annotated[bool, Field(description="More are needed than was thought.")] = (
        False
    )
    guardrails: Annotated[
        Guardrails | None, Field(description="Which checks run; kept for the rest of the trace.")
    ] = None
    file_paths: FilePaths = []

    _says_something = field_validator("thought")(not_blank)


class TraceRequest(Request):
    """A question to be thought about in a loop."""

    question: Annotated[
        str | None, Field(description="What to think about; not needed with session_id.")
    ] = None
    steps: Annotated[
        int, Field(ge=1, le=1000, description="How many thoughts; with session_id, how many more.")
    ] = 5
    model: Annotated[
        str | None, Field(description="Model name or alias; LUX_MODEL_REASONING when not given.")
    ] = None
    temperature: Temperature = 0.7
    session_id: Annotated[str | None, Field(description="Trace to go on with.")] = None
    continuation_id: Annotated[str | None, Field(description="Thread to think on.")] = None
    stop_on_intervention: Annotated[
        bool, Field(description="End at the first thought the monitor objects to.")
    ] = False
    guardrails: Annotated[Guardrails | None, Field(description="Which checks run.")] = None
    file_paths: FilePaths = []


class TraceGetRequest(Request):
    """Which trace to read."""

    session_id: Annotated[str, Field(description="Id of a trace, as trace_list gives it.")]


class TraceListRequest(Request):
    """How many traces to list."""

    limit: Annotated[int, Field(ge=1, le=1000, description="Most traces to return.")] = 50


class IlluminationRequest(Request):
    """Which session to look at."""

    session_id: Annotated[
        str | None, Field(description="A trace; the latest of this notebook when not given.")
    ] = None
