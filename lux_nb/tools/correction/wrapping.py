"""Values in a wrapper: a schema that was echoed back with its value, a call inside a call."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.literals import read_literal
from lux_nb.tools.correction.model import STRUCTURE, Offer
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

_VALUE_KEYS = ("value", "val", "$value")
_ABOUT_A_VALUE = frozenset(
    {"type", "$type", "datatype", "data_type", "description", "title", "name", "format"}
    | {"required", "enum", "default"}
)
_ARGUMENT_KEYS = frozenset({"arguments", "parameters", "args", "params", "input", "kwargs"})
_ABOUT_A_CALL = frozenset(
    {"name", "tool", "tool_name", "toolname", "function", "function_name", "action", "type"}
    | {"id", "call_id", "tool_call_id"}
)


def taken_out(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> Any:
    """Take a value out of ``{"type": …, "value": x}``; returns the whole where it is none."""
    keys = [key for key in _VALUE_KEYS if isinstance(value, Mapping) and key in value]
    if not path or len(keys) != 1 or keys[0] in (schema.get("properties") or {}):
        return value
    about = {str(key).lower() for key in value if key != keys[0]}
    if not about <= _ABOUT_A_VALUE:
        return value
    trial = repair.trial()
    inner = trial.fix(value[keys[0]], schema, path)
    if not repair.is_valid(inner, schema):
        return value
    sure = min((change.confidence for change in trial.changes), default=1.0)
    reason = f"the value stood under {keys[0]!r}" + (", beside its description" if about else "")
    offer = Offer(inner, STRUCTURE, "value_unwrapped", round(0.94 * sure, 4), "low", reason)
    return inner if repair.offer(offer, path, value) else value


def inner_call(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any] | None:
    """Return the arguments of a whole call that was given as the arguments, or None."""
    properties = schema.get("properties") or {}
    holders = [key for key in value if key.lower() in _ARGUMENT_KEYS and key not in properties]
    if len(holders) != 1 or len(value) == 1:
        return None
    if not {key.lower() for key in value if key != holders[0]} <= _ABOUT_A_CALL:
        return None
    inner = value[holders[0]]
    arguments = read_literal(inner) if isinstance(inner, str) else inner
    if not isinstance(arguments, dict) or not repair.is_valid(arguments, schema):
        return None
    reason = f"a whole call was given; its arguments stand in {holders[0]!r}"
    offer = Offer(arguments, STRUCTURE, "call_unwrapped", 0.94, "low", reason)
    return arguments if repair.offer(offer, path, value) else None
