"""Plans: steps that a model writes one after the other, with branches and revisions."""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from sqlalchemy import Connection, select

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import current_call
from lux_nb.errors import Conflict, InvalidRequest, ProviderError
from lux_nb.models.types import ChatRequest, Completion, Message
from lux_nb.reasoning.files import delimited, read_for_model
from lux_nb.reasoning.lines import Lines
from lux_nb.reasoning.plan_requests import PlannerRequest
from lux_nb.reasoning.prompts import PLANNING, branch_notes, joined, transcript
from lux_nb.reasoning.sessions import (
    COMPLETE,
    OPEN,
    Session,
    Sessions,
    new_session,
    save_session,
    touched,
)
from lux_nb.reasoning.thinking import without_label, written_by
from lux_nb.reasoning.thoughts import WRITTEN_NAMES, Written
from lux_nb.store.reasoning_tables import plan_steps

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


@dataclass(slots=True)
class PlanStep:
    """One step of a plan."""

    session_id: str
    position: int
    step_number: int
    guidance: str
    content: str
    next_step_required: bool
    planning_depth: int
    created_at: datetime
    written: Written
    author: Author
    branch_id: str | None = None
    branch_from_step: int | None = None
    is_branch_point: bool = False
    is_revision: bool = False
    revises_step_number: int | None = None
    files: list[str] = field(default_factory=list)

    @property
    def number(self) -> int:
        """Its number, as a step of a line."""
        return self.step_number

    @property
    def leaves_from(self) -> int | None:
        """Where its branch leaves, as a step of a line."""
        return self.branch_from_step

    @property
    def revises(self) -> int | None:
        """What it takes the place of, as a step of a line."""
        return self.revises_step_number if self.is_revision else None

    @property
    def label(self) -> str:
        """A short name such as ``3`` or ``3 (cloud)`` for one on a branch."""
        return f"{self.step_number} ({self.branch_id})" if self.branch_id else str(self.step_number)

    def row(self) -> dict[str, Any]:
        """Return the step as a row of its table."""
        own = {name: getattr(self, name) for name in _OWN}
        return {"id": uuid.uuid4().hex, **own, **asdict(self.written), **self.author.columns()}

    @classmethod
    def from_row(cls, row: Any) -> "PlanStep":
        """Make a step from a row of its table."""
        written = Written(**{name: getattr(row, name) for name in WRITTEN_NAMES})
        return cls(
            **{name: getattr(row, name) for name in _OWN},
            written=written,
            author=Author.from_row(row),
        )


_OWN = tuple(item.name for item in fields(PlanStep) if item.name not in {"written", "author"})


class Plans:
    """Writes and reads plans."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self.sessions = Sessions(engine)
        self._locks: dict[str, asyncio.Lock] = {}

    async def steps(self, session_id: str) -> list[PlanStep]:
        """Return the steps of a plan in the order they were written."""
        query = select(plan_steps).where(plan_steps.c.session_id == session_id)
        query = query.order_by(plan_steps.c.position)
        rows = await self._engine.store.read(lambda c: c.execute(query).all())
        return [PlanStep.from_row(row) for row in rows]

    async def plan(self, request: PlannerRequest) -> tuple[PlanStep, Session]:
        """Write the step that a request asks for and return it with its session."""
        files = delimited(read_for_model(request.file_paths, self._engine.settings))
        session = await self._session(request)
        async with self._locks.setdefault(session.id, asyncio.Lock()):
            lines = Lines(await self.steps(session.id))
            branch_id = _branch(request, lines)
            _check(request, lines, branch_id)
            session = _prepared(request, session)
            revises = request.revises_step_number
            earlier = lines.before(branch_id, request.branch_from_step, revises)
            completions = await self._ask(
                request, session, lines, branch_id=branch_id, earlier=earlier, files=files
            )
            step = _step(
                request,
                session,
                lines,
                branch_id=branch_id,
                earlier=earlier,
                completions=completions,
            )
            await self._save(session, step)
        self.sessions.announce("plan_step_added", session, step_number=step.step_number)
        return step, session

    async def _session(self, request: PlannerRequest) -> Session:
        """Return the plan to go on with: the one named, this author's open one, or a new one."""
        found: Session | None = None
        if request.session_id is not None:
            found = await self.sessions.get(request.session_id, "plan")
        elif request.step_number > 1:
            found = await self.sessions.latest_of_author("plan", status=OPEN)
            found = found or await self.sessions.latest_of_author("plan")
        return found or new_session("plan", request.step, request.total_steps)

    async def _ask(
        self,
        request: PlannerRequest,
        session: Session,
        lines: Lines[PlanStep],
        *,
        branch_id: str | None,
        earlier: Sequence[PlanStep],
        files: str,
    ) -> list[Completion]:
        so_far = transcript(
            earlier,
            self._engine.settings.context_max_tokens,
            label=lambda step: f"Step {step.label}",
            content=lambda step: step.content,
        )
        others = [] if branch_id else [(n, lines.line(n)[-1].content) for n in lines.branches]
        prompt = joined(
            files,
            f"Task: {session.query}",
            f"Steps so far:\n\n{so_far}" if so_far else "",
            branch_notes(others),
            f"This step is about: {request.step}" if request.step != session.query else "",
            _task(request, session, lines, branch_id, earlier),
        )
        asked = ChatRequest(
            messages=(Message("system", PLANNING), Message("user", prompt)),
            model=str(session.options.get("model") or ""),
            temperature=request.temperature,
        )
        answer = await self._engine.models.chat(asked, default="reasoning")
        if not answer.text.strip():
            raise ProviderError(
                f"The model {answer.model} wrote nothing.",
                code="EMPTY_STEP",
                hint="Ask for the same step again, or take another model.",
            )
        return [answer]

    async def _save(self, session: Session, step: PlanStep) -> None:
        def write(connection: Connection) -> None:
            save_session(connection, session)
            connection.execute(plan_steps.insert(), step.row())

        await self._engine.store.write(write)


