"""Properties whose names hold their place: ``user.name``, ``user[name]`` or ``user_name``."""

import re
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction.model import STRUCTURE, Offer
from lux_nb.tools.correction.names import squash
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.repair import Repair

_MARKED = re.compile(r"([^.\[\]/]+)(?:\.|\[[\"']?|/)(.+?)[\"']?\]?")


def unfolded(
    repair: "Repair", value: dict[str, Any], schema: dict[str, Any], path: Path
) -> dict[str, Any]:
    """Put properties that were written flat into the objects their names lead to."""
    properties = schema.get("properties") or {}
    for key in [name for name in value if name not in properties]:
        found = _place_of(repair, key, properties)
        if found is None:
            continue
        home, inner = found
        inside = value.get(home, {})
        if not isinstance(inside, dict) or inner in inside:
            continue
        reason = f"{key!r} names {inner!r} inside {home!r}"
        offer = Offer(value[key], STRUCTURE, "flat_name_unfolded", 0.9, "low", reason)
        if repair.offer(offer, (*path, home, inner), value[key], (*path, key)):
            rest = {name: item for name, item in value.items() if name != key}
            value = {**rest, home: {**inside, inner: value[key]}}
    return value


def _place_of(repair: "Repair", key: str, properties: dict[str, Any]) -> tuple[str, str] | None:
    """Return the object and the name inside it that a flat name means, if it means one alone."""
    homes = {name: repair.resolve(part) for name, part in properties.items()}
    homes = {name: part for name, part in homes.items() if _is_object(part)}
    places = [
        (home, inner)
        for home, part in homes.items()
        for inner in part.get("properties") or {}
        if squash(f"{home} {inner}") == squash(key)
    ]
    if len(places) == 1:
        return places[0]
    marked = _MARKED.fullmatch(key)
    if places or marked is None or marked.group(1) not in homes:
        return None
    home, inner = marked.group(1), marked.group(2)
    part = homes[home]
    deeper = _MARKED.fullmatch(inner)
    first = deeper.group(1) if deeper else inner
    is_open = part.get("additionalProperties", True) is not False
    return (home, inner) if first in (part.get("properties") or {}) or is_open else None


def _is_object(schema: dict[str, Any]) -> bool:
    return schema.get("type") == "object" or "properties" in schema
