"""A tool from a Python function or class: its schema is read from hints and docstring."""

import inspect
import re
import typing
from collections.abc import Callable
from typing import Any, Literal

from pydantic import ConfigDict, Field, TypeAdapter, create_model
from pydantic.errors import PydanticSchemaGenerationError, PydanticUserError

from lux_nb.errors import InvalidRequest

_SECTION = re.compile(r"^\s*(?:Args|Arguments|Parameters)\s*:?\s*$")
_END = re.compile(r"^\s*(?:Returns?|Raises|Yields?|Examples?|Notes?)\s*:?\s*$")
_ITEM = re.compile(r"^\s*\*{0,2}(\w+)\s*(?:\([^)]*\))?\s*:\s*(.*)$")


def describe_function(function: Callable[..., Any]) -> dict[str, Any]:
    """Return name, description and schemas of a function, as ``Tool`` takes them."""
    documentation = inspect.getdoc(function) or ""
    summary, _, rest = documentation.partition("\n\n")
    return {
        "name": getattr(function, "__name__", type(function).__name__),
        "description": " ".join(summary.split()),
        "long_description": rest.strip() or None,
        "input_schema": input_schema_of(function, parameter_notes(documentation)),
        "output_schema": output_schema_of(function),
    }


def describe_class(tool_class: type) -> tuple[dict[str, Any], Callable[..., Any]]:
    """Return the description of a class with a ``run`` or ``__call__`` method, and that method.

    Class attributes such as ``name``, ``description``, ``category``, ``tags`` and ``version``
    say what the tool is; ``input_schema`` and ``output_schema`` replace what the hints say.
    """
    made = tool_class()
    run = getattr(made, "run", None) or (made if callable(made) else None)
    if run is None:
        message = f"The class {tool_class.__name__} has neither run() nor __call__()."
        raise InvalidRequest(message, hint="Give it a method run(self, …) with type hints.")
    method = run if inspect.ismethod(run) else run.__call__
    described = describe_function(method)
    name = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", tool_class.__name__).lower()
    described["name"] = name
    described["description"] = described["description"] or inspect.getdoc(tool_class) or ""
    for attribute in ("name", "description", "category", "version", "author", "tags", "pricing"):
        if isinstance(getattr(made, attribute, None), str | list | tuple | dict):
            described[attribute] = getattr(made, attribute)
    for attribute in ("input_schema", "output_schema"):
        if isinstance(getattr(made, attribute, None), dict):
            described[attribute] = getattr(made, attribute)
    return described, method


def input_schema_of(function: Callable[..., Any], notes: dict[str, str]) -> dict[str, Any]:
    """Return the JSON Schema of a function's parameters."""
    fields: dict[str, Any] = {}
    open_ended = False
    hints = _hints(function)
    for parameter in inspect.signature(function).parameters.values():
        if parameter.kind is parameter.VAR_KEYWORD:
            open_ended = True
            continue
        if parameter.name.startswith("_"):
            continue  # for whoever runs the tool, not for its callers
        if parameter.kind in {parameter.VAR_POSITIONAL, parameter.POSITIONAL_ONLY}:
            message = f"The parameter {parameter.name!r} can't be given by name."
            raise InvalidRequest(message, hint="Tools are called with named arguments only.")
        annotation = hints.get(parameter.name, Any)
        default = ... if parameter.default is parameter.empty else parameter.default
        note = notes.get(parameter.name)
        # A description of None would take the place of one in the hint.
        more: dict[str, Any] = {"description": note} if note else {}
        described = Field(default, alias=parameter.name, **more)
        # Names of its own inside, since a model has attributes a parameter may be named like.
        fields[f"parameter_{len(fields)}"] = (annotation, described)
    extra: Literal["allow", "forbid"] = "allow" if open_ended else "forbid"
    configuration = ConfigDict(extra=extra, arbitrary_types_allowed=False, protected_namespaces=())
    try:
        model = create_model("Arguments", __config__=configuration, **fields)
        schema = model.model_json_schema(by_alias=True)
    except (PydanticSchemaGenerationError, PydanticUserError, NameError) as error:
        reason = str(error).splitlines()[0]
        message = f"No schema can be read from the hints of {function.__name__!r}: {reason}"
        raise InvalidRequest(message, hint="Use types JSON has, or pass input_schema=…") from None
    return typing.cast("dict[str, Any]", untitled(schema))


def output_schema_of(function: Callable[..., Any]) -> dict[str, Any] | None:
    """Return the JSON Schema of what a function returns, or None where it does not say."""
    hint = _hints(function).get("return", Any)
    if hint is Any or hint is None:
        return None
    try:
        schema = TypeAdapter(hint).json_schema(mode="serialization")
    except (PydanticSchemaGenerationError, PydanticUserError):
        return None  # a DataFrame, say: it is sent as data, with no schema to promise
    return typing.cast("dict[str, Any]", untitled(schema)) or None


def parameter_notes(documentation: str) -> dict[str, str]:
    """Read what a docstring says about each parameter (Google style)."""
    notes: dict[str, str] = {}
    inside, current = False, ""
    for line in documentation.splitlines():
        if _SECTION.match(line):
            inside = True
        elif inside and _END.match(line):
            break
        elif inside and (found := _ITEM.match(line)):
            current = found.group(1)
            notes[current] = found.group(2).strip()
        elif inside and current and line.strip():
            notes[current] = f"{notes[current]} {line.strip()}".strip()
    return notes


def untitled(schema: Any) -> Any:
    """Drop the titles that pydantic makes from names."""
    if isinstance(schema, dict):
        return {
            name: {key: untitled(part) for key, part in value.items()}
            if name in {"properties", "$defs"}
            else untitled(value)
            for name, value in schema.items()
            if not (name == "title" and isinstance(value, str))
        }
    return [untitled(item) for item in schema] if isinstance(schema, list) else schema


def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    try:
        return typing.get_type_hints(inspect.unwrap(function), include_extras=True)
    except (NameError, TypeError):
        return dict(getattr(function, "__annotations__", {}))
