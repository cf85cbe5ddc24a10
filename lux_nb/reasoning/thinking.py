"""Writing one thought: find its place in the trace, ask the model, monitor, sum up, store."""

import asyncio
import re
import uuid
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import current_call
from lux_nb.errors import InvalidRequest, ProviderError
from lux_nb.models.tokens import count_tokens
from lux_nb.models.types import ChatRequest, Completion, Message
from lux_nb.reasoning import synthesis
from lux_nb.reasoning.consistency import Clash, logical_clash
from lux_nb.reasoning.context import ContextReconstructor
from lux_nb.reasoning.files import delimited, read_for_model
from lux_nb.reasoning.guardrails import Evidence, Guardrails, judge
from lux_nb.reasoning.perplexity import confidence_of, perplexity_of
from lux_nb.reasoning.prompts import THINKING
from lux_nb.reasoning.quality import turn_quality
from lux_nb.reasoning.sessions import COMPLETE, OPEN, Session, new_session, no_session, touched
from lux_nb.reasoning.thought_place import Place, find_place, thought_prompt
from lux_nb.reasoning.thoughts import Readings, Thought, Written
from lux_nb.reasoning.trace_requests import TracedReasoningRequest
from lux_nb.reasoning.traces import LiveTrace
from lux_nb.reasoning.turns import NewTurn

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

TURNS_LOOKED_AT = 200
PERPLEXITY_CONTEXT = 8
_LABEL = re.compile(
    r"^\s*(?:\*\*)?(?:thought|step)\s*#?\d+\s*(?:\*\*)?\s*[:.–-]\s*(?:\*\*)?\s*", re.IGNORECASE
)
NUDGE = "You wrote nothing. Write the next thought now, in one or two plain sentences."


async def think(engine: "Engine", request: TracedReasoningRequest) -> tuple[Thought, Session]:
    """Write the thought that a request asks for and return it with its session."""
    if request.continuation_id is not None:
        await engine.threads.get_thread(request.continuation_id)
    files = delimited(read_for_model(request.file_paths, engine.settings))
    trace = await _trace(engine, request)
    async with trace.lock:
        place = find_place(request, trace)
        before, count = trace.session, len(trace.lines)
        trace.session = _prepared(request, before)
        try:
            thought = await _written(engine, request, trace, place, files)
        except BaseException:
            if len(trace.lines) == count:
                trace.session = before
            engine.traces.forget(trace)
            raise
    return thought, trace.session


async def _trace(engine: "Engine", request: TracedReasoningRequest) -> LiveTrace:
    """Return the trace a request goes on with, or a new one."""
    sessions = engine.traces.sessions
    found: Session | None = None
    if request.session_id is not None:
        found = await sessions.find(request.session_id, "trace")
        if found is None and request.thought_number > 1:
            raise no_session(request.session_id, "trace")
    elif request.thought_number > 1 and request.continuation_id is not None:
        found = await sessions.latest("trace", thread_id=request.continuation_id)
    elif request.thought_number > 1:
        found = await sessions.latest_of_author("trace", status=OPEN)
    if found is not None:
        return await engine.traces.open(found)
    return engine.traces.begin(
        new_session(
            "trace",
            request.thought,
            request.total_thoughts,
            session_id=request.session_id,
            thread_id=request.continuation_id,
        )
    )


def _prepared(request: TracedReasoningRequest, session: Session) -> Session:
    """Return the session with what this request says of it."""
    options = dict(session.options)
    if request.model:
        options["model"] = request.model
    if request.guardrails is not None:
        options["guardrails"] = request.guardrails.model_dump()
    total = max(request.total_thoughts, request.thought_number)
    if request.needs_more_thoughts:
        total = max(total, request.thought_number + 1)
    more = request.next_thought_needed or request.needs_more_thoughts
    return touched(
        session,
        options=options,
        total=total,
        thread_id=request.continuation_id or session.thread_id,
        status=OPEN if more else COMPLETE,
    )


async def _written(
    engine: "Engine", request: TracedReasoningRequest, trace: LiveTrace, place: Place, files: str
) -> Thought:
    guardrails = Guardrails.model_validate(trace.session.options.get("guardrails", {}))
    earlier = list(place.earlier)
    completions = await _ask(engine, request, trace, place, files)
    content = without_label(completions[-1].text)
    monitor = await engine.traces.monitor(
        trace, place.branch_id, earlier, anew=place.revises is not None
    )
    try:
        signals = await asyncio.to_thread(monitor.process_thought, content)
        checked = guardrails.consistency_validation
        clash = await logical_clash(engine, earlier, content) if checked else None
        readings = await asyncio.to_thread(
            _readings, signals, completions[-1], earlier, guardrails, clash=clash
        )
        interrupted = False
        try:
            summed, more = await synthesis.synthesize(
                engine,
                trace.session.query,
                earlier,
                content,
                readings,
                model=trace.session.options.get("model"),
            )
        except asyncio.CancelledError:
            # The thought itself is whole: it is kept, and the interrupt goes on after that.
            summed, more, interrupted = synthesis.computed(content, readings), [], True
        thought = _thought(
            request,
            trace,
            place,
            content=content,
            completions=[*completions, *more],
            readings=readings,
            summed=summed,
        )
        await engine.traces.add(trace, thought, _turns(request, thought))
    except BaseException:
        trace.monitors.pop(place.branch_id, None)
        raise
    if interrupted:
        raise asyncio.CancelledError
    return thought


