"""Operations on a session as a whole: take back, branch, go back, import, export, load."""

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field
from pydantic.json_schema import SkipJsonSchema

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import operation
from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.logic.kb_text import write_prolog_text
from lux_nb.logic.rows import frame_columns, row_columns
from lux_nb.logic.session_answers import clause_sentences
from lux_nb.logic.session_operations import SessionId, SessionRequest, add_text, conflicts
from lux_nb.logic.session_results import (
    Asserted,
    ChangeView,
    Clauses,
    ClauseView,
    Exported,
    History,
    Loaded,
    Retracted,
    Rows,
    SessionData,
    SessionResult,
)
from lux_nb.logic.sessions import Ready

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class RetractRequest(SessionRequest):
    """Clauses to remove."""

    rules: Annotated[list[str] | str, Field(description="Prolog clauses that are there.")]


class ForkRequest(SessionRequest):
    """A session to branch from."""

    newSessionId: SessionId | None = None  # noqa: N815


class HistoryRequest(SessionRequest):
    """A history to see, or an earlier state to see or to go back to."""

    version: Annotated[int | None, Field(ge=0, description="A state to show.")] = None
    restore: Annotated[bool, Field(description="Make that state the present one.")] = False


class ClausesRequest(SessionRequest):
    """A session whose clauses are to be seen."""

    limit: Annotated[int, Field(ge=1, le=1_000_000, description="Most clauses.")] = 1000


class FileRequest(SessionRequest):
    """A session and a file."""

    path: Annotated[str, Field(min_length=1, description="A Prolog file (.pl).")]


class PrologRequest(SessionRequest):
    """A goal to run."""

    goal: Annotated[str, Field(min_length=1, description="A Prolog goal such as path(a, X).")]
    limit: Annotated[int, Field(ge=1, le=10_000_000, description="Most answers.")] = 10_000


Predicate = Annotated[str, Field(pattern=r"^[a-z]\w*$", description="Name of the facts.")]


class LoadFrameRequest(SessionRequest):
    """A DataFrame whose rows are to be added as facts."""

    predicate: Predicate
    # From Python it may be the DataFrame itself, which no other surface can send.
    frame: Annotated[
        str | SkipJsonSchema[Any], Field(description="Name of a DataFrame in the notebook.")
    ]


class LoadRowsRequest(SessionRequest):
    """Rows to add as facts."""

    predicate: Predicate
    rows: Annotated[list[list[str | int | float]], Field(min_length=1, description="Arguments.")]


