"""Operations on reasoning sessions: make them, tell them things and ask them."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from lux_nb.engine.calls import Notice, current_call
from lux_nb.engine.operations import NoParameters, Request, operation
from lux_nb.engine.resources import Instance, resource
from lux_nb.errors import InvalidRequest, LuxError
from lux_nb.logic.clauses import Clause
from lux_nb.logic.kb_text import predicate_indicator, read_prolog_text
from lux_nb.logic.results import LackView, ProofView
from lux_nb.logic.session_answers import SessionAnswer, answer_goal, session_contradictions
from lux_nb.logic.session_results import (
    Answered,
    Asserted,
    ContradictionView,
    Done,
    Explained,
    KnowledgeBaseSet,
    SessionData,
    SessionList,
    SessionResult,
    SessionSummary,
)
from lux_nb.logic.sessions import Ready
from lux_nb.logic.translators import TranslatedQuestion, translate_question, translate_text

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

SessionId = Annotated[
    str, Field(min_length=1, max_length=200, pattern=r"^[^/?#\s]+$", description="Id of a session.")
]
Question = Annotated[str, Field(min_length=1, description="A question in English.")]


class CreateRequest(Request):
    """A session to make."""

    sessionId: SessionId | None = None  # noqa: N815
    world: Annotated[
        Literal["open", "closed"],
        Field(description="open: what is not shown is unknown; closed: it is no."),
    ] = "open"
    closed: Annotated[
        list[str], Field(description="Predicates that alone are closed, such as likes/2.")
    ] = []


class SessionRequest(Request):
    """A session that is there."""

    sessionId: SessionId  # noqa: N815


class GetRequest(SessionRequest):
    """A session to look at."""

    includeFacts: Annotated[  # noqa: N815
        bool, Field(description="Whether its knowledge base is returned too.")
    ] = True


class AssertRequest(SessionRequest):
    """Something to tell a session."""

    naturalLanguageText: Annotated[  # noqa: N815
        str, Field(min_length=1, description="One or more English sentences.")
    ]


class AssertRulesRequest(SessionRequest):
    """Prolog to add to a session."""

    rules: Annotated[list[str] | str, Field(description="Prolog clauses.")]
    validate_: Annotated[
        bool,
        Field(alias="validate", description="Clauses are always checked before one is added."),
    ] = True

    @property
    def text(self) -> str:
        """All clauses as one text."""
        return self.rules if isinstance(self.rules, str) else "\n".join(self.rules)


class SetKnowledgeBaseRequest(SessionRequest):
    """A knowledge base to put in the place of the present one."""

    kbContent: Annotated[str, Field(description="The whole knowledge base as Prolog.")]  # noqa: N815


class QueryOptions(Request):
    """How a question is answered."""

    dynamicOntology: Annotated[  # noqa: N815
        str | None, Field(description="Prolog rules that hold for this question only.")
    ] = None
    style: Annotated[str, Field(description="conversational or formal.")] = "conversational"
    trace: Annotated[bool, Field(description="Also return the proof.")] = False
    debug: Annotated[bool, Field(description="Also return how the question was read.")] = False


class QueryRequest(SessionRequest):
    """A question to a session."""

    naturalLanguageQuestion: Question  # noqa: N815
    queryOptions: QueryOptions = QueryOptions()  # noqa: N815


class ExplainRequest(SessionRequest):
    """A question whose reading is to be explained."""

    naturalLanguageQuestion: Question  # noqa: N815


@operation("session.create", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_create(engine: Engine, request: CreateRequest) -> SessionResult:
    """Create a reasoning session with an empty knowledge base that outlives the kernel."""
    author = current_call().author.label
    bases = engine.logic_sessions.bases
    for each in request.closed:
        predicate_indicator(each)
    notes = [Clause.closed(each) for each in dict.fromkeys(request.closed)]
    base = await bases.create(request.sessionId, request.world, author, notes)
    return SessionResult(data=SessionData.of(base))


@operation("session.get", toolset="logic", mcp_prefix="mcr_")
async def session_get(engine: Engine, request: GetRequest) -> SessionResult:
    """Return a session with its knowledge base and the predicates it speaks of."""
    bases = engine.logic_sessions.bases
    if not request.includeFacts:
        head = await bases.head(request.sessionId)
        return SessionResult(data=SessionData(id=head.id, world=head.world, version=head.version))
    return SessionResult(data=SessionData.of(await bases.get(request.sessionId)))


@operation("session.list", toolset="logic", mcp_prefix="mcr_")
async def session_list(engine: Engine, request: NoParameters) -> SessionList:
    """List the sessions, the latest changed first."""
    found = await engine.logic_sessions.bases.all()
    return SessionList(data=[SessionSummary.of(head, clauses) for head, clauses in found])


@operation("session.delete", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_delete(engine: Engine, request: SessionRequest) -> Done:
    """Delete a session with its knowledge base and history."""
    await engine.logic_sessions.delete(request.sessionId)
    return Done(message="Session deleted.")


@operation("session.assert", toolset="logic", mcp_prefix="mcr_", writes=True, spends=True)
async def session_assert(engine: Engine, request: AssertRequest) -> Asserted:
    """Tell a session English sentences; they become Prolog facts and rules.

    All sentences are added or, where one can't be read, none. What then both holds and does not
    is reported with both proofs.
    """
    sessions = engine.logic_sessions
    async with sessions.use(request.sessionId) as ready:
        text = request.naturalLanguageText
        made = await translate_text(engine, ready.worker, text, base=ready.base)
        added = await add_clauses(engine, ready, "assert", made.clauses, message="Facts asserted.")
    return added.model_copy(update={"strategyId": made.strategy_id, "cost": made.cost})


@operation("session.assert_rules", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_assert_rules(engine: Engine, request: AssertRulesRequest) -> Asserted:
    """Add Prolog clauses to a session: all of them or, where one is wrong, none."""
    async with engine.logic_sessions.use(request.sessionId) as ready:
        return await add_text(engine, ready, "assert_rules", request.text, "Rules asserted.")


@operation("session.set_kb", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_set_kb(engine: Engine, request: SetKnowledgeBaseRequest) -> KnowledgeBaseSet:
    """Replace the knowledge base of a session; on a fault it stays as it was."""
    sessions = engine.logic_sessions
    async with sessions.use(request.sessionId) as ready:
        read = read_prolog_text(request.kbContent)
        base = await sessions.replace(ready, "set_kb", read.clauses(), read.sources)
    async with sessions.use(request.sessionId) as ready:
        return KnowledgeBaseSet(
            message="Knowledge base updated successfully.",
            fullKnowledgeBase=base.text,
            contradictions=await conflicts(ready) or None,
        )


@operation("session.query", toolset="logic", mcp_prefix="mcr_", spends=True)
async def session_query(engine: Engine, request: QueryRequest) -> Answered:
    """Ask a session a question in English: yes, no or unknown, or who and what, with the proof."""
    options = request.queryOptions
    async with engine.logic_sessions.use(request.sessionId) as ready:
        if options.dynamicOntology:
            # The worker is loaded anew after this, without the rules of this question.
            ready.warm.base = None
            await ready.worker.load(options.dynamicOntology)
        question = request.naturalLanguageQuestion
        asked = await translate_question(engine, ready.worker, question, base=ready.base)
        answer = await answer_goal(ready.worker, ready.base, asked.query, options.style)
    return _answered(answer, asked, trace=options.trace, debug=options.debug)


@operation("session.explainQuery", toolset="logic", mcp_prefix="mcr_", spends=True)
async def session_explain_query(engine: Engine, request: ExplainRequest) -> Explained:
    """Explain how a session reads a question and what it comes to."""
    async with engine.logic_sessions.use(request.sessionId) as ready:
        question = request.naturalLanguageQuestion
        asked = await translate_question(engine, ready.worker, question, base=ready.base)
        answer = await answer_goal(ready.worker, ready.base, asked.query)
    lines = [
        f"“{question}” is read as the goal {answer.query.goal} ({answer.query.kind}).",
        f"The answer is: {answer.text}",
        answer.explanation,
    ]
    return Explained(
        explanation="\n".join(lines),
        debugInfo=_debug(answer),
        strategyId=asked.strategy_id,
        cost=asked.cost,
    )


async def _session_instances(engine: Engine) -> list[Instance]:
    found = await engine.logic_sessions.bases.all()
    return [
        Instance({"session": head.id}, head.id, f"{clauses} clauses") for head, clauses in found
    ]


@resource("lux://kb/{session}", name="kb", title="Knowledge base", instances=_session_instances)
async def knowledge_base(engine: Engine, session: str) -> SessionData:
    """Read the knowledge base of a reasoning session."""
    return SessionData.of(await engine.logic_sessions.bases.get(session))


async def add_text(engine: Engine, ready: Ready, kind: str, text: str, message: str) -> Asserted:
    """Add the clauses of Prolog text, and the first-order statements in its comments."""
    read = read_prolog_text(text)
    clauses, sources = read.clauses(), read.sources
    return await add_clauses(engine, ready, kind, clauses, message=message, sources=sources)


async def add_clauses(
    engine: Engine,
    ready: Ready,
    kind: str,
    clauses: list[Clause],
    *,
    message: str,
    sources: Mapping[str, Clause] | None = None,
) -> Asserted:
    """Add clauses and report what was added and what contradicts."""
    if not any(clause.clause.strip() for clause in clauses):
        text = "There is nothing to add."
        raise InvalidRequest(text, code="INVALID_INPUT")
    before = len(ready.base.clauses)
    base = await engine.logic_sessions.add(ready, kind, clauses, sources)
    found = await conflicts(Ready(ready.worker, base, ready.warm))
    return Asserted(
        message=message,
        addedFacts=[clause.clause for clause in base.clauses[before:]],
        fullKnowledgeBase=base.text,
        contradictions=found or None,
    )


async def conflicts(ready: Ready) -> list[ContradictionView]:
    """Return what the knowledge base both shows and refutes."""
    try:
        found = await session_contradictions(ready.worker, ready.base)
    except LuxError as error:
        # What was asked for is done and kept, so this is no reason to call it failed.
        current_call().emit(Notice(f"Contradictions could not be looked for: {error.message}"))
        return []
    return [ContradictionView.of(contradiction) for contradiction in found]


def _answered(
    answer: SessionAnswer, asked: TranslatedQuestion, *, trace: bool, debug: bool
) -> Answered:
    contradicts = answer.proof is not None and answer.opposite is not None
    shown = trace or contradicts
    return Answered(
        answer=answer.text,
        verdict=answer.verdict,
        answers=answer.answers or None,
        explanation=answer.explanation if shown else None,
        proof=ProofView.of(answer.proof) if shown and answer.proof else None,
        oppositeProof=ProofView.of(answer.opposite) if shown and answer.opposite else None,
        whyNot=[reason.to_text() for reason in answer.why_not] if trace else None,
        lacking=[LackView.of(lack) for lack in answer.lacking] or None if trace else None,
        wouldHelp=_helpful(answer) or None if trace else None,
        debugInfo=_debug(answer) if debug else None,
        strategyId=asked.strategy_id,
        cost=asked.cost,
    )


def _helpful(answer: SessionAnswer) -> list[str]:
    found = [statement for lack in answer.lacking for statement in lack.helpful()]
    return list(dict.fromkeys(found))


def _debug(answer: SessionAnswer) -> dict[str, object]:
    query = answer.query
    return {"goal": query.goal, "kind": query.kind, "method": answer.method}
