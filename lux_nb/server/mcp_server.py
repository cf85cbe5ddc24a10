"""The MCP server of a kernel: the engine's operations as tools, its state as resources."""

from collections.abc import Iterable
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import NotificationOptions, Server
from mcp.server.models import InitializationOptions
from mcp_types import (
    CancelTaskRequestParams,
    EmptyResult,
    GetTaskPayloadRequestParams,
    GetTaskRequestParams,
    NotificationParams,
    PaginatedRequestParams,
    ServerCapabilities,
    SetLevelRequestParams,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from lux_nb import __version__
from lux_nb.engine.events import Event
from lux_nb.server.completion import Completer
from lux_nb.server.peers import McpEngine
from lux_nb.server.prompts import PromptTable
from lux_nb.server.resources import ResourceTable
from lux_nb.server.subscriptions import Subscriptions
from lux_nb.server.tasks import CAPABILITY, TaskTable
from lux_nb.server.tools import ToolTable
from lux_nb.server.toolsets import DEFAULT

DEFAULT_TOOLSETS = (DEFAULT,)
INSTRUCTIONS = (
    "A live Jupyter kernel that a researcher is working in. Its threads, knowledge bases and "
    "memory are shared: give continuation_id to confer to go on with a thread that a notebook "
    "cell began, and read lux://threads/{id} or thread_get to see what was said. What is not "
    "listed is found with tool_search and run with tool_call."
)


class KernelMcp(Server[Any]):
    """An MCP server with the tables it was generated from."""

    def __init__(self, engine: McpEngine, toolsets: Iterable[str]) -> None:
        self.tool_table = ToolTable(engine, toolsets)
        self.resource_table = ResourceTable(engine)
        self.prompt_table = PromptTable(engine)
        self.watching = Subscriptions()
        self.stateless = engine.settings.server_stateless
        super().__init__(
            "lux-nb",
            version=__version__,
            title="lux_nb",
            description="The running notebook kernel.",
            instructions=INSTRUCTIONS,
            # Given, so that the SDK does not list all tools to look one up on every call.
            get_tool_input_schema=self.tool_table.input_schema,
            on_list_tools=self.tool_table.list_tools,
            on_call_tool=self.tool_table.call,
            on_list_resources=self.resource_table.list_resources,
            on_list_resource_templates=self.resource_table.list_templates,
            on_read_resource=self.resource_table.read,
            on_subscribe_resource=self.watching.subscribe,
            on_unsubscribe_resource=self.watching.unsubscribe,
            on_subscriptions_listen=self.watching.listen,
            on_list_prompts=self.prompt_table.list_prompts,
            on_get_prompt=self.prompt_table.get,
            on_completion=Completer(engine, self.resource_table).complete,
        )
        # Registered here because the constructor warns that newer protocols have no levels.
        self.add_request_handler("logging/setLevel", SetLevelRequestParams, self._set_level)
        tasks = TaskTable(self.tool_table)
        self.middleware.append(tasks.intercept)
        self.add_request_handler("tasks/get", GetTaskRequestParams, tasks.get)
        self.add_request_handler("tasks/result", GetTaskPayloadRequestParams, tasks.result)
        self.add_request_handler("tasks/cancel", CancelTaskRequestParams, tasks.cancel)
        self.add_request_handler("tasks/list", PaginatedRequestParams, tasks.list_tasks)
        self.add_notification_handler(
            "notifications/initialized", NotificationParams, self.watching.greet
        )

    def create_initialization_options(
        self,
        notification_options: NotificationOptions | None = None,
        experimental_capabilities: dict[str, dict[str, Any]] | None = None,
        extensions: dict[str, dict[str, Any]] | None = None,
    ) -> InitializationOptions:
        """Say that lists can change: prompts and threads come and go, and so do kernels."""
        changes = NotificationOptions(
            tools_changed=True, resources_changed=True, prompts_changed=True
        )
        return super().create_initialization_options(
            notification_options or changes, experimental_capabilities, extensions
        )

    def get_capabilities(self, *arguments: Any, **options: Any) -> ServerCapabilities:
        """Say what the server can; tasks are of the protocols with a handshake."""
        made = super().get_capabilities(*arguments, **options)
        is_older = options.get("protocol_version") not in MODERN_PROTOCOL_VERSIONS
        return made.model_copy(update={"tasks": CAPABILITY}) if is_older else made

    def heard(self, event: Event) -> None:
        """Tell clients what an event of the kernel changes for them."""
        self.watching.updated(self.resource_table.affected_by(event))
        if self.resource_table.changes_list(event):
            self.watching.list_changed("resources")
        if self.prompt_table.changes_list(event):
            self.watching.list_changed("prompts")

    async def _set_level(
        self, context: ServerRequestContext[Any, Any], params: SetLevelRequestParams
    ) -> EmptyResult:
        self.tool_table.log_levels.set(context, params.level)
        return EmptyResult()


def build_mcp(engine: McpEngine, toolsets: Iterable[str] = DEFAULT_TOOLSETS) -> KernelMcp:
    """Generate the MCP server of an engine from its operations and resources."""
    return KernelMcp(engine, toolsets)
