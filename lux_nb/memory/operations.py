"""Operations on projects, branches and contexts: what the memory keeps and where."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field, field_validator
from sqlalchemy import Connection

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import operation
from lux_nb.memory import projects as project_work
from lux_nb.memory.indexing import unsaved
from lux_nb.memory.records import (
    NewContext,
    Row,
    add_contexts,
    branch_contexts,
    branch_row,
    context_row,
    full_text,
    project_row,
)
from lux_nb.memory.requests import (
    BranchId,
    MemoryRequest,
    ProjectId,
)
from lux_nb.memory.results import (
    ActiveSummary,
    BranchCreated,
    ContextsImported,
    InitializeResult,
    MemoryUpdated,
    moment,
)
from lux_nb.memory.search.encoding import document_vectors
from lux_nb.memory.service import Memory, memory_of

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

Role = Literal["user", "assistant"]
_SUMMARISED = 6
_SUMMARY_LENGTH = 900
_SHOWN = 20


def _filled(value: str) -> str:
    if not value.strip():
        message = "must not be empty"
        raise ValueError(message)
    return value


class InitializeContextRequest(MemoryRequest):
    """Which project to read, and how deep."""

    project_path: Annotated[str, Field(description="Absolute path to project directory.")]
    mode: Annotated[
        Literal["full", "light", "none"],
        Field(description="full: all text files; light: README, entry points, config; none."),
    ] = "light"


@operation("initialize_context", toolset="memory", title="Initialize a project", writes=True)
async def initialize_context(engine: Engine, request: InitializeContextRequest) -> InitializeResult:
    """Open a project's memory and read its files; again reads only what changed.

    Files that .gitignore leaves out are left out here.
    """
    memory = memory_of(engine)
    project_id = await project_work.open_project(memory, request.project_path, request.mode)
    await memory.rewrite_mirror(project_id, project_work.FILES_BRANCH)
    found = await project_work.scan(memory, project_id, request.mode)
    return InitializeResult(
        project_id=project_id,
        mode=request.mode,
        files_scanned=found["files"],
        contexts_created=found["created"],
        files_changed=found["changed"],
        contexts_removed=found["removed"],
        message="Project initialized successfully",
    )


class ProjectRequest(MemoryRequest):
    """Which project."""

    project_id: ProjectId


@operation("rescan", toolset="memory", title="Read a project again", writes=True)
async def rescan(engine: Engine, request: ProjectRequest) -> InitializeResult:
    """Read the files of a project that changed since the last scan."""
    memory = memory_of(engine)
    project = await engine.store.read(lambda c: project_row(c, request.project_id))
    found = await project_work.scan(memory, request.project_id)
    return InitializeResult(
        project_id=request.project_id,
        mode=project["mode"],
        files_scanned=found["files"],
        contexts_created=found["created"],
        files_changed=found["changed"],
        contexts_removed=found["removed"],
        message=f"{found['changed']} files changed since the last scan",
    )


class CreateBranchRequest(MemoryRequest):
    """What a new branch is about."""

    project_id: ProjectId
    branch_topic: Annotated[str, Field(max_length=500, description="Topic/name for this branch.")]
    parent_branch: Annotated[
        str | None, Field(description="Parent branch ID (for child branches).")
    ] = None

    _topic = field_validator("branch_topic")(_filled)


@operation("create_branch", toolset="memory", title="Create a branch", writes=True)
async def create_branch(engine: Engine, request: CreateBranchRequest) -> BranchCreated:
    """Create a branch with its Markdown file, which is read again to verify it."""
    memory = memory_of(engine)
    topic = request.branch_topic.strip()
    branch_id = await project_work.make_branch(
        memory, request.project_id, topic, request.parent_branch
    )
    try:
        path = await memory.rewrite_mirror(request.project_id, branch_id)
    except BaseException:
        await project_work.undo_branch(memory, request.project_id, branch_id)
        raise
    memory.announce(
        "branch_created", branch_id, current_call().author, project_id=request.project_id
    )
    return BranchCreated(
        branch_id=branch_id,
        branch_path=str(path),
        verified=True,
        message=f"Branch '{topic}' created and verified",
    )


class UpdateMemoryRequest(MemoryRequest):
    """What to save, and where."""

    project_id: ProjectId
    branch_id: BranchId
    content: Annotated[str, Field(description="Content to save.")]
    role: Annotated[Role, Field(description="Who said it: user or assistant.")]
    wait: Annotated[bool, Field(description="Wait for grounding, classification and indexing.")] = (
        False
    )

    _content = field_validator("content")(_filled)


@operation("update_memory", toolset="memory", title="Save to memory", writes=True)
async def update_memory(engine: Engine, request: UpdateMemoryRequest) -> MemoryUpdated:
    """Save a context; it is committed when this returns and can be found at once.

    Grounding, classification and the check for repetitions go on behind it; their end is the
    event context_processed. What is not known yet is null here.
    """
    memory = memory_of(engine)
    memory.asked()
    row, task, task_id = await memory.remember(
        request.project_id, request.branch_id, request.content, request.role
    )
    if not request.wait:
        return MemoryUpdated(
            context_id=row["id"], task_id=task_id, message="Memory saved; it is verified behind"
        )
    await memory.ended(task)
    await memory.index(request.project_id)
    done = await engine.store.read(lambda c: context_row(c, request.project_id, row["id"]))
    return _updated(done, task_id)


def _updated(row: Row, task_id: str) -> MemoryUpdated:
    from lux_nb.memory.grounding import risk_of

    score = row["grounding_score"]
    repeated = row["duplicate_of"]
    message = (
        f"Merged with {repeated}, which says the same"
        if repeated
        else ("Memory updated and verified")
    )
    return MemoryUpdated(
        context_id=row["id"],
        task_id=task_id,
        grounding_score=score,
        hallucination_status=row["grounding_status"],
        risk_level=None if score is None else risk_of(score),
        ontology_category=row["category"],
        indexed=True,
        duplicate_of=repeated,
        message=message,
    )


class ImportedContext(MemoryRequest):
    """One context of a bulk load."""

    content: str
    role: Role = "user"
    created_at: datetime | None = None
    metadata: dict[str, Any] = {}


class ImportContextsRequest(MemoryRequest):
    """Contexts to load in bulk."""

    project_id: ProjectId
    branch_id: BranchId
    contexts: Annotated[
        list[ImportedContext],
        Field(description="Contexts in order, each with content, role, created_at, metadata."),
    ]


@operation("import_contexts", toolset="memory", title="Load contexts in bulk", writes=True)
async def import_contexts(engine: Engine, request: ImportContextsRequest) -> ContextsImported:
    """Load many contexts in one transaction; their ids come back in order.

    They count as the user's own: they are classified and indexed, but not graded or merged.
    """
    memory = memory_of(engine)
    await engine.store.read(lambda c: branch_row(c, request.project_id, request.branch_id))
    author = current_call().author.label

    new = await memory.in_worker(_prepared, memory, request.contexts)

    def write(connection: Connection) -> list[str]:
        branch_row(connection, request.project_id, request.branch_id)
        rows = add_contexts(connection, request.project_id, request.branch_id, new, author)
        return [row["id"] for row in rows]

    identifiers = await engine.store.write(write)
    rewrite = memory.rewrite_mirror(request.project_id, request.branch_id)
    engine.jobs.start("write the branch file", rewrite)
    return ContextsImported(
        context_ids=identifiers,
        imported=len(identifiers),
        message=f"{len(identifiers)} contexts imported",
    )


def _prepared(memory: Memory, given: list[ImportedContext]) -> list[NewContext]:
    """Classify and encode contexts before they are written, so that they are written once."""
    new = [
        NewContext(
            content=one.content,
            role=one.role,
            source="import",
            created_at=_with_zone(one.created_at),
            metadata=one.metadata,
            category=memory.classifier.classify(one.content).category,
            encoder=memory.encoder.name,
        )
        for one in given
    ]
    vectors = document_vectors([unsaved(one) for one in new], memory.encoder)
    return [replace(one, vector=vector.tobytes()) for one, vector in zip(new, vectors, strict=True)]


def _with_zone(value: datetime | None) -> datetime | None:
    """Take a time without a zone for UTC."""
    return value.replace(tzinfo=UTC) if value is not None and value.tzinfo is None else value


class BranchRequest(MemoryRequest):
    """Which branch."""

    project_id: ProjectId
    branch_id: BranchId


@operation("get_active_summary", toolset="memory", title="Summary of a branch")
async def get_active_summary(engine: Engine, request: BranchRequest) -> ActiveSummary:
    """Sum up a branch from its latest contexts, to put before a conversation."""
    await memory_of(engine).follow_git()

    def read(connection: Connection) -> tuple[Row, Row, list[Row]]:
        branch = branch_row(connection, request.project_id, request.branch_id)
        rows = branch_contexts(connection, request.project_id, request.branch_id)
        return project_row(connection, request.project_id), branch, rows

    project, branch, rows = await engine.store.read(read)
    kept = [row for row in rows if not row["duplicate_of"] and row["grounding_status"] != "REJECT"]
    active = project["active_branch"] == branch["id"]
    return ActiveSummary(
        summary=_summary(branch, kept),
        content="\n\n".join(f"{row['role']}: {full_text(row)}" for row in kept[-_SHOWN:]),
        branch_topic=branch["topic"],
        last_updated=moment(branch["updated_at"]),
        message_count=len(rows),
        status="active" if active and branch["status"] == "active" else branch["status"],
        message="Summary of the latest contexts",
    )


def _summary(branch: Row, rows: list[Row]) -> str:
    """Join the summaries of the latest contexts under the topic, the newest surest to stay."""
    if not rows:
        return f"{branch['topic']}. Nothing is stored here yet."
    chosen: list[str] = []
    for row in reversed(rows[-_SUMMARISED:]):
        if chosen and sum(map(len, chosen)) + len(row["summary"]) > _SUMMARY_LENGTH:
            break
        chosen.insert(0, row["summary"])
    return f"{branch['topic']}. " + " ".join(chosen)
