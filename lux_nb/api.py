"""``lux``: every operation as a Python function, synchronous and asynchronous."""

import asyncio
import importlib
import inspect
import threading
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Listener
from lux_nb.kernel.cells import current_author

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.config import Settings
    from lux_nb.engine.engine import Engine
    from lux_nb.engine.operations import Operation, Result
    from lux_nb.frames import Frames

NAMESPACES = {
    "models": "lux_nb.models.api:ModelsApi",
    "tools": "lux_nb.tools.api:ToolsApi",
    "tool": "lux_nb.tools.api:ToolDecorator",
}
"""The attributes of ``lux`` that are domains, and the class that offers each."""

_lock = threading.Lock()
_instance: "list[Lux]" = []


def the_lux() -> "Lux":
    """Return the one ``lux`` of this process."""
    with _lock:
        if not _instance:
            _instance.append(Lux())
        return _instance[0]


class Lux:
    """The shared thinking room of this kernel.

    Operations are methods (``lux.confer("…")``), coroutines (``await lux.aio.confer("…")``)
    and calls by wire name (``lux.call("confer", message="…")``). ``lux.frames`` has what
    happened as DataFrames, ``lux.operations()`` lists all there is.
    """

    def __init__(self, settings: "Settings | None" = None) -> None:
        self._settings = settings
        self._engine: Engine | None = None
        self._starting = threading.Lock()

    @property
    def engine(self) -> "Engine":
        """The engine, started on first use."""
        with self._starting:
            if self._engine is None:
                from lux_nb.engine.engine import Engine

                self._engine = Engine(self._settings)
            return self._engine

    @property
    def settings(self) -> "Settings":
        """The options of the running kernel."""
        return self.engine.settings

    @cached_property
    def frames(self) -> "Frames":
        """What happened, as DataFrames."""
        from lux_nb.frames import Frames

        return Frames(self)

    @cached_property
    def aio(self) -> "AsyncLux":
        """The same operations as coroutines."""
        return AsyncLux(self)

    def call(self, name: str, /, **parameters: Any) -> dict[str, Any]:
        """Call an operation by its wire name and return exactly what the wire would."""
        return self.run_operation(name, parameters).wire()

    def operations(self) -> "pd.DataFrame":
        """Return all operations with their parameters."""
        from lux_nb.frames import operations_frame

        return operations_frame(self.engine.operations.values())

    def close(self) -> None:
        """Close the engine; the next use starts it again."""
        with self._starting:
            if self._engine is not None:
                self._engine.close()
                self._engine = None

    def run_operation(
        self, name: str, parameters: dict[str, Any], listener: Listener | None = None
    ) -> "Result":
        """Run an operation and wait for its result; an interrupt cancels it."""
        return self.engine.run(self._work(name, parameters, listener))

    def _work(
        self, name: str, parameters: dict[str, Any], listener: Listener | None = None
    ) -> "Coroutine[Any, Any, Result]":
        return self.engine.call(name, parameters, author=current_author(), listener=listener)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        if name in NAMESPACES:
            made = _namespace(self, NAMESPACES[name])
            self.__dict__[name] = made
            return made
        return _method(self, name, self.run_operation)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *NAMESPACES, *_method_names(self)})

    def __repr__(self) -> str:
        state = "running" if self._engine is not None else "not started"
        return f"<lux: engine {state}; lux.operations() lists what it can do>"


class AsyncLux:
    """The operations of ``lux`` as coroutines; cancelling one cancels the operation."""

    def __init__(self, lux: Lux) -> None:
        self._lux = lux

    async def call(self, name: str, /, **parameters: Any) -> dict[str, Any]:
        """Call an operation by its wire name and return exactly what the wire would."""
        return (await self.run_operation(name, parameters)).wire()

    async def run_operation(self, name: str, parameters: dict[str, Any]) -> "Result":
        """Run an operation without blocking the caller's loop."""
        future = self._lux.engine.submit(self._lux._work(name, parameters))
        return await asyncio.wrap_future(future)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return _method(self._lux, name, self.run_operation)

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *_method_names(self._lux)})


class Namespace:
    """A domain of ``lux``: its functions, and its operations by the last part of their names."""

    toolset = ""

    def __init__(self, lux: Lux) -> None:
        self._lux = lux

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        for wire_name in self._operations():
            if name in {wire_name, wire_name.replace(".", "_"), wire_name.rpartition(".")[2]}:
                return _method(self._lux, wire_name, self._lux.run_operation)
        message = f"there is no {name!r} here; dir() and lux.operations() list what there is"
        raise AttributeError(message)

    def __dir__(self) -> list[str]:
        names = [name.replace(".", "_") for name in self._operations()]
        return [n for n in {*super().__dir__(), *names} if not n.startswith("_")]

    def _operations(self) -> list[str]:
        operations = self._lux.engine.operations.values()
        return [declared.name for declared in operations if declared.toolset == self.toolset]


def _namespace(lux: Lux, place: str) -> Namespace:
    module, _, name = place.partition(":")
    made: Namespace = getattr(importlib.import_module(module), name)(lux)
    return made


def _method_names(lux: Lux) -> list[str]:
    return [name for name in lux.engine.operations if name.isidentifier()]


def _method(lux: Lux, name: str, run: Callable[[str, dict[str, Any]], Any]) -> Callable[..., Any]:
    if name not in lux.engine.operations:
        message = f"lux has no attribute {name!r}; lux.operations() lists what there is"
        raise AttributeError(message)
    declared = lux.engine.operations[name]
    signature = _signature(declared)

    def method(*arguments: Any, **parameters: Any) -> Any:
        bound = signature.bind_partial(*arguments)
        return run(name, {**bound.arguments, **parameters})

    method.__name__ = name
    method.__qualname__ = f"lux.{name}"
    method.__doc__ = _help(declared)
    method.__signature__ = signature  # type: ignore[attr-defined]
    return method


def _signature(declared: "Operation") -> inspect.Signature:
    kinds = inspect.Parameter
    parameters = [
        kinds(
            name,
            kinds.POSITIONAL_OR_KEYWORD,
            default=kinds.empty if field.is_required() else field.get_default(),
            annotation=field.annotation,
        )
        for name, field in declared.request.model_fields.items()
    ]
    # Required ones first, as Python wants it; the wire has no order.
    parameters.sort(key=lambda parameter: parameter.default is not kinds.empty)
    return inspect.Signature(parameters, return_annotation=declared.response)


def _help(declared: "Operation") -> str:
    lines = [declared.description, "", "Parameters:"]
    for name, field in declared.request.model_fields.items():
        lines.append(f"    {name}: {field.description or ''}")
    return "\n".join(lines)
