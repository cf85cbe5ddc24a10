"""Find the tool that a wrong name means: spelling, namespaces, and which arguments it takes."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from lux_nb.tools.correction.model import ABSENT, TOOL_NAME, Change, Risk
from lux_nb.tools.correction.names import best_matches, squash
from lux_nb.tools.parsing.call import without_namespace

FLOOR = 0.4
MARGIN = 0.06


class Meant(NamedTuple):
    """The tool that is meant, how its name was repaired, and what else comes near."""

    name: str | None
    change: Change | None = None
    alternatives: tuple[str, ...] = ()


def meant(name: str, arguments: Any, schemas: Mapping[str, Any]) -> Meant:
    """Return the tool a name means, if it is not the name of one already."""
    if name in schemas:
        return Meant(name)
    same = _written_alike(name, schemas)
    if same is not None:
        return Meant(same.after, same)
    fitting = [tool for tool, schema in schemas.items() if _takes(schema, arguments)]
    if not squash(name) and len(fitting) == 1:
        reason = "the call has no name, and this is the only tool that takes its arguments"
        return Meant(fitting[0], _change(name, fitting[0], "only_fitting_tool", 0.9, reason))
    return _nearest(name, schemas, fitting)


def _written_alike(name: str, schemas: Mapping[str, Any]) -> Change | None:
    """Find the one tool whose name differs in prefix, case or separators alone."""
    plain = without_namespace(name)
    flat, last = squash(plain), _last_part(plain)
    if not flat:
        return None
    ways: list[tuple[str, float, str, Callable[[str], bool]]] = [
        ("namespace_removed", 0.96, "the name had a prefix", lambda tool: tool == plain),
        ("same_spelling", 0.95, "the names are spelled alike", lambda tool: squash(tool) == flat),
        ("last_part", 0.9, "the last parts are the same", lambda tool: _last_part(tool) == last),
    ]
    for pattern, confidence, reason, fits in ways:
        found = [tool for tool in schemas if fits(tool)]
        if len(found) == 1:
            return _change(name, found[0], pattern, confidence, reason)
    return None


def _nearest(name: str, schemas: Mapping[str, Any], fitting: list[str]) -> Meant:
    """Find the tool whose name comes nearest; one that takes the arguments is surer."""
    near = best_matches(without_namespace(name), schemas, floor=FLOOR)
    if not near:
        if len(fitting) == 1 and len(schemas) == 1:
            reason = "it is the only tool, and it takes these arguments"
            return Meant(fitting[0], _change(name, fitting[0], "only_fitting_tool", 0.6, reason))
        return Meant(None, alternatives=tuple(fitting[:5]))
    best = near[0]
    clear = len(near) == 1 or best.score - near[1].score >= MARGIN
    takes = best.name in fitting
    confidence = best.score * (0.98 if takes else 0.8) * (1.0 if clear else 0.7)
    if takes and len(fitting) == 1 and best.score >= 0.5:
        confidence = max(confidence, 0.75)
    reason = f"{best.name!r} comes nearest by {best.how}"
    change = _change(name, best.name, f"tool_by_{best.how}", confidence, reason)
    return Meant(best.name, change, tuple(match.name for match in near[1:5]))


def _change(name: str, target: str, pattern: str, confidence: float, reason: str) -> Change:
    risk: Risk = "low" if confidence >= 0.85 else "medium" if confidence >= 0.7 else "high"
    before = name or ABSENT
    return Change(TOOL_NAME, pattern, (), before, target, round(confidence, 4), risk, reason)


def _last_part(name: str) -> str:
    return squash(name.replace("/", ".").replace(":", ".").rsplit(".", 1)[-1])


def _takes(schema: Any, arguments: Any) -> bool:
    """Say whether a tool knows every argument by name and misses none."""
    if not isinstance(schema, Mapping) or not isinstance(arguments, Mapping):
        return False
    properties = schema.get("properties") or {}
    required = set(schema.get("required") or [])
    return set(arguments) <= set(properties) and required <= set(arguments)
