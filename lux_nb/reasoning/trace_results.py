"""What the operations on traces answer, and how it shows itself."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from lux_nb.engine.operations import Result
from lux_nb.reasoning.results import InterventionRecord
from lux_nb.reasoning.sessions import Session
from lux_nb.reasoning.thoughts import Thought

Trend = Literal["improving", "stable", "degrading"]
Phase = Literal["exploration", "synthesis", "conclusion"]


class ThoughtMonitoring(Result):
    """What the monitor says of a thought."""

    circular_score: Annotated[
        float, Field(description="0 to 1, lower is better; 0 while its check is off.")
    ]
    distractor_alert: Annotated[bool, Field(description="The thoughts have left the question.")]
    quality_trend: Trend
    phase: Phase
    intervention: Annotated[
        str | None, Field(description="What to mind in the next thought, if anything.")
    ] = None


class Synthesis(Result):
    """Where the reasoning stands."""

    current_understanding: str
    key_insights: list[str]
    next_actions: list[str]
    confidence_level: str
    clarity_level: str
    ready_for_conclusion: bool


class ThoughtMetrics(Result):
    """Figures of a thought, each from 0 to 1."""

    semantic_coherence: Annotated[float, Field(description="How it hangs together with the rest.")]
    information_density: Annotated[float, Field(description="How much it says per word.")]
    reasoning_depth: Annotated[
        float, Field(description="Share of its sentences that infer something.")
    ]
    confidence: Annotated[float, Field(description="How sure the model was of its words.")]


class TracedThought(Result):
    """One thought of a trace, monitored."""

    thought_number: int
    content: Annotated[str, Field(description="The thought that the model wrote.")]
    thought_type: Annotated[
        str,
        Field(description="Initial, Exploration, Synthesis, Conclusion, Revision or Branch."),
    ]
    next_thought_needed: bool
    session_id: Annotated[str, Field(description="Give it to go on with this trace.")]
    thread_id: Annotated[str, Field(description="Give it as continuation_id, also to confer.")]
    monitoring: ThoughtMonitoring
    synthesis: Synthesis
    metrics: ThoughtMetrics

    _thought: Thought | None = PrivateAttr(None)
    _notes: tuple[str, ...] = PrivateAttr(())

    @classmethod
    def of(cls, thought: Thought, session: Session, notes: tuple[str, ...] = ()) -> "TracedThought":
        """Make the answer for a thought."""
        readings = thought.readings
        made = cls(
            thought_number=thought.thought_number,
            content=thought.content,
            thought_type=thought.thought_type,
            next_thought_needed=thought.next_thought_needed,
            session_id=session.id,
            thread_id=session.thread_id or "",
            monitoring=ThoughtMonitoring(
                circular_score=readings.circular_score or 0.0,
                distractor_alert=readings.distractor_alert,
                quality_trend=readings.trend or "stable",
                phase=readings.phase or "exploration",
                intervention=readings.intervention,
            ),
            synthesis=Synthesis.model_validate(thought.synthesis),
            metrics=ThoughtMetrics(
                semantic_coherence=readings.coherence or 0.0,
                information_density=readings.information_density or 0.0,
                reasoning_depth=readings.reasoning_depth or 0.0,
                confidence=readings.confidence or 0.0,
            ),
        )
        made._thought = thought
        made._notes = notes
        return made

    @property
    def thought(self) -> Thought | None:
        """The thought with all its readings; they are not on the wire."""
        return self._thought

    @property
    def notes(self) -> tuple[str, ...]:
        """What the user should know of how it came about."""
        return self._notes

    def __str__(self) -> str:
        return self.content

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.trace import thought_html, thought_text

        assert self._thought is not None
        view = ThoughtView.of(self._thought)
        return {"text/plain": thought_text(view), "text/html": thought_html(view)}


class ThoughtView(Result):
    """A thought as a trace shows it, with all that was measured."""

    position: int
    thought_number: int
    content: str
    thought_type: str
    guidance: str
    next_thought_needed: bool
    branch_id: str | None = None
    branch_from_thought: int | None = None
    is_revision: bool = False
    revises_thought: int | None = None
    circular_score: float | None = None
    distractor_score: float | None = None
    relevance: float | None = None
    coherence: float | None = None
    information_density: float | None = None
    quality: float | None = None
    trend: str | None = None
    phase: str | None = None
    perplexity: float | None = None
    perplexity_source: str | None = None
    attention_entropy: float | None = None
    reasoning_depth: float | None = None
    confidence: float | None = None
    alert_kinds: list[str] = []
    intervention: str | None = None
    intervention_type: str | None = None
    synthesis: Synthesis
    model: str
    prompt_tokens: int
    completion_tokens: int
    seconds: float
    cost: float | None = None
    author: str
    files: list[str] = []
    created_at: datetime

    @classmethod
    def of(cls, thought: Thought) -> "ThoughtView":
        """Make the view of a thought."""
        known = cls.model_fields
        values = {name: value for name, value in thought.row().items() if name in known}
        values["author"] = thought.author.label
        return cls.model_validate(values)


class TraceSummary(Result):
    """A trace without its thoughts."""

    session_id: str
    thread_id: str | None = None
    query: str
    status: Literal["open", "complete"]
    total_thoughts: Annotated[int, Field(description="How many were thought to be needed.")]
    created_at: datetime
    last_accessed: datetime
    notebook: str | None = None

    @classmethod
    def of(cls, session: Session) -> "TraceSummary":
        """Make the summary of a session."""
        return cls(
            session_id=session.id,
            thread_id=session.thread_id,
            query=session.query,
            status=session.status,
            total_thoughts=session.total,
            created_at=session.created_at,
            last_accessed=session.last_accessed,
            notebook=session.author.notebook,
        )


class TraceList(Result):
    """Traces, the latest used first."""

    traces: list[TraceSummary]


class TraceDetails(Result):
    """A whole trace; in a notebook it shows itself as a tree."""

    trace: TraceSummary
    thoughts: list[ThoughtView]
    interventions: list[InterventionRecord] = []
    stopped: Annotated[
        Literal["steps", "intervention", "interrupted"] | None,
        Field(description="Why a loop ended, where one was run."),
    ] = None

    @property
    def session_id(self) -> str:
        """The id to go on with."""
        return self.trace.session_id

    @property
    def synthesis(self) -> Synthesis | None:
        """Where the reasoning stands after its last thought."""
        return self.thoughts[-1].synthesis if self.thoughts else None

    @property
    def conclusion(self) -> str:
        """The last thought."""
        return self.thoughts[-1].content if self.thoughts else ""

    def __str__(self) -> str:
        from lux_nb.display.trace import trace_text

        return trace_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.trace import trace_html, trace_text

        return {"text/plain": trace_text(self), "text/html": trace_html(self)}
