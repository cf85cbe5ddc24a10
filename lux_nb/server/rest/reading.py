"""From an HTTP request to the parameters of an operation."""

from typing import Any

from starlette.datastructures import QueryParams
from starlette.requests import Request as HttpRequest

from lux_nb.engine.operations import Operation
from lux_nb.errors import InvalidRequest
from lux_nb.server.calling import read_json
from lux_nb.server.rest.bindings import Binding
from lux_nb.server.schemas import input_schema

JSON = "application/json"


async def bound_parameters(
    request: HttpRequest, binding: Binding, declared: Operation
) -> dict[str, Any]:
    """Collect parameters from the path, and from the body or the query."""
    if binding.takes_body:
        given = _from_body(await read_body(request), binding, declared)
    else:
        given = from_query(request.query_params, declared)
        if refused := [name for name in given if not binding.allows(name)]:
            message = f"{refused[0]}: it is not a parameter of GET."
            raise InvalidRequest(message, details=[{"field": refused[0]}])
    for variable, field in binding.variables.items():
        if field in given:
            message = f"{field}: the path names it already."
            raise InvalidRequest(message, details=[{"field": field}])
        given[field] = request.path_params[variable]
    return given


async def read_body(request: HttpRequest) -> dict[str, Any]:
    """Read a body that must be a JSON object; no body is an empty one."""
    body = await request.body()
    if not body:
        return {}
    kind = request.headers.get("content-type", JSON).partition(";")[0].strip().lower()
    if kind != JSON:
        message = f"The body must be {JSON}, not {kind or 'of no type'}."
        raise InvalidRequest(message, code="UNSUPPORTED_MEDIA_TYPE")
    return as_object(read_json(body), "The body")


def as_object(value: Any, what: str) -> dict[str, Any]:
    """Return a JSON object, or say that it should be one."""
    if not isinstance(value, dict):
        message = f"{what} must be a JSON object."
        raise InvalidRequest(message, details=[{"field": "body", "problem": "not an object"}])
    return value


def from_query(query: QueryParams, declared: Operation) -> dict[str, Any]:
    """Read parameters from a query: lists are split at commas, objects are JSON."""
    properties = input_schema(declared.request).get("properties", {})
    given: dict[str, Any] = {}
    for name, text in query.multi_items():
        if name in given:
            message = f"{name}: it is given twice."
            raise InvalidRequest(message, details=[{"field": name}])
        types = schema_types(properties.get(name, {}))
        if "array" in types and "string" not in types:
            given[name] = _listed(text)
        elif "object" in types and "string" not in types:
            given[name] = as_object(read_json(text), name)
        else:
            given[name] = text
    return given


def schema_types(schema: dict[str, Any]) -> set[str]:
    """Return the types a schema allows, ``null`` left out."""
    found = schema.get("type", [])
    types = {found} if isinstance(found, str) else set(found)
    for part in schema.get("anyOf", []):
        types |= schema_types(part)
    return types - {"null"}


def _listed(text: str) -> Any:
    if text.lstrip().startswith("["):
        return read_json(text)
    return [part.strip() for part in text.split(",") if part.strip()]


def _from_body(body: dict[str, Any], binding: Binding, declared: Operation) -> dict[str, Any]:
    if binding.body_field is not None:
        return {binding.body_field: body}
    if not binding.from_arguments:
        return dict(body)
    return tool_arguments(body, declared)


def tool_arguments(body: dict[str, Any], declared: Operation) -> dict[str, Any]:
    """Read the execution of a tool about tools: its arguments, and for which agent."""
    if unknown := body.keys() - {"arguments", "options", "context"}:
        message = f"{min(unknown)}: unknown; known are: arguments, options, context."
        raise InvalidRequest(message, details=[{"field": min(unknown)}])
    arguments = as_object(body.get("arguments", {}), "arguments")
    context = as_object(body.get("context", {}), "context")
    known = input_schema(declared.request).get("properties", {})
    shared = {
        name: value
        for name, value in context.items()
        if name in known and name not in arguments and name in {"agentId", "channelId"}
    }
    return {**arguments, **shared}
