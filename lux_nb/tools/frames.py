"""Tools and learned patterns as DataFrames."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.api import Lux

_TOOLS = {
    "name": "string",
    "category": "category",
    "provider": "category",
    "version": "string",
    "status": "category",
    "available": "bool",
    "tags": "object",
    "calls": "int64",
    "success_rate": "Float64",
    "latency_ms": "Float64",
    "description": "string",
}
_PATTERNS = {
    "id": "string",
    "tool": "string",
    "agent": "string",
    "strategy": "category",
    "name": "string",
    "place": "string",
    "detail": "string",
    "successes": "float64",
    "failures": "float64",
    "uses": "int64",
    "confidence": "float64",
    "deprecated": "bool",
}


def tools_frame(lux: "Lux") -> "pd.DataFrame":
    """Return one row per tool."""
    import pandas as pd

    from lux_nb.tools.service import tools_of

    async def collect() -> list[tuple[Any, ...]]:
        tools = await tools_of(lux.engine)
        figures = await tools.history.statistics()
        rows = []
        for tool in tools.registry.all():
            counted = figures.get(tool.name, {})
            about = (tool.name, tool.category, tool.provider, tool.version, tool.status)
            figures_of = [counted.get(key) for key in ("successRate", "avgLatency")]
            calls = counted.get("totalCalls", 0)
            more = (tool.available, list(tool.tags), calls, *figures_of, tool.description)
            rows.append((*about, *more))
        return rows

    rows = lux.engine.run(collect())
    return pd.DataFrame(rows, columns=list(_TOOLS)).astype(_TOOLS)


def patterns_frame(lux: "Lux") -> "pd.DataFrame":
    """Return one row per learned pattern, surest first."""
    import pandas as pd

    from lux_nb.tools.service import tools_of

    async def collect() -> list[dict[str, Any]]:
        return (await tools_of(lux.engine)).correction.book.export()

    rows = lux.engine.run(collect())
    return pd.DataFrame(rows, columns=list(_PATTERNS)).astype(_PATTERNS)
