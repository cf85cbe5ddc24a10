"""What the reasoning operations answer."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from lux_nb.engine.calls import Call
from lux_nb.engine.operations import Result
from lux_nb.models.types import Completion
from lux_nb.reasoning.threads import Thread
from lux_nb.reasoning.turns import Turn


class Reply(Result):
    """An answer of a model on a thread."""

    response: Annotated[str, Field(description="What the model answered.")]
    model_used: Annotated[str, Field(description="The model that answered.")]
    thread_id: Annotated[str, Field(description="Give it as continuation_id to go on.")]

    _completion: Completion | None = PrivateAttr(None)
    _notes: tuple[str, ...] = PrivateAttr(())

    def with_call(self, completion: Completion, call: Call) -> "Reply":
        """Keep the figures of the model call, for display; they are not on the wire."""
        self._completion = completion
        self._notes = tuple(call.notes)
        return self

    @property
    def completion(self) -> Completion | None:
        """Tokens, time and cost of the call that wrote this answer."""
        return self._completion

    @property
    def footer(self) -> str:
        """Model, tokens, time and cost in one line."""
        from lux_nb.display.footer import footer_of

        return footer_of(self.model_used, self._completion, self.thread_id, self._notes)

    def __str__(self) -> str:
        return self.response

    def _repr_markdown_(self) -> str:
        from lux_nb.display.footer import answer_markdown

        return answer_markdown(self.response, self.footer)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {
            "text/plain": f"{self.response}\n\n{self.footer}",
            "text/markdown": self._repr_markdown_(),
        }


class ThreadSummary(Result):
    """A thread without its turns."""

    id: Annotated[str, Field(description="Give it as continuation_id to go on.")]
    title: Annotated[str, Field(description="The first words that were said.")]
    turns: Annotated[int, Field(description="How many turns it has.")]
    active: Annotated[bool, Field(description="False once it was idle for longer than its time.")]
    current: Annotated[bool, Field(description="Whether the notebook's cells are on this thread.")]
    created_at: datetime
    last_accessed: datetime
    notebook: str | None = None
    continued_from: str | None = None

    @classmethod
    def of(cls, thread: Thread, current: str | None) -> "ThreadSummary":
        """Make the summary of a thread."""
        return cls(
            id=thread.id,
            title=thread.title,
            turns=thread.turn_count,
            active=not thread.expired,
            current=thread.id == current,
            created_at=thread.created_at,
            last_accessed=thread.last_accessed,
            notebook=thread.notebook,
            continued_from=thread.continued_from,
        )


class TurnView(Result):
    """One turn of a thread."""

    position: int
    role: Literal["user", "assistant"]
    content: str
    author: Annotated[str, Field(description="The cell, assistant or script that had it said.")]
    author_kind: Literal["cell", "assistant", "script"]
    created_at: datetime
    model: str | None = None
    files: list[str] = []

    @classmethod
    def of(cls, turn: Turn) -> "TurnView":
        """Make the view of a turn."""
        return cls(
            position=turn.position,
            role="assistant" if turn.role == "assistant" else "user",
            content=turn.content,
            author=turn.author.label,
            author_kind=turn.author.kind,
            created_at=turn.created_at,
            model=turn.model,
            files=turn.files,
        )


class ThreadList(Result):
    """Threads, the latest used first."""

    threads: list[ThreadSummary]


class ThreadDetails(Result):
    """A thread with its turns."""

    thread: ThreadSummary
    turns: list[TurnView]


class Count(Result):
    """How many things an operation changed."""

    count: int


class QualityMetrics(Result):
    """Averages over what was monitored."""

    coherence: float = 0.0
    information_density: float = 0.0
    relevance: float = 0.0
    trend: Literal["improving", "stable", "degrading"] = "stable"


class InterventionRecord(Result):
    """One time the monitor stepped in."""

    thought_number: int
    intervention_type: str
    reason: str


class Monitoring(Result):
    """Figures of the metacognitive monitor; all zero while nothing was monitored."""

    cognitive_load: float = 0.0
    current_phase: Literal["exploration", "synthesis", "conclusion"] = "exploration"
    circular_reasoning_score: float = 0.0
    distractor_fixation_score: float = 0.0
    quality_metrics: QualityMetrics = QualityMetrics()
    intervention_history: list[InterventionRecord] = []


class ThreadStatistics(Result):
    """Figures of the active threads."""

    active_count: int
    oldest_age_minutes: float
    average_turns: float


class IlluminationStatus(Result):
    """The state of monitoring and of the threads."""

    status: Literal["active", "idle"]
    monitoring: Monitoring = Monitoring()
    threads: ThreadStatistics

    def __str__(self) -> str:
        from lux_nb.display.trace_status import status_text

        return status_text(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.trace_status import status_html, status_text

        return {"text/plain": status_text(self), "text/html": status_html(self)}
