"""What absence means in a session: predicates whose world is closed, and opened again."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from lux_nb.engine.operations import Result, operation
from lux_nb.errors import InvalidRequest
from lux_nb.logic.clauses import KnowledgeBase
from lux_nb.logic.kb_text import predicate_indicator
from lux_nb.logic.session_operations import SessionRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

Predicates = Annotated[list[str], Field(max_length=1000)]


class ClosedWorldRequest(SessionRequest):
    """Predicates to close and to open; without any, the state is told."""

    close: Annotated[
        Predicates, Field(description="What is not shown of these is no: likes/2, …")
    ] = []
    open: Annotated[
        Predicates, Field(description="What is not shown of these is unknown again.")
    ] = []


class WorldData(Result):
    """What absence means in a session."""

    world: Annotated[str, Field(description="open: absence is unknown; closed: it is no.")]
    closed: Annotated[
        list[str], Field(description="Predicates of which absence is no, such as likes/2.")
    ] = []


class World(Result):
    """The world of a session, after it was changed."""

    success: bool = True
    message: str
    data: WorldData

    def __repr__(self) -> str:
        return self.message


@operation("session.closed_world", toolset="logic", mcp_prefix="mcr_", writes=True)
async def session_closed_world(engine: Engine, request: ClosedWorldRequest) -> World:
    """Close the world of single predicates: what is not shown of them is no, and not unknown.

    Then rules with a negated condition apply where nothing shows the condition. It is part of the
    knowledge base: kept, branched, exported and undone with it.
    """
    sessions = engine.logic_sessions
    for each in (*request.close, *request.open):
        predicate_indicator(each)
    if not request.close and not request.open:
        return _told(await sessions.bases.get(request.sessionId))
    async with sessions.use(request.sessionId) as ready:
        _check(ready.base, request)
        close = list(dict.fromkeys(request.close))
        return _told(await sessions.set_closed(ready, close, request.open))


def _check(base: KnowledgeBase, request: ClosedWorldRequest) -> None:
    if request.open and base.head.world == "closed":
        message = "The world of this session is closed as a whole."
        hint = "Create a session with world='open' and close single predicates there."
        raise InvalidRequest(message, code="INVALID_INPUT", hint=hint)
    both = set(request.close) & set(request.open)
    unclosed = sorted(both | (set(request.open) - set(base.closed)))
    if unclosed:
        message = f"The world of {', '.join(unclosed)} is not closed, so it can't be opened."
        raise InvalidRequest(message, code="INVALID_INPUT", details={"field": "open"})


def _told(base: KnowledgeBase) -> World:
    whole = base.head.world == "closed"
    closed = base.closed
    said = f"What is not shown of {', '.join(closed)} is no." if closed else ""
    if whole:
        said = "What is not shown is no."
    message = said or "What is not shown is unknown."
    return World(message=message, data=WorldData(world=base.head.world, closed=closed))
