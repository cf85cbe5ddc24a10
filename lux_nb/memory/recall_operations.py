"""Operations that bring contexts back: search, load, suggest, verify, relate."""

import time
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, field_validator
from sqlalchemy import Connection, select

from lux_nb.engine.operations import operation
from lux_nb.memory.graph import context_graph
from lux_nb.memory.operations import ProjectRequest
from lux_nb.memory.records import (
    Row,
    branch_row,
    contexts_by_id,
    full_text,
)
from lux_nb.memory.requests import (
    BranchId,
    ContextId,
    MemoryRequest,
    ProjectId,
    invalid,
    no_context,
    require_edition,
)
from lux_nb.memory.results import (
    AutomationStatus,
    ContextGraph,
    Found,
    LoadedContext,
    MemoryResult,
    SearchResult,
    Suggestions,
    SuggestionsAccepted,
    Verification,
    moment,
)
from lux_nb.memory.search import CATEGORIES, Hit, Preferences
from lux_nb.memory.service import memory_of
from lux_nb.memory.suggesting import Suggesting
from lux_nb.store.memory_tables import branches, contexts

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


# What a result shows: all but vectors and compressed texts, which would be read for nothing.
_SHOWN = tuple(one for one in contexts.columns if one.name not in ("vector", "packed", "checksum"))


def _filled(value: str) -> str:
    if not value.strip():
        message = "must not be empty"
        raise ValueError(message)
    return value


class SearchContextRequest(MemoryRequest):
    """What to look for."""

    project_id: ProjectId
    query: Annotated[str, Field(description="Search query.")]
    top_k: Annotated[int, Field(ge=1, le=1000, description="Number of results.")] = 10
    filter_category: Annotated[
        str | None, Field(description=f"One of: {', '.join(CATEGORIES)}.")
    ] = None
    min_score: Annotated[
        float, Field(ge=0.0, le=1.0, description="Least calibrated relevance, 0.0 to 1.0.")
    ] = 0.3
    include_unverified: Annotated[
        bool, Field(description="Also what the quality gate keeps out: WARN, REJECT, merged.")
    ] = False

    _query = field_validator("query")(_filled)

    @field_validator("filter_category")
    @classmethod
    def _known_category(cls, value: str | None) -> str | None:
        if value is not None and value not in CATEGORIES:
            message = f"must be one of: {', '.join(CATEGORIES)}"
            raise ValueError(message)
        return value


@operation("search_context", toolset="memory", title="Search the memory")
async def search_context(engine: Engine, request: SearchContextRequest) -> SearchResult:
    """Find stored contexts by words and meaning; each result says what its score is made of.

    Contexts that are not grounded, or that repeat another, are left out unless asked for.
    """
    began = time.perf_counter()
    if request.filter_category is not None:
        require_edition(engine, "pro", "filter_category")
    memory = memory_of(engine)
    memory.asked()
    index = await memory.index(request.project_id, encoded=False)
    preferences = Preferences(branch=index.active_branch, only_category=request.filter_category)
    answered = await memory.in_worker(
        lambda: index.search(
            request.query,
            request.top_k,
            request.min_score,
            preferences,
            all_=request.include_unverified,
        )
    )

    def read(connection: Connection) -> tuple[dict[str, Row], dict[str, str]]:
        query = select(branches.c.id, branches.c.topic).where(
            branches.c.project_id == request.project_id
        )
        topics = {row[0]: row[1] for row in connection.execute(query)}
        return contexts_by_id(connection, [hit.id for hit in answered.hits], _SHOWN), topics

    rows, topics = await engine.store.read(read)
    results = [_found(hit, rows[hit.id], topics) for hit in answered.hits if hit.id in rows]
    memory.used(one.context_id for one in results)
    memory.asked()
    return SearchResult(
        results=results,
        total_results=answered.total,
        search_time_ms=round((time.perf_counter() - began) * 1000, 2),
        left_out=answered.left_out,
        message=_search_message(answered.total, answered.left_out),
    )


