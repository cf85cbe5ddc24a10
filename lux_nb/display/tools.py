"""How tools, executions and repairs show themselves."""

import json
from collections.abc import Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Any

from lux_nb.display.tables import Rows

if TYPE_CHECKING:
    from lux_nb.tools.learning import Attempt
    from lux_nb.tools.meta.catalogue_operations import ToolHelp
    from lux_nb.tools.meta.correction_operations import Insights
    from lux_nb.tools.results import ExecutionList, ExecutionResult
    from lux_nb.tools.sources.operations import ProviderList

LONGEST_RESULT = 4000
# Readable on light and dark backgrounds alike.
_REMOVED = "background:rgba(248,81,73,.18)"
_ADDED = "background:rgba(46,160,67,.18)"
_LINE = "font-family:monospace;white-space:pre-wrap;padding:0 6px;"


class Diff:
    """A repair as a diff: removed lines red, added lines green, with reasons."""

    def __init__(self, changes: Sequence[Mapping[str, Any]], title: str = "repaired") -> None:
        self.changes = list(changes)
        self.title = title

    def __repr__(self) -> str:
        lines = [f"{self.title}:"]
        for change in self.changes:
            lines += [f"  {line}" for line in str(change["diff"]).splitlines()]
            lines.append(f"    {_reason(change)}")
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        parts = [f"<div style='margin:4px 0'><b>{escape(self.title)}</b></div>"]
        for change in self.changes:
            for line in str(change["diff"]).splitlines():
                color = _REMOVED if line.startswith("-") else _ADDED
                parts.append(f"<div style='{_LINE}{color}'>{escape(line)}</div>")
            parts.append(
                f"<div style='opacity:.7;font-size:.85em;padding:0 6px 4px'>"
                f"{escape(_reason(change))}</div>"
            )
        return f"<div>{''.join(parts)}</div>"


def tool_table(tools: Sequence[Mapping[str, Any]]) -> Rows:
    """Return tools as a table with their counted performance."""
    rows = []
    for tool in tools:
        counted = tool.get("performance") or {}
        rate = counted.get("successRate")
        rows.append(
            {
                "name": tool["name"],
                "category": tool["category"],
                "status": tool["status"] if tool.get("available", True) else "not in this kernel",
                "success": "" if rate is None else f"{rate:.0%}",
                "ms": counted.get("avgLatency", ""),
                "description": tool["description"],
            }
        )
    return Rows(rows, ["name", "category", "status", "success", "ms", "description"])


def execution_view(result: "ExecutionResult", tool: str) -> dict[str, str]:
    """Return what an execution shows: its repair, its result and a line about the run."""
    shown = json.dumps(result.result, ensure_ascii=False, indent=2, default=str)
    if len(shown) > LONGEST_RESULT:
        shown = f"{shown[:LONGEST_RESULT]}\n… {len(shown) - LONGEST_RESULT:,} characters more"
    metadata = result.metadata
    parts = [tool, f"{metadata['duration']:.0f} ms"]
    parts += ["cached"] if metadata["cached"] else []
    parts += [f"{metadata['attempts']} attempts"] if metadata["attempts"] > 1 else []
    footer = " · ".join(part for part in parts if part)
    diff = Diff(result.correction["changes"]) if result.correction else None
    plain = "\n".join([*([repr(diff)] if diff else []), shown, footer])
    html = (
        f"{diff._repr_html_() if diff else ''}"
        f"<pre style='margin:4px 0;white-space:pre-wrap'>{escape(shown)}</pre>"
        f"<div style='opacity:.7;font-size:.85em'>{escape(footer)}</div>"
    )
    return {"text/plain": plain, "text/html": f"<div>{html}</div>"}


def _reason(change: Mapping[str, Any]) -> str:
    sure = f"{change['confidence']:.0%} sure, {change['riskLevel']} risk"
    return f"{change['type']}: {change['reasoning']} ({sure})"


