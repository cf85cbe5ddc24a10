"""The tools, prompts and resources by name that the conformance suites ask a server for."""

import base64
import io
import json
import struct
import wave
import zlib
from typing import Any

from mcp_types import (
    AudioContent,
    CallToolResult,
    EmbeddedResource,
    ImageContent,
    TextContent,
    TextResourceContents,
)


def _red_pixel() -> str:
    def chunk(name: bytes, data: bytes) -> bytes:
        checked = name + data
        return struct.pack(">I", len(data)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", 1, 1, 8, 2, 0, 0, 0)
    pixels = zlib.compress(b"\x00\xff\x00\x00")
    parts = (chunk(b"IHDR", header), chunk(b"IDAT", pixels), chunk(b"IEND", b""))
    return base64.b64encode(b"\x89PNG\r\n\x1a\n" + b"".join(parts)).decode()


def _silence() -> str:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as sound:
        sound.setnchannels(1)
        sound.setsampwidth(1)
        sound.setframerate(8000)
        sound.writeframes(b"\x80" * 80)
    return base64.b64encode(buffer.getvalue()).decode()


PNG = _red_pixel()
WAV = _silence()


def text(said: str, *, is_error: bool = False) -> CallToolResult:
    return CallToolResult(content=[TextContent(type="text", text=said)], is_error=is_error)


def image() -> ImageContent:
    return ImageContent(type="image", data=PNG, mime_type="image/png")


def embedded(uri: str, mime_type: str, said: str) -> EmbeddedResource:
    contents = TextResourceContents(uri=uri, mime_type=mime_type, text=said)
    return EmbeddedResource(type="resource", resource=contents)


PLAIN_TOOLS: dict[str, CallToolResult] = {
    "test_simple_text": text("This is a simple text response for testing."),
    "test_error_handling": text(
        "This tool intentionally returns an error for testing", is_error=True
    ),
    "test_image_content": CallToolResult(content=[image()]),
    "test_audio_content": CallToolResult(
        content=[AudioContent(type="audio", data=WAV, mime_type="audio/wav")]
    ),
    "test_embedded_resource": CallToolResult(
        content=[
            embedded(
                "test://embedded-resource", "text/plain", "This is an embedded resource content."
            )
        ]
    ),
    "test_multiple_content_types": CallToolResult(
        content=[
            TextContent(type="text", text="Multiple content types test:"),
            image(),
            embedded(
                "test://mixed-content-resource",
                "application/json",
                json.dumps({"test": "data", "value": 123}),
            ),
        ]
    ),
}

OBJECT: dict[str, Any] = {"type": "object", "properties": {}}


def _asks(name: str) -> dict[str, Any]:
    return {"type": "object", "properties": {name: {"type": "string"}}, "required": [name]}


SCHEMAS: dict[str, dict[str, Any]] = {
    "test_sampling": _asks("prompt"),
    "test_elicitation": _asks("message"),
    "test_custom_headers": {
        "type": "object",
        "properties": {
            "region": {"type": "string", "x-mcp-header": "Region"},
            "query": {"type": "string"},
        },
        "required": ["region"],
    },
    "json_schema_2020_12_tool": {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": {
            "address": {
                "$anchor": "addressDef",
                "type": "object",
                "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
            }
        },
        "properties": {
            "name": {"type": "string"},
            "address": {"$ref": "#/$defs/address"},
            "contactMethod": {"type": "string", "enum": ["phone", "email"]},
            "phone": {"type": "string"},
            "email": {"type": "string"},
        },
        "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
        "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
        "then": {"required": ["phone"]},
        "else": {"required": ["email"]},
        "additionalProperties": False,
    },
}

DEFAULTS_FORM = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "default": "John Doe"},
        "age": {"type": "integer", "default": 30},
        "score": {"type": "number", "default": 95.5},
        "status": {
            "type": "string",
            "enum": ["active", "inactive", "pending"],
            "default": "active",
        },
        "verified": {"type": "boolean", "default": True},
    },
    "required": [],
}
_OPTIONS = ["option1", "option2", "option3"]


def _titled(word: str) -> list[dict[str, str]]:
    names = ("First", "Second", "Third")
    return [
        {"const": f"value{number}", "title": f"{name} {word}"}
        for number, name in enumerate(names, start=1)
    ]


ENUMS_FORM = {
    "type": "object",
    "properties": {
        "untitledSingle": {"type": "string", "enum": _OPTIONS},
        "titledSingle": {"type": "string", "oneOf": _titled("Option")},
        "legacyEnum": {
            "type": "string",
            "enum": ["opt1", "opt2", "opt3"],
            "enumNames": ["Option One", "Option Two", "Option Three"],
        },
        "untitledMulti": {"type": "array", "items": {"type": "string", "enum": _OPTIONS}},
        "titledMulti": {"type": "array", "items": {"anyOf": _titled("Choice")}},
    },
    "required": [],
}
USER_FORM = {
    "type": "object",
    "properties": {
        "username": {"type": "string", "description": "User's response"},
        "email": {"type": "string", "description": "User's email address"},
    },
    "required": ["username", "email"],
}