def _search_message(count: int, left_out: int) -> str:
    kept = f"; {left_out} unverified or repeated left out" if left_out else ""
    return f"{count} contexts found{kept}"


def _found(hit: Hit, row: Row, topics: dict[str, str]) -> Found:
    parts = {
        name: round(float(getattr(hit.parts, name)), 4) for name in hit.parts.__dataclass_fields__
    }
    metadata: dict[str, Any] = {
        **(row["metadata"] or {}),
        "ontology_category": row["category"],
        "created_at": moment(row["created_at"]),
        "role": row["role"],
        "source": row["source"],
        "origin": row["origin"],
        "grounding_score": row["grounding_score"],
        "hallucination_status": row["grounding_status"],
        "duplicate_of": row["duplicate_of"],
        "compressed": row["content"] is None,
        "score_parts": parts,
    }
    return Found(
        context_id=row["id"],
        branch_id=row["branch_id"],
        branch_topic=topics.get(row["branch_id"], ""),
        content=row["summary"] if row["content"] is None else row["content"],
        score=round(hit.score, 4),
        metadata={name: value for name, value in metadata.items() if value is not None},
    )


class LoadContextRequest(MemoryRequest):
    """Which context to load."""

    project_id: ProjectId
    branch_id: BranchId
    context_id: ContextId


@operation("load_context", toolset="memory", title="Load a context")
async def load_context(engine: Engine, request: LoadContextRequest) -> LoadedContext:
    """Load one context whole; a compressed one is brought back byte for byte."""
    memory_of(engine)

    def write(connection: Connection) -> tuple[Row, str, bool]:
        branch_row(connection, request.project_id, request.branch_id)
        row = contexts_by_id(connection, [request.context_id]).get(request.context_id)
        place = (request.project_id, request.branch_id)
        if row is None or (row["project_id"], row["branch_id"]) != place:
            raise no_context(request.context_id)
        text = full_text(row)
        connection.execute(
            contexts.update()
            .where(contexts.c.id == row["id"])
            .values(
                content=text, packed=None, last_used=datetime.now(UTC), uses=contexts.c.uses + 1
            )
        )
        return row, text, row["content"] is None

    row, text, was_compressed = await engine.store.write(write)
    metadata = {
        **(row["metadata"] or {}),
        "compressed": False,
        "was_compressed": was_compressed,
        "size_bytes": row["size_bytes"],
        "created_at": moment(row["created_at"]),
        "ontology_category": row["category"],
        "source": row["source"],
        "origin": row["origin"],
        "grounding_score": row["grounding_score"],
        "hallucination_status": row["grounding_status"],
        "sha256": row["checksum"],
    }
    return LoadedContext(
        context_id=row["id"],
        branch_id=row["branch_id"],
        role=row["role"],
        content=text,
        metadata={name: value for name, value in metadata.items() if value is not None},
        message="Context loaded successfully",
    )


class SuggestContextsRequest(MemoryRequest):
    """What is being worked on."""

    project_id: ProjectId
    current_context: Annotated[str, Field(description="Current task/topic description.")]
    top_k: Annotated[int, Field(ge=1, le=100, description="Number of suggestions.")] = 5

    _task = field_validator("current_context")(_filled)


@operation("suggest_contexts", toolset="memory", title="Suggest contexts", writes=True)
async def suggest_contexts(engine: Engine, request: SuggestContextsRequest) -> Suggestions:
    """Suggest contexts for a task, from what was chosen before, used together, or is alike.

    The session must be answered with accept_suggestions or reject_suggestions.
    """
    require_edition(engine, "pro", "suggest_contexts")
    suggesting = Suggesting(memory_of(engine), request.project_id)
    return await suggesting.suggest(request.current_context, request.top_k)


class AcceptSuggestionsRequest(MemoryRequest):
    """Which suggestions were taken."""

    project_id: ProjectId
    session_id: Annotated[str, Field(description="Session ID from suggest_contexts.")]
    context_ids: Annotated[list[str], Field(description="IDs of accepted contexts.")]


