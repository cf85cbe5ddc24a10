"""What a tool is: its name, schemas, settings, and how it is run."""

import re
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from lux_nb.errors import InvalidRequest
from lux_nb.tools.validation import import_jsonschema

Status = Literal["active", "deprecated", "disabled"]
STATUSES: tuple[Status, ...] = ("active", "deprecated", "disabled")
DEFAULT_TIMEOUT_MS = 30_000
_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_.\-]{0,127}")
_VERSION = re.compile(r"\d+(?:\.\d+){0,2}(?:[-+][0-9A-Za-z.\-]+)?")
_LONGEST_TIMEOUT_MS = 3_600_000

Handler = Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Configuration:
    """How a tool is run when the caller does not say otherwise."""

    timeout: int = DEFAULT_TIMEOUT_MS
    """Milliseconds."""
    retries: int = 0
    cache: bool = False
    rate_limit: int | None = None
    """Most calls in a minute."""

    def to_dict(self) -> dict[str, Any]:
        """Return the configuration under the names of the wire."""
        shown: dict[str, Any] = {
            "timeout": self.timeout,
            "retries": self.retries,
            "cache": self.cache,
        }
        return shown | ({"rateLimit": self.rate_limit} if self.rate_limit else {})

    @classmethod
    def read(cls, given: Mapping[str, Any], base: "Configuration | None" = None) -> "Configuration":
        """Read a configuration, keeping what is not given from ``base``."""
        names = {"timeout": "timeout", "retries": "retries", "cache": "cache"}
        names["rateLimit"] = "rate_limit"
        unknown = [name for name in given if name not in names]
        if unknown:
            raise _invalid("configuration", f"unknown option {unknown[0]!r}; known: {[*names]}")
        made = replace(base or cls(), **{names[name]: given[name] for name in given})
        made.check()
        return made

    def check(self) -> None:
        """Raise an error that names the option which is out of range."""
        _whole_number("configuration.timeout", self.timeout, 1, _LONGEST_TIMEOUT_MS)
        _whole_number("configuration.retries", self.retries, 0, 20)
        if not isinstance(self.cache, bool):
            raise _invalid("configuration.cache", "must be true or false")
        if self.rate_limit is not None:
            _whole_number("configuration.rateLimit", self.rate_limit, 1, 1_000_000)


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool as the registry keeps it; ``function`` is what runs, where it is at hand."""

    name: str
    description: str
    input_schema: dict[str, Any]
    output_schema: dict[str, Any] | None = None
    category: str = "custom"
    provider: str = "custom"
    source: Literal["internal", "external"] = "external"
    version: str = "1.0.0"
    author: str | None = None
    long_description: str | None = None
    tags: tuple[str, ...] = ()
    examples: tuple[dict[str, Any], ...] = ()
    permissions: dict[str, Any] = field(default_factory=dict)
    requirements: dict[str, Any] = field(default_factory=dict)
    pricing: dict[str, Any] | None = None
    configuration: Configuration = field(default_factory=Configuration)
    status: Status = "active"
    handler: dict[str, Any] = field(default_factory=lambda: {"type": "function"})
    """How it is run, as plain data that can be stored; a function itself can't be."""
    id: str = field(default_factory=lambda: f"tool_{uuid.uuid4().hex[:12]}")
    function: Handler | None = field(default=None, compare=False, repr=False)

    @property
    def available(self) -> bool:
        """Whether it can be run now: a function is there only after its cell was run."""
        return self.function is not None and self.status != "disabled"

    def check(self) -> list[str]:
        """Raise an error when the tool is not well formed; return what is merely unwise."""
        if not _NAME.fullmatch(self.name):
            reason = "must begin with a letter and hold letters, digits, '_', '-' or '.' only"
            raise _invalid("name", f"{self.name!r} {reason}")
        if not _VERSION.fullmatch(self.version):
            raise _invalid("version", f"{self.version!r} is not a version such as 1.2.0")
        if self.status not in STATUSES:
            raise _invalid("status", f"must be one of {', '.join(STATUSES)}")
        if self.input_schema.get("type", "object") != "object":
            raise _invalid("inputSchema", "must describe an object, since arguments have names")
        self.configuration.check()
        for label, schema in (
            ("inputSchema", self.input_schema),
            ("outputSchema", self.output_schema),
        ):
            if schema is not None:
                _check_schema(label, schema)
        return self._warnings()

    def _warnings(self) -> list[str]:
        warnings = [] if self.description.strip() else ["It has no description."]
        properties = self.input_schema.get("properties", {})
        bare = [
            name
            for name, part in properties.items()
            if isinstance(part, Mapping) and not part.get("description")
        ]
        if bare:
            warnings.append(f"These parameters have no description: {', '.join(bare)}.")
        return warnings

    def summary(self) -> dict[str, Any]:
        """Return what a list of tools shows."""
        shown: dict[str, Any] = {
            "id": self.id,
            "name": self.name,
            "description": self.description,
            "category": self.category,
            "provider": self.provider,
            "version": self.version,
            "status": self.status,
            "available": self.available,
            "tags": list(self.tags),
            "inputSchema": self.input_schema,
        }
        if self.output_schema is not None:
            shown["outputSchema"] = self.output_schema
        if self.pricing is not None:
            shown["pricing"] = self.pricing
        return shown

    def to_dict(self) -> dict[str, Any]:
        """Return everything but the function, under the names of the wire."""
        more = {
            "source": self.source,
            "longDescription": self.long_description,
            "author": self.author,
            "examples": list(self.examples),
            "configuration": self.configuration.to_dict(),
            "permissions": self.permissions,
            "requirements": self.requirements,
            "handler": self.handler,
        }
        return self.summary() | {name: value for name, value in more.items() if value is not None}

    @classmethod
    def from_dict(cls, given: Mapping[str, Any]) -> "Tool":
        """Rebuild a tool from what ``to_dict`` gave."""
        return cls(
            name=given["name"],
            description=given.get("description", ""),
            input_schema=given.get("inputSchema") or {"type": "object"},
            output_schema=given.get("outputSchema"),
            category=given.get("category", "custom"),
            provider=given.get("provider", "custom"),
            source=given.get("source", "external"),
            version=given.get("version", "1.0.0"),
            author=given.get("author"),
            long_description=given.get("longDescription"),
            tags=tuple(given.get("tags") or ()),
            examples=tuple(given.get("examples") or ()),
            permissions=dict(given.get("permissions") or {}),
            requirements=dict(given.get("requirements") or {}),
            pricing=given.get("pricing"),
            configuration=Configuration.read(given.get("configuration") or {}),
            status=given.get("status", "active"),
            handler=dict(given.get("handler") or {"type": "function"}),
            **({"id": given["id"]} if given.get("id") else {}),
        )


def _check_schema(label: str, schema: Mapping[str, Any]) -> None:
    jsonschema = import_jsonschema()
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        place = "/".join(str(step) for step in error.absolute_path) or "the schema itself"
        raise _invalid(label, f"is not JSON Schema 2020-12 at {place}: {error.message}") from None


def _whole_number(label: str, value: Any, low: int, high: int) -> None:
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise _invalid(label, f"must be a whole number from {low} to {high}")


def _invalid(field_name: str, reason: str) -> InvalidRequest:
    return InvalidRequest(
        f"{field_name}: {reason}.", details=[{"field": field_name, "problem": reason}]
    )
