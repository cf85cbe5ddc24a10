"""The messages of the MCR reference: read what a client sends, write what it is sent."""

from dataclasses import dataclass
from typing import Any

from lux_nb.engine.payloads import mcr
from lux_nb.errors import InvalidRequest, LuxError
from lux_nb.server.calling import correlation_from

Message = dict[str, Any]

CONNECTED = "WebSocket connection established with MCR server."
REQUEST_TOOLS = "mcp.request_tools"
INVOKE_TOOL = "mcp.invoke_tool"
TOOL_RESPONSE = "mcp.tool_response"
MOST_ID_CHARACTERS = 200
CODES = {"VALIDATION_ERROR": "INVALID_INPUT", "UNKNOWN_OPERATION": "UNKNOWN_TOOL"}
"""Codes that the reference names otherwise."""


@dataclass(frozen=True, slots=True)
class Invocation:
    """A call that a client asks for."""

    message_id: str | None
    tool: str
    arguments: dict[str, Any]
    correlation: str | None = None
    over_mcp: bool = False


@dataclass(frozen=True, slots=True)
class ToolsWanted:
    """A client asks which tools there are."""

    message_id: str | None


class Malformed(Exception):
    """A message that is not one of the protocol."""

    def __init__(self, code: str, message: str, message_id: str | None = None) -> None:
        super().__init__(message)
        self.code, self.message, self.message_id = code, message, message_id


def read_message(given: Any) -> Invocation | ToolsWanted:
    """Read a client's message, or raise what is wrong about it."""
    if not isinstance(given, dict):
        raise Malformed("INVALID_MESSAGE", "A message is a JSON object.")
    message_id = given.get("messageId")
    if message_id is not None and not _is_id(message_id):
        text = f"messageId must be a text of at most {MOST_ID_CHARACTERS} characters."
        raise Malformed("INVALID_MESSAGE_ID", text)
    action = given.get("action")
    kind = given.get("type", action)
    if kind is None:
        raise Malformed("MISSING_TYPE", "The message has no type.", message_id)
    if REQUEST_TOOLS in (kind, action):
        return ToolsWanted(message_id)
    if INVOKE_TOOL in (kind, action):
        return _mcp_invocation(given, message_id)
    if kind != "tool_invoke":
        raise Malformed("UNKNOWN_MESSAGE_TYPE", f"There is no message type {kind!r}.", message_id)
    if message_id is None:
        raise Malformed("MISSING_MESSAGE_ID", "The message has no messageId.")
    return _invocation(given, message_id)


def _invocation(given: Message, message_id: str) -> Invocation:
    payload = given.get("payload")
    if not isinstance(payload, dict):
        raise Malformed("INVALID_MESSAGE", "payload must be an object.", message_id)
    tool = payload.get("tool_name")
    if not isinstance(tool, str) or not tool:
        raise Malformed("MISSING_TOOL_NAME", "payload.tool_name must be a text.", message_id)
    arguments = _arguments(payload.get("input"), "payload.input", message_id)
    return Invocation(message_id, tool, arguments, _correlation(given))


def _mcp_invocation(given: Message, message_id: str | None) -> Invocation:
    """Read a call of MCP, whose parts stand in a payload, in params or at the top."""
    inner = given.get("payload", given.get("params", given))
    if not isinstance(inner, dict):
        raise Malformed("INVALID_MESSAGE", "payload must be an object.", message_id)
    tool = next((inner[key] for key in ("tool_name", "toolName", "name") if key in inner), None)
    if not isinstance(tool, str) or not tool:
        raise Malformed("MISSING_TOOL_NAME", "payload.tool_name must be a text.", message_id)
    told = inner.get("input", inner.get("arguments"))
    arguments = _arguments(told, "payload.input", message_id)
    return Invocation(message_id, tool, arguments, _correlation(given), over_mcp=True)


def _arguments(given: Any, name: str, message_id: str | None) -> dict[str, Any]:
    if given is None:
        return {}
    if not isinstance(given, dict):
        raise Malformed("INVALID_MESSAGE", f"{name} must be an object.", message_id)
    return given


def _correlation(given: Message) -> str | None:
    headers = given.get("headers")
    if not isinstance(headers, dict):
        return None
    lowered = {str(name).lower(): value for name, value in headers.items()}
    return correlation_from(lowered.get("x-correlation-id"))


def _is_id(value: Any) -> bool:
    return isinstance(value, str) and 0 < len(value) <= MOST_ID_CHARACTERS


def connection_ack(correlation: str) -> Message:
    """Say that the connection is there."""
    return {"type": "connection_ack", "correlationId": correlation, "message": CONNECTED}


def error_message(error: Malformed, correlation: str) -> Message:
    """Say that a message was malformed."""
    payload = {"success": False, "error": error.code, "message": error.message}
    return {
        "type": "error",
        "messageId": error.message_id,
        "correlationId": correlation,
        "payload": payload,
    }


def tool_result(asked: Invocation, correlation: str, payload: Message) -> Message:
    """Answer a ``tool_invoke``."""
    return _answer("tool_result", asked, correlation, payload)


def tool_update(asked: Invocation, correlation: str, kind: str, payload: Message) -> Message:
    """Hand on a partial result of a call, before its ``tool_result``."""
    return _answer(f"tool_{kind}", asked, correlation, payload)


def tool_response(asked: Invocation | ToolsWanted, correlation: str, payload: Message) -> Message:
    """Answer a message of MCP."""
    return {
        "type": TOOL_RESPONSE,
        "action": TOOL_RESPONSE,
        "messageId": asked.message_id,
        "correlationId": correlation,
        "payload": payload,
    }


def kb_updated(payload: Message, correlation: str) -> Message:
    """Say that a knowledge base changed."""
    return {"type": "kb_updated", "correlationId": correlation, "payload": payload}


def succeeded(wire: Message) -> Message:
    """Return a result as a payload; those of the reference say themselves that they succeeded."""
    return wire if "success" in wire else {"success": True, "data": wire}


def failed(error: LuxError) -> Message:
    """Return an error as a payload, under the code the reference gives it."""
    payload = mcr(error)
    if isinstance(error, InvalidRequest) or error.code in CODES:
        payload["error"] = CODES.get(error.code, error.code)
    return payload


def _answer(kind: str, asked: Invocation, correlation: str, payload: Message) -> Message:
    made = {
        "type": kind,
        "messageId": asked.message_id,
        "correlationId": correlation,
        "payload": payload,
    }
    if asked.correlation is not None:
        made["headers"] = {"X-Correlation-ID": asked.correlation}
    return made
