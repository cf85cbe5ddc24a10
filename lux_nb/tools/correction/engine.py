"""``correct`` and ``correct_call``: the pure functions behind argument repair."""

from collections.abc import Iterable, Mapping
from typing import Any

from lux_nb.tools.correction.context import Context
from lux_nb.tools.correction.model import ABSENT, TOOL_NAME, CallCorrection, Change, Correction
from lux_nb.tools.correction.names import best_matches, squash
from lux_nb.tools.correction.patterns import PatternBook
from lux_nb.tools.correction.repair import Gate, Repair
from lux_nb.tools.parsing.call import ParsedCall, describe, without_namespace
from lux_nb.tools.validation import problems_of, validator_for

THRESHOLD = 0.7
"""Changes at least this sure are applied, unless their risk is high."""


def correct(
    schema: Mapping[str, Any],
    arguments: Any,
    *,
    context: Any = None,
    patterns: PatternBook | None = None,
    threshold: float = THRESHOLD,
    strategies: Iterable[str] | None = None,
    tool: str | None = None,
    agent: str | None = None,
    formats: bool = True,
) -> Correction:
    """Mend arguments that do not fit a schema, as far as that is safe.

    Valid arguments are returned unchanged. Otherwise every change that is sure enough and not
    of high risk is applied, if all of them together make the arguments valid; whatever else
    was considered is proposed and not applied.

    Args:
        schema: The tool's input schema (JSON Schema, or the BFCL dialect).
        arguments: What the model passed. It is not modified.
        context: What was said before: a text or a list of messages. Missing values may be
            taken from it where exactly one can be meant.
        patterns: What was learned from earlier corrections.
        threshold: The confidence from which a change is applied.
        strategies: The strategies to use; all by default.
        tool: The tool's name, for learned patterns.
        agent: The agent's name, for learned patterns.
        formats: Whether ``date``, ``time`` and ``date-time`` formats are enforced.

    """
    validator = validator_for(schema, formats=formats)
    problems = problems_of(validator, arguments)
    if not problems:
        return Correction(arguments, arguments, valid=True)
    enabled = None if strategies is None else frozenset(strategies)

    def possible(change: Change) -> bool:
        return enabled is None or change.type in enabled

    def safe(change: Change) -> bool:
        return possible(change) and change.confidence >= threshold and change.risk != "high"

    said = Context.of(context)

    def attempt(gate: Gate) -> tuple[Any, Repair, bool]:
        repair = Repair(validator, gate, said, patterns, tool, agent, root=arguments)
        result = repair.fix(arguments, validator.schema)
        return result, repair, bool(validator.is_valid(result))

    result, repair, valid = attempt(safe)
    if valid:
        return Correction(
            arguments,
            result,
            True,
            tuple(repair.changes),
            tuple(repair.refused),
            None,
            tuple(problems),
        )
    bold, bold_repair, _ = attempt(possible)
    return Correction(
        arguments,
        arguments,
        valid=False,
        proposed=tuple(bold_repair.changes),
        proposed_arguments=bold if bold_repair.changes else None,
        problems=tuple(problems),
        remaining=tuple(problems),
    )


def correct_call(
    tools: Iterable[Any] | Mapping[str, Any],
    call: Any,
    *,
    context: Any = None,
    patterns: PatternBook | None = None,
    threshold: float = THRESHOLD,
    agent: str | None = None,
    formats: bool = True,
) -> CallCorrection:
    """Find the tool a call means, mending its name if need be, and correct the arguments.

    Args:
        tools: The tools there are: MCP tools, OpenAI functions or ``{name: schema}``.
        call: A ``ParsedCall``, ``{"name": …, "arguments": …}``, ``{name: arguments}`` or a
            pair of name and arguments.
        context: What was said before.
        patterns: What was learned from earlier corrections.
        threshold: The confidence from which a change is applied.
        agent: The agent's name, for learned patterns.
        formats: Whether ``date``, ``time`` and ``date-time`` formats are enforced.

    """
    items = tools.items() if isinstance(tools, Mapping) else tools
    schemas = dict(describe(item) for item in items)
    name, arguments = _taken_apart(call)
    target, change, alternatives = _meant(name, arguments, schemas)
    applied = change is not None and change.confidence >= threshold and change.risk != "high"
    if target is None or not (applied or target == name):
        unresolved = Correction(arguments, arguments, valid=False)
        return CallCorrection(name, False, unresolved, change, False, alternatives)
    correction = correct(
        schemas[target] or {},
        arguments,
        context=context,
        patterns=patterns,
        threshold=threshold,
        tool=target,
        agent=agent,
        formats=formats,
    )
    return CallCorrection(target, True, correction, change, applied, alternatives)


