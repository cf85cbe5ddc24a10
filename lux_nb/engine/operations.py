"""Operations: one async function each, from which every surface is generated.

An operation is declared once::

    class ConferRequest(Request):
        message: Annotated[str, Field(description="What to say.")]

    @operation("confer", toolset="reasoning", streams=True, spends=True)
    async def confer(engine: Engine, request: ConferRequest) -> Reply:
        \"\"\"Talk to a model on a thread, which later calls can continue.\"\"\"

The decorator only marks the function. :func:`load_operations` imports the modules listed in
:data:`OPERATION_MODULES` and collects what they declare, so adding a capability is adding a
function, and adding a domain is adding one line here.
"""

import functools
import importlib
import inspect
import re
import typing
from collections.abc import Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pydantic import BaseModel, ConfigDict, ValidationError

from lux_nb.errors import InvalidRequest, UnknownOperation

OPERATION_MODULES = (
    "lux_nb.reasoning.operations",
    "lux_nb.models.operations",
    "lux_nb.models.choice_operations",
    "lux_nb.logic.operations",
    "lux_nb.reasoning.trace_operations",
    "lux_nb.reasoning.bias_operations",
    "lux_nb.reasoning.plan_operations",
    "lux_nb.tools.operations",
    "lux_nb.tools.upkeep_operations",
    "lux_nb.tools.meta.correction_operations",
    "lux_nb.tools.meta.recommend_operations",
    "lux_nb.tools.meta.catalogue_operations",
    "lux_nb.tools.meta.history_operations",
    "lux_nb.tools.sources.operations",
    "lux_nb.memory.operations",
    "lux_nb.memory.upkeep_operations",
    "lux_nb.memory.recall_operations",
    "lux_nb.memory.backup_operations",
    "lux_nb.logic.session_operations",
    "lux_nb.logic.history_operations",
    "lux_nb.logic.world_operations",
    "lux_nb.logic.translation_operations",
    "lux_nb.logic.prompt_operations",
    "lux_nb.logic.analysis_operations",
    "lux_nb.kernel.operations",
    "lux_nb.kernel.run_operations",
    "lux_nb.engine.job_operations",
    "lux_nb.engine.consent_operations",
    "lux_nb.memory.resources",
    "lux_nb.tools.resources.operations",
    "lux_nb.frame_resources",
    "lux_nb.server.room_operations",
)


class Request(BaseModel):
    """What an operation is asked; unknown parameters are an error, not ignored."""

    model_config = ConfigDict(extra="forbid", populate_by_name=True)


class NoParameters(Request):
    """An operation that takes no parameters."""


class Result(BaseModel):
    """What an operation answers; ``wire()`` is what every surface sends."""

    model_config = ConfigDict(populate_by_name=True)

    def wire(self) -> dict[str, Any]:
        """Return exactly what goes over the wire."""
        return self.model_dump(mode="json", by_alias=True, exclude_none=self.omits_none())

    @classmethod
    def omits_none(cls) -> bool:
        """Tell whether fields without a value are left out on the wire."""
        return True

    @classmethod
    def __pydantic_init_subclass__(cls, **_: Any) -> None:
        """Keep what a class shows of itself small enough to be saved with a notebook."""
        own = cls.__dict__.get("_repr_mimebundle_")
        if own is not None:
            cls._repr_mimebundle_ = _capped(own)  # type: ignore[method-assign]

    def _repr_html_(self) -> str | None:
        from lux_nb.display.results import bundle_of

        return bundle_of(self).get("text/html")

    def _repr_markdown_(self) -> str:
        from lux_nb.display.results import markdown_of

        return markdown_of(self)

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        from lux_nb.display.results import bundle_of

        return bundle_of(self)


def _capped(show: Callable[..., dict[str, str]]) -> Callable[..., dict[str, str]]:
    @functools.wraps(show)
    def shown(self: Result, **options: Any) -> dict[str, str]:
        from lux_nb.display.results import capped_bundle

        return capped_bundle(show(self, **options))

    return shown


OperationFunction = Callable[[Any, Any], Awaitable[Result]]
Declared = typing.TypeVar("Declared")


@dataclass(frozen=True, slots=True)
class Operation:
    """A capability under its wire name, with all that a surface needs to offer it."""

    name: str
    function: OperationFunction
    request: type[Request]
    response: type[Result]
    toolset: str
    title: str
    description: str
    streams: bool = False
    spends: bool = False
    writes: bool = False
    runs_code: bool = False
    writes_files: bool = False
    mcp_prefix: str = ""

    @property
    def summary(self) -> str:
        """The first sentence of the description."""
        return self.description.split("\n\n")[0].replace("\n", " ").strip()

    @property
    def mcp_name(self) -> str:
        """The name on MCP, where only letters, digits and underscores travel well."""
        return self.mcp_prefix + re.sub(r"[^A-Za-z0-9_]", "_", self.name)

    @property
    def reads_only(self) -> bool:
        """Whether the operation changes nothing and spends nothing."""
        return not (self.writes or self.runs_code or self.spends)

    def parse(self, parameters: Mapping[str, Any]) -> Request:
        """Validate parameters, or raise an error that names the field and what would be right."""
        return validated(self.name, self.request, parameters)