@operation("session.retract", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_retract(engine: Engine, request: RetractRequest) -> Retracted:
    """Remove clauses from a session: all that are named or, where one is not there, none."""
    rules = request.rules if isinstance(request.rules, str) else "\n".join(request.rules)
    sessions = engine.logic_sessions
    async with sessions.use(request.sessionId) as ready:
        base, removed = await sessions.remove(ready, rules)
    message = "Rules retracted."
    return Retracted(message=message, removedFacts=removed, fullKnowledgeBase=base.text)


@operation("session.fork", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_fork(engine: Engine, request: ForkRequest) -> SessionResult:
    """Branch a session: a new one with the same knowledge base, changed apart from it."""
    bases = engine.logic_sessions.bases
    origin = await bases.get(request.sessionId)
    made = await bases.create(
        request.newSessionId,
        origin.head.world,
        current_call().author.label,
        origin.parts,
        forked_from=origin.head.id,
    )
    return SessionResult(data=SessionData.of(made))


@operation("session.history", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_history(engine: Engine, request: HistoryRequest) -> History:
    """Show the changes of a session, an earlier state, or go back to one (restore).

    Going back is a change itself, so it can be undone as well.
    """
    sessions = engine.logic_sessions
    changes = await sessions.bases.history(request.sessionId)
    text = None
    if request.version is not None:
        if request.version > changes[-1].version:
            message = f"The session has no version {request.version}."
            raise NotFound(message, code="VERSION_NOT_FOUND", hint="Leave it out to see all.")
        earlier = await sessions.bases.get(request.sessionId, request.version)
        text = earlier.text
        if request.restore:
            async with sessions.use(request.sessionId) as ready:
                await sessions.restore(ready, request.version)
            changes = await sessions.bases.history(request.sessionId)
    elif request.restore:
        message = "Going back needs the version to go back to."
        raise InvalidRequest(message, code="INVALID_INPUT")
    return History(data=[ChangeView.of(change) for change in changes], fullKnowledgeBase=text)


@operation("session.clauses", toolset="logic", mcp_prefix="mcr_")
async def session_clauses(engine: Engine, request: ClausesRequest) -> Clauses:
    """List the clauses of a session, each with its English and where it came from."""
    base = await engine.logic_sessions.bases.get(request.sessionId)
    shown = base.clauses[: request.limit]
    worker = await engine.logic_reader.worker()
    said = await clause_sentences(worker, shown)
    views = [
        ClauseView(clause=clause.clause, english=english, origin=clause.origin)
        for clause, english in zip(shown, said, strict=True)
    ]
    return Clauses(data=views, total=len(base.clauses))


@operation("session.import", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_import(engine: Engine, request: FileRequest) -> Asserted:
    """Add the clauses of a Prolog file to a session: all of them or none."""
    path = _prolog_file(request.path)
    try:
        text = await asyncio.to_thread(path.read_text, encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        message = f"The file {path} can't be read: {error}."
        raise NotFound(message, code="FILE_NOT_FOUND") from error
    async with engine.logic_sessions.use(request.sessionId) as ready:
        return await add_text(engine, ready, "import", text, f"Imported {path.name}.")


@operation("session.export", toolset="logic", mcp_prefix="mcr_", writes=True, writes_files=True)
async def session_export(engine: Engine, request: FileRequest) -> Exported:
    """Write the knowledge base of a session to a Prolog file; a file that is there is kept."""
    base = await engine.logic_sessions.bases.get(request.sessionId)
    path = _prolog_file(request.path)
    try:
        await asyncio.to_thread(_write_new, path, write_prolog_text(base.clauses))
    except OSError as error:
        message = f"The file {path} can't be written: {error.strerror}."
        raise InvalidRequest(message, code="FILE_NOT_WRITTEN") from error
    return Exported(message=f"Exported {len(base.clauses)} clauses.", path=str(path))


@operation("session.prolog", toolset="logic", mcp_prefix="mcr_")
async def session_prolog(engine: Engine, request: PrologRequest) -> Rows:
    """Run a Prolog goal on a session's knowledge base and return its bindings as rows."""
    from dataclasses import replace

    async with engine.logic_sessions.use(request.sessionId) as ready:
        limits = replace(ready.worker.limits, answers=request.limit)
        found = await ready.worker.query(request.goal, limits)
    return Rows(rows=[_plain(row) for row in found.rows], more=found.more)


@operation("session.load_rows", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_load_rows(engine: Engine, request: LoadRowsRequest) -> Loaded:
    """Add one fact for each row: text becomes atoms and numbers stay numbers."""
    columns = row_columns(request.rows)
    return await _load(engine, request.sessionId, request.predicate, columns)


@operation("session.load_frame", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_load_frame(engine: Engine, request: LoadFrameRequest) -> Loaded:
    """Add one fact for each row of a DataFrame of the notebook, as many as it has.

    Text becomes atoms and numbers stay numbers; anything else is written as text.
    """
    frame = request.frame
    if isinstance(frame, str):
        from lux_nb.kernel.namespace import find_variable, notebook_shell

        frame = find_variable(notebook_shell(), frame)
    if not hasattr(frame, "iloc") or getattr(frame, "ndim", 0) != 2:
        message = f"A {type(frame).__name__} is not a DataFrame."
        raise InvalidRequest(message, code="INVALID_INPUT", details={"field": "frame"})
    columns = await asyncio.to_thread(frame_columns, frame)
    return await _load(engine, request.sessionId, request.predicate, columns)


async def _load(
    engine: Engine, session_id: str, predicate: str, columns: Sequence[Sequence[Any]]
) -> Loaded:
    sessions = engine.logic_sessions
    async with sessions.use(session_id) as ready:
        base = await sessions.add_facts(ready, predicate, columns)
        found = await conflicts(Ready(ready.worker, base, ready.warm))
    count = len(columns[0])
    return Loaded(
        message=f"{count} facts loaded.",
        loaded=count,
        clauses=len(base.clauses),
        contradictions=found or None,
    )


def _prolog_file(name: str) -> Path:
    path = Path(name).expanduser()
    if path.suffix != ".pl":
        message = f"{path.name!r} is not the name of a Prolog file: it has to end in .pl."
        raise InvalidRequest(message, code="INVALID_INPUT")
    return path


def _write_new(path: Path, text: str) -> None:
    with path.open("x", encoding="utf-8") as file:
        file.write(text)


def _plain(row: dict[str, Any]) -> dict[str, Any]:
    """Write terms as text; atoms, numbers and lists are plain already."""
    return {name: _value(value) for name, value in row.items()}


def _value(value: Any) -> Any:
    if isinstance(value, list):
        return [_value(part) for part in value]
    if isinstance(value, dict):
        if "variable" in value:
            return None
        return value.get("text", value.get("string", value.get("number")))
    return value