async def _ask(
    engine: "Engine", request: TracedReasoningRequest, trace: LiveTrace, place: Place, files: str
) -> list[Completion]:
    """Have the model write the thought; an empty answer is asked again once."""
    history = await _history(engine, trace)
    prompt = thought_prompt(request, trace, place, files, engine.settings.context_max_tokens // 2)
    messages = (Message("system", THINKING), *history, Message("user", prompt))
    completions = [await _chat(engine, messages, request, trace)]
    if not completions[0].text.strip():
        again = (*messages, Message("user", NUDGE))
        completions.append(await _chat(engine, again, request, trace))
    if not completions[-1].text.strip():
        raise ProviderError(
            f"The model {completions[-1].model} wrote nothing, twice.",
            code="EMPTY_THOUGHT",
            hint="Try another model, or raise its token limit: some models spend it on thinking.",
        )
    return completions


async def _chat(
    engine: "Engine",
    messages: tuple[Message, ...],
    request: TracedReasoningRequest,
    trace: LiveTrace,
) -> Completion:
    model = str(trace.session.options.get("model") or "")
    refused = engine.traces.without_logprobs
    asked = ChatRequest(
        messages=messages,
        model=model,
        temperature=request.temperature,
        logprobs=model not in refused,
    )
    try:
        return await engine.models.chat(asked, default="reasoning")
    except InvalidRequest as error:
        if not asked.logprobs or "logprob" not in error.message.lower():
            raise
        refused.add(model)
        return await engine.models.chat(replace(asked, logprobs=False), default="reasoning")


async def _history(engine: "Engine", trace: LiveTrace) -> list[Message]:
    """Return what was said on the thread beside this trace."""
    thread_id = trace.session.thread_id
    if thread_id is None:
        return []
    own = {t.written.call_id for t in trace.lines.steps[-TURNS_LOOKED_AT:]}
    turns = await engine.threads.turns(thread_id, last=TURNS_LOOKED_AT)
    others = [turn for turn in turns if turn.call_id is None or turn.call_id not in own]
    limit = engine.settings.context_max_tokens // 2
    return ContextReconstructor(max_tokens=limit).reconstruct(others, datetime.now(UTC))


def _readings(
    signals: Any,
    completion: Completion,
    earlier: Sequence[Thought],
    guardrails: Guardrails,
    *,
    clash: Clash | None,
) -> Readings:
    content = without_label(completion.text)
    context = "\n".join(thought.content for thought in earlier[-PERPLEXITY_CONTEXT:])
    perplexity, source = perplexity_of(content, completion.logprobs, context)
    readings = judge(signals, Evidence(perplexity, source, earlier, content, clash), guardrails)
    readings.reasoning_depth = synthesis.reasoning_depth(content)
    readings.confidence = confidence_of(content, completion.logprobs)
    return readings


def _thought(
    request: TracedReasoningRequest,
    trace: LiveTrace,
    place: Place,
    *,
    content: str,
    completions: Sequence[Completion],
    readings: Readings,
    summed: dict[str, Any],
) -> Thought:
    last = trace.last
    return Thought(
        id=uuid.uuid4().hex,
        session_id=trace.session.id,
        position=last.position + 1 if last else 0,
        thought_number=request.thought_number,
        guidance=request.thought,
        content=content,
        thought_type=_type(trace, place, readings),
        next_thought_needed=trace.session.status == OPEN,
        created_at=datetime.now(UTC),
        written=written_by(completions),
        readings=readings,
        synthesis=summed,
        author=current_call().author,
        branch_id=place.branch_id,
        branch_from_thought=place.leaves_from,
        is_revision=place.revises is not None,
        revises_thought=place.revises,
        files=request.file_paths,
    )


def without_label(text: str) -> str:
    """Return a step without the number that some models put before it."""
    return _LABEL.sub("", text).strip()


def written_by(completions: Sequence[Completion]) -> Written:
    """Return the model that wrote a step, and the sum of what its calls took."""
    costs = [completion.cost for completion in completions if completion.cost is not None]
    return Written(
        model=completions[0].model,
        call_id=completions[0].call_id,
        prompt_tokens=sum(completion.usage.prompt_tokens for completion in completions),
        completion_tokens=sum(completion.usage.completion_tokens for completion in completions),
        cost=sum(costs) if len(costs) == len(completions) else None,
        seconds=sum(completion.seconds for completion in completions),
    )


def _type(trace: LiveTrace, place: Place, readings: Readings) -> str:
    if place.revises is not None:
        return "Revision"
    if place.begins_branch:
        return "Branch"
    if not place.earlier:
        return "Initial"
    if trace.session.status == COMPLETE:
        return "Conclusion"
    return "Exploration" if readings.phase in {None, "exploration"} else "Synthesis"


def _turns(request: TracedReasoningRequest, thought: Thought) -> list[NewTurn]:
    call_id = thought.written.call_id
    said, content = request.thought, thought.content
    return [
        NewTurn(
            "user",
            said,
            count_tokens(said),
            quality=turn_quality(said),
            call_id=call_id,
            files=request.file_paths,
        ),
        NewTurn(
            "assistant",
            content,
            count_tokens(content),
            quality=turn_quality(content, said),
            model=thought.written.model,
            call_id=call_id,
        ),
    ]