Asked = typing.TypeVar("Asked", bound=Request)


def validated(name: str, request: type[Asked], parameters: Mapping[str, Any]) -> Asked:
    """Read parameters, or raise an error that names the field and what would be right."""
    for field, value in parameters.items():
        if _is_broken_text(value):
            message = f"{name}: {field}: it holds a NUL or half of a character"
            raise InvalidRequest(message, details=[{"field": field}])
    try:
        return request.model_validate(dict(parameters))
    except ValidationError as error:
        raise _explain(name, request, error) from None


def operation(
    name: str,
    *,
    toolset: str,
    title: str | None = None,
    streams: bool = False,
    spends: bool = False,
    writes: bool = False,
    runs_code: bool = False,
    writes_files: bool = False,
    mcp_prefix: str = "",
) -> Callable[[OperationFunction], OperationFunction]:
    """Declare an async function ``(engine, request) -> result`` as an operation."""

    def mark(function: OperationFunction) -> OperationFunction:
        hints = typing.get_type_hints(function)
        parameters = list(inspect.signature(function).parameters)
        declared = Operation(
            name=name,
            function=function,
            request=hints[parameters[1]],
            response=hints["return"],
            toolset=toolset,
            title=title or name.replace("_", " ").replace(".", ": ").capitalize(),
            description=inspect.getdoc(function) or "",
            streams=streams,
            spends=spends,
            writes=writes,
            runs_code=runs_code,
            writes_files=writes_files,
            mcp_prefix=mcp_prefix,
        )
        function.operation = declared  # type: ignore[attr-defined]
        return function

    return mark


class Catalogue(Mapping[str, Operation]):
    """The operations of an engine, by wire name."""

    def __init__(self, operations: typing.Iterable[Operation]) -> None:
        self._by_name: dict[str, Operation] = {}
        for declared in operations:
            self.add(declared)

    def add(self, declared: Operation) -> None:
        """Add an operation; a name can be taken once only."""
        if declared.name in self._by_name:
            message = f"The operation {declared.name!r} is declared twice."
            raise ValueError(message)
        self._by_name[declared.name] = declared

    def __getitem__(self, name: str) -> Operation:
        found = self._by_name.get(name)
        if found is None:
            raise _unknown(name, self._by_name)
        return found

    def __contains__(self, name: object) -> bool:
        return name in self._by_name

    def __iter__(self) -> Iterator[str]:
        return iter(self._by_name)

    def __len__(self) -> int:
        return len(self._by_name)


def load_operations(modules: typing.Iterable[str] = OPERATION_MODULES) -> Catalogue:
    """Import the domains' modules and collect the operations they declare."""
    return Catalogue(
        declared
        for module in modules
        for declared in declared_in(importlib.import_module(module), Operation)
    )


def declared_in(module: Any, kind: type[Declared]) -> Iterator[Declared]:
    """Yield what the functions of a module were declared as, in source order."""
    for value in vars(module).values():
        if getattr(value, "__module__", None) != module.__name__:
            continue
        for attribute in ("operation", "resource"):
            declared = getattr(value, attribute, None)
            if isinstance(declared, kind):
                yield declared


def _unknown(name: str, known: typing.Iterable[str]) -> UnknownOperation:
    import difflib

    near = difflib.get_close_matches(name, known, n=3, cutoff=0.5)
    hint = f"Did you mean {', '.join(near)}?" if near else "lux.operations() lists all of them."
    return UnknownOperation(f"There is no operation {name!r}.", hint=hint)


def _is_broken_text(value: Any) -> bool:
    """Tell whether there is text in a value that a database can't keep."""
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            return True
        return "\0" in value
    if isinstance(value, Mapping):
        return any(_is_broken_text(part) for pair in value.items() for part in pair)
    return isinstance(value, list | tuple) and any(map(_is_broken_text, value))


def _explain(name: str, request: type[Request], error: ValidationError) -> InvalidRequest:
    problems = []
    for problem in error.errors(include_url=False):
        field = ".".join(str(part) for part in problem["loc"]) or "request"
        reason = problem["msg"]
        if problem["type"] == "extra_forbidden":
            known = ", ".join(request.model_fields)
            reason = f"unknown parameter; known are: {known or 'none'}"
        elif problem["type"] == "missing":
            description = request.model_fields.get(field)
            about = f" ({description.description})" if description else ""
            reason = f"required{about}"
        problems.append({"field": field, "problem": reason})
    text = "; ".join(f"{item['field']}: {item['problem']}" for item in problems)
    return InvalidRequest(f"{name}: {text}", details=problems)
