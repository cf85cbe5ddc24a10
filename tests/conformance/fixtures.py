"""The kernel's own MCP server with the suites' fixtures on top.

A name of a fixture is answered here; all the rest goes to what every kernel serves, through the
same handlers, session manager, guard and sockets.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable
from typing import Any

from mcp.shared.exceptions import MCPError
from mcp_types import (
    MISSING_REQUIRED_CLIENT_CAPABILITY,
    BlobResourceContents,
    CallToolRequestParams,
    CompleteRequestParams,
    CompleteResult,
    Completion,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    GetPromptRequestParams,
    GetPromptResult,
    InputRequiredResult,
    ListPromptsResult,
    ListResourcesResult,
    ListResourceTemplatesResult,
    ListToolsResult,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
    PaginatedRequestParams,
    Prompt,
    PromptArgument,
    PromptMessage,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    SamplingMessage,
    TextContent,
    TextResourceContents,
    Tool,
)

from lux_nb.server.mcp_server import KernelMcp
from tests.conformance import asking, contents
from tests.conformance.contents import text

Handler = Callable[[Any, Any], Awaitable[Any]]
STEP_SECONDS = 0.05
DATA_URI = re.compile(r"test://template/([^/]+)/data")


def add_fixtures(server: KernelMcp) -> None:
    """Put the fixtures before the server's own handlers."""
    Fixtures(server).install()