def _taken_apart(call: Any) -> tuple[str, Any]:
    if isinstance(call, ParsedCall):
        return call.name, call.arguments
    if isinstance(call, tuple) and len(call) == 2:
        return str(call[0]), call[1]
    if isinstance(call, Mapping):
        if "name" in call and ("arguments" in call or "parameters" in call):
            return str(call["name"] or ""), call.get("arguments", call.get("parameters"))
        if len(call) == 1:
            name, arguments = next(iter(call.items()))
            return str(name), arguments
    return "", call


def _meant(
    name: str, arguments: Any, schemas: Mapping[str, Any]
) -> tuple[str | None, Change | None, tuple[str, ...]]:
    """Return the tool that is meant, how its name was repaired, and what else comes near."""
    if name in schemas:
        return name, None, ()

    def change(target: str, pattern: str, confidence: float, reasoning: str) -> Change:
        before = name or ABSENT
        risk = "low" if confidence >= 0.85 else "medium" if confidence >= 0.7 else "high"
        return Change(TOOL_NAME, pattern, (), before, target, round(confidence, 4), risk, reasoning)  # type: ignore[arg-type]

    plain = without_namespace(name)
    for pattern, confidence, reasoning, fits in (
        (
            "namespace_removed",
            0.96,
            "the name had a prefix of the chat template",
            lambda tool: tool == plain,
        ),
        (
            "same_spelling",
            0.95,
            "the names differ in case and separators alone",
            lambda tool: squash(tool) == squash(plain),
        ),
        (
            "last_part",
            0.9,
            "the name is the last part of this one",
            lambda tool: _last_part(tool) == _last_part(plain),
        ),
    ):
        found = [tool for tool in schemas if squash(plain) and fits(tool)]
        if len(found) == 1:
            return found[0], change(found[0], pattern, confidence, reasoning), ()
    fitting = [tool for tool, schema in schemas.items() if _takes(schema, arguments)]
    if not squash(name) and len(fitting) == 1:
        reasoning = "the call has no name, and this is the only tool that takes its arguments"
        return fitting[0], change(fitting[0], "only_fitting_tool", 0.9, reasoning), ()
    near = best_matches(plain, schemas, floor=0.4)
    names = tuple(match.name for match in near[:5]) or tuple(fitting[:5])
    if not near:
        if len(fitting) == 1 and len(schemas) == 1:
            only = fitting[0]
            return (
                only,
                change(only, "only_fitting_tool", 0.6, "no other tool takes these arguments"),
                names,
            )
        return None, None, names
    best = near[0]
    clear = len(near) == 1 or best.score - near[1].score >= 0.06
    takes = best.name in fitting
    confidence = best.score * (0.98 if takes else 0.8) * (1.0 if clear else 0.7)
    if takes and len(fitting) == 1 and best.score >= 0.5:
        confidence = max(confidence, 0.75)
    return (
        best.name,
        change(
            best.name,
            f"tool_by_{best.how}",
            confidence,
            f"{best.name!r} comes nearest by {best.how}",
        ),
        names[1:],
    )


def _last_part(name: str) -> str:
    return squash(name.replace("/", ".").replace(":", ".").rsplit(".", 1)[-1])


def _takes(schema: Any, arguments: Any) -> bool:
    """Say whether a tool knows every argument by name and misses none."""
    if not isinstance(schema, Mapping) or not isinstance(arguments, Mapping):
        return False
    properties = schema.get("properties") or {}
    return set(arguments) <= set(properties) and set(schema.get("required") or []) <= set(arguments)
