"""Figures about corrections, each counted from the rows it is given."""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Any

from lux_nb.tools.correction import STRATEGIES


def outcomes(rows: Sequence[Any]) -> dict[str, Any]:
    """Return how many corrections there were and how many turned out well."""
    good = sum(row["succeeded"] for row in rows)
    return {
        "totalCorrections": len(rows),
        "successfulCorrections": good,
        "successRate": rate(rows),
    }


def rate(rows: Sequence[Any]) -> float | None:
    """Return the share that turned out well, or None where there is none."""
    return round(sum(row["succeeded"] for row in rows) / len(rows), 4) if rows else None


def average_ms(rows: Sequence[Any]) -> float | None:
    """Return the average time of a correction in milliseconds."""
    return round(1000 * sum(row["seconds"] for row in rows) / len(rows), 3) if rows else None


def strategies(rows: Sequence[Any]) -> dict[str, dict[str, Any]]:
    """Return attempts and successes of each strategy that was tried."""
    shown = {}
    for name in STRATEGIES:
        tried = [row for row in rows if name in row["strategies"]]
        if tried:
            good = sum(row["succeeded"] for row in tried)
            shown[name] = {"attempts": len(tried), "successes": good, "successRate": rate(tried)}
    return shown


def patterns(rows: Sequence[Any], least: int) -> list[dict[str, Any]]:
    """Return the patterns used, the most used first."""
    used = defaultdict(list)
    for row in rows:
        for name in row["patterns"]:
            used[name].append(row)
    ordered = sorted(used.items(), key=lambda item: (-len(item[1]), item[0]))
    return [
        {
            "id": name,
            "name": name.replace("_", " ").capitalize(),
            "usageCount": len(found),
            "successRate": rate(found),
            "averageConfidence": round(sum(r["confidence"] for r in found) / len(found), 4),
            "toolsApplied": sorted({row["tool"] for row in found}),
        }
        for name, found in ordered
        if len(found) >= least
    ]


def by_agent(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the corrections of each agent."""
    groups = defaultdict(list)
    for row in rows:
        if row["agent_id"]:
            groups[row["agent_id"]].append(row)
    return [
        {
            "agentId": agent,
            "correctionsUsed": sum(row["applied"] for row in found),
            "successRate": rate(found),
            "topErrorTypes": common(found, "error_types"),
        }
        for agent, found in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def by_tool(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the corrections of each tool."""
    groups = defaultdict(list)
    for row in rows:
        groups[row["tool"]].append(row)
    return [
        {
            "toolName": tool,
            "correctionsApplied": sum(row["applied"] for row in found),
            "successRate": rate(found),
            "commonErrors": common(found, "error_types"),
            "mostEffectiveStrategies": common([r for r in found if r["succeeded"]], "strategies"),
        }
        for tool, found in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def failures(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the kinds of errors that were not mended."""
    groups = defaultdict(list)
    for row in rows:
        if not row["succeeded"]:
            for kind in row["error_types"]:
                groups[kind].append(row)
    return [
        {
            "errorType": kind,
            "count": len(found),
            "affectedTools": sorted({row["tool"] for row in found}),
        }
        for kind, found in sorted(groups.items(), key=lambda item: (-len(item[1]), item[0]))
    ]


def daily(rows: Sequence[Any]) -> list[dict[str, Any]]:
    """Return the corrections of each day."""
    days = Counter(row["at"].date().isoformat() for row in rows)
    return [{"date": day, "count": count} for day, count in sorted(days.items())]


def common(rows: Sequence[Any], column: str) -> list[str]:
    """Return the three most frequent names in a column of lists."""
    return [name for name, _ in Counter(n for row in rows for n in row[column]).most_common(3)]


def recommendations(rows: Sequence[Any]) -> list[str]:
    """Say what stands out."""
    said = []
    for item in by_tool(rows):
        rate = item["successRate"]
        if rate is not None and rate < 0.5:
            said.append(
                f"Calls of {item['toolName']} are often wrong ({', '.join(item['commonErrors'])}) "
                "and seldom mended; its schema or description may be unclear."
            )
    for item in by_agent(rows):
        if item["correctionsUsed"] >= 5:
            kinds = ", ".join(item["topErrorTypes"])
            said.append(f"{item['agentId']} keeps making the same errors: {kinds}.")
    return said
