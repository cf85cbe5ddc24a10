"""Validate arguments against JSON Schema 2020-12 and say what is wrong in plain words."""

import importlib
import re
import sys
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import ModuleType
from typing import Any

from lux_nb.errors import InvalidRequest
from lux_nb.tools.formats import FORMATS

Path = tuple[str | int, ...]

KINDS = {
    "type": "typeMismatch",
    "required": "missingRequired",
    "additionalProperties": "unknownProperties",
    "unevaluatedProperties": "unknownProperties",
    "enum": "invalidValue",
    "const": "invalidValue",
    "minimum": "outOfRange",
    "maximum": "outOfRange",
    "exclusiveMinimum": "outOfRange",
    "exclusiveMaximum": "outOfRange",
    "multipleOf": "outOfRange",
    "minLength": "outOfRange",
    "maxLength": "outOfRange",
    "minItems": "outOfRange",
    "maxItems": "outOfRange",
    "pattern": "invalidFormat",
    "format": "invalidFormat",
}
"""What each keyword of JSON Schema is called in a diagnosis; any other is ``constraint``."""

TYPE_NAMES = {
    "dict": "object",
    "map": "object",
    "hashmap": "object",
    "hashtable": "object",
    "list": "array",
    "arraylist": "array",
    "tuple": "array",
    "set": "array",
    "queue": "array",
    "stack": "array",
    "float": "number",
    "double": "number",
    "int": "integer",
    "long": "integer",
    "short": "integer",
    "byte": "integer",
    "bigint": "integer",
    "bool": "boolean",
    "str": "string",
    "char": "string",
    "none": "null",
}
"""Names of types from programming languages, as function lists write them."""

_ANY = frozenset({"any", "object | any", "unknown", ""})
_SCHEMA_MAPS = frozenset(
    {"properties", "patternProperties", "$defs", "definitions", "dependentSchemas"}
)
_SCHEMA_LISTS = frozenset({"anyOf", "oneOf", "allOf", "prefixItems"})
_SCHEMAS = frozenset(
    {"items", "additionalProperties", "unevaluatedProperties", "unevaluatedItems", "contains"}
    | {"propertyNames", "not", "if", "then", "else"}
)
_IMPORT_LOCK = threading.Lock()


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that is wrong with the arguments, and where."""

    path: Path
    keyword: str
    message: str
    value: Any
    expected: Any

    @property
    def kind(self) -> str:
        """The name of this kind of error in a diagnosis, such as ``typeMismatch``."""
        return KINDS.get(self.keyword, "constraint")

    def to_dict(self) -> dict[str, Any]:
        """Return the problem as plain data."""
        return {
            "path": pointer(self.path),
            "kind": self.kind,
            "keyword": self.keyword,
            "message": self.message,
            "expected": self.expected,
        }


def validate(schema: Mapping[str, Any], arguments: Any, *, formats: bool = True) -> list[Problem]:
    """Return everything that is wrong with ``arguments``; an empty list means they are valid.

    JSON Schema leaves it to the validator whether ``format`` constrains anything. With
    ``formats`` the formats ``date``, ``time`` and ``date-time`` do, and no others.
    """
    return problems_of(validator_for(schema, formats=formats), arguments)


def problems_of(validator: Any, arguments: Any) -> list[Problem]:
    """Return the problems a prepared validator finds, in the order of their paths."""
    try:
        errors = list(validator.iter_errors(arguments))
    except Exception as error:
        if not _is_schema_fault(error):
            raise
        message = f"The schema can't be used: {error}"
        raise InvalidRequest(message, hint="Check its $ref, pattern and type keywords.") from error
    found = [
        Problem(
            tuple(error.absolute_path),
            str(error.validator),
            error.message if len(error.message) <= 300 else f"{error.message[:297]}...",
            error.instance,
            error.validator_value,
        )
        for error in errors
    ]
    return sorted(found, key=lambda problem: [str(step) for step in problem.path])


def _is_schema_fault(error: Exception) -> bool:
    """Unresolvable references, bad patterns and unknown types are faults of the schema."""
    module = type(error).__module__
    return isinstance(error, re.error | RecursionError | TypeError | AttributeError) or (
        module.startswith(("referencing", "jsonschema"))
    )


def validator_for(schema: Mapping[str, Any], *, formats: bool = True) -> Any:
    """Return a ``jsonschema`` validator for a schema in JSON Schema or in the BFCL dialect."""
    jsonschema = import_jsonschema()
    # The registry holds the metaschemas alone, so that no $ref is ever fetched from a network.
    registry = importlib.import_module("jsonschema_specifications").REGISTRY
    checker = _format_checker(jsonschema) if formats else None
    return jsonschema.Draft202012Validator(
        normalise_schema(input_schema(schema)), registry=registry, format_checker=checker
    )


def input_schema(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the input schema where a whole tool definition was given."""
    if "type" in schema or "properties" in schema:
        inner = schema.get("function") if schema.get("type") == "function" else None
        return input_schema(inner) if isinstance(inner, Mapping) else schema
    for key in ("parameters", "inputSchema", "input_schema"):
        if isinstance(schema.get(key), Mapping):
            found: Mapping[str, Any] = schema[key]
            return found
    return schema


