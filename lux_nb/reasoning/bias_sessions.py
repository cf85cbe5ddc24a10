"""Bias-checked reasoning as a sequence of steps: which comes next, and what it writes."""

import asyncio
import uuid
from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any, Literal

from sqlalchemy import Connection, select

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import current_call
from lux_nb.errors import ProviderError
from lux_nb.models.types import ChatRequest, Completion, Message
from lux_nb.reasoning.bias_findings import Finding, check_text, findings_text
from lux_nb.reasoning.prompts import joined
from lux_nb.reasoning.sessions import COMPLETE, Session, Sessions, save_session, touched
from lux_nb.reasoning.thinking import written_by
from lux_nb.reasoning.thoughts import WRITTEN_NAMES, Written
from lux_nb.store.reasoning_tables import bias_findings, bias_steps

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

StepType = Literal["Query", "Reasoning", "BiasAnalysis", "Correction", "Synthesis"]
Action = Literal["BiasCheck", "ContinueReasoning", "Synthesize", "Complete"]
REASONING = "Answer the question. Give your reasons step by step, then the answer."
CORRECTING = (
    "You correct reasoning that was checked for bias. Write it anew with the findings mended; "
    "keep what is sound and do not mention the check."
)
SUMMING_UP = (
    "Write the final answer to the question from the reasoning below, balanced and in short, "
    "and say what remains uncertain."
)


@dataclass(slots=True)
class BiasStep:
    """One step of a session."""

    session_id: str
    step_number: int
    step_type: StepType
    round: int
    content: str
    next_action: Action
    created_at: datetime
    written: Written
    author: Author
    findings: list[Finding]

    def row(self) -> dict[str, Any]:
        """Return the step as a row of its table."""
        own = {name: getattr(self, name) for name in _OWN}
        return {"id": uuid.uuid4().hex, **own, **asdict(self.written), **self.author.columns()}

    @classmethod
    def from_row(cls, row: Any, findings: list[Finding]) -> "BiasStep":
        """Make a step from a row of its table."""
        written = Written(**{name: getattr(row, name) for name in WRITTEN_NAMES})
        own = {name: getattr(row, name) for name in _OWN}
        return cls(**own, written=written, author=Author.from_row(row), findings=findings)


_OWN = tuple(
    item.name for item in fields(BiasStep) if item.name not in {"written", "author", "findings"}
)


