"""JSON schemas of operations as assistants read them: short, and true of the wire."""

from functools import cache
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from lux_nb.engine.operations import Request, Result


class _Plain(GenerateJsonSchema):
    """Leaves out generated titles: they repeat the names and cost an assistant's context."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False


class _OmitsNone(_Plain):
    """For results whose empty fields are left out, a field that may be empty is not required."""

    def field_is_required(self, field: Any, *rest: Any, **named: Any) -> bool:
        if field["schema"]["type"] == "nullable":
            return False
        return super().field_is_required(field, *rest, **named)


@cache
def input_schema(request: type[Request]) -> dict[str, Any]:
    """Return the schema of an operation's parameters."""
    return _untitled(request.model_json_schema(schema_generator=_Plain))


@cache
def output_schema(response: type[Result]) -> dict[str, Any]:
    """Return the schema of what ``wire()`` gives."""
    generator = _OmitsNone if response.omits_none() else _Plain
    return _untitled(response.model_json_schema(mode="serialization", schema_generator=generator))


def _untitled(schema: dict[str, Any]) -> dict[str, Any]:
    """Drop the class names that pydantic gives as titles of the schema and its parts."""
    parts = [schema, *schema.get("$defs", {}).values()]
    for part in parts:
        if isinstance(part.get("title"), str):
            del part["title"]
    return schema
