"""The configuration files of assistants as JSON schemas, written from their documentation."""

from typing import Any

_STRINGS = {"type": "object", "additionalProperties": {"type": "string"}}
_ARGUMENTS = {"type": "array", "items": {"type": "string"}}


def _stdio(*, named: bool, more: dict[str, Any] | None = None) -> dict[str, Any]:
    properties: dict[str, Any] = {
        "command": {"type": "string", "minLength": 1},
        "args": _ARGUMENTS,
        "env": _STRINGS,
        **(more or {}),
    }
    if named:
        properties["type"] = {"const": "stdio"}
    return {
        "type": "object",
        "properties": properties,
        "required": ["command", *(["type"] if named else [])],
        "additionalProperties": False,
    }


def _remote(kinds: list[str]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": {
            "type": {"enum": kinds},
            "url": {"type": "string", "pattern": "^https?://"},
            "headers": _STRINGS,
        },
        "required": ["type", "url"],
    }


def _file(section: str, *servers: dict[str, Any]) -> dict[str, Any]:
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "properties": {
            section: {
                "type": "object",
                "propertyNames": {"pattern": "^[A-Za-z0-9_. -]{1,64}$"},
                "additionalProperties": {"anyOf": list(servers)},
            }
        },
        "required": [section],
    }


SCHEMAS: dict[str, dict[str, Any]] = {
    # Claude Desktop starts local servers only: a command, its arguments, its environment.
    "claude-desktop": _file("mcpServers", _stdio(named=False)),
    # Cursor tells a local server by its command and a remote one by its url.
    "cursor": _file(
        "mcpServers",
        _stdio(named=False, more={"envFile": {"type": "string"}, "type": {"const": "stdio"}}),
        {
            "type": "object",
            "properties": {"url": {"type": "string"}, "headers": _STRINGS},
            "required": ["url"],
        },
    ),
    # VS Code names the kind of each server under "servers", beside asked-for "inputs".
    "vscode": _file(
        "servers",
        _stdio(named=True, more={"envFile": {"type": "string"}, "cwd": {"type": "string"}}),
        _remote(["http", "sse"]),
    ),
    # Claude Code reads one form from a project's .mcp.json and the user's own file.
    "claude-code": _file("mcpServers", _stdio(named=True), _remote(["http", "sse"])),
}
