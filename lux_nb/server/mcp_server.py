"""The MCP server of a kernel: the engine's operations as tools, its state as resources."""

from collections.abc import Iterable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp_types import ListToolsResult, PaginatedRequestParams

from lux_nb import __version__
from lux_nb.server.peers import McpEngine
from lux_nb.server.resources import ResourceTable
from lux_nb.server.subscriptions import Subscriptions
from lux_nb.server.tools import ToolTable

DEFAULT_TOOLSETS = ("reasoning",)
INSTRUCTIONS = (
    "A live Jupyter kernel that a researcher is working in. Its threads are shared: give "
    "continuation_id to confer to go on with a thread that a notebook cell began, and read "
    "lux://threads/{id} or thread_get to see what was said."
)


class KernelMcp(Server[Any]):
    """An MCP server with the tables it was generated from."""

    def __init__(self, engine: McpEngine, toolsets: Iterable[str]) -> None:
        self.tool_table = ToolTable(engine, toolsets)
        self.resource_table = ResourceTable(engine)
        self.watching = Subscriptions()
        super().__init__(
            "lux-nb",
            version=__version__,
            title="lux_nb",
            description="The running notebook kernel.",
            instructions=INSTRUCTIONS,
            # Given, so that the SDK does not list all tools to look one up on every call.
            get_tool_input_schema=self.tool_table.input_schema,
            on_list_tools=self._list_tools,
            on_call_tool=self.tool_table.call,
            on_list_resources=self.resource_table.list_resources,
            on_list_resource_templates=self.resource_table.list_templates,
            on_read_resource=self.resource_table.read,
            on_subscribe_resource=self.watching.subscribe,
            on_unsubscribe_resource=self.watching.unsubscribe,
            on_subscriptions_listen=self.watching.listen,
        )

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Say that lists can change: the bridge tells so when it moves to another kernel."""
        changes = NotificationOptions(tools_changed=True, resources_changed=True)
        return super().create_initialization_options(
            notification_options or changes, experimental_capabilities, extensions
        )

    async def _list_tools(
        self, context: ServerRequestContext[Any, Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=self.tool_table.tools)


def build_mcp(engine: McpEngine, toolsets: Iterable[str] = DEFAULT_TOOLSETS) -> KernelMcp:
    """Generate the MCP server of an engine from its operations and resources."""
    return KernelMcp(engine, toolsets)
