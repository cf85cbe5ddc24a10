"""Asking a model for data: constrained by a schema, validated, repaired once, never invented."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from lux_nb.errors import InvalidRequest
from lux_nb.models.providers.embedded import EMBEDDED
from lux_nb.models.types import ChatRequest, Completion, Message

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Data = TypeVar("Data", bound=BaseModel)
# Bounds keep a small model's lists and strings from running on; services with strict schemas
# of their own refuse these keywords, so only the embedded model gets them.
_BOUNDS = ("maxLength", "minLength", "maxItems", "minItems", "maximum", "minimum")


class Asked(Generic[Data]):
    """What came of asking: the data if the model gave any, and the calls it took."""

    def __init__(self, data: Data | None, completions: list[Completion], problem: str) -> None:
        self.data = data
        self.completions = completions
        self.problem = problem


async def ask(
    engine: "Engine",
    messages: tuple[Message, ...],
    kind: type[Data],
    *,
    model: str | None,
    default: str,
    asked_as: type[BaseModel] | None = None,
    check: Callable[[Data], None] | None = None,
    embedded_tokens: int = 400,
) -> Asked[Data]:
    """Ask for data of a kind; an unusable answer is told what is wrong with it and asked again.

    ``asked_as`` is the kind whose schema is sent where it is stricter than what is accepted;
    ``check`` raises ValueError for data that has the right shape but can't be right.
    """
    embedded = engine.models.route(model, default=default).provider == EMBEDDED
    schema: dict[str, Any] | None = schema_of(asked_as or kind, bounded=embedded)
    completions: list[Completion] = []
    problem = ""
    for attempt in range(2):
        request = ChatRequest(
            messages=messages,
            model=model or "",
            temperature=0.0,
            max_tokens=embedded_tokens if embedded else None,
            json_schema=schema,
        )
        try:
            answer = await engine.models.chat(request, default=default, show=False)
        except InvalidRequest as error:
            if attempt:
                return Asked(None, completions, error.message)
            # A service that takes no schema gets it in words.
            problem, schema = error.message, None
            messages = (*messages, Message("user", _in_words(kind)))
            continue
        completions.append(answer)
        try:
            return Asked(_read(answer.text, kind, check), completions, "")
        except ValueError as error:
            problem = _short(error)
            messages = (*messages, *_correction(answer.text, problem, kind))
    return Asked(None, completions, problem)


def schema_of(kind: type[BaseModel], *, bounded: bool) -> dict[str, Any]:
    """Return the schema of a kind in the strict form: all fields required, none else allowed."""
    schema = kind.model_json_schema()
    definitions = schema.pop("$defs", {})
    tidied = _strict(schema, definitions, bounded=bounded)
    assert isinstance(tidied, dict)
    return tidied


def _strict(node: Any, definitions: dict[str, Any], *, bounded: bool) -> Any:
    if isinstance(node, list):
        return [_strict(item, definitions, bounded=bounded) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        node = definitions[node["$ref"].rsplit("/", 1)[-1]]
    dropped = {"title", "default", "description", *(() if bounded else _BOUNDS)}
    kept = {name: value for name, value in node.items() if name not in dropped}
    properties = kept.pop("properties", None)
    tidied = {name: _strict(value, definitions, bounded=bounded) for name, value in kept.items()}
    if properties is not None:
        tidied["properties"] = {
            name: _strict(value, definitions, bounded=bounded) for name, value in properties.items()
        }
        tidied["required"] = list(properties)
        tidied["additionalProperties"] = False
    return tidied


def _read(text: str, kind: type[Data], check: Callable[[Data], None] | None) -> Data:
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or end < start:
        message = "there is no JSON object in it"
        raise ValueError(message)
    data = kind.model_validate(json.loads(text[start : end + 1]))
    if check is not None:
        check(data)
    return data


def _correction(text: str, problem: str, kind: type[BaseModel]) -> tuple[Message, Message]:
    said = Message("assistant", text[:2000] or "(nothing)")
    return said, Message("user", f"That can't be used: {problem}. {_in_words(kind)}")


def _in_words(kind: type[BaseModel]) -> str:
    schema = json.dumps(schema_of(kind, bounded=False))
    return f"Answer with nothing but one JSON object of this schema: {schema}"


def _short(error: ValueError) -> str:
    if isinstance(error, ValidationError):
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        return f"{place}: {first['msg']}" if place else first["msg"]
    return str(error)[:200]