@operation("accept_suggestions", toolset="memory", title="Accept suggestions", writes=True)
async def accept_suggestions(
    engine: Engine, request: AcceptSuggestionsRequest
) -> SuggestionsAccepted:
    """Answer a session with the contexts that were taken; later suggestions learn from it."""
    require_edition(engine, "pro", "accept_suggestions")
    suggesting = Suggesting(memory_of(engine), request.project_id)
    count = await suggesting.accept(request.session_id, request.context_ids)
    return SuggestionsAccepted(
        accepted_count=count, message="Feedback recorded, recommendations will improve"
    )


class RejectSuggestionsRequest(MemoryRequest):
    """Why no suggestion fits."""

    project_id: ProjectId
    session_id: Annotated[str, Field(description="Session ID from suggest_contexts.")]
    reason: Annotated[str, Field(description="Why suggestions were rejected.")]

    _reason = field_validator("reason")(_filled)


@operation("reject_suggestions", toolset="memory", title="Reject suggestions", writes=True)
async def reject_suggestions(engine: Engine, request: RejectSuggestionsRequest) -> MemoryResult:
    """Answer a session with why nothing fits; such suggestions become less likely."""
    require_edition(engine, "pro", "reject_suggestions")
    suggesting = Suggesting(memory_of(engine), request.project_id)
    await suggesting.reject(request.session_id, request.reason)
    return MemoryResult(message="Feedback recorded, will avoid similar suggestions")


@operation("get_automation_status", toolset="memory", title="Automation status")
async def get_automation_status(engine: Engine, request: ProjectRequest) -> AutomationStatus:
    """Tell whether suggestions are accepted often enough to be automatic (Plan A) or not (B)."""
    return await Suggesting(memory_of(engine), request.project_id).status()


class VerifyResponseRequest(MemoryRequest):
    """What to verify, and against what."""

    project_id: ProjectId
    response_text: Annotated[str, Field(description="AI response to verify.")]
    evidence_sources: Annotated[
        list[str] | None,
        Field(description="Files of the project, 'git log', context IDs, or texts themselves."),
    ] = None
    judge: Annotated[
        Literal["offline", "llm"],
        Field(description="'llm' has a language model judge each claim; the result says so."),
    ] = "offline"
    model: Annotated[str | None, Field(description="The model that judges, with 'llm'.")] = None

    _text = field_validator("response_text")(_filled)


@operation("verify_response", toolset="memory", title="Verify a response", spends=True)
async def verify_response(engine: Engine, request: VerifyResponseRequest) -> Verification:
    """Hold each claim of a response against files, git history, contexts and given sources.

    Runs offline and asks no model, unless ``judge="llm"`` is given.
    """
    from lux_nb.memory.evidence import evidence_items, gather
    from lux_nb.memory.grounding import ground
    from lux_nb.memory.grounding.judge import judged

    require_edition(engine, "pro", "verify_response")
    memory = memory_of(engine)
    given = request.evidence_sources or []
    if any(not one.strip() for one in given):
        raise invalid("evidence_sources: a source is empty.")
    sources = await gather(memory, request.project_id, request.response_text, given)
    found = await memory.in_worker(ground, request.response_text, sources)
    if request.judge == "llm":
        found = await judged(engine, found, request.model)
    answer = found.to_dict() | {"evidence_items": evidence_items(found)}
    return Verification(**answer, evidence_count=len(sources), response_text=request.response_text)


class GraphRequest(MemoryRequest):
    """Which project or branch to relate."""

    project_id: ProjectId
    branch_id: Annotated[str | None, Field(description="Only this branch.")] = None


@operation("get_context_graph_info", toolset="memory", title="Context graph")
async def get_context_graph_info(engine: Engine, request: GraphRequest) -> ContextGraph:
    """Tell how contexts relate: order in a branch, joint use, repetition, likeness."""
    require_edition(engine, "enterprise", "get_context_graph_info")
    return await context_graph(memory_of(engine), request.project_id, request.branch_id)