def _branch(request: PlannerRequest, lines: Lines[PlanStep]) -> str | None:
    if request.branch_id is not None:
        return request.branch_id if request.branch_id != "main" else None
    if request.branch_from_step is not None:
        return f"branch-{len(lines.branches) + 1}"
    return None


def _check(request: PlannerRequest, lines: Lines[PlanStep], branch_id: str | None) -> None:
    if request.is_step_revision and request.revises_step_number is None:
        raise _wrong("revises_step_number", "say which step is revised")
    for name in ("revises_step_number", "branch_from_step"):
        value = getattr(request, name)
        if value is not None and not lines.has_number(value):
            raise _wrong(name, f"this plan has no step {value}")
    if not lines.has_branch(branch_id) and request.branch_from_step is None:
        raise _wrong(
            "branch_id", f"there is no branch {branch_id!r}; give branch_from_step to begin it"
        )
    if request.revises_step_number is None and lines.taken(request.step_number, branch_id):
        raise Conflict(
            f"The plan already has a step {request.step_number}.",
            hint="Count on, or set is_step_revision with revises_step_number.",
            details={"field": "step_number", "last": lines.steps[-1].step_number},
        )


def _prepared(request: PlannerRequest, session: Session) -> Session:
    options = {**session.options, **({"model": request.model} if request.model else {})}
    total = max(request.total_steps, request.step_number)
    if request.more_steps_needed:
        total = max(total, request.step_number + 1)
    more = request.next_step_required or request.more_steps_needed
    return touched(session, options=options, total=total, status=OPEN if more else COMPLETE)


def _task(
    request: PlannerRequest,
    session: Session,
    lines: Lines[PlanStep],
    branch_id: str | None,
    earlier: Sequence[PlanStep],
) -> str:
    number, revises = request.step_number, request.revises_step_number
    if revises is not None:
        was = [step for step in lines if step.step_number == revises][-1].content
        return f"Write a better version of step {revises}, which was: {was}"
    if not lines.has_branch(branch_id):
        start = request.branch_from_step
        return f"Write the first step of another way that leaves after step {start}."
    if request.is_branch_point:
        return f"Write step {number}, and name the alternatives that open up at it."
    if session.status == COMPLETE and earlier:
        return f"Write step {number}, the last one: how the result is checked and handed over."
    return f"Write step {number} of about {session.total}."


def _step(
    request: PlannerRequest,
    session: Session,
    lines: Lines[PlanStep],
    *,
    branch_id: str | None,
    earlier: Sequence[PlanStep],
    completions: Sequence[Completion],
) -> PlanStep:
    begins = not lines.has_branch(branch_id)
    return PlanStep(
        session_id=session.id,
        position=lines.steps[-1].position + 1 if lines.steps else 0,
        step_number=request.step_number,
        guidance=request.step,
        content=without_label(completions[-1].text),
        next_step_required=session.status == OPEN,
        planning_depth=len(earlier) + 1,
        created_at=datetime.now(UTC),
        written=written_by(completions),
        author=current_call().author,
        branch_id=branch_id,
        branch_from_step=request.branch_from_step if begins else None,
        is_branch_point=request.is_branch_point,
        is_revision=request.revises_step_number is not None,
        revises_step_number=request.revises_step_number,
        files=request.file_paths,
    )


def _wrong(name: str, problem: str) -> InvalidRequest:
    return InvalidRequest(
        f"planner: {name}: {problem}.", details=[{"field": name, "problem": problem}]
    )
