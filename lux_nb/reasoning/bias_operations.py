"""Operations of bias-checked reasoning: one step, a whole run, and what was found."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, PrivateAttr, field_validator

from lux_nb.engine.calls import Progress, current_call
from lux_nb.engine.operations import Request, Result, operation
from lux_nb.errors import Conflict
from lux_nb.reasoning.bias_sessions import Action, BiasStep, StepType
from lux_nb.reasoning.files import delimited, read_for_model
from lux_nb.reasoning.sessions import COMPLETE, OPEN, Session, new_session, touched
from lux_nb.reasoning.trace_requests import FilePaths, not_blank

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class BiasedReasoningRequest(Request):
    """The next step of a bias-checked answer."""

    query: Annotated[str, Field(description="The question to analyze.")]
    session_id: Annotated[str | None, Field(description="Session to go on with.")] = None
    new_session: Annotated[
        bool, Field(description="Begin anew even if this question has an unfinished session.")
    ] = False
    max_analysis_rounds: Annotated[
        int, Field(ge=1, le=20, description="Most rounds of check and correction.")
    ] = 3
    primary_model: Annotated[
        str | None, Field(description="Model that reasons; LUX_MODEL_REASONING when not given.")
    ] = None
    verifier_model: Annotated[
        str | None, Field(description="Model that checks; LUX_MODEL_NORMAL when not given.")
    ] = None
    file_paths: FilePaths = []

    _says_something = field_validator("query")(not_blank)


class BiasSessionStatus(Result):
    """How far a session is."""

    session_id: str
    total_steps: int
    reasoning_steps: int
    bias_checks: int
    corrections_made: int
    current_round: int
    max_rounds: int


class BiasFindingView(Result):
    """A bias that was found, with the span of the text that shows it."""

    round: int
    step_number: int
    kind: str
    severity: Literal["low", "medium", "high"]
    start: int
    end: int
    span: str
    explanation: str
    suggestion: str
    source: Literal["verifier", "cues"]


class BiasStepResult(Result):
    """One step of a bias-checked answer."""

    step_type: StepType
    step_number: int
    content: str
    model_used: str
    next_action: Action
    session_status: BiasSessionStatus

    _step: BiasStep | None = PrivateAttr(None)
    _notes: tuple[str, ...] = PrivateAttr(())

    @property
    def findings(self) -> list[BiasFindingView]:
        """What the step found; not on the wire, where the content says it."""
        return _findings([self._step]) if self._step else []

    @property
    def session_id(self) -> str:
        """The session to go on with."""
        return self.session_status.session_id

    def __str__(self) -> str:
        return self.content

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.bias import step_html, step_text

        assert self._step is not None
        view = BiasStepView.of(self._step)
        return {"text/plain": step_text(view), "text/html": step_html(view, self.findings)}


class BiasStepView(Result):
    """A step as a session shows it."""

    step_number: int
    step_type: StepType
    round: int
    content: str
    next_action: Action
    model: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    cost: float | None = None
    created_at: datetime

    @classmethod
    def of(cls, step: BiasStep) -> "BiasStepView":
        """Make the view of a step."""
        row = step.row()
        return cls.model_validate({name: row[name] for name in cls.model_fields})


class BiasDetails(Result):
    """A whole session of bias-checked reasoning."""

    query: str
    session_status: BiasSessionStatus
    steps: list[BiasStepView]
    findings: list[BiasFindingView]

    @property
    def session_id(self) -> str:
        """The session to go on with."""
        return self.session_status.session_id

    @property
    def answer(self) -> str:
        """The final answer, or the latest reasoning while there is none."""
        texts = [s.content for s in self.steps if s.step_type not in {"Query", "BiasAnalysis"}]
        return texts[-1] if texts else ""

    def __str__(self) -> str:
        from lux_nb.display.bias import bias_text

        return bias_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.bias import bias_html, bias_text

        return {"text/plain": bias_text(self), "text/html": bias_html(self)}


@operation(
    "biased_reasoning",
    toolset="reasoning",
    title="Bias-checked reasoning",
    streams=True,
    spends=True,
    writes=True,
)
async def biased_reasoning(engine: Engine, request: BiasedReasoningRequest) -> BiasStepResult:
    """Take the next step of an answer that a second model checks for bias.

    Call it again and again with the session_id until next_action is Complete: the question,
    the reasoning, rounds of bias analysis and correction, and the synthesis. Findings name the
    words, the kind of bias, its severity and a suggestion. Files go to the reasoning model only.
    """
    session = await _session(engine, request)
    files = delimited(read_for_model(session.options.get("file_paths", []), engine.settings))
    async with engine.bias.lock(session.id):
        steps = await engine.bias.steps(session.id)
        if steps and steps[-1].next_action == "Complete":
            raise _complete(session)
        step, session = await engine.bias.advance(session, steps, files)
    result = BiasStepResult(
        step_type=step.step_type,
        step_number=step.step_number,
        content=step.content,
        model_used=step.written.model,
        next_action=step.next_action,
        session_status=_status(session, [*steps, step]),
    )
    result._step = step
    result._notes = tuple(current_call().notes)
    return result


@operation("bias", toolset="traces", title="Bias check", streams=True, spends=True, writes=True)
async def bias(engine: Engine, request: BiasedReasoningRequest) -> BiasDetails:
    """Answer a question with bias checks to the end and return all steps and findings."""
    call = current_call()
    while True:
        step = await biased_reasoning(engine, request)
        assert isinstance(step, BiasStepResult)
        session_id, action = step.session_id, step.next_action
        if action == "Complete":
            return await bias_details(engine, session_id)
        call.emit(Progress(f"{step.step_type} done, next: {action}"))
        request = request.model_copy(update={"session_id": session_id, "new_session": False})


class BiasGetRequest(Request):
    """Which session to read."""

    session_id: Annotated[str, Field(description="Id of a session of bias-checked reasoning.")]


@operation("bias_get", toolset="traces", title="Read a bias check")
async def bias_get(engine: Engine, request: BiasGetRequest) -> BiasDetails:
    """Read a session of bias-checked reasoning: its steps and findings."""
    return await bias_details(engine, request.session_id)


async def bias_details(engine: Engine, session_id: str) -> BiasDetails:
    """Return a whole session from the store."""
    session = await engine.bias.sessions.get(session_id, "bias")
    steps = await engine.bias.steps(session_id)
    return BiasDetails(
        query=session.query,
        session_status=_status(session, steps),
        steps=[BiasStepView.of(step) for step in steps],
        findings=_findings(steps),
    )


async def _session(engine: Engine, request: BiasedReasoningRequest) -> Session:
    """Return the session to go on with: the one named, the question's unfinished one, or new."""
    sessions = engine.bias.sessions
    given = request.model_fields_set
    if request.session_id is not None and not request.new_session:
        session = await sessions.get(request.session_id, "bias")
        if session.status == COMPLETE:
            raise _complete(session)
        return _changed(session, request)
    if not request.new_session:
        found = await sessions.latest_of_author("bias", status=OPEN, query=request.query)
        if found is not None:
            return _changed(found, request)
    options: dict[str, Any] = {
        name: getattr(request, name)
        for name in ("primary_model", "verifier_model", "file_paths")
        if name in given
    }
    return new_session("bias", request.query, request.max_analysis_rounds, options=options)


