"""A real MCP client that asks for something in a notebook's kernel."""

import asyncio
import json
import threading
from pathlib import Path
from typing import Any

# All tools are listed, whatever the server lists of its own accord.
SERVE = """\
%load_ext lux_nb
from lux_nb.api import the_lux
from lux_nb.server.running import serve
serve(the_lux().engine, ["all"])
answer = 0
"""


class Assistant(threading.Thread):
    """An MCP client that runs code in the notebook's kernel, on a thread of its own."""

    def __init__(self, entry: dict[str, Any], code: str) -> None:
        super().__init__(daemon=True)
        self.entry = entry
        self.code = code
        self.answer: Any = None
        self.start()

    def run(self) -> None:
        self.answer = asyncio.run(self._ask())

    async def _ask(self) -> Any:
        import httpx2
        from mcp import Client
        from mcp.client.streamable_http import streamable_http_client
        from mcp_types import Implementation

        headers = {"Authorization": f"Bearer {self.entry['token']}"}
        async with httpx2.AsyncClient(headers=headers, trust_env=False, timeout=120) as http:
            transport = streamable_http_client(self.entry["url"], http_client=http)
            info = Implementation(name="claude-desktop", version="1.0")
            async with Client(transport, client_info=info) as client:
                return await client.call_tool("kernel_run", {"code": self.code})


def registered(home: Path) -> dict[str, Any]:
    """Return how the kernel that is served can be reached."""
    files = sorted((home / "kernels").glob("*.json"), key=lambda path: path.stat().st_mtime)
    return dict(json.loads(files[-1].read_text()))
