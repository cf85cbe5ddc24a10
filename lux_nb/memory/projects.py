"""Projects and branches: made, read from disk, listed, merged."""

import asyncio
import hashlib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, select

from lux_nb.engine.calls import Progress, current_call
from lux_nb.memory.mirror import slug
from lux_nb.memory.records import (
    NewContext,
    Row,
    add_contexts,
    branch_row,
    next_version,
    project_row,
    remove_contexts,
)
from lux_nb.memory.requests import invalid
from lux_nb.memory.scanning import FileState, checksum, pieces, project_files, read_text
from lux_nb.memory.service import Memory
from lux_nb.store.memory_tables import branches, contexts, files, projects

FILES_BRANCH = "project_files"


async def open_project(memory: Memory, path: str, mode: str) -> str:
    """Return the id of the project at a path, made if it is new."""
    folder = await asyncio.to_thread(_folder, path)
    project_id = hashlib.sha256(str(folder).encode()).hexdigest()[:12]

    def write(connection: Connection) -> None:
        now = datetime.now(UTC)
        known = connection.execute(select(projects.c.id).where(projects.c.id == project_id)).first()
        if known:
            connection.execute(
                projects.update().where(projects.c.id == project_id).values(mode=mode)
            )
            return
        connection.execute(
            projects.insert(),
            {
                "id": project_id,
                "path": str(folder),
                "name": folder.name,
                "mode": mode,
                "created_at": now,
                "updated_at": now,
                "version": 0,
                "next_position": 0,
                "history": {},
            },
        )
        connection.execute(
            branches.insert(),
            branch_values(project_id, FILES_BRANCH, "Project files", None, "files"),
        )

    await memory.store.write(write)
    return project_id


def _folder(path: str) -> Path:
    folder = Path(path).expanduser()
    if not folder.is_absolute() or not folder.is_dir():
        raise invalid(
            f"project_path: {path!r} is not the absolute path of a folder.",
            hint="Give the absolute path of the project's folder.",
        )
    return folder.resolve()


def branch_values(
    project_id: str, branch_id: str, topic: str, parent: str | None, status: str = "active"
) -> Row:
    """Return the row of a new branch."""
    now = datetime.now(UTC)
    return {
        "project_id": project_id,
        "id": branch_id,
        "topic": topic,
        "parent": parent,
        "status": status,
        "git_branch": None,
        "created_at": now,
        "updated_at": now,
    }


async def scan(memory: Memory, project_id: str, mode: str | None = None) -> dict[str, int]:
    """Read what changed in a project's files since the last scan."""

    def read(connection: Connection) -> tuple[Row, dict[str, Row]]:
        project = project_row(connection, project_id)
        query = select(files).where(files.c.project_id == project_id)
        return project, {row.path: dict(row._mapping) for row in connection.execute(query)}

    project, known = await memory.store.read(read)
    mode = mode or project["mode"]
    if mode == "none":
        return {"files": 0, "changed": 0, "created": 0, "removed": 0}
    folder = Path(project["path"])
    listed = await asyncio.to_thread(project_files, folder, mode)
    states, new = await _changed(memory, folder, listed, known)
    gone = sorted(set(known) - {file.path for file in listed})
    author = current_call().author.label

    def write(connection: Connection) -> int:
        removed = _forget(connection, project_id, [*gone, *(state["path"] for state in states)])
        if states:
            rows = [{**state, "project_id": project_id} for state in states]
            connection.execute(files.insert(), rows)
        add_contexts(connection, project_id, FILES_BRANCH, new, author)
        return removed

    removed = await memory.store.write(write) if states or gone else 0
    return {
        "files": len(listed),
        "changed": len(states) + len(gone),
        "created": len(new),
        "removed": removed,
    }


async def _changed(
    memory: Memory, folder: Path, listed: list[FileState], known: dict[str, Row]
) -> tuple[list[Row], list[NewContext]]:
    """Read the files that differ from what is known, and cut them into contexts."""
    call = current_call()
    states: list[Row] = []
    new: list[NewContext] = []
    for number, file in enumerate(listed):
        before = known.get(file.path)
        stamp = (file.size, file.modified_ns)
        if before and (before["size_bytes"], before["modified_ns"]) == stamp:
            continue
        text = await asyncio.to_thread(read_text, folder / file.path)
        state = {
            "path": file.path,
            "checksum": checksum(text or ""),
            "size_bytes": file.size,
            "modified_ns": file.modified_ns,
        }
        states.append(state)
        if text:
            new.extend(await memory.in_worker(_contexts, memory, file.path, text))
        if number % 20 == 0:
            call.emit(Progress(f"reading {file.path}", number, len(listed)))
    return states, new


def _contexts(memory: Memory, path: str, text: str) -> list[NewContext]:
    return [
        NewContext(
            content=piece.text,
            role="user",
            source="file",
            origin=path,
            metadata={"first_line": piece.first_line, "last_line": piece.last_line},
            category=memory.classifier.classify(piece.text).category,
        )
        for piece in pieces(text)
    ]


def _forget(connection: Connection, project_id: str, paths: list[str]) -> int:
    removed = 0
    for start in range(0, len(paths), 400):
        batch = paths[start : start + 400]
        query = select(contexts.c.id).where(
            contexts.c.project_id == project_id,
            contexts.c.source == "file",
            contexts.c.origin.in_(batch),
        )
        old = [row[0] for row in connection.execute(query)]
        removed += remove_contexts(connection, project_id, old)
        connection.execute(
            files.delete().where(files.c.project_id == project_id, files.c.path.in_(batch))
        )
    return removed


async def make_branch(memory: Memory, project_id: str, topic: str, parent: str | None) -> str:
    """Store a new branch, make it the active one and return its id."""

    def write(connection: Connection) -> str:
        project_row(connection, project_id)
        if parent is not None:
            branch_row(connection, project_id, parent)
        base = f"{slug(topic)}_{datetime.now(UTC):%Y%m%d_%H%M%S}"
        query = select(branches.c.id).where(
            branches.c.project_id == project_id, branches.c.id.startswith(base, autoescape=True)
        )
        taken = {row[0] for row in connection.execute(query)}
        numbered = (f"{base}_{number}" for number in range(2, len(taken) + 3))
        name = next(one for one in [base, *numbered] if one not in taken)
        connection.execute(branches.insert(), branch_values(project_id, name, topic, parent))
        connection.execute(
            projects.update().where(projects.c.id == project_id).values(active_branch=name)
        )
        next_version(connection, project_id)
        return name

    return await memory.store.write(write)


async def undo_branch(memory: Memory, project_id: str, branch_id: str) -> None:
    """Take back a branch whose file could not be written."""

    def write(connection: Connection) -> None:
        same: Any = (branches.c.project_id == project_id) & (branches.c.id == branch_id)
        parent = connection.execute(select(branches.c.parent).where(same)).scalar()
        connection.execute(branches.delete().where(same))
        connection.execute(
            projects.update()
            .where(projects.c.id == project_id, projects.c.active_branch == branch_id)
            .values(active_branch=parent)
        )

    await memory.store.write(write)
