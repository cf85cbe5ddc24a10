"""Synthetic rows: from a schema at random, or like an example table."""

import random
import string
from collections.abc import Callable, Iterator
from datetime import date, timedelta
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

MOST_ROWS = 10_000
_EPOCH = date(2000, 1, 1)


def tools(_engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield data synthesis."""
    yield data_synthesis, {"category": "generation", "tags": ("data", "synthetic")}


def data_synthesis(
    schema: Annotated[
        dict[str, Any] | None,
        Field(description="JSON Schema of one row: an object with properties."),
    ] = None,
    example: Annotated[
        list[dict[str, Any]] | str | None,
        Field(description="Rows to be like instead, or the name of a DataFrame in the notebook."),
    ] = None,
    rows: Annotated[int, Field(ge=1, le=MOST_ROWS, description="How many to make.")] = 10,
    seed: Annotated[int | None, Field(description="The same seed gives the same rows.")] = None,
) -> dict[str, Any]:
    """Make synthetic rows at random: from a schema, or like those of an example.

    Like an example means: the same columns and types, values spread as there, and columns
    that go together as they do there; texts are drawn from those of the example.
    """
    if (schema is None) == (example is None):
        raise InvalidRequest("Give either schema or example.")
    if example is not None:
        return _like(example, rows, seed)
    assert schema is not None
    properties = schema.get("properties")
    if not isinstance(properties, dict) or not properties:
        raise InvalidRequest("schema: an object schema with properties is needed.")
    chance = random.Random(seed)  # noqa: S311 - made-up data, nothing secret
    made = [
        {
            name: _value(part, chance, f"schema.properties.{name}")
            for name, part in properties.items()
        }
        for _ in range(rows)
    ]
    return {"data": made, "rows": rows, "method": "random"}


def _like(example: list[dict[str, Any]] | str, rows: int, seed: int | None) -> dict[str, Any]:
    from lux_nb.tools.builtin.likeness import rows_like
    from lux_nb.tools.builtin.transformation import frame_of

    made = rows_like(frame_of(example), rows, seed)
    shown = made.astype(object).where(made.notna(), None).to_dict(orient="records")
    return {"data": shown, "rows": rows, "method": "gaussian copula"}


def _value(schema: dict[str, Any], chance: random.Random, place: str) -> Any:
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return chance.choice(schema["enum"])
    kind = schema.get("type", "string")
    kind = chance.choice(kind) if isinstance(kind, list) else kind
    make = _MAKERS.get(kind)
    if make is None:
        raise InvalidRequest(f"{place}.type: {kind!r} is not a JSON type.")
    return make(schema, chance, place)


def _number(schema: dict[str, Any], chance: random.Random, _place: str) -> float:
    low = schema.get("minimum", 0)
    return round(chance.uniform(low, schema.get("maximum", low + 100)), 4)


def _integer(schema: dict[str, Any], chance: random.Random, _place: str) -> int:
    low = int(schema.get("minimum", 0))
    return chance.randint(low, int(schema.get("maximum", low + 100)))


def _array(schema: dict[str, Any], chance: random.Random, place: str) -> list[Any]:
    fewest = schema.get("minItems", 0)
    count = chance.randint(fewest, schema.get("maxItems", fewest + 3))
    return [_value(schema.get("items", {}), chance, place) for _ in range(count)]


def _object(schema: dict[str, Any], chance: random.Random, place: str) -> dict[str, Any]:
    parts = schema.get("properties", {}).items()
    return {name: _value(part, chance, f"{place}.{name}") for name, part in parts}


def _text(schema: dict[str, Any], chance: random.Random, _place: str) -> str:
    moment = _EPOCH + timedelta(days=chance.randint(0, 10_000))
    if schema.get("format") == "date":
        return moment.isoformat()
    if schema.get("format") == "date-time":
        return f"{moment.isoformat()}T{chance.randint(0, 23):02}:{chance.randint(0, 59):02}:00Z"
    shortest = schema.get("minLength", 3)
    length = chance.randint(shortest, schema.get("maxLength", shortest + 7))
    word = "".join(chance.choice(string.ascii_lowercase) for _ in range(length))
    return f"{word}@example.com" if schema.get("format") == "email" else word


_MAKERS: dict[str, Callable[[dict[str, Any], random.Random, str], Any]] = {
    "string": _text,
    "number": _number,
    "integer": _integer,
    "boolean": lambda _schema, chance, _place: chance.random() < 0.5,
    "null": lambda _schema, _chance, _place: None,
    "array": _array,
    "object": _object,
}
