"""Where a thought goes in its trace, and what the model reads to write it there."""

from collections.abc import Sequence
from dataclasses import dataclass

from lux_nb.errors import Conflict, InvalidRequest
from lux_nb.reasoning.prompts import branch_notes, joined, transcript
from lux_nb.reasoning.sessions import COMPLETE
from lux_nb.reasoning.thoughts import Thought
from lux_nb.reasoning.trace_requests import TracedReasoningRequest
from lux_nb.reasoning.traces import LiveTrace


@dataclass(frozen=True, slots=True)
class Place:
    """Where a thought goes: its line, what it builds on and what it takes the place of."""

    branch_id: str | None
    leaves_from: int | None
    revises: int | None
    begins_branch: bool
    earlier: Sequence[Thought]


def find_place(request: TracedReasoningRequest, trace: LiveTrace) -> Place:
    """Find the place of a thought, or say what is wrong with the one asked for."""
    lines = trace.lines
    number, revises = request.thought_number, request.revises_thought
    if request.is_revision and revises is None:
        raise _wrong("revises_thought", "say which thought is revised")
    for field, value in (
        ("revises_thought", revises),
        ("branch_from_thought", request.branch_from_thought),
    ):
        if value is not None and not lines.has_number(value):
            raise _wrong(field, f"this trace has no thought {value}")
    branch_id = request.branch_id
    if branch_id is None and request.branch_from_thought is not None:
        branch_id = f"branch-{len(lines.branches) + 1}"
    begins = branch_id is not None and not lines.has_branch(branch_id)
    if begins and request.branch_from_thought is None:
        known = ", ".join(lines.branches) or "none"
        raise _wrong(
            "branch_id",
            f"there is no branch {branch_id!r} (there are: {known}); give "
            "branch_from_thought to begin it",
        )
    if revises is None and lines.taken(number, branch_id):
        raise Conflict(
            f"The trace already has a thought {number}.",
            hint="Count on, or set is_revision with revises_thought, or branch_from_thought.",
            details={"field": "thought_number", "last": lines.steps[-1].thought_number},
        )
    earlier = lines.before(branch_id, request.branch_from_thought, revises)
    return Place(
        branch_id, request.branch_from_thought if begins else None, revises, begins, earlier
    )


def _wrong(field: str, problem: str) -> InvalidRequest:
    return InvalidRequest(
        f"traced_reasoning: {field}: {problem}.",
        details=[{"field": field, "problem": problem}],
    )


def thought_prompt(
    request: TracedReasoningRequest, trace: LiveTrace, place: Place, files: str, limit: int
) -> str:
    """Return what the model reads: the question, the thoughts so far, remarks and the task."""
    earlier, query = place.earlier, trace.session.query
    so_far = transcript(
        earlier,
        limit,
        label=lambda thought: f"Thought {thought.label}",
        content=lambda thought: thought.content,
    )
    minded = earlier[-1].readings.intervention if earlier else None
    return joined(
        files,
        f"Question: {query}",
        f"Thoughts so far:\n\n{so_far}" if so_far else "",
        branch_notes(_other_branches(trace, place)),
        f"Mind this remark on the last thought: {minded}" if minded else "",
        f"Guidance: {request.thought}" if earlier or request.thought != query else "",
        _task(request, trace, place),
    )


def _other_branches(trace: LiveTrace, place: Place) -> list[tuple[str, str]]:
    if place.branch_id is not None:
        return []
    return [(name, trace.lines.line(name)[-1].content) for name in trace.lines.branches]


def _task(request: TracedReasoningRequest, trace: LiveTrace, place: Place) -> str:
    number = request.thought_number
    if place.revises is not None:
        revised = [t for t in trace.lines.steps if t.thought_number == place.revises]
        return (
            f"Write a better version of thought {place.revises}, which was: {revised[-1].content}"
        )
    if place.begins_branch:
        return f"Explore another way that leaves from thought {place.leaves_from}."
    if not place.earlier:
        return "Write the first thought."
    if trace.session.status == COMPLETE:
        return "Write the last thought: the conclusion that the thoughts so far lead to."
    return f"Write thought {number} of about {trace.session.total}."
