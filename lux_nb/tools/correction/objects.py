"""Mend objects: wrappers, misplaced, misnamed and unknown properties, empty and missing ones."""

from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction import flattened, missing, renaming, shaping
from lux_nb.tools.correction.model import ABSENT, STRUCTURE, UNKNOWN_PROPERTIES, Offer, Risk
from lux_nb.tools.correction.names import squash, words
from lux_nb.tools.correction.scalars import NULL_WORDS
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

_EMPTY: tuple[Any, ...] = (None, "", [])
_NO_ARGUMENTS = Offer(
    {}, STRUCTURE, "nothing_to_empty_object", 0.95, "low", "a call without arguments"
)
# What limits or guards an action must not vanish unseen.
_GUARDS = frozenset(
    {"dry", "confirm", "force", "simulate", "preview", "limit", "only", "exclude", "readonly"}
    | {"safe", "test"}
)
_CHATTER = frozenset(
    {"thought", "thoughts", "reasoning", "explanation", "comment", "comments", "note", "notes"}
    | {"rationale", "id", "type", "description"}
)


def fix_object(repair: "Repair", value: Any, schema: dict[str, Any], path: Path) -> Any:
    """Return the value as an object that fits the schema, as far as it can be made one."""
    if not isinstance(value, dict):
        offer = _NO_ARGUMENTS if not path and value in _EMPTY else shaping.as_object(value, schema)
        if offer is None or not repair.offer(offer, path, value):
            return value
        value = dict(offer.value)
    if repair.is_valid(value, schema):
        return value
    result = {str(key): item for key, item in value.items()}
    for step in (
        shaping.unwrapped,
        flattened.unfolded,
        renaming.rename,
        shaping.moved_inwards,
        _fix_properties,
        missing.fill,
        _without_unknown,
    ):
        result = step(repair, result, schema, path)
    return result


def _fix_properties(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    properties = schema.get("properties") or {}
    required = schema.get("required") or []
    others = schema.get("additionalProperties", True)
    result: dict[str, Any] = {}
    for key, item in value.items():
        wanted = properties.get(key, others)
        if isinstance(wanted, bool) or repair.is_valid(item, wanted):
            result[key] = item
            continue
        place = (*path, key)
        fixed = repair.fix(item, wanted, place)
        if key not in required and not repair.is_valid(fixed, wanted):
            description = str(repair.resolve(wanted).get("description", ""))
            if repair.offer(_left_out(key, item, description), place, item):
                continue
        result[key] = fixed
    return result


def _left_out(name: str, value: Any, description: str) -> Offer:
    """Offer to leave out an optional property whose value can't be used."""
    pattern, confidence, reason = "unusable_dropped", 0.4, "its value can't be used"
    if value is None:
        pattern, confidence, reason = "null_dropped", 0.95, "may not be null"
    elif value in ("", [], {}):
        pattern, confidence, reason = "empty_dropped", 0.9, "was left empty"
    elif isinstance(value, str) and _is_placeholder(name, value, description):
        confidence = 0.88 if value.strip().lower() in NULL_WORDS else 0.82
        pattern, reason = "placeholder_dropped", f"{value!r} only says that it keeps its default"
    reason = f"{name!r} is optional and {reason}"
    risk: Risk = "low" if confidence > 0.5 else "high"
    return Offer(ABSENT, UNKNOWN_PROPERTIES, pattern, confidence, risk, reason)


def _is_placeholder(name: str, value: str, description: str) -> bool:
    word = value.strip().lower()
    if word in shaping.NOTHING_WORDS or squash(word) == squash(name):
        return True
    return set(words(word)) <= set(words(missing.default_clause(description)))


def _without_unknown(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    """Drop what a closed object does not take."""
    closed = (schema.get("additionalProperties"), schema.get("unevaluatedProperties"))
    if False not in closed:
        return value
    result = dict(value)
    for key in renaming.unknown_keys(value, schema):
        if repair.offer(_dropped(key, value[key]), (*path, key), value[key]):
            del result[key]
    return result


def _dropped(key: str, value: Any) -> Offer:
    reason = f"the tool takes no {key!r}"
    pattern = "unknown_property_dropped"
    if value in (None, "", [], {}) or key.lower() in _CHATTER:
        return Offer(ABSENT, UNKNOWN_PROPERTIES, pattern, 0.92, "low", reason)
    if _GUARDS & set(words(key)):
        return Offer(ABSENT, UNKNOWN_PROPERTIES, pattern, 0.5, "high", reason)
    return Offer(ABSENT, UNKNOWN_PROPERTIES, pattern, 0.75, "medium", reason)
