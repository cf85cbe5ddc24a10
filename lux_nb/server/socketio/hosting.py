"""Tools whose handler is a function of the client: the server asks the client to run them.

Functions do not travel, so a client that registers a tool or a provider with functions answers
two events, with an acknowledgement as the result: ``mcp:provider:tools`` lists its tools and
``mcp:provider:execute`` runs one. Its tools are there as long as it is connected.
"""

import contextlib
from typing import TYPE_CHECKING, Any

from lux_nb.errors import InvalidRequest, LuxError, ProviderError, TimedOut
from lux_nb.server.socketio.clients import Client
from lux_nb.server.socketio.events import Incoming

if TYPE_CHECKING:
    from lux_nb.server.socketio.room import Room

LIST = "mcp:provider:tools"
EXECUTE = "mcp:provider:execute"
LIST_SECONDS = 15.0
EXECUTE_SECONDS = 600.0


class ClientTools:
    """A provider of tools that a connected client runs."""

    def __init__(
        self, room: "Room", client: Client, name: str, tools: list[dict[str, Any]] | None = None
    ) -> None:
        self.name = name
        self.description = f"Tools of {client.author.label}"
        self._room = room
        self._client = client
        self._tools = tools

    async def list_tools(self) -> list[dict[str, Any]]:
        """Return the tools: those given at registration, or what the client says."""
        if self._tools is not None:
            return self._tools
        listed = await self._ask(LIST, {"provider": self.name}, LIST_SECONDS)
        found = listed.get("tools") if isinstance(listed, dict) else listed
        if not isinstance(found, list) or not all(isinstance(tool, dict) for tool in found):
            raise InvalidRequest(f"{LIST} must be answered with a list of tools.")
        return found

    async def execute_tool(self, name: str, arguments: dict[str, Any]) -> Any:
        """Let the client run a tool, and return what it acknowledges."""
        asked = {"provider": self.name, "toolName": name, "arguments": arguments}
        answer = await self._ask(EXECUTE, asked, EXECUTE_SECONDS)
        if isinstance(answer, dict) and answer.get("success") is False:
            error = answer.get("error")
            told = error.get("message") if isinstance(error, dict) else error
            raise LuxError(f"{name} failed: {str(told)[:500]}", code="EXECUTION_ERROR")
        return answer

    async def _ask(self, event: str, data: dict[str, Any], seconds: float) -> Any:
        from socketio.exceptions import TimeoutError as NoAnswer  # type: ignore[import-untyped]

        if self._client.sid not in self._room.clients:
            raise ProviderError(f"The client that runs the tools of {self.name!r} has left.")
        try:
            return await self._room.server.call(
                event, data, to=self._client.sid, timeout=int(seconds)
            )
        except NoAnswer:
            message = f"The client did not answer {event} in {seconds:g} s."
            raise TimedOut(message) from None


async def hosted(
    room: "Room", row: Incoming, parameters: dict[str, Any], client: Client
) -> dict[str, Any] | None:
    """Register what a client runs itself; None when the registration says who runs it."""
    name = parameters.get("name")
    if not isinstance(name, str) or not name:
        return None
    if row.operation == "tool_register" and not parameters.keys() & {"handler", "function"}:
        await _host(room, client, ClientTools(room, client, f"client_{name}", [parameters]))
        found = await room.caller.run("tool_get", {"toolId": name}, client.author)
        tool = found.wire()["tool"]
        checked = {"passed": True, "warnings": []}
        return {
            "toolId": tool["id"],
            "name": name,
            "status": tool["status"],
            "validation": checked,
        }
    if row.operation == "tools_provider_register" and "connection" not in parameters:
        await _host(room, client, ClientTools(room, client, name))
        shown = await room.caller.run("tools_provider_refresh", {"provider": name}, client.author)
        return shown.wire()
    return None


async def _host(room: "Room", client: Client, tools: ClientTools) -> None:
    """Register tools that a client runs; they leave with it."""
    from lux_nb.tools.sources.service import register_provider, unregister_provider

    # What another client or the human registered under that name stays.
    own = tools.name in client.hosts
    await register_provider(room.engine, tools, replaces=own, trusted=False)
    client.hosts.add(tools.name)

    async def leave() -> None:
        client.hosts.discard(tools.name)
        with contextlib.suppress(LuxError):
            await unregister_provider(room.engine, tools.name)

    if not own:
        client.closing.append(leave)
