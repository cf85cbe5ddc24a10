"""Operations of resources: keep, find, change, render prompts, templates and data."""

from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.engine.operations import operation
from lux_nb.engine.resources import LISTED_INSTANCES, Document, Instance, resource
from lux_nb.errors import InvalidRequest
from lux_nb.tools.resources.library import Library, Stored
from lux_nb.tools.resources.rendering import as_text, checked_variables, render
from lux_nb.tools.resources.versions import following, numbers
from lux_nb.tools.resources.wire import (
    Rendered,
    ResourceAnswer,
    ResourceCreateRequest,
    ResourceGetRequest,
    ResourceList,
    ResourceRemoved,
    ResourceRenderRequest,
    ResourceRequest,
    ResourcesListRequest,
    ResourceUpdateRequest,
    ResourceView,
)

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

RESOURCE_EVENTS = "mcp:resource:"


@operation("resources_list", toolset="tools", title="List resources")
async def resources_list(engine: Engine, request: ResourcesListRequest) -> ResourceList:
    """List the prompts, templates and data that are kept, by name."""
    found = await _library(engine).find(kind=request.type, tags=request.tags, search=request.search)
    return ResourceList(resources=[ResourceView.of(one) for one in found], total=len(found))


@operation("resource_get", toolset="tools", title="Read a resource")
async def resource_get(engine: Engine, request: ResourceGetRequest) -> ResourceAnswer:
    """Read a prompt, template or data set; with variables it is rendered too."""
    found = await _library(engine).get(request.resource_id, request.version)
    rendered = None if request.variables is None else _rendered(found, request.variables)
    return ResourceAnswer(resource=ResourceView.of(found), rendered=rendered)


@operation("resource_render", toolset="tools", title="Render a resource")
async def resource_render(engine: Engine, request: ResourceRenderRequest) -> Rendered:
    """Fill the {{variable}} places of a prompt or template; each needs a value."""
    found = await _library(engine).get(request.resource_id, request.version)
    text = _rendered(found, request.variables)
    return Rendered(name=found.name, version=found.version, text=text)


@operation("resource_create", toolset="tools", title="Create a resource", writes=True)
async def resource_create(engine: Engine, request: ResourceCreateRequest) -> ResourceAnswer:
    """Keep a prompt, template or data set; prompts are offered to assistants as prompts."""
    numbers(request.version)
    definition = {
        "description": request.description,
        "content": request.content,
        "variables": _variables(request.type, request.content, request.variables),
        "tags": request.tags,
        "metadata": request.metadata,
    }
    made = await _library(engine).add(
        request.type, request.name, request.version, definition, current_call().author.label
    )
    _tell(engine, "created", made)
    return ResourceAnswer(resource=ResourceView.of(made))


@operation("resource_update", toolset="tools", title="Change a resource", writes=True)
async def resource_update(engine: Engine, request: ResourceUpdateRequest) -> ResourceAnswer:
    """Change a resource; this adds a version, and the old ones stay readable."""
    library = _library(engine)
    before = await library.get(request.resource_id)
    given = request.model_dump(exclude={"resource_id", "version", "variables"}, exclude_unset=True)
    definition = {**before.definition, **given}
    if "content" in given or request.variables is not None:
        definition["variables"] = _variables(before.type, definition["content"], request.variables)
    if definition == before.definition and request.version is None:
        return ResourceAnswer(resource=ResourceView.of(before))
    changed_variables = definition["variables"] != before.variables
    version = following(before.version, request.version, changes_variables=changed_variables)
    author = current_call().author.label
    after = await library.change(before, version, definition, author)
    _tell(engine, "updated", after)
    return ResourceAnswer(resource=ResourceView.of(after))


@operation("resource_versions", toolset="tools", title="Versions of a resource")
async def resource_versions(engine: Engine, request: ResourceRequest) -> ResourceList:
    """List every version of a resource, the newest first."""
    found = await _library(engine).versions(request.resource_id)
    return ResourceList(resources=[ResourceView.of(one) for one in found], total=len(found))


@operation("resource_delete", toolset="tools", title="Delete a resource", writes=True)
async def resource_delete(engine: Engine, request: ResourceRequest) -> ResourceRemoved:
    """Delete a resource with all its versions."""
    gone = await _library(engine).remove(request.resource_id)
    _tell(engine, "deleted", gone)
    return ResourceRemoved(id=gone.id, name=gone.name, versions=gone.number)


async def kept_prompts(engine: Engine) -> list[ResourceView]:
    """Return the prompts, by name."""
    return [ResourceView.of(one) for one in await _library(engine).find(kind="prompt")]


async def _instances(engine: Engine) -> list[Instance]:
    found = await _library(engine).find()
    return [
        Instance({"name": one.name}, one.name, one.definition.get("description") or None)
        for one in found[:LISTED_INSTANCES]
    ]


@resource(
    "lux://resources/{name}",
    name="resource",
    title="Prompt, template or data",
    instances=_instances,
)
async def kept_resource(engine: Engine, name: str) -> Document:
    """Read the content of a prompt, template or data set, as it was written."""
    found = await _library(engine).get(name)
    given = found.definition.get("metadata", {}).get("mimeType")
    usual = "text/plain" if isinstance(found.content, str) else "application/json"
    return Document(
        text=as_text(found.content), mime_type=given if isinstance(given, str) else usual
    )


def _library(engine: Engine) -> Library:
    return Library(engine.store)


def _variables(kind: str, content: Any, declared: list[str] | None) -> list[str]:
    if kind == "data":
        # Data may hold braces of its own, and is never rendered.
        if declared:
            raise InvalidRequest("variables: data has none.", hint="Make it a template.")
        return []
    if not isinstance(content, str):
        message = f"content: a {kind} is a text."
        raise InvalidRequest(message, hint="Only data may be other JSON.")
    return checked_variables(content, declared)


def _rendered(found: Stored, values: dict[str, Any]) -> str:
    if found.type == "data":
        if values:
            message = f"{found.name!r} is data, which has no variables."
            raise InvalidRequest(message, hint="Read it without values.")
        return as_text(found.content)
    return render(found.content, values)


def _tell(engine: Engine, what: str, one: Stored) -> None:
    payload = {"resourceId": one.id, "name": one.name, "type": one.type, "version": one.version}
    subject = f"lux://resources/{quote(one.name, safe='')}"
    author = current_call().author
    engine.events.append(Event(f"{RESOURCE_EVENTS}{what}", author, subject, payload=payload))
