"""The loop of a trace: which thought comes next, with what guidance, and when it ends."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lux_nb.errors import InvalidRequest
from lux_nb.reasoning.trace_requests import TraceRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

GO_ON = "Take the next step toward an answer."
CONCLUDE = "Conclude: answer the question from the thoughts so far."


@dataclass(frozen=True, slots=True)
class TraceLoop:
    """A run of thoughts, from the first number to the last."""

    request: TraceRequest
    question: str
    first: int
    last: int
    session_id: str | None = None

    def numbers(self) -> range:
        """Return the numbers of the thoughts to be written."""
        return range(self.first, self.last + 1)

    def parameters(self, number: int, session_id: str | None) -> dict[str, Any]:
        """Return the parameters of ``traced_reasoning`` for one of the thoughts."""
        request = self.request
        final = number == self.last
        guidance = CONCLUDE if final else GO_ON
        given: dict[str, Any] = {
            "thought": self.question if number == 1 else guidance,
            "thought_number": number,
            "total_thoughts": self.last,
            "next_thought_needed": not final,
            "session_id": session_id,
            "model": request.model,
            "temperature": request.temperature,
            "file_paths": request.file_paths,
        }
        if number == self.first:
            given["continuation_id"] = request.continuation_id
            given["guardrails"] = request.guardrails
        return {name: value for name, value in given.items() if value is not None}


async def prepare_loop(engine: "Engine", request: TraceRequest) -> TraceLoop:
    """Return the loop that a request asks for: a new trace, or the rest of one."""
    if request.session_id is None:
        question = (request.question or "").strip()
        if not question:
            message = "trace: question: required unless session_id names a trace to go on with."
            raise InvalidRequest(message, details=[{"field": "question", "problem": "required"}])
        return TraceLoop(request, question, 1, request.steps)
    session = await engine.traces.sessions.get(request.session_id, "trace")
    trace = await engine.traces.open(session)
    line = trace.lines.line(None)
    done = max((thought.thought_number for thought in line), default=0)
    left = session.total - done
    given = "steps" in request.model_fields_set
    steps = request.steps if given or left < 1 else left
    return TraceLoop(request, session.query, done + 1, done + steps, session.id)
