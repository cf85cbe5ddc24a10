"""MCP resources and templates, generated from the engine's resources."""

from typing import Any

from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import (
    ListResourcesResult,
    ListResourceTemplatesResult,
    PaginatedRequestParams,
    ReadResourceRequestParams,
    ReadResourceResult,
    Resource,
    ResourceTemplate,
    TextResourceContents,
)
from pydantic_core import to_json

from lux_nb.engine.payloads import as_lux_error, json_rpc
from lux_nb.models.secrets import known_secrets
from lux_nb.server.masking import masked
from lux_nb.server.peers import McpEngine

JSON = "application/json"
Context = ServerRequestContext[Any, Any]


class ResourceTable:
    """The engine's readable state, as MCP lists and reads it."""

    def __init__(self, engine: McpEngine) -> None:
        self._engine = engine
        self.resources = [
            Resource(
                uri=declared.uri,
                name=declared.name,
                description=declared.description,
                mime_type=JSON,
            )
            for declared in engine.resources
            if not declared.is_template
        ]
        self.templates = [
            ResourceTemplate(
                uri_template=declared.uri,
                name=declared.name,
                description=declared.description,
                mime_type=JSON,
            )
            for declared in engine.resources
            if declared.is_template
        ]

    async def list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """List the resources with a fixed URI."""
        return ListResourcesResult(resources=self.resources)

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """List the resources whose URI has parameters."""
        return ListResourceTemplatesResult(resource_templates=self.templates)

    async def read(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Read the state behind a URI as JSON."""
        uri = str(params.uri)
        try:
            result = await self._engine.read_resource(uri)
        except Exception as error:
            raise self._failure(uri, error) from error
        text = to_json(result.wire()).decode()
        return ReadResourceResult(
            contents=[TextResourceContents(uri=uri, mime_type=JSON, text=text)]
        )

    def _failure(self, uri: str, error: Exception) -> MCPError:
        told = masked(json_rpc(as_lux_error(error)), known_secrets(self._engine.settings))
        return MCPError(told["code"], told["message"], {"uri": uri, **told["data"]})

    def affected_by(self, subject: str) -> list[str]:
        """Return the URIs that change with a subject: its own, and the lists it is part of."""
        lists = [r.uri for r in self.resources if subject.startswith(f"{r.uri}/")]
        return [subject, *lists]
