"""Resources: live state that an assistant reads by URI and can subscribe to."""

import importlib
import inspect
import re
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass
from typing import Any

from lux_nb.engine.operations import OPERATION_MODULES, Result, declared_in
from lux_nb.errors import NotFound

ResourceFunction = Callable[..., Awaitable[Result]]


@dataclass(frozen=True, slots=True)
class Resource:
    """A readable piece of state under a URI or URI template."""

    uri: str
    name: str
    description: str
    function: ResourceFunction

    @property
    def is_template(self) -> bool:
        """Whether the URI has parameters."""
        return "{" in self.uri

    def match(self, uri: str) -> dict[str, str] | None:
        """Return the parameters when ``uri`` fits this resource, else None."""
        pattern = re.sub(r"\\{(\w+)\\}", r"(?P<\1>[^/?#]+)", re.escape(self.uri))
        found = re.fullmatch(pattern, uri)
        return found.groupdict() if found else None


def resource(uri: str, *, name: str) -> Callable[[ResourceFunction], ResourceFunction]:
    """Declare an async function ``(engine, **uri_parameters) -> result`` as a resource."""

    def mark(function: ResourceFunction) -> ResourceFunction:
        description = inspect.getdoc(function) or ""
        function.resource = Resource(uri, name, description, function)  # type: ignore[attr-defined]
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
