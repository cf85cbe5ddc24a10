"""JSON-RPC frames as plain data: what a frame is, and the headers it needs over HTTP."""

import base64
import json
import re
from typing import Any

Frame = dict[str, Any]

VERSION_META = "io.modelcontextprotocol/protocolVersion"
SUBSCRIPTION_META = "io.modelcontextprotocol/subscriptionId"
LISTEN = "subscriptions/listen"
LISTEN_ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
KERNEL_GONE = -32000
INTERNAL_ERROR = -32603
INVALID_REQUEST = -32600
PARSE_ERROR = -32700

# The parameter that names what a request is about, which travels as a header too.
_NAMED_BY = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}
_PLAIN_HEADER = re.compile(r"[\x20-\x7e]*")
_ENCODED_HEADER = re.compile(r"=\?base64\?.*\?=", re.IGNORECASE)


def encode(frame: Frame) -> bytes:
    """Write a frame as one line; a lone surrogate stays the escape it was."""
    text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
    return text.encode("utf-8", "backslashreplace")


def is_request(frame: Frame) -> bool:
    """Whether the frame wants an answer."""
    return "method" in frame and "id" in frame


def has_usable_id(frame: Frame) -> bool:
    """Whether an answer could be told from others by the frame's id: null is none."""
    identity = frame.get("id")
    return isinstance(identity, str | int) and not isinstance(identity, bool)


def is_answer(frame: Frame) -> bool:
    """Whether the frame is a result or an error."""
    return "method" not in frame and ("result" in frame or "error" in frame)


def parameters(frame: Frame) -> dict[str, Any]:
    """Return the parameters of a frame, empty when it has none."""
    given = frame.get("params")
    return given if isinstance(given, dict) else {}


def own_version(frame: Frame) -> str | None:
    """Return the protocol version a frame carries itself: newer clients send it with each."""
    meta = parameters(frame).get("_meta")
    version = meta.get(VERSION_META) if isinstance(meta, dict) else None
    return version if isinstance(version, str) else None


def routing_headers(frame: Frame, version: str) -> dict[str, str]:
    """Return the headers that a newer request repeats from its body."""
    method = str(frame["method"])
    headers = {"mcp-protocol-version": version, "mcp-method": method}
    name = parameters(frame).get(_NAMED_BY.get(method, ""))
    if isinstance(name, str):
        headers["mcp-name"] = header_value(name)
    return headers


def header_value(text: str) -> str:
    """Return text as a header can carry it; what it can't is wrapped as the protocol says."""
    travels = _PLAIN_HEADER.fullmatch(text) and text == text.strip()
    if travels and not _ENCODED_HEADER.fullmatch(text):
        return text
    return f"=?base64?{base64.b64encode(text.encode()).decode()}?="


def error_frame(identity: Any, code: int, message: str) -> Frame:
    """Make an error answer."""
    return {"jsonrpc": "2.0", "id": identity, "error": {"code": code, "message": message}}


def notification(method: str, **params: Any) -> Frame:
    """Make a notification."""
    frame: Frame = {"jsonrpc": "2.0", "method": method}
    if params:
        frame["params"] = params
    return frame