class Fixtures:
    def __init__(self, server: KernelMcp) -> None:
        self.server = server
        self.own: dict[str, Handler] = {}
        self.calls: dict[str, Handler] = {
            "test_tool_with_logging": self.logging,
            "test_logging_tool": self.logging,
            "test_tool_with_progress": self.progress,
            "test_reconnection": self.reconnection,
            "test_sampling": self.sampling,
            "test_elicitation": self.elicitation,
            "test_elicitation_sep1034_defaults": self.form(contents.DEFAULTS_FORM),
            "test_elicitation_sep1330_enums": self.form(contents.ENUMS_FORM),
            "test_missing_capability": self.missing_capability,
            "test_input_required_result_capabilities": self.capabilities,
            "test_trigger_tool_change": self.changed("tools"),
            "test_trigger_prompt_change": self.changed("prompts"),
            "test_custom_headers": self.echo,
            "json_schema_2020_12_tool": self.echo,
        }

    def install(self) -> None:
        handlers: dict[str, tuple[Any, Handler]] = {
            "tools/list": (PaginatedRequestParams, self.list_tools),
            "tools/call": (CallToolRequestParams, self.call),
            "resources/list": (PaginatedRequestParams, self.list_resources),
            "resources/templates/list": (PaginatedRequestParams, self.list_templates),
            "resources/read": (ReadResourceRequestParams, self.read),
            "prompts/list": (PaginatedRequestParams, self.list_prompts),
            "prompts/get": (GetPromptRequestParams, self.get_prompt),
            "completion/complete": (CompleteRequestParams, self.complete),
        }
        for method, (params_type, handler) in handlers.items():
            entry = self.server.get_request_handler(method)
            assert entry is not None
            self.own[method] = entry.handler
            self.server.add_request_handler(method, params_type, handler)
        of_kernel = self.server.get_tool_input_schema
        assert of_kernel is not None
        self.server.get_tool_input_schema = lambda name: (
            contents.SCHEMAS.get(name) or of_kernel(name)
        )

    # Tools

    async def list_tools(self, context: Any, params: Any) -> ListToolsResult:
        listed = await self.own["tools/list"](context, params)
        names = [*contents.PLAIN_TOOLS, *self.calls, *asking.ROUNDS]
        added = [
            Tool(
                name=name,
                description=f"Fixture {name}.",
                input_schema=contents.SCHEMAS.get(name, contents.OBJECT),
            )
            for name in names
        ]
        return ListToolsResult(tools=[*added, *listed.tools], next_cursor=listed.next_cursor)

    async def call(self, context: Any, params: CallToolRequestParams) -> Any:
        name = params.name
        if name in contents.PLAIN_TOOLS:
            return contents.PLAIN_TOOLS[name]
        if name in asking.ROUNDS:
            return asking.ROUNDS[name](params)
        handler = self.calls.get(name, self.own["tools/call"])
        return await handler(context, params)

    async def echo(self, context: Any, params: CallToolRequestParams) -> Any:
        return text(json.dumps(params.arguments))

    async def logging(self, context: Any, params: CallToolRequestParams) -> Any:
        log = self.log(context)
        for step in ("started", "processing data", "completed"):
            said = f"Tool {step}" if step == "processing data" else f"Tool execution {step}"
            await log(said)
            await asyncio.sleep(STEP_SECONDS)
        return text("Tool with logging executed successfully")

    def log(self, context: Any) -> Callable[[str], Awaitable[None]]:
        """Send at level info, as the client's own level allows: a tool chooses its levels."""
        levels = self.server.tool_table.log_levels
        wanted = levels.wants(context, "info")
        is_older = context.protocol_version < "2026"

        async def send(said: str) -> None:
            if wanted or is_older:
                params = LoggingMessageNotificationParams(level="info", data=said)
                await context.session.send_notification(
                    LoggingMessageNotification(params=params),
                    related_request_id=context.request_id,
                )

        return send

    async def reconnection(self, context: Any, params: CallToolRequestParams) -> Any:
        if context.close_sse_stream is not None:
            await context.close_sse_stream()
        await asyncio.sleep(STEP_SECONDS)
        return text("The answer came after the stream was closed.")

    async def progress(self, context: Any, params: CallToolRequestParams) -> Any:
        for done in (0, 50, 100):
            await context.session.report_progress(done, 100, None)
            await asyncio.sleep(STEP_SECONDS)
        return text("Tool with progress executed successfully")

    async def sampling(self, context: Any, params: CallToolRequestParams) -> Any:
        question = (params.arguments or {}).get("prompt", "")
        said = SamplingMessage(role="user", content=TextContent(type="text", text=question))
        asked = CreateMessageRequestParams(messages=[said], max_tokens=100)
        answer = await context.session.send_request(
            CreateMessageRequest(params=asked), CreateMessageResult
        )
        return text(f"LLM response: {getattr(answer.content, 'text', '')}")

    async def elicitation(self, context: Any, params: CallToolRequestParams) -> Any:
        message = (params.arguments or {}).get("message", "")
        answer = await context.session.elicit_form(
            message, contents.USER_FORM, related_request_id=context.request_id
        )
        content = json.dumps(answer.content)
        return text(f"User response: action: {answer.action}, content: {content}")

    def form(self, schema: dict[str, Any]) -> Handler:
        async def ask(context: Any, params: CallToolRequestParams) -> Any:
            answer = await context.session.elicit_form(
                "Please fill this in", schema, related_request_id=context.request_id
            )
            content = json.dumps(answer.content)
            return text(f"Elicitation completed: action={answer.action}, content={content}")

        return ask

    async def missing_capability(self, context: Any, params: CallToolRequestParams) -> Any:
        declared = context.session.client_capabilities
        if declared is None or declared.sampling is None:
            data = {"requiredCapabilities": {"sampling": {}}}
            raise MCPError(MISSING_REQUIRED_CLIENT_CAPABILITY, "Sampling is needed.", data)
        return text("The client can sample.")

    async def capabilities(self, context: Any, params: CallToolRequestParams) -> Any:
        return asking.capabilities(params, context.session.client_capabilities)

    def changed(self, name: Any) -> Handler:
        async def tell(context: Any, params: CallToolRequestParams) -> Any:
            self.server.watching.list_changed(name)
            return text(f"The {name} changed.")

        return tell

    # Resources

    async def list_resources(self, context: Any, params: Any) -> ListResourcesResult:
        listed = await self.own["resources/list"](context, params)
        kinds = {"test://static-text": "text/plain", "test://static-binary": "image/png"}
        added = [
            Resource(uri=uri, name=uri.removeprefix("test://"), mime_type=kind)
            for uri, kind in {**kinds, "test://watched-resource": "text/plain"}.items()
        ]
        return ListResourcesResult(
            resources=[*added, *listed.resources], next_cursor=listed.next_cursor
        )

    async def list_templates(self, context: Any, params: Any) -> ListResourceTemplatesResult:
        listed = await self.own["resources/templates/list"](context, params)
        added = ResourceTemplate(uri_template="test://template/{id}/data", name="template-data")
        return ListResourceTemplatesResult(
            resource_templates=[added, *listed.resource_templates], next_cursor=listed.next_cursor
        )

    async def read(self, context: Any, params: ReadResourceRequestParams) -> ReadResourceResult:
        uri = str(params.uri)
        if found := DATA_URI.fullmatch(uri):
            data = {"id": found[1], "templateTest": True, "data": f"Data for ID: {found[1]}"}
            return _read(uri, "application/json", json.dumps(data))
        if uri == "test://static-text":
            return _read(uri, "text/plain", "This is the content of the static text resource.")
        if uri == "test://watched-resource":
            return _read(uri, "text/plain", "This is watched.")
        if uri == "test://static-binary":
            blob = BlobResourceContents(uri=uri, mime_type="image/png", blob=contents.PNG)
            return ReadResourceResult(contents=[blob])
        result: ReadResourceResult = await self.own["resources/read"](context, params)
        return result

    # Prompts

    async def list_prompts(self, context: Any, params: Any) -> ListPromptsResult:
        listed = await self.own["prompts/list"](context, params)
        added = [
            Prompt(
                name=name,
                description=f"Fixture {name}.",
                arguments=[PromptArgument(name=argument, required=True) for argument in arguments],
            )
            for name, arguments in PROMPTS.items()
        ]
        return ListPromptsResult(prompts=[*added, *listed.prompts], next_cursor=listed.next_cursor)

    async def get_prompt(self, context: Any, params: GetPromptRequestParams) -> Any:
        values = params.arguments or {}
        match params.name:
            case "test_simple_prompt":
                return _prompt(_text("This is a simple prompt for testing."))
            case "test_prompt_with_arguments":
                told = f"arg1='{values.get('arg1')}', arg2='{values.get('arg2')}'"
                return _prompt(_text(f"Prompt with arguments: {told}"))
            case "test_prompt_with_embedded_resource":
                uri = values.get("resourceUri", "")
                said = "Embedded resource content for testing."
                resource = contents.embedded(uri, "text/plain", said)
                return _prompt(resource, _text("Please process the embedded resource above."))
            case "test_prompt_with_image":
                return _prompt(contents.image(), _text("Please analyze the image above."))
            case "test_input_required_result_prompt":
                wanted = asking.named(params, "user_context", "context")
                if wanted is None:
                    form = asking.form("What context should the prompt use?", "context")
                    return InputRequiredResult(input_requests={"user_context": form})
                return _prompt(_text(f"Use this context: {wanted}"))
        return await self.own["prompts/get"](context, params)

    async def complete(self, context: Any, params: CompleteRequestParams) -> CompleteResult:
        if getattr(params.ref, "name", None) == "test_prompt_with_arguments":
            values = [v for v in ("paris", "park", "party") if v.startswith(params.argument.value)]
            return CompleteResult(completion=Completion(values=values, total=len(values)))
        result: CompleteResult = await self.own["completion/complete"](context, params)
        return result


PROMPTS = {
    "test_simple_prompt": [],
    "test_prompt_with_arguments": ["arg1", "arg2"],
    "test_prompt_with_embedded_resource": ["resourceUri"],
    "test_prompt_with_image": [],
    "test_input_required_result_prompt": [],
}


def _read(uri: str, mime_type: str, said: str) -> ReadResourceResult:
    return ReadResourceResult(
        contents=[TextResourceContents(uri=uri, mime_type=mime_type, text=said)]
    )


def _text(said: str) -> TextContent:
    return TextContent(type="text", text=said)


def _prompt(*parts: Any) -> GetPromptResult:
    return GetPromptResult(messages=[PromptMessage(role="user", content=part) for part in parts])
