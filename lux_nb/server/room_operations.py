"""Operations about the room itself: its state, what happened in it, and who may come in."""

import asyncio
import json
from datetime import datetime
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import select

from lux_nb import __version__
from lux_nb.engine.consent import only_the_human
from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.store.tables import events as events_table

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object


class RoomState(Result):
    """The state of the room."""

    version: str
    notebook: Annotated[str | None, Field(description="The notebook this kernel serves.")] = None
    model: Annotated[str, Field(description="The model that is asked where none is named.")]
    provider: str
    current_thread: Annotated[
        str | None, Field(description="The thread that the notebook's cells are on.")
    ] = None
    serving: Annotated[bool, Field(description="Whether assistants can attach.")]
    url: Annotated[str | None, Field(description="Where the server answers, if it does.")] = None
    operations: Annotated[int, Field(description="How many operations there are.")]


class ServerState(Result):
    """Whether assistants can attach, and where."""

    serving: bool
    url: str | None = None


class ClientSetup(Result):
    """What an assistant's configuration must say for it to attach."""

    name: str
    title: str
    file: Annotated[str, Field(description="The configuration file of the assistant.")]
    configuration: Annotated[str, Field(description="The JSON to put into it.")]


class AttachInfo(Result):
    """How an assistant attaches to this kernel."""

    serving: bool
    command: Annotated[str, Field(description="What the assistant starts.")]
    clients: list[ClientSetup]


class EventListRequest(Request):
    """Which events to list."""

    limit: Annotated[int, Field(description="How many, the latest.", ge=1, le=1000)] = 200
    kind: Annotated[str | None, Field(description="Only events of this kind.")] = None


class EventView(Result):
    """One thing that happened."""

    id: str
    at: datetime
    kind: str
    author: Annotated[str, Field(description="The cell, assistant or script that did it.")]
    author_kind: Literal["cell", "assistant", "script"]
    subject: str | None = None
    operation: str | None = None
    status: str
    error_code: str | None = None
    seconds: float | None = None
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    cost: float | None = None
    cell_id: str | None = None
    notebook: str | None = None
    payload: dict[str, Any] = {}


class EventList(Result):
    """Events in the order they happened."""

    events: list[EventView]


@operation("room_status", toolset="room", title="State of the room")
async def room_status(engine: Engine, request: NoParameters) -> RoomState:
    """Tell the version, the default model, the notebook's thread and whether it is served."""
    from lux_nb.kernel.cells import notebook_path, running_shell
    from lux_nb.models.routing import route

    chosen = route(None, engine.settings)
    server = engine.server
    return RoomState(
        version=__version__,
        notebook=notebook_path(running_shell()),
        model=chosen.model,
        provider=chosen.provider,
        current_thread=engine.threads.current,
        serving=server is not None,
        url=server.info.url if server is not None else None,
        operations=len(engine.operations),
    )


@operation("event_list", toolset="room", title="What happened")
async def event_list(engine: Engine, request: EventListRequest) -> EventList:
    """List the latest events of the log: what happened, who did it, how long it took."""
    query = select(events_table)
    if request.kind is not None:
        query = query.where(events_table.c.kind == request.kind)
    latest = query.order_by(events_table.c.sequence.desc()).limit(request.limit)
    await engine.events.flush()
    rows = await engine.store.read(lambda connection: connection.execute(latest).all())
    return EventList(events=[_view(row._mapping) for row in reversed(rows)])


@operation("server_start", toolset="room", title="Let assistants attach", writes=True)
async def server_start(engine: Engine, request: NoParameters) -> ServerState:
    """Start the server that assistants attach to; it answers on this machine only."""
    from lux_nb.server.running import serve_from_loop

    return ServerState(serving=True, url=(await serve_from_loop(engine)).url)


@operation("server_stop", toolset="room", title="Stop serving", writes=True)
async def server_stop(engine: Engine, request: NoParameters) -> ServerState:
    """Stop the server; attached assistants are told at their next call. Only the human can."""
    only_the_human("stop the server that others use too")
    from lux_nb.server.running import stop_from_loop

    await stop_from_loop(engine)
    return ServerState(serving=False)


@operation("attach_info", toolset="room", title="How to attach")
async def attach_info(engine: Engine, request: NoParameters) -> AttachInfo:
    """Tell the command and, for each known assistant, the configuration that attaches it."""
    from lux_nb.server.clients import CLIENTS, SERVER_NAME, attach_command, entry

    def setup(client: Any) -> ClientSetup:
        wanted = {client.section: {SERVER_NAME: entry(client)}}
        return ClientSetup(
            name=client.name,
            title=client.title,
            file=str(client.user_file()),
            configuration=json.dumps(wanted, indent=2),
        )

    clients = await asyncio.to_thread(lambda: [setup(client) for client in CLIENTS.values()])
    return AttachInfo(
        serving=engine.server is not None, command=" ".join(attach_command()), clients=clients
    )


def _view(row: Any) -> EventView:
    from lux_nb.engine.authors import Author
    from lux_nb.kernel.pacing import clipped

    author = Author(
        row["author_kind"],
        row["author_name"],
        row["author_version"],
        execution_count=row["execution_count"],
    )
    values = {name: row[name] for name in EventView.model_fields if name in row}
    values["payload"] = clipped(row["payload"] or {})
    return EventView(**values, author=author.label)
