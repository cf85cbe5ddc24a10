"""``correct`` and ``correct_call``: the pure functions behind argument repair."""

from collections.abc import Iterable, Mapping
from typing import Any

from lux_nb.tools.correction.context import Context
from lux_nb.tools.correction.model import CallCorrection, Change, Correction
from lux_nb.tools.correction.patterns import PatternBook
from lux_nb.tools.correction.repair import Gate, Repair
from lux_nb.tools.correction.toolnames import meant
from lux_nb.tools.parsing.call import ParsedCall, describe
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
    strategies: Iterable[str] | Mapping[str, float] | None = None,
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
        strategies: The strategies to use; all by default. A mapping gives each the confidence
            it needs, if that is more than the threshold.
        tool: The tool's name, for learned patterns.
        agent: The agent's name, for learned patterns.
        formats: Whether ``date``, ``time`` and ``date-time`` formats are enforced.

    """
    validator = validator_for(schema, formats=formats)
    problems = problems_of(validator, arguments)
    if not problems:
        return Correction(arguments, arguments, valid=True)
    enabled = None if strategies is None else frozenset(strategies)
    own = dict(strategies) if isinstance(strategies, Mapping) else {}

    def possible(change: Change) -> bool:
        return enabled is None or change.type in enabled

    def safe(change: Change) -> bool:
        needed = max(threshold, own.get(change.type, 0.0))
        return possible(change) and change.confidence >= needed and change.risk != "high"

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
    target, change, alternatives = meant(name, arguments, schemas)
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
