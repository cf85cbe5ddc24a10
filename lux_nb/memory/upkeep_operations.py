"""Operations that keep the memory in order: list, delete, merge, compress, audit."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from sqlalchemy import Connection, Table, func, select

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import operation
from lux_nb.memory.operations import ProjectRequest
from lux_nb.memory.records import (
    Row,
    branch_contexts,
    branch_row,
    change_contexts,
    context_row,
    count_contexts,
    project_row,
    remove_contexts,
)
from lux_nb.memory.requests import ContextId, MemoryRequest, ProjectId, invalid
from lux_nb.memory.results import (
    Audit,
    BranchList,
    BranchView,
    Changed,
    Compressed,
    ProjectList,
    ProjectView,
    moment,
)
from lux_nb.memory.service import memory_of
from lux_nb.memory.suggesting import forget
from lux_nb.store.memory_tables import branches, contexts, projects

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class ListProjectsRequest(MemoryRequest):
    """Nothing to choose."""


@operation("list_projects", toolset="memory", title="List projects")
async def list_projects(engine: Engine, request: ListProjectsRequest) -> ProjectList:
    """List the projects that have a memory, the latest used first."""
    memory_of(engine)

    def read(connection: Connection) -> list[ProjectView]:
        counts = {table.name: _counted(connection, table) for table in (branches, contexts)}
        rows = connection.execute(select(projects).order_by(projects.c.updated_at.desc()))
        return [
            ProjectView(
                project_id=row.id,
                name=row.name,
                path=row.path,
                mode=row.mode,
                active_branch=row.active_branch,
                branches=counts["memory_branches"].get(row.id, 0),
                contexts=counts["memory_contexts"].get(row.id, 0),
                last_updated=moment(row.updated_at),
            )
            for row in rows
        ]

    found = await engine.store.read(read)
    return ProjectList(projects=found, total_projects=len(found))


def _counted(connection: Connection, table: Table) -> dict[str, int]:
    query = select(table.c.project_id, func.count()).group_by(table.c.project_id)
    return {row[0]: int(row[1]) for row in connection.execute(query)}


@operation("list_branches", toolset="memory", title="List branches")
async def list_branches(engine: Engine, request: ProjectRequest) -> BranchList:
    """List the branches of a project, the latest used first."""
    await memory_of(engine).follow_git()

    def read(connection: Connection) -> list[BranchView]:
        project = project_row(connection, request.project_id)
        counts = count_contexts(connection, request.project_id)
        query = (
            select(branches)
            .where(branches.c.project_id == request.project_id)
            .order_by(branches.c.updated_at.desc())
        )
        return [
            BranchView(
                branch_id=row.id,
                branch_topic=row.topic,
                parent_branch=row.parent,
                git_branch=row.git_branch,
                status=row.status,
                active=row.id == project["active_branch"],
                message_count=counts.get(row.id, 0),
                last_updated=moment(row.updated_at),
            )
            for row in connection.execute(query)
        ]

    found = await engine.store.read(read)
    return BranchList(branches=found, total_branches=len(found))


class DeleteContextRequest(MemoryRequest):
    """Which context to delete."""

    project_id: ProjectId
    context_id: ContextId


@operation("delete_context", toolset="memory", title="Delete a context", writes=True)
async def delete_context(engine: Engine, request: DeleteContextRequest) -> Changed:
    """Delete a context for good, from search, suggestions and its branch's file as well."""
    memory = memory_of(engine)

    def write(connection: Connection) -> str:
        project_row(connection, request.project_id)
        row = context_row(connection, request.project_id, request.context_id)
        remove_contexts(connection, request.project_id, [request.context_id])
        _release_repetitions(connection, request.project_id, request.context_id)
        forget(connection, request.project_id, request.context_id)
        return str(row["branch_id"])

    branch_id = await engine.store.write(write)
    await memory.rewrite_mirror(request.project_id, branch_id)
    place = {"project_id": request.project_id, "branch_id": branch_id}
    memory.announce("context_deleted", request.context_id, current_call().author, **place)
    return Changed(count=1, message="Context deleted")


def _release_repetitions(connection: Connection, project_id: str, context_id: str) -> None:
    """Let what was merged into a deleted context stand for itself again."""
    query = select(contexts.c.id).where(
        contexts.c.project_id == project_id, contexts.c.duplicate_of == context_id
    )
    freed: Mapping[str, Mapping[str, Any]] = {
        row[0]: {"duplicate_of": None} for row in connection.execute(query)
    }
    change_contexts(connection, project_id, freed)


class MergeBranchRequest(MemoryRequest):
    """Which branch goes into which."""

    project_id: ProjectId
    source_branch: Annotated[str, Field(description="Branch whose contexts are moved.")]
    target_branch: Annotated[str, Field(description="Branch that takes them.")]


@operation("merge_branch", toolset="memory", title="Merge a branch", writes=True)
async def merge_branch(engine: Engine, request: MergeBranchRequest) -> Changed:
    """Move the contexts of one branch to another; the empty one stays, marked as merged."""
    memory = memory_of(engine)
    project_id, source, target = request.project_id, request.source_branch, request.target_branch
    if source == target:
        raise invalid("A branch can't be merged into itself.")

    def write(connection: Connection) -> int:
        for name in (source, target):
            if branch_row(connection, project_id, name)["status"] == "files":
                raise invalid("The branch of the project's files can't be merged.")
        rows = branch_contexts(connection, project_id, source)
        change_contexts(
            connection,
            project_id,
            {row["id"]: {"branch_id": target, "conversation": _moved(row, target)} for row in rows},
        )
        same: Any = (branches.c.project_id == project_id) & (branches.c.id == source)
        connection.execute(branches.update().where(same).values(status="merged"))
        connection.execute(
            projects.update()
            .where(projects.c.id == project_id, projects.c.active_branch == source)
            .values(active_branch=target)
        )
        return len(rows)

    count = await engine.store.write(write)
    for name in (target, source):
        await memory.rewrite_mirror(project_id, name)
    memory.announce("branch_merged", source, current_call().author, target=target)
    return Changed(count=count, message=f"{count} contexts moved to '{target}'")


def _moved(row: Row, target: str) -> str:
    old = str(row["conversation"])
    return target + old.removeprefix(row["branch_id"]) if old else ""


class CompressNowRequest(MemoryRequest):
    """Whose contexts to compress."""

    project_id: ProjectId
    idle_minutes: Annotated[
        float, Field(ge=0, description="Only contexts not used for this long.")
    ] = 0.0


@operation("compress_now", toolset="memory", title="Compress contexts", writes=True)
async def compress_now(engine: Engine, request: CompressNowRequest) -> Compressed:
    """Compress the contexts of a project now; load_context brings them back whole."""
    await engine.store.read(lambda c: project_row(c, request.project_id))
    count, saved = await memory_of(engine).compress_idle(request.project_id, request.idle_minutes)
    return Compressed(compressed=count, saved_bytes=saved, message=f"{count} contexts compressed")


@operation("memory_audit", toolset="memory", title="Audit the memory")
async def memory_audit(engine: Engine, request: ProjectRequest) -> Audit:
    """List every context with its source, score, last use, and why it is kept."""
    from lux_nb.memory.audit import audit_row

    def read(connection: Connection) -> list[Row]:
        project_row(connection, request.project_id)
        query = select(contexts).where(contexts.c.project_id == request.project_id)
        ordered = query.order_by(contexts.c.position)
        return [dict(row._mapping) for row in connection.execute(ordered)]

    rows = [audit_row(row) for row in await engine.store.read(read)]
    return Audit(contexts=rows, total_contexts=len(rows))
