"""MCP resources and templates, generated from the engine's resources."""

from collections.abc import Iterable
from typing import Any
from urllib.parse import quote

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

from lux_nb.engine.events import Event
from lux_nb.engine.payloads import as_lux_error, json_rpc
from lux_nb.engine.resources import Document, Instance
from lux_nb.engine.resources import Resource as Declared
from lux_nb.models.secrets import known_secrets
from lux_nb.server.masking import masked
from lux_nb.server.paging import page
from lux_nb.server.peers import McpEngine

JSON = "application/json"
SCHEME = "lux://"
Context = ServerRequestContext[Any, Any]


class ResourceTable:
    """The engine's readable state, as MCP lists and reads it."""

    def __init__(self, engine: McpEngine) -> None:
        self._engine = engine
        self._declared = [one for one in engine.resources if one.is_template]
        self.resources = [
            Resource(
                uri=declared.uri,
                name=declared.name,
                title=declared.title,
                description=declared.description,
                mime_type=JSON,
            )
            for declared in engine.resources
            if not declared.is_template and (declared.available is None or declared.available())
        ]
        self.templates = [
            ResourceTemplate(
                uri_template=declared.uri,
                name=declared.name,
                title=declared.title,
                description=declared.description,
            )
            for declared in self._declared
        ]
        self._seen: set[str] = set()

    async def list_resources(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourcesResult:
        """List the resources with a fixed URI, and what the templates stand for now."""
        listed = list(self.resources)
        for declared in self._declared:
            instances = await self._engine.list_instances(declared)
            listed.extend(_as_resource(declared, instance) for instance in instances)
        self._seen.update(resource.uri for resource in listed)
        shown, cursor = page(listed, params)
        return ListResourcesResult(resources=shown, next_cursor=cursor)

    async def list_templates(
        self, context: Context, params: PaginatedRequestParams | None
    ) -> ListResourceTemplatesResult:
        """List the resources whose URI has parameters."""
        shown, cursor = page(self.templates, params)
        return ListResourceTemplatesResult(resource_templates=shown, next_cursor=cursor)

    async def read(self, context: Context, params: ReadResourceRequestParams) -> ReadResourceResult:
        """Read the state behind a URI: a document as it is, the rest as JSON."""
        uri = str(params.uri)
        try:
            result = await self._engine.read_resource(uri)
        except Exception as error:
            raise self._failure(uri, error) from error
        if isinstance(result, Document):
            text, mime_type = result.text, result.mime_type
        else:
            text, mime_type = to_json(result.wire()).decode(), JSON
        contents = TextResourceContents(uri=uri, mime_type=mime_type, text=text)
        return ReadResourceResult(contents=[contents])

    async def values(self, template: str, variable: str, chosen: dict[str, str]) -> list[str]:
        """Return the values a template's variable can take beside those chosen already."""
        declared = next((one for one in self._declared if one.uri == template), None)
        if declared is None or variable not in declared.variables:
            return []
        others = {name: value for name, value in chosen.items() if name != variable}
        instances = await self._engine.list_instances(declared)
        fitting = [
            one.values[variable] for one in instances if others.items() <= one.values.items()
        ]
        return list(dict.fromkeys(fitting))

    def _failure(self, uri: str, error: Exception) -> MCPError:
        told = masked(json_rpc(as_lux_error(error)), known_secrets(self._engine.settings))
        return MCPError(told["code"], told["message"], {"uri": uri, **told["data"]})

    def affected_by(self, event: Event) -> list[str]:
        """Return the URIs that an event changes: its own, and the lists it is part of."""
        uris = list(self._own_uris(event))
        subject = event.subject or ""
        if subject.startswith(SCHEME):
            uris += [r.uri for r in self.resources if subject.startswith(f"{r.uri}/")]
        return list(dict.fromkeys(uris))

    def changes_list(self, event: Event) -> bool:
        """Tell whether an event makes or ends a resource, so that the list is another."""
        subject = event.subject or ""
        if not subject.startswith(SCHEME):
            return event.kind == "branch_created"
        uri = _canonical(subject)
        if event.kind.endswith(("deleted", "removed")):
            self._seen.discard(uri)
            return True
        if uri in self._seen or not any(one.match(uri) for one in self._declared):
            return False
        self._seen.add(uri)
        return True

    def _own_uris(self, event: Event) -> Iterable[str]:
        subject = event.subject or ""
        if subject.startswith(SCHEME):
            # Clients write a URI either way; both are told.
            yield from (subject, _canonical(subject))
        for declared in self._declared:
            if declared.affected is not None:
                yield from declared.affected(event)


def _canonical(uri: str) -> str:
    return quote(uri, safe=":/%")


def _as_resource(declared: Declared, instance: Instance) -> Resource:
    values = "/".join(instance.values.values())
    return Resource(
        uri=declared.expand(instance.values),
        name=f"{declared.name}: {values}",
        title=instance.title,
        description=instance.description or declared.description,
    )
