"""What the resource operations are asked and answer, in the words of the wire."""

from datetime import datetime
from typing import Annotated, Any, Literal

from pydantic import Field, JsonValue, field_validator

from lux_nb.tools.resources.library import Stored
from lux_nb.tools.wire import ToolRequest, ToolResult

Kind = Literal["prompt", "template", "data"]
Name = Annotated[
    str,
    Field(min_length=1, max_length=200, pattern=r"^[\w][\w .:-]*$", description="Its name."),
]
ResourceName = Annotated[str, Field(description="Name or id of a resource.")]
Content = Annotated[
    JsonValue, Field(description="Text with {{variable}} places; of data, any JSON.")
]


class ResourceView(ToolResult):
    """A prompt, template or data set in one of its versions."""

    id: str
    type: str
    name: str
    description: str
    content: JsonValue
    variables: list[str]
    tags: list[str]
    version: str
    metadata: dict[str, Any]
    author: str
    created_at: datetime
    updated_at: datetime

    @classmethod
    def of(cls, one: Stored) -> "ResourceView":
        """Show what is stored."""
        given = one.definition
        return cls(
            id=one.id,
            type=one.type,
            name=one.name,
            description=given.get("description") or "",
            content=one.content,
            variables=one.variables,
            tags=given.get("tags") or [],
            version=one.version,
            metadata=given.get("metadata") or {},
            author=one.author,
            created_at=one.created_at,
            updated_at=one.updated_at,
        )


class ResourceList(ToolResult):
    """Resources, by name."""

    resources: list[ResourceView]
    total: int


class ResourceAnswer(ToolResult):
    """One resource, rendered where values were given."""

    resource: ResourceView
    rendered: str | None = None


class Rendered(ToolResult):
    """A text with every place filled."""

    name: str
    version: str
    text: str


class ResourceRemoved(ToolResult):
    """What is gone."""

    id: str
    name: str
    versions: int


class ResourcesListRequest(ToolRequest):
    """Which resources to list."""

    type: Kind | None = None
    tags: Annotated[
        list[str], Field(description="Tags it must have; a list, or separated by commas.")
    ] = []
    search: Annotated[str | None, Field(description="Text in name, description, content.")] = None

    @field_validator("tags", mode="before")
    @classmethod
    def _split(cls, given: Any) -> Any:
        if isinstance(given, str):
            return [tag.strip() for tag in given.split(",") if tag.strip()]
        return given


class ResourceRequest(ToolRequest):
    """Which resource."""

    resource_id: ResourceName


class ResourceGetRequest(ResourceRequest):
    """Which resource, in which version, with which values."""

    variables: Annotated[
        dict[str, JsonValue] | None, Field(description="Values to render it with.")
    ] = None
    version: Annotated[str | None, Field(description="The newest when not given.")] = None

    @field_validator("variables", mode="before")
    @classmethod
    def _read(cls, given: Any) -> Any:
        """Read JSON in a text, which is how a query string brings it."""
        if isinstance(given, str):
            from pydantic_core import from_json

            return from_json(given)
        return given


class ResourceRenderRequest(ResourceRequest):
    """What to render, with which values."""

    variables: Annotated[dict[str, JsonValue], Field(description="A value for each.")] = {}
    version: Annotated[str | None, Field(description="The newest when not given.")] = None


class ResourceCreateRequest(ToolRequest):
    """A resource to keep."""

    type: Kind = "prompt"
    name: Name
    description: str = ""
    content: Content
    variables: Annotated[
        list[str] | None, Field(description="Found in the content when not given.")
    ] = None
    tags: list[str] = []
    metadata: dict[str, Any] = {}
    version: str = "1.0.0"


class ResourceUpdateRequest(ResourceRequest):
    """What to change; the rest stays as it is."""

    description: str | None = None
    content: Content = None
    variables: list[str] | None = None
    tags: list[str] | None = None
    metadata: dict[str, Any] | None = None
    version: Annotated[str | None, Field(description="The next one when not given.")] = None