class BiasSessions:
    """Takes sessions forward, one step at a time."""

    def __init__(self, engine: "Engine") -> None:
        self._engine = engine
        self.sessions = Sessions(engine)
        self._locks: dict[str, asyncio.Lock] = {}

    def lock(self, session_id: str) -> asyncio.Lock:
        """Return the lock that keeps two callers from taking the same step."""
        return self._locks.setdefault(session_id, asyncio.Lock())

    async def steps(self, session_id: str) -> list[BiasStep]:
        """Return the steps of a session with their findings."""
        query = select(bias_steps).where(bias_steps.c.session_id == session_id)
        found = select(bias_findings).where(bias_findings.c.session_id == session_id)
        rows, findings = await self._engine.store.read(
            lambda c: (
                c.execute(query.order_by(bias_steps.c.step_number)).all(),
                c.execute(found.order_by(bias_findings.c.start)).all(),
            )
        )
        by_step: dict[int, list[Finding]] = {}
        for row in findings:
            by_step.setdefault(row.step_number, []).append(_finding(row))
        return [BiasStep.from_row(row, by_step.get(row.step_number, [])) for row in rows]

    async def advance(
        self, session: Session, steps: Sequence[BiasStep], files: str
    ) -> tuple[BiasStep, Session]:
        """Take the next step and write it; returns it with the session as it now is."""
        step = await self._next(session, steps, files)
        done = step.next_action == "Complete"
        session = touched(session, status=COMPLETE if done else session.status)
        about = next((s.step_number for s in reversed(steps) if _is_text(s)), 0)

        def write(connection: Connection) -> None:
            save_session(connection, session)
            connection.execute(bias_steps.insert(), step.row())
            for finding in step.findings:
                connection.execute(bias_findings.insert(), _finding_row(finding, step, about))

        await self._engine.store.write(write)
        self.sessions.announce(
            "bias_step_added", session, step_type=step.step_type, findings=len(step.findings)
        )
        return step, session

    async def _next(self, session: Session, steps: Sequence[BiasStep], files: str) -> BiasStep:
        if not steps:
            return self._query_step(session)
        last = steps[-1]
        if last.next_action == "BiasCheck":
            return await self._check(session, steps)
        if last.next_action == "Synthesize":
            return await self._synthesize(session, steps)
        if last.step_type == "Query":
            return await self._reason(session, files)
        return await self._correct(session, steps, files)

    def _query_step(self, session: Session) -> BiasStep:
        chosen = self._engine.models.route(
            session.options.get("primary_model"), default="reasoning"
        )
        return self._step(
            session,
            1,
            "Query",
            1,
            content=session.query,
            action="ContinueReasoning",
            written=Written(chosen.model or chosen.provider),
        )

    async def _reason(self, session: Session, files: str) -> BiasStep:
        answer = await self._write(session, REASONING, joined(files, session.query))
        return self._step(session, 2, "Reasoning", 1, content=answer, action="BiasCheck")

    async def _check(self, session: Session, steps: Sequence[BiasStep]) -> BiasStep:
        last = steps[-1]
        current = last.round + 1 if last.step_type == "Correction" else last.round
        check = await check_text(
            self._engine,
            session.query,
            last.content,
            model=session.options.get("verifier_model"),
        )
        action: Action = "ContinueReasoning" if check.findings else "Synthesize"
        return self._step(
            session,
            last.step_number + 1,
            "BiasAnalysis",
            current,
            content=findings_text(check.findings, check.problem),
            action=action,
            written=written_by(check.completions) if check.completions else self._verifier(session),
            findings=check.findings,
        )

    async def _correct(self, session: Session, steps: Sequence[BiasStep], files: str) -> BiasStep:
        last = steps[-1]
        text = next(step.content for step in reversed(steps) if _is_text(step))
        prompt = joined(
            files,
            f"Question: {session.query}",
            f"Reasoning:\n\n{text}",
            f"Findings:\n\n{findings_text(last.findings)}",
        )
        answer = await self._write(session, CORRECTING, prompt)
        action: Action = "BiasCheck" if last.round < session.total else "Synthesize"
        number = last.step_number + 1
        return self._step(session, number, "Correction", last.round, content=answer, action=action)

    async def _synthesize(self, session: Session, steps: Sequence[BiasStep]) -> BiasStep:
        last = steps[-1]
        text = next(step.content for step in reversed(steps) if _is_text(step))
        prompt = joined(f"Question: {session.query}", f"Reasoning:\n\n{text}")
        answer = await self._write(session, SUMMING_UP, prompt)
        number = last.step_number + 1
        return self._step(
            session, number, "Synthesis", last.round, content=answer, action="Complete"
        )

    async def _write(self, session: Session, instructions: str, prompt: str) -> Completion:
        answer = await self._engine.models.chat(
            ChatRequest(
                messages=(Message("system", instructions), Message("user", prompt)),
                model=str(session.options.get("primary_model") or ""),
                temperature=0.7,
            ),
            default="reasoning",
        )
        if not answer.text.strip():
            raise ProviderError(
                f"The model {answer.model} wrote nothing.",
                code="EMPTY_ANSWER",
                hint="Call again with the session_id, or begin a session with another model.",
            )
        return answer

    def _verifier(self, session: Session) -> Written:
        chosen = self._engine.models.route(session.options.get("verifier_model"), default="normal")
        return Written(chosen.model or chosen.provider)

    def _step(
        self,
        session: Session,
        number: int,
        kind: StepType,
        current: int,
        *,
        content: str | Completion,
        action: Action,
        written: Written | None = None,
        findings: list[Finding] | None = None,
    ) -> BiasStep:
        text = content if isinstance(content, str) else content.text.strip()
        if written is None:
            assert isinstance(content, Completion)
            written = written_by([content])
        return BiasStep(
            session_id=session.id,
            step_number=number,
            step_type=kind,
            round=current,
            content=text,
            next_action=action,
            created_at=datetime.now(UTC),
            written=written,
            author=current_call().author,
            findings=findings or [],
        )


def _is_text(step: BiasStep) -> bool:
    """Tell whether a step is reasoning that can be checked."""
    return step.step_type in {"Reasoning", "Correction"}


def _finding(row: Any) -> Finding:
    return Finding(**{item.name: getattr(row, item.name) for item in fields(Finding)})


def _finding_row(finding: Finding, step: BiasStep, about: int) -> dict[str, Any]:
    return {
        "id": uuid.uuid4().hex,
        "session_id": step.session_id,
        "step_number": step.step_number,
        "about_step": about,
        "round": step.round,
        "created_at": step.created_at,
        **asdict(finding),
    }
