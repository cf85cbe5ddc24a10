"""Walk a value along its schema and mend what does not fit, recording every change.

The walk never touches a part that is valid where it stands. Each mending is offered to a gate
first; what the gate refuses stays as it was and is kept as a proposal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from lux_nb.tools.correction import arrays, choices, objects, scalars, wrapping
from lux_nb.tools.correction.model import ENUM_MATCH, Change, Offer, Risk
from lux_nb.tools.correction.patterns import Scope
from lux_nb.tools.validation import Path

if TYPE_CHECKING:
    from lux_nb.tools.correction.context import Context
    from lux_nb.tools.correction.patterns import PatternBook

MAX_DEPTH = 24
Gate = Callable[[Change], bool]


@dataclass(slots=True)
class Repair:
    """One attempt at mending; ``changes`` is what was done and ``refused`` what was not."""

    validator: Any
    gate: Gate
    context: "Context"
    patterns: "PatternBook | None" = None
    tool: str | None = None
    agent: str | None = None
    root: Any = None
    changes: list[Change] = field(default_factory=list)
    refused: list[Change] = field(default_factory=list)

    # -- schema ------------------------------------------------------------------------

    def is_valid(self, value: Any, schema: Any) -> bool:
        """Say whether a value is valid under a part of the schema."""
        return bool(self.validator.evolve(schema=schema).is_valid(value))

    def resolve(self, schema: Any) -> dict[str, Any]:
        """Follow local references; keywords beside ``$ref`` win over what it points to."""
        seen = 0
        while isinstance(schema, Mapping) and isinstance(schema.get("$ref"), str) and seen < 16:
            target = _pointed(self.validator.schema, schema["$ref"])
            rest = {key: value for key, value in schema.items() if key != "$ref"}
            schema = {**target, **rest} if isinstance(target, Mapping) else rest
            seen += 1
        return dict(schema) if isinstance(schema, Mapping) else {}

    # -- changes -----------------------------------------------------------------------

    def offer(self, offer: Offer, path: Path, before: Any, from_path: Path | None = None) -> bool:
        """Put an offer before the gate; return whether it may be carried out."""
        confidence = offer.confidence
        if self.patterns is not None:
            scope = Scope(self.tool, self.agent)
            confidence = self.patterns.adjust(
                confidence, offer.strategy, offer.pattern, path, scope
            )
        change = Change(
            offer.strategy,
            offer.pattern,
            path,
            before,
            offer.value,
            round(confidence, 4),
            offer.risk,
            offer.reasoning,
            from_path,
        )
        allowed = self.gate(change)
        (self.changes if allowed else self.refused).append(change)
        return allowed

    def trial(self, gate: Gate | None = None) -> "Repair":
        """Return a fresh attempt under the same conditions, to see what would come of it."""
        return replace(self, gate=gate or self.gate, changes=[], refused=[])

    # -- values ------------------------------------------------------------------------

    def fix(self, value: Any, schema: Any, path: Path = ()) -> Any:
        """Return the value, mended as far as it can be to fit the schema."""
        if len(path) > MAX_DEPTH or isinstance(schema, bool) or self.is_valid(value, schema):
            return value
        resolved = self.resolve(schema)
        inner = wrapping.taken_out(self, value, resolved, path)
        if inner is not value:
            return inner
        for keyword in ("anyOf", "oneOf"):
            branches = resolved.get(keyword)
            if isinstance(branches, list) and branches:
                return self._best_branch(value, resolved, keyword, branches, path)
        for part in resolved.get("allOf", []):
            value = self.fix(value, _merged(resolved, self.resolve(part), "allOf"), path)
        if "enum" in resolved or "const" in resolved:
            return self._fix_enum(value, resolved, path)
        types = resolved.get("type") or _implied_type(resolved)
        if isinstance(types, list):
            branches = [{"type": name} for name in types if name != "null"]
            return self._best_branch(value, {**resolved, "type": types}, "type", branches, path)
        return self._fix_type(value, resolved, types, path)

    def _fix_type(self, value: Any, schema: dict[str, Any], wanted: Any, path: Path) -> Any:
        if wanted == "object":
            return objects.fix_object(self, value, schema, path)
        if wanted == "array":
            return arrays.fix_array(self, value, schema, path)
        offer = scalars.convert(value, schema, wanted, path)
        if offer is None or not self.is_valid(offer.value, schema):
            return value
        return offer.value if self.offer(offer, path, value) else value

    def _fix_enum(self, value: Any, schema: dict[str, Any], path: Path) -> Any:
        allowed = schema["enum"] if "enum" in schema else [schema["const"]]
        found = choices.match_choice(value, allowed)
        if found is None:
            return value
        choice, confidence, how = found
        risk: Risk = "low" if confidence >= 0.85 else "medium"
        reasoning = f"{value!r} is not one of the allowed values; {choice!r} is it by {how}"
        pattern = f"enum_by_{how.replace(' ', '_')}"
        offer = Offer(choice, ENUM_MATCH, pattern, confidence, risk, reasoning)
        return choice if self.offer(offer, path, value) else value

    def _best_branch(
        self, value: Any, schema: dict[str, Any], keyword: str, branches: list[Any], path: Path
    ) -> Any:
        """Try each alternative and keep the surest one that makes the value valid."""
        best: tuple[float, int, Any, list[Change]] | None = None
        refused: list[Change] = []
        for branch in branches:
            trial = self.trial()
            merged = _merged(schema, self.resolve(branch), keyword)
            candidate = trial.fix(value, merged, path)
            refused = refused or trial.refused
            if not trial.changes or not self.is_valid(candidate, schema):
                continue
            sure = min(change.confidence for change in trial.changes)
            if best is None or (sure, -len(trial.changes)) > best[:2]:
                best = (sure, -len(trial.changes), candidate, trial.changes)
        if best is None:
            self.refused.extend(refused)
            return value
        self.changes.extend(best[3])
        return best[2]


def _merged(schema: dict[str, Any], branch: dict[str, Any], without: str) -> dict[str, Any]:
    """Combine a schema with one of its alternatives."""
    rest = {key: value for key, value in schema.items() if key != without}
    merged = {**rest, **branch}
    if "properties" in rest and "properties" in branch:
        merged["properties"] = {**rest["properties"], **branch["properties"]}
    if "required" in rest and "required" in branch:
        merged["required"] = list(dict.fromkeys([*rest["required"], *branch["required"]]))
    return merged


def _implied_type(schema: dict[str, Any]) -> str | None:
    if "properties" in schema or "required" in schema or "additionalProperties" in schema:
        return "object"
    if "items" in schema or "prefixItems" in schema:
        return "array"
    return None


def _pointed(root: Any, reference: str) -> Any:
    """Return what a local JSON pointer or anchor points to; anything else is left alone."""
    if not reference.startswith("#"):
        return None
    if reference in {"#", "#/"}:
        return root
    if not reference.startswith("#/"):
        definitions = root.get("$defs", {}) if isinstance(root, Mapping) else {}
        return next(
            (item for item in definitions.values() if item.get("$anchor") == reference[1:]), None
        )
    current = root
    for step in reference[2:].split("/"):
        name = step.replace("~1", "/").replace("~0", "~").replace("%25", "%")
        if isinstance(current, Mapping) and name in current:
            current = current[name]
        elif isinstance(current, list) and name.isdecimal() and int(name) < len(current):
            current = current[int(name)]
        else:
            return None
    return current