def help_view(help_: "ToolHelp") -> dict[str, str]:
    """Return how a tool is called: a table of parameters and an example."""
    rows = [
        {
            "parameter": item["name"],
            "type": type_of(item["schema"]),
            "required": "yes" if item["required"] else "",
            "default": json.dumps(item["schema"]["default"]) if "default" in item["schema"] else "",
            "description": item["schema"].get("description", ""),
        }
        for item in help_.parameters
    ]
    table = Rows(rows, ["parameter", "type", "required", "default", "description"])
    shown = [json.dumps(item["example"], ensure_ascii=False) for item in help_.examples[:3]]
    examples = "\n".join(f"%tools run {help_.name} {text}" for text in shown)
    title = f"{help_.name}: {help_.description}"
    plain = "\n".join(part for part in (title, repr(table), examples) if part)
    html = f"<b>{escape(help_.name)}</b> {escape(help_.description)}{table._repr_html_()}"
    html += f"<pre style='margin:4px 0'>{escape(examples)}</pre>" if examples else ""
    return {"text/plain": plain, "text/html": f"<div>{html}</div>"}


def type_of(schema: Mapping[str, Any]) -> str:
    """Return the type of a parameter in one word or a few."""
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(type_of(part) for part in schema["anyOf"])
    kind = schema.get("type", "any")
    return " | ".join(kind) if isinstance(kind, list) else str(kind)


class RepairView:
    """What a repair would do, with the arguments that come of it."""

    def __init__(self, verdict: str, diff: Diff | None, arguments: Any) -> None:
        self.verdict = verdict
        self.diff = diff
        self.arguments = arguments

    def __repr__(self) -> str:
        return "\n".join([self.verdict, *([repr(self.diff)] if self.diff else [])])

    def _repr_html_(self) -> str:
        shown = self.diff._repr_html_() if self.diff else ""
        return f"<div>{escape(self.verdict)}{shown}</div>"


def repair_view(attempt: "Attempt") -> RepairView:
    """Show an attempt to correct arguments."""
    correction = attempt.correction
    changes = [change.to_dict() for change in correction.changes or correction.proposed]
    if not correction.problems:
        return RepairView("The arguments fit; nothing is changed.", None, correction.original)
    if attempt.applied:
        verdict = "The arguments would be repaired."
        return RepairView(verdict, Diff(changes), correction.arguments)
    if changes:
        verdict = f"Not applied: {attempt.refusal or 'not sure enough'}."
        return RepairView(verdict, Diff(changes, "proposed"), correction.proposed_arguments)
    problem = correction.problems[0].message
    return RepairView(f"No repair is known: {problem}.", None, correction.original)


def insights_view(insights: "Insights") -> Rows:
    """Show what corrections did, tool by tool."""
    rows = [
        {
            "tool": item["toolName"],
            "applied": item["correctionsApplied"],
            "success": f"{item['successRate']:.0%}",
            "errors": ", ".join(item["commonErrors"]),
            "strategies": ", ".join(item["mostEffectiveStrategies"]),
        }
        for item in insights.tool_breakdown or []
    ]
    return Rows(rows, ["tool", "applied", "success", "errors", "strategies"])


def history_view(found: "ExecutionList") -> Rows:
    """Show calls, the latest first."""
    rows = [
        {
            "at": f"{item['startedAt']:%Y-%m-%d %H:%M:%S}",
            "tool": item["toolName"],
            "status": item["status"],
            "ms": item["duration"],
            "repaired": "yes" if item["corrected"] else "",
            "cached": "yes" if item["cached"] else "",
            "error": (item["error"] or {}).get("message", ""),
        }
        for item in found.executions
    ]
    return Rows(rows, ["at", "tool", "status", "ms", "repaired", "cached", "error"])


def provider_view(found: "ProviderList") -> Rows:
    """Show where tools come from."""
    rows = [
        {
            "name": item["name"],
            "kind": item["kind"],
            "status": item["status"],
            "tools": len(item.get("tools", [])),
            "reason": item.get("reason", ""),
        }
        for item in found.providers
    ]
    return Rows(rows, ["name", "kind", "status", "tools", "reason"])
