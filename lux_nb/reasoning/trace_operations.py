"""Operations on traces: one thought, a whole loop, and what was thought."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal

from lux_nb.engine.calls import Progress, current_call
from lux_nb.engine.operations import operation
from lux_nb.engine.resources import LISTED_INSTANCES, Instance, resource
from lux_nb.reasoning.results import (
    IlluminationStatus,
    InterventionRecord,
    Monitoring,
    QualityMetrics,
    ThreadStatistics,
)
from lux_nb.reasoning.sessions import Session
from lux_nb.reasoning.thinking import think
from lux_nb.reasoning.trace_loop import prepare_loop
from lux_nb.reasoning.trace_requests import (
    IlluminationRequest,
    TracedReasoningRequest,
    TraceGetRequest,
    TraceListRequest,
    TraceRequest,
)
from lux_nb.reasoning.trace_results import (
    ThoughtView,
    TraceDetails,
    TracedThought,
    TraceList,
    TraceSummary,
)
from lux_nb.reasoning.traces import IDLE

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


@operation(
    "traced_reasoning",
    toolset="reasoning",
    title="Traced reasoning",
    streams=True,
    spends=True,
    writes=True,
)
async def traced_reasoning(engine: Engine, request: TracedReasoningRequest) -> TracedThought:
    """Have a model write the next thought of a trace, with a monitor watching.

    Thought 1 is the question; each further one is guidance and the model writes the thought.
    Give session_id to go on. When monitoring.intervention says something, the next thought's
    prompt says it too. Revise with is_revision and revises_thought, try an alternative with
    branch_from_thought and branch_id. Files are read by the kernel and go to the model only.
    """
    thought, session = await think(engine, request)
    return TracedThought.of(thought, session, tuple(current_call().notes))


@operation("trace", toolset="traces", title="Trace", streams=True, spends=True, writes=True)
async def trace(engine: Engine, request: TraceRequest) -> TraceDetails:
    """Think about a question in a loop of monitored thoughts and return the whole trace.

    What the monitor objects to goes into the next prompt, or ends the loop when that is asked
    for. With session_id an unfinished trace is gone on with.
    """
    loop = await prepare_loop(engine, request)
    call = current_call()
    session_id = loop.session_id
    stopped: Literal["steps", "intervention"] = "steps"
    for number in loop.numbers():
        call.emit(Progress(f"thought {number} of {loop.last}", number - loop.first, loop.last))
        parameters = TracedReasoningRequest(**loop.parameters(number, session_id))
        thought, session = await think(engine, parameters)
        session_id = session.id
        if request.stop_on_intervention and thought.readings.intervention:
            stopped = "intervention"
            break
    assert session_id is not None
    details = await trace_details(engine, session_id)
    return details.model_copy(update={"stopped": stopped})


@operation("trace_list", toolset="traces", title="List traces")
async def trace_list(engine: Engine, request: TraceListRequest) -> TraceList:
    """List the traces, the latest used first."""
    found = await engine.traces.sessions.list_sessions("trace", request.limit)
    return TraceList(traces=[TraceSummary.of(session) for session in found])


@operation("trace_get", toolset="traces", title="Read a trace")
async def trace_get(engine: Engine, request: TraceGetRequest) -> TraceDetails:
    """Read a trace: its thoughts in order, with branches, revisions and interventions."""
    return await trace_details(engine, request.session_id)


async def trace_details(engine: Engine, session_id: str) -> TraceDetails:
    """Return a whole trace from the store."""
    session = await engine.traces.sessions.get(session_id, "trace")
    thoughts = await engine.traces.thoughts(session_id)
    return TraceDetails(
        trace=TraceSummary.of(session),
        thoughts=[ThoughtView.of(thought) for thought in thoughts],
        interventions=await _interventions(engine, session_id),
    )


@operation("illumination_status", toolset="reasoning", title="Monitoring status")
async def illumination_status(engine: Engine, request: IlluminationRequest) -> IlluminationStatus:
    """Tell how the monitored reasoning is going and how many threads are active.

    The figures are those of the trace last used in this notebook, or of the one named.
    """
    session = await _watched(engine, request.session_id)
    recent = session is not None and datetime.now(UTC) - session.last_accessed <= IDLE
    threads = await _thread_statistics(engine)
    watched = recent if request.session_id else recent or threads.active_count > 0
    shown = session if request.session_id or recent else None
    return IlluminationStatus(
        status="active" if watched else "idle",
        monitoring=await _monitoring(engine, shown.id) if shown else Monitoring(),
        threads=threads,
    )


@resource("lux://traces", name="traces", title="All traces")
async def traces_resource(engine: Engine) -> TraceList:
    """All traces, the latest used first."""
    return await trace_list(engine, TraceListRequest())  # type: ignore[return-value]


async def _trace_instances(engine: Engine) -> list[Instance]:
    found = await engine.traces.sessions.list_sessions("trace", LISTED_INSTANCES)
    return [Instance({"id": session.id}, session.query[:80] or session.id) for session in found]


@resource("lux://traces/{id}", name="trace", instances=_trace_instances)
async def trace_resource(engine: Engine, id: str) -> TraceDetails:  # noqa: A002
    """One trace with its thoughts, branches and interventions."""
    return await trace_details(engine, id)


async def _watched(engine: Engine, session_id: str | None) -> Session | None:
    sessions = engine.traces.sessions
    if session_id is not None:
        return await sessions.get(session_id, "trace")
    notebook = current_call().author.notebook
    wanted = {"notebook": notebook} if notebook else {}
    return await sessions.latest("trace", **wanted)


async def _monitoring(engine: Engine, session_id: str) -> Monitoring:
    last = await engine.traces.last_thought(session_id)
    if last is None:
        return Monitoring()
    readings = last.readings
    return Monitoring(
        cognitive_load=readings.cognitive_load or 0.0,
        current_phase=readings.phase or "exploration",
        circular_reasoning_score=readings.circular_score or 0.0,
        distractor_fixation_score=readings.distractor_score or 0.0,
        quality_metrics=QualityMetrics(
            coherence=readings.coherence or 0.0,
            information_density=readings.information_density or 0.0,
            relevance=readings.relevance or 0.0,
            trend=readings.trend or "stable",
        ),
        intervention_history=await _interventions(engine, session_id),
    )


async def _interventions(engine: Engine, session_id: str) -> list[InterventionRecord]:
    return [
        InterventionRecord(
            thought_number=row.thought_number,
            intervention_type=row.intervention_type,
            reason=row.reason,
        )
        for row in await engine.traces.interventions(session_id)
    ]


async def _thread_statistics(engine: Engine) -> ThreadStatistics:
    active = await engine.threads.list_threads(active_only=True, limit=10_000)
    now = datetime.now(UTC)
    ages = [(now - thread.created_at).total_seconds() / 60 for thread in active]
    turns = sum(thread.turn_count for thread in active)
    return ThreadStatistics(
        active_count=len(active),
        oldest_age_minutes=round(max(ages, default=0.0), 2),
        average_turns=round(turns / len(active), 2) if active else 0.0,
    )
