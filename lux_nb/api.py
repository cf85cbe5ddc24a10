"""``lux``: every operation as a Python function, synchronous and asynchronous."""

import asyncio
import importlib
import inspect
import queue
import threading
from collections.abc import Callable, Coroutine
from functools import cached_property
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Listener
from lux_nb.kernel.cells import current_author, running_shell

if TYPE_CHECKING:
    from types import ModuleType

    import pandas as pd

    from lux_nb.config import Settings
    from lux_nb.engine.engine import Engine
    from lux_nb.engine.operations import Catalogue, Operation, Result
    from lux_nb.frames import Frames
    from lux_nb.reasoning.trace_results import TraceDetails

NAMESPACES = {
    "assistants": "lux_nb.kernel.api:AssistantsApi",
    "reasoning": "lux_nb.reasoning.api:ReasoningApi",
    "models": "lux_nb.models.api:ModelsApi",
    "logic": "lux_nb.logic.api:LogicApi",
    "memory": "lux_nb.memory.api:MemoryApi",
    "tools": "lux_nb.tools.api:ToolsApi",
    "tool": "lux_nb.tools.api:ToolDecorator",
}
"""The attributes of ``lux`` that are domains, and the class that offers each."""

WAKE_SECONDS = 0.2
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
                if self in _instance:
                    from lux_nb.kernel.comms import engine_started

                    engine_started(self._engine)
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

    @property
    def monitor(self) -> "ModuleType":
        """The metacognitive monitor alone: ``score`` and ``score_frame`` for any texts."""
        from lux_nb.reasoning import monitor

        return monitor

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

        return operations_frame(self._catalogue.values())

    @property
    def _catalogue(self) -> "Catalogue":
        """What can be called; looked at by completion and inspectors, so it starts no engine."""
        if self._engine is not None:
            return self._engine.operations
        from lux_nb.engine.operations import load_operations

        return load_operations()

    def trace(
        self,
        question: str | None = None,
        steps: int = 5,
        model: str | None = None,
        **parameters: Any,
    ) -> "TraceDetails":
        """Think about a question in a loop of monitored thoughts.

        In a notebook each thought appears as it is written. Further parameters are those of
        the operation ``trace``: temperature, stop_on_intervention, guardrails, file_paths, and
        session_id, which goes on with a trace for so many steps more.
        """
        given = {"question": question, "steps": steps, "model": model, **parameters}
        known = {name: value for name, value in given.items() if value is not None}
        shell = running_shell()
        if shell is not None and self in _instance:
            from lux_nb.magics.trace import live_trace

            return live_trace(shell, known)
        return self.run_operation("trace", known)  # type: ignore[return-value]

    def panel(self, kind: str = "all", **options: Any) -> Any:
        """Return the panel of everything, live and with buttons, or that of one domain."""
        from lux_nb.widgets import panel

        return panel(kind, self, **options)

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
        if listener is None:
            from lux_nb.display.progress import can_show

            # A bar leaves an empty output behind, which a recorded notebook must not have.
            recorded = self.settings.record or self.settings.replay
            if self.settings.progress and not recorded and can_show():
                return self._run_with_bar(name, parameters)
        return self.engine.run(self._work(name, parameters, listener))

    def look(self, name: str, parameters: dict[str, Any]) -> "Result":
        """Run an operation that reads, without a trace of it in the log of events."""
        looking = self.engine.call(name, parameters, author=current_author(), quiet=True)
        return self.engine.run(looking)

    def _run_with_bar(self, name: str, parameters: dict[str, Any]) -> "Result":
        from lux_nb.display.progress import wait_with_bar
        from lux_nb.engine.engine import cancel

        updates: queue.SimpleQueue[Any] = queue.SimpleQueue()
        future = self.engine.submit(self._work(name, parameters, updates.put))
        try:
            wait_with_bar(name, future, updates)
            return future.result()
        except BaseException:
            cancel(future)
            raise

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
        answer = asyncio.wrap_future(future)
        try:
            while not answer.done():
                # The kernel's loop takes note of an interrupt only when something wakes it.
                await asyncio.wait({answer}, timeout=WAKE_SECONDS)
        except asyncio.CancelledError:
            answer.cancel()
            raise
        return answer.result()

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

    def panel(self, **options: Any) -> Any:
        """Return the panel of this domain, live and with buttons."""
        return self._lux.panel(self.toolset, **options)

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
        operations = self._lux._catalogue.values()
        return [declared.name for declared in operations if declared.toolset == self.toolset]


def _namespace(lux: Lux, place: str) -> Namespace:
    module, _, name = place.partition(":")
    made: Namespace = getattr(importlib.import_module(module), name)(lux)
    return made


def _method_names(lux: Lux) -> list[str]:
    return [name for name in lux._catalogue if name.isidentifier()]


def _method(lux: Lux, name: str, run: Callable[[str, dict[str, Any]], Any]) -> Callable[..., Any]:
    operations = lux._catalogue
    if name not in operations:
        message = f"lux has no attribute {name!r}; lux.operations() lists what there is"
        raise AttributeError(message)
    declared = operations[name]
    signature = _signature(declared)

    def method(*arguments: Any, **parameters: Any) -> Any:
        given = signature.bind_partial(*arguments).arguments
        if twice := given.keys() & parameters.keys():
            message = f"{name}() got multiple values for argument {min(twice)!r}"
            raise TypeError(message)
        return run(name, {**given, **parameters})

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
