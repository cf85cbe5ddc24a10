"""Valid calls spoilt in ways every model knows, and whether the repair gives back the original.

Each way is a rule of one line, applied to every call. The ways were known when the corrector's
rules were written, so this measures what it covers, not how it fares with errors nobody thought of;
benchmarks/correction.py does that. A spoilt call that still fits its schema is not counted.
"""

import copy
import json
import re
from collections.abc import Callable, Iterator
from typing import Any

from benchmarks.correction import (
    AREA,
    Row,
    _gold_calls,
    json_repair_with_schema,
    load,
    pydantic_lax,
)
from lux_nb.tools.correction import correct
from lux_nb.tools.validation import normalise_schema, validate

Arguments = dict[str, Any]
Spoil = Callable[[Arguments], Any]


def _each(change: Callable[[Any], Any]) -> Spoil:
    return lambda arguments: {name: change(value) for name, value in arguments.items()}


def _names(change: Callable[[str], str]) -> Spoil:
    return lambda arguments: {change(name): value for name, value in arguments.items()}


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_nested(value: Any) -> bool:
    return isinstance(value, list | dict)


def _other_case(name: str) -> str:
    if "_" in name:
        first, *rest = name.split("_")
        return first + "".join(word.title() for word in rest)
    return re.sub(r"(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()


def _joined(value: Any) -> Any:
    plain = isinstance(value, list) and all(isinstance(i, str | int | float) for i in value)
    return ", ".join(map(str, value)) if plain and len(value) > 1 else value


def _numbered(value: Any) -> Any:
    return {str(n): item for n, item in enumerate(value)} if isinstance(value, list) else value


def _flat(arguments: Arguments) -> Any:
    made: Arguments = {}
    for name, value in arguments.items():
        inner = value if isinstance(value, dict) and value else None
        made |= {f"{name}.{key}": item for key, item in inner.items()} if inner else {name: value}
    return made


WAYS: dict[str, Spoil] = {
    "names in another case": _names(_other_case),
    "names in capitals": _names(str.upper),
    "names with a letter missing": _names(lambda n: n[:2] + n[3:] if len(n) > 5 else n),
    "names with dashes": _names(lambda name: name.replace("_", "-")),
    "numbers as texts": _each(lambda v: str(v) if _is_number(v) else v),
    "numbers with separators": _each(lambda v: f"{v:,}" if _is_number(v) else v),
    "truth values as words": _each(lambda v: ("yes" if v else "no") if isinstance(v, bool) else v),
    "truth values as numbers": _each(lambda v: int(v) if isinstance(v, bool) else v),
    "lists joined by commas": _each(_joined),
    "lists as objects": _each(_numbered),
    "lists and objects as JSON": _each(
        lambda v: json.dumps(v) if isinstance(v, list | dict) else v
    ),
    "lists and objects as Python": _each(lambda v: repr(v) if isinstance(v, list | dict) else v),
    "values in lists": _each(lambda v: v if isinstance(v, list) else [v]),
    "values under value": _each(lambda v: {"value": v}),
    "values beside their type": _each(lambda v: {"type": "any", "value": v}),
    "objects flattened": _flat,
    "all as one text": json.dumps,
    "all in a list": lambda arguments: [arguments],
    "all one level deeper": lambda arguments: {"arguments": arguments},
    "all as a call": lambda arguments: {"name": "f", "parameters": arguments},
    "all as pairs": lambda arguments: [{"name": n, "value": v} for n, v in arguments.items()],
    "an explanation added": lambda arguments: {**arguments, "explanation": "because"},
}


def run() -> list[Row]:
    """Return the share of spoilt calls that become the original again, way by way."""
    return list(_measured(load("gold_calls")))


def _measured(rows: list[Row]) -> Iterator[Row]:
    calls = [
        (normalise_schema(row["function"]["parameters"]), arguments)
        for row in rows
        for _, arguments in _gold_calls(row)
    ]
    total = dict.fromkeys(("ours", "lax", "repair", "wrong", "count"), 0)
    for way, spoil in WAYS.items():
        found = dict.fromkeys(total, 0)
        for schema, arguments in calls:
            spoilt = spoil(copy.deepcopy(arguments))
            if not validate(schema, spoilt):
                continue
            made = correct(schema, spoilt)
            found["count"] += 1
            found["ours"] += made.arguments == arguments
            found["wrong"] += made.changed and made.arguments != arguments
            found["lax"] += pydantic_lax(schema, spoilt) == arguments
            found["repair"] += json_repair_with_schema(schema, spoilt) == arguments
        total = {name: total[name] + found[name] for name in total}
        if found["count"]:
            yield _row(f"  {way} (n={found['count']})", found)
    if total["count"]:
        yield _row(f"spoilt valid calls given back (n={total['count']})", total)


def _row(measure: str, found: dict[str, int]) -> Row:
    count = found["count"]
    return {
        "area": AREA,
        "measure": measure,
        "ours": round(found["ours"] / count, 3),
        "beside": round(found["repair"] / count, 3),
        "beside_name": "json-repair with schema",
        "goal": "",
        "note": f"pydantic lax {found['lax'] / count:.3f}; "
        f"changed to something else {found['wrong'] / count:.3f}",
    }


if __name__ == "__main__":
    for line in run():
        print(f"{line['measure']:48} {line['ours']:<8} {line['beside']:<8} {line['note']}")
