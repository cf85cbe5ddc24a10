"""The OpenAPI document, generated from the same operations and table as the routes."""

import copy
import re
from collections.abc import Mapping
from typing import Any

from lux_nb import __version__
from lux_nb.engine.operations import Operation
from lux_nb.server.rest.bindings import Binding, bindings
from lux_nb.server.rest.reading import schema_types
from lux_nb.server.schemas import input_schema, output_schema

JSON = "application/json"
Schema = dict[str, Any]

_ERROR = {
    "type": "object",
    "properties": {
        "code": {"type": "string"},
        "message": {"type": "string"},
        "details": {},
        "hint": {"type": "string"},
        "retry_after": {"type": "number"},
    },
    "required": ["code", "message"],
}
_OPERATION_ROW = {
    "type": "object",
    "properties": {
        **{name: {"type": "string"} for name in ("name", "title", "description", "toolset", "url")},
        **{name: {"type": "boolean"} for name in ("streams", "spends", "writes", "runsCode")},
    },
    "required": ["name", "toolset", "url"],
}
_HEALTH = {
    "type": "object",
    "properties": {
        "status": {"enum": ["ok", "failing"]},
        "version": {"type": "string"},
        "uptime": {"type": "number"},
        "operations": {"type": "integer"},
        "checks": {"type": "object", "additionalProperties": {"type": "string"}},
    },
    "required": ["status", "version", "uptime", "checks"],
}


class _Parts:
    """The shared schemas; each is kept once, under a name of its own."""

    def __init__(self) -> None:
        self.schemas: dict[str, Schema] = {}
        self._raw: dict[str, Schema] = {}

    def hoisted(self, schema: Schema, prefix: str) -> Schema:
        """Move the definitions of a schema to the shared ones, where references can find them."""
        definitions = schema.get("$defs", {})
        names = {name: self._name(name, raw, prefix) for name, raw in definitions.items()}
        for name, raw in definitions.items():
            self.schemas[names[name]] = _renamed(raw, names)
        rest = {key: value for key, value in schema.items() if key != "$defs"}
        renamed: Schema = _renamed(rest, names)
        return renamed

    def _name(self, name: str, raw: Schema, prefix: str) -> str:
        plain = re.sub(r"[^\w.\-]", "_", name)
        if self._raw.setdefault(plain, raw) == raw:
            return plain
        return f"{prefix}.{plain}"


def openapi_document(operations: Mapping[str, Operation]) -> Schema:
    """Describe the REST surface of these operations as OpenAPI 3.1."""
    parts = _Parts()
    paths: dict[str, dict[str, Any]] = {}
    for binding in bindings(operations):
        described = _bound(binding, operations[binding.operation], parts)
        paths.setdefault(binding.path, {})[binding.method.lower()] = described
    paths["/api/operations"] = {"get": _listing()}
    for declared in operations.values():
        paths[f"/api/operations/{declared.name}"] = {"post": _generic(declared, parts)}
    paths["/health"] = {"get": _health()}
    paths["/metrics"] = {"get": _metrics()}
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "lux_nb",
            "version": __version__,
            "description": "The operations of a running notebook kernel.",
        },
        "paths": paths,
        "components": {
            "schemas": {**parts.schemas, "LuxError": _ERROR},
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
        },
        "security": [{"token": []}],
    }


def _bound(binding: Binding, declared: Operation, parts: _Parts) -> Schema:
    request = parts.hoisted(input_schema(declared.request), declared.name)
    data = parts.hoisted(output_schema(declared.response), declared.name)
    success = {
        "type": "object",
        "properties": {"success": {"const": True}, "data": data},
        "required": ["success", "data"],
    }
    in_path = set(binding.variables.values())
    described: Schema = {
        "operationId": f"{binding.method.lower()} {binding.path}",
        "summary": declared.title,
        "description": declared.description,
        "tags": ["auto-correction" if "auto-correction" in binding.path else "mcp"],
        "parameters": [
            _parameter(name, "path", request["properties"].get(field, {}), required=True)
            for name, field in binding.variables.items()
        ],
        "responses": _responses(success, _failed_with_success()),
    }
    if binding.takes_body:
        described["requestBody"] = _body(_body_schema(binding, request, in_path))
        return described
    required = set(request.get("required", []))
    described["parameters"] += [
        _parameter(name, "query", schema, required=name in required)
        for name, schema in request.get("properties", {}).items()
        if name not in in_path and binding.allows(name)
    ]
    return described


