"""``mcp:tool:execute``: progress while it runs, then the result, the failure or the timeout."""

import asyncio
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Progress
from lux_nb.engine.payloads import as_lux_error, plain
from lux_nb.errors import InvalidRequest, TimedOut
from lux_nb.server.calling import Updates, told_update
from lux_nb.server.rest.bindings import META_TOOLS
from lux_nb.server.rest.reading import tool_arguments
from lux_nb.server.socketio import events
from lux_nb.server.socketio.clients import Client

if TYPE_CHECKING:
    from lux_nb.server.socketio.room import Room


async def execute(room: "Room", parameters: dict[str, Any], client: Client) -> Any:
    """Execute a tool by its name, or one of the tools about tools."""
    name = parameters.get("toolName", parameters.get("toolId"))
    if not isinstance(name, str) or not name:
        raise InvalidRequest("toolName: required.", details=[{"field": "toolName"}])
    operation, given = _call(room, name, parameters)
    try:
        wire = await _watched(room, operation, given, name, client)
    except Exception as error:
        await _tell_failure(room, name, error, client)
        raise
    told = _result(name, operation, wire)
    await room.tell(events.RESULT, told, client)
    return told


def _call(room: "Room", name: str, parameters: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    rest = {key: value for key, value in parameters.items() if key not in {"toolName", "toolId"}}
    if name in META_TOOLS:
        rest.pop("sandbox", None)
        return name, tool_arguments(rest, room.engine.operations[name])
    return "tool_execute", {"toolName": name, **rest}


async def _watched(
    room: "Room", operation: str, parameters: dict[str, Any], name: str, client: Client
) -> dict[str, Any]:
    updates = Updates()
    work = asyncio.ensure_future(
        room.caller.run(operation, parameters, client.author, updates.listen)
    )
    work.add_done_callback(updates.end)
    reached = 0.0
    try:
        async for update in updates:
            _, told = told_update(update)
            if isinstance(update, Progress):
                # A step that is told in words only is as far as the one before it.
                reached = told.setdefault("percentage", reached)
                await room.tell(events.PROGRESS, {"toolName": name, **told}, client)
        return (await work).wire()
    finally:
        work.cancel()


def _result(name: str, operation: str, wire: dict[str, Any]) -> dict[str, Any]:
    if operation != "tool_execute":
        return {"success": True, "toolName": name, "output": wire}
    rest = {key: value for key, value in wire.items() if key != "result"}
    return {"success": True, "toolName": name, "output": wire["result"], **rest}


async def _tell_failure(room: "Room", name: str, error: Exception, client: Client) -> None:
    known = as_lux_error(error)
    told = {"success": False, "toolName": name, "error": room.caller.told(known, plain)}
    if isinstance(known, TimedOut):
        await room.tell(events.TIMEOUT, {"toolName": name, "error": told["error"]}, client)
    await room.tell(events.RESULT, told, client)
