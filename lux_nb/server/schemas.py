"""JSON schemas of operations as assistants read them: short, and true of the wire."""

from functools import cache
from typing import Any

from pydantic.json_schema import GenerateJsonSchema

from lux_nb.engine.operations import Request, Result

Schema = dict[str, Any]
NULL = {"type": "null"}


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
def input_schema(request: type[Request]) -> Schema:
    """Return the schema of an operation's parameters.

    A parameter that may be null is one that may be left out, so null is not spelled out.
    """
    schema = _untitled(request.model_json_schema(schema_generator=_Plain))
    for part in (schema, *schema.get("$defs", {}).values()):
        for name, wanted in part.get("properties", {}).items():
            part["properties"][name] = _without_null(wanted)
    return schema


@cache
def output_schema(response: type[Result], *, brief: bool = False) -> Schema:
    """Return the schema of what ``wire()`` gives, or only the types of its fields.

    No field is required: a call that takes long is answered with the handle of a job instead.
    """
    generator = _OmitsNone if response.omits_none() else _Plain
    schema = _untitled(response.model_json_schema(mode="serialization", schema_generator=generator))
    schema.pop("required", None)
    return _outline(schema) if brief else schema


def _untitled(schema: Schema) -> Schema:
    """Drop what pydantic takes from classes: their names and docstrings are for programmers."""
    parts = [schema, *schema.get("$defs", {}).values()]
    for part in parts:
        if isinstance(part.get("title"), str):
            del part["title"]
        if isinstance(part.get("description"), str):
            del part["description"]
    return schema


def _without_null(wanted: Schema) -> Schema:
    choices = wanted.get("anyOf")
    if not isinstance(choices, list) or NULL not in choices or wanted.get("default", 0) is not None:
        return wanted
    rest = [choice for choice in choices if choice != NULL]
    kept = {name: value for name, value in wanted.items() if name not in {"anyOf", "default"}}
    if len(rest) == 1:
        return {**rest[0], **kept}
    return {"anyOf": rest, **kept}


def _outline(schema: Schema) -> Schema:
    """Keep the fields and their types; what is inside them is left to the answer."""
    definitions = schema.get("$defs", {})
    fields = schema.get("properties", {})
    kinds = {name: _kind(wanted, definitions) for name, wanted in fields.items()}
    return {"type": "object", "properties": kinds}


def _kind(wanted: Schema, definitions: Schema) -> Schema:
    types = list(dict.fromkeys(_types(wanted, definitions)))
    if not types or "" in types:
        return {}
    return {"type": types[0] if len(types) == 1 else types}


def _types(wanted: Schema, definitions: Schema) -> list[str]:
    """Return the JSON types a part may have; an empty one where it may be anything."""
    if "$ref" in wanted:
        return _types(definitions[wanted["$ref"].rpartition("/")[2]], definitions)
    if "anyOf" in wanted or "oneOf" in wanted:
        choices = wanted.get("anyOf") or wanted["oneOf"]
        return [kind for choice in choices for kind in _types(choice, definitions)]
    kind = wanted.get("type", "string" if "enum" in wanted else "")
    return kind if isinstance(kind, list) else [kind]