def _changed(session: Session, request: BiasedReasoningRequest) -> Session:
    """Return a session with what a later call says otherwise."""
    given = request.model_fields_set
    options = dict(session.options)
    for name in ("primary_model", "verifier_model", "file_paths"):
        if name in given and getattr(request, name):
            options[name] = getattr(request, name)
    rounds = "max_analysis_rounds" in given
    total = request.max_analysis_rounds if rounds else session.total
    return touched(session, options=options, total=total)


def _status(session: Session, steps: Sequence[BiasStep]) -> BiasSessionStatus:
    kinds = [step.step_type for step in steps]
    return BiasSessionStatus(
        session_id=session.id,
        total_steps=len(steps),
        reasoning_steps=kinds.count("Reasoning"),
        bias_checks=kinds.count("BiasAnalysis"),
        corrections_made=kinds.count("Correction"),
        current_round=steps[-1].round if steps else 1,
        max_rounds=session.total,
    )


def _findings(steps: Sequence[BiasStep]) -> list[BiasFindingView]:
    return [
        BiasFindingView(
            round=step.round,
            step_number=step.step_number,
            **{
                name: getattr(finding, name)
                for name in BiasFindingView.model_fields
                if name not in {"round", "step_number"}
            },
        )
        for step in steps
        for finding in step.findings
    ]


def _complete(session: Session) -> Conflict:
    return Conflict(
        f"The session {session.id!r} is complete.",
        code="SESSION_COMPLETE",
        hint="bias_get reads it; new_session=true begins another.",
        details={"session_id": session.id},
    )
