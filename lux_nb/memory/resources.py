"""The memory as a resource: the contexts of a branch, to read and to watch."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from sqlalchemy import Connection, select

from lux_nb.engine.events import Event
from lux_nb.engine.resources import LISTED_INSTANCES, Instance, resource
from lux_nb.memory.records import branch_contexts, branch_row, full_text
from lux_nb.memory.results import MemoryResult, moment
from lux_nb.memory.service import memory_of
from lux_nb.store.memory_tables import branches, projects

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

MOST_CONTEXTS = 200


class BranchContents(MemoryResult):
    """A branch and its latest contexts, in the order they were saved."""

    project_id: str
    branch_id: str
    branch_topic: str
    last_updated: str
    total_contexts: int
    contexts: list[dict[str, Any]]


async def _branch_instances(engine: Engine) -> list[Instance]:
    query = (
        select(branches.c.project_id, branches.c.id, branches.c.topic, projects.c.name)
        .join(projects, projects.c.id == branches.c.project_id)
        .order_by(branches.c.updated_at.desc())
        .limit(LISTED_INSTANCES)
    )
    rows = await engine.store.read(lambda connection: connection.execute(query).all())
    return [
        Instance({"project": row.project_id, "branch": row.id}, f"{row.name}: {row.topic}")
        for row in rows
    ]


def _affected(event: Event) -> Iterable[str]:
    facts = event.payload
    if event.kind == "branch_created":
        facts = {**facts, "branch_id": event.subject}
    project, branch = facts.get("project_id"), facts.get("branch_id")
    if isinstance(project, str) and isinstance(branch, str):
        yield f"lux://memory/{quote(project, safe='')}/{quote(branch, safe='')}"


@resource(
    "lux://memory/{project}/{branch}",
    name="memory",
    title="Branch of a project's memory",
    instances=_branch_instances,
    affected=_affected,
)
async def branch_resource(engine: Engine, project: str, branch: str) -> BranchContents:
    """Read the latest contexts of a branch, with where they come from and how grounded they are."""
    memory_of(engine)

    def read(connection: Connection) -> BranchContents:
        head = branch_row(connection, project, branch)
        rows = branch_contexts(connection, project, branch)
        told = ("id", "role", "category", "source", "grounding_score", "grounding_status")
        return BranchContents(
            project_id=project,
            branch_id=branch,
            branch_topic=head["topic"],
            last_updated=moment(head["updated_at"]),
            total_contexts=len(rows),
            contexts=[
                {
                    **{name: row[name] for name in told if row.get(name) is not None},
                    "created_at": moment(row["created_at"]),
                    "content": full_text(row),
                }
                for row in rows[-MOST_CONTEXTS:]
            ],
        )

    return await engine.store.read(read)