def _body_schema(binding: Binding, request: Schema, in_path: set[str]) -> Schema:
    if binding.from_arguments:
        extra = {"type": "object"}
        properties = {"arguments": request, "options": extra, "context": extra}
        return {"type": "object", "properties": properties, "additionalProperties": False}
    if binding.body_field is not None:
        field: Schema = request["properties"][binding.body_field]
        return field
    properties = request.get("properties", {})
    required = [name for name in request.get("required", []) if name not in in_path]
    return {
        **request,
        "properties": {name: part for name, part in properties.items() if name not in in_path},
        "required": required,
    }


def _generic(declared: Operation, parts: _Parts) -> Schema:
    request = parts.hoisted(input_schema(declared.request), declared.name)
    answer = parts.hoisted(output_schema(declared.response), declared.name)
    responses = _responses(answer, _failed())
    if declared.streams:
        responses["200"]["content"]["text/event-stream"] = {"schema": {"type": "string"}}
    return {
        "operationId": declared.name,
        "summary": declared.title,
        "description": declared.description,
        "tags": [declared.toolset],
        "requestBody": _body(request),
        "responses": responses,
    }


def _listing() -> Schema:
    rows = {"type": "array", "items": _OPERATION_ROW}
    schema = {"type": "object", "properties": {"operations": rows}, "required": ["operations"]}
    return {
        "operationId": "operations",
        "summary": "List the operations",
        "tags": ["server"],
        "responses": _responses(schema, _failed()),
    }


def _health() -> Schema:
    return {
        "operationId": "health",
        "summary": "Whether the kernel's server and store work",
        "tags": ["server"],
        "responses": {
            **_responses(_HEALTH, _failed()),
            "503": {"description": "Failing.", "content": {JSON: {"schema": _HEALTH}}},
        },
    }


def _metrics() -> Schema:
    text = {"text/plain": {"schema": {"type": "string"}}}
    failed = _responses({}, _failed())
    return {
        "operationId": "metrics",
        "summary": "Counters as Prometheus reads them",
        "tags": ["server"],
        "responses": {**failed, "200": {"description": "Counters.", "content": text}},
    }


def _parameter(name: str, place: str, schema: Schema, *, required: bool) -> Schema:
    shown = _without_null(schema)
    made: Schema = {"name": name, "in": place, "required": required}
    if "description" in shown:
        made["description"] = shown.pop("description")
    types = schema_types(shown)
    if types == {"object"}:
        return {**made, "content": {JSON: {"schema": shown}}}
    if types == {"array"}:
        made |= {"style": "form", "explode": False}
    return {**made, "schema": shown}


def _without_null(schema: Schema) -> Schema:
    """Take null out of a schema: a query has none, what may be null is left out there."""
    shown = copy.deepcopy(schema)
    options = [part for part in shown.get("anyOf", []) if part.get("type") != "null"]
    if len(options) == 1:
        shown.pop("anyOf")
        shown = {**options[0], **shown}
    elif options:
        shown["anyOf"] = options
    if shown.get("default", 0) is None:
        shown.pop("default")
    return shown


def _body(schema: Schema) -> Schema:
    return {"required": bool(schema.get("required")), "content": {JSON: {"schema": schema}}}


def _responses(success: Schema, failure: Schema) -> Schema:
    failed = {"description": "Refused or failed.", "content": {JSON: {"schema": failure}}}
    done = {"description": "Done.", "content": {JSON: {"schema": success}}}
    # An operation that takes longer than a client waits goes on as a job, which the error names.
    goes_on = {"description": "It goes on as a job.", "content": {JSON: {"schema": failure}}}
    return {"200": done, "202": goes_on, "4XX": failed, "5XX": failed}


def _failed() -> Schema:
    reference = {"$ref": "#/components/schemas/LuxError"}
    return {"type": "object", "properties": {"error": reference}, "required": ["error"]}


def _failed_with_success() -> Schema:
    shape = _failed()
    shape["properties"]["success"] = {"const": False}
    return shape


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if not isinstance(value, dict):
        return value
    made = {key: _renamed(item, names) for key, item in value.items()}
    reference = made.get("$ref")
    if isinstance(reference, str) and reference.startswith("#/$defs/"):
        made["$ref"] = f"#/components/schemas/{names[reference.removeprefix('#/$defs/')]}"
    return made