def _format_checker(jsonschema: ModuleType) -> Any:
    checker = jsonschema.FormatChecker(formats=())
    for name, check in FORMATS.items():
        checker.checkers[name] = (_for_texts(check), ())
    return checker


def _for_texts(check: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or check(value)


def normalise_schema(schema: Any) -> Any:
    """Rewrite a schema that uses type names of programming languages into JSON Schema.

    Function lists such as those of the Berkeley Function-Calling Leaderboard write ``dict``,
    ``float``, ``tuple`` and ``any``. They become ``object``, ``number``, ``array`` and no
    constraint. A ``dict`` that lists its properties takes no others (calling a function with
    an unknown keyword fails), so it is closed unless it says otherwise. A schema that is
    already JSON Schema is returned unchanged.
    """
    if not isinstance(schema, Mapping):
        return schema
    result: dict[str, Any] = {}
    changed = False
    for key, value in schema.items():
        new = _normalised_keyword(key, value)
        changed = changed or new is not value
        if not (key == "type" and new is None):
            result[key] = new
    if schema.get("type") == "dict" and schema.get("properties"):
        changed = changed or "additionalProperties" not in schema
        result.setdefault("additionalProperties", False)
    return result if changed else schema


def _normalised_keyword(key: str, value: Any) -> Any:
    if key == "type":
        return _normalised_type(value)
    if key in _SCHEMA_MAPS and isinstance(value, Mapping):
        return _unchanged_or(value, {name: normalise_schema(item) for name, item in value.items()})
    if key in _SCHEMA_LISTS and isinstance(value, list):
        return _unchanged_or(value, [normalise_schema(item) for item in value])
    if key in _SCHEMAS:
        return normalise_schema(value)
    if key == "required" and isinstance(value, bool):
        return []
    return value


def _unchanged_or(old: Any, new: Any) -> Any:
    before: Iterable[Any] = old.values() if isinstance(old, Mapping) else old
    after: Iterable[Any] = new.values() if isinstance(new, Mapping) else new
    return old if all(a is b for a, b in zip(before, after, strict=True)) else new


def _normalised_type(value: Any) -> Any:
    if isinstance(value, str):
        lowered = value.lower()
        if lowered in _ANY:
            return None
        return value if value in _JSON_TYPES else TYPE_NAMES.get(lowered, _json_type(lowered))
    if isinstance(value, list):
        names = [_normalised_type(item) for item in value]
        if None in names:
            return None
        return value if names == value else list(dict.fromkeys(names))
    return value


_JSON_TYPES = frozenset({"object", "array", "string", "number", "integer", "boolean", "null"})


def _json_type(name: str) -> str | None:
    """Return the JSON type of this name; a type nobody knows constrains nothing."""
    return name if name in _JSON_TYPES else None


def pointer(path: Path) -> str:
    """Write a path as people do: ``items[2].name``; the root is ``(root)``."""
    text = ""
    for step in path:
        text += f"[{step}]" if isinstance(step, int) else f".{step}" if text else str(step)
    return text or "(root)"


def import_jsonschema() -> ModuleType:
    """Import ``jsonschema`` without the two seconds its IRI format check would cost.

    In a Jupyter environment ``jsonschema`` finds ``rfc3987_syntax``, which compiles a grammar
    when it is imported. A stand-in defers that to the first IRI that is really checked, so
    nothing changes but the moment of the import.
    """
    module = sys.modules.get("jsonschema.validators")
    if module is not None:
        return sys.modules["jsonschema"]
    with _IMPORT_LOCK:
        deferred = "rfc3987_syntax" not in sys.modules and "jsonschema" not in sys.modules
        if deferred:
            sys.modules["rfc3987_syntax"] = _deferred_iri_check()
        try:
            importlib.import_module("jsonschema.validators")
            return importlib.import_module("jsonschema")
        finally:
            if deferred:
                sys.modules.pop("rfc3987_syntax", None)


def _deferred_iri_check() -> ModuleType:
    stand_in = ModuleType("rfc3987_syntax")

    def is_valid_syntax(term: str, value: str) -> bool:
        try:
            real = importlib.import_module("rfc3987_syntax")
        except ImportError:
            return True
        check: Callable[[str, str], bool] = real.is_valid_syntax
        return check(term, value)

    stand_in.is_valid_syntax = is_valid_syntax  # type: ignore[attr-defined]
    return stand_in
