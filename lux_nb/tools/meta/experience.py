"""What past executions tell about a tool: its success, its errors, its usual arguments."""

import json
import time
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from lux_nb.tools.meta.ranking import Ranked
from lux_nb.tools.service import Tools

MOST_ROWS = 5000


@dataclass(slots=True)
class Experience:
    """The latest executions, looked at from several sides."""

    rows: list[dict[str, Any]]
    by_tool: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
        for row in self.rows:
            groups[row["tool"]].append(row)
        self.by_tool = dict(groups)

    @classmethod
    async def of(cls, tools: Tools) -> "Experience":
        """Read the latest executions."""
        return cls(await tools.history.executions(limit=MOST_ROWS))

    def success_rate(self, tool: str) -> float | None:
        """Return the share of calls that succeeded, or None where there was none."""
        rows = self.by_tool.get(tool, [])
        good = sum(row["status"] == "success" for row in rows)
        return round(good / len(rows), 4) if rows else None

    def insights(self, tool: str) -> dict[str, Any] | None:
        """Return success and common errors of a tool, or None where it was never called."""
        rows = self.by_tool.get(tool)
        if not rows:
            return None
        errors = Counter(row["error_code"] for row in rows if row["error_code"])
        return {
            "successRate": self.success_rate(tool),
            "calls": len(rows),
            "commonErrors": [code for code, _ in errors.most_common(3)],
        }

    def examples(self, tool: str, most: int = 3) -> list[dict[str, Any]]:
        """Return arguments that worked, the most used first."""
        rows = [row for row in self.by_tool.get(tool, []) if row["arguments"] is not None]
        used: dict[str, list[bool]] = defaultdict(list)
        for row in rows:
            key = json.dumps(row["arguments"], sort_keys=True, ensure_ascii=False)
            used[key].append(row["status"] == "success")
        worked = [(key, outcomes) for key, outcomes in used.items() if any(outcomes)]
        worked.sort(key=lambda item: -sum(item[1]))
        return [
            {
                "example": json.loads(key),
                "description": f"Succeeded {sum(outcomes)} of {len(outcomes)} times",
                "confidence": round((sum(outcomes) + 1) / (len(outcomes) + 2), 4),
                "usageCount": len(outcomes),
            }
            for key, outcomes in worked[:most]
        ]

    def chains(self, tool: str, most: int = 3) -> list[dict[str, Any]]:
        """Return the tools that were called right after this one, by the same caller."""
        followed: dict[str, list[bool]] = defaultdict(list)
        last: dict[tuple[Any, ...], str] = {}
        for row in reversed(self.rows):
            caller = (row["agent_id"], row["author_kind"], row["author_name"])
            if last.get(caller) == tool and row["tool"] != tool:
                followed[row["tool"]].append(row["status"] == "success")
            last[caller] = row["tool"]
        ordered = sorted(followed.items(), key=lambda item: (-len(item[1]), item[0]))
        return [
            {
                "sequence": [tool, name],
                "description": f"Called in this order {len(outcomes)} times",
                "successRate": round(sum(outcomes) / len(outcomes), 4),
            }
            for name, outcomes in ordered[:most]
        ]

    def agent_score(self, agent: str | None) -> float | None:
        """Return the share of an agent's calls that succeeded."""
        rows = [row for row in self.rows if row["agent_id"] == agent] if agent else []
        good = sum(row["status"] == "success" for row in rows)
        return round(good / len(rows), 4) if rows else None


def weighed(ranked: list[Ranked], experience: Experience) -> list[Ranked]:
    """Order by fit, lowered for tools that fail here: the mean of a Beta posterior."""

    def weight(item: Ranked) -> float:
        rows = experience.by_tool.get(item.tool.name, [])
        good = sum(row["status"] == "success" for row in rows)
        return float(item.score * (0.5 + 0.5 * (good + 4) / (len(rows) + 5)))

    return sorted(ranked, key=lambda item: (-weight(item), item.tool.name))


def milliseconds(started: float) -> float:
    """Return the time since a moment of ``time.perf_counter``."""
    return round((time.perf_counter() - started) * 1000, 3)
