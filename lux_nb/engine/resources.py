"""Resources: live state that an assistant reads by URI and can subscribe to."""

import importlib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote

from lux_nb.engine.operations import OPERATION_MODULES, Result, declared_in
from lux_nb.errors import NotFound

if TYPE_CHECKING:
    from lux_nb.engine.events import Event

ResourceFunction = Callable[..., Awaitable[Result]]
LISTED_INSTANCES = 200
"""The most that is listed of one kind; older ones are still read by their URI."""
_VARIABLE = re.compile(r"\{(\w+)\}")


class Document(Result):
    """A text that is served as it is, with its media type, and not as JSON."""

    text: str
    mime_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class Instance:
    """One thing behind a URI template: the values of its variables, and what it is called."""

    values: Mapping[str, str]
    title: str
    description: str | None = None


Instances = Callable[[Any], Awaitable[list[Instance]]]
Affected = Callable[["Event"], Iterable[str]]


@dataclass(frozen=True, slots=True)
class Resource:
    """A readable piece of state under a URI or URI template."""

    uri: str
    name: str
    description: str
    function: ResourceFunction
    title: str = ""
    instances: Instances | None = None
    affected: Affected | None = None
    available: Callable[[], bool] | None = None

    @property
    def variables(self) -> list[str]:
        """The parameters in the URI, in order."""
        return _VARIABLE.findall(self.uri)

    def expand(self, values: Mapping[str, str]) -> str:
        """Return the URI with its variables filled in."""
        return _VARIABLE.sub(lambda found: quote(values[found[1]], safe=""), self.uri)

    @property
    def is_template(self) -> bool:
        """Whether the URI has parameters."""
        return "{" in self.uri

    def match(self, uri: str) -> dict[str, str] | None:
        """Return the parameters when ``uri`` fits this resource, else None."""
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/?#]+)", re.escape(self.uri))
        found = re.fullmatch(pattern, uri)
        return (
            {name: unquote(value) for name, value in found.groupdict().items()} if found else None
        )


def resource(
    uri: str,
    *,
    name: str,
    title: str | None = None,
    instances: Instances | None = None,
    affected: Affected | None = None,
    available: Callable[[], bool] | None = None,
) -> Callable[[ResourceFunction], ResourceFunction]:
    """Declare an async function ``(engine, **uri_parameters) -> result`` as a resource.

    ``instances`` lists what a template stands for: it fills the list of resources and completes
    the template's variables. ``affected`` names the URIs that an event changes, where that is
    not its subject. ``available`` says whether it is to be listed where this runs.
    """

    def mark(function: ResourceFunction) -> ResourceFunction:
        description = inspect.getdoc(function) or ""
        shown = title or name[:1].upper() + name[1:]
        declared = Resource(uri, name, description, function, shown, instances, affected, available)
        function.resource = declared  # type: ignore[attr-defined]
        return function

    return mark


def load_resources(modules: Iterable[str] = OPERATION_MODULES) -> tuple[Resource, ...]:
    """Import the domains' modules and collect the resources they declare."""
    return tuple(
        declared
        for module in modules
        for declared in declared_in(importlib.import_module(module), Resource)
    )


def find_resource(resources: Iterable[Resource], uri: str) -> tuple[Resource, dict[str, Any]]:
    """Return the resource that serves a URI, with the URI's parameters."""
    for declared in resources:
        parameters = declared.match(uri)
        if parameters is not None:
            return declared, parameters
    message = f"There is no resource {uri!r}."
    raise NotFound(message, code="RESOURCE_NOT_FOUND", details={"uri": uri})
