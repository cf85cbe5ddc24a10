"""A small MCP server on stdio, run by the tests as a program of its own."""

import os

from mcp.server import MCPServer
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError

server = MCPServer("weather")


@server.tool()
def temperature(city: str, unit: str = "celsius") -> dict[str, str]:
    """Tell the temperature of a city."""
    return {"city": city, "unit": unit, "by": os.environ.get("WEATHER_STATION", "nobody")}


@server.tool()
def broken() -> str:
    """Fail."""
    raise ToolError("the thermometer is broken")


@server.tool()
def calculator(expression: str) -> str:
    """Have the name of a built-in tool."""
    return f"not calculated: {expression}"


@server.tool()
async def slow_steps(ctx: Context) -> str:
    """Tell how far it is."""
    await ctx.report_progress(1, 2, "half way")
    return "done"


@server.tool()
def die() -> str:
    """End the program."""
    os._exit(3)


@server.tool()
async def grow(ctx: Context) -> str:
    """Add a tool, and tell who listens."""

    def rain(city: str) -> str:
        """Tell whether it rains."""
        return f"rain in {city}"

    server.add_tool(rain)
    await ctx.notify_tools_changed()
    return "grown"


if __name__ == "__main__":
    server.run("stdio")
