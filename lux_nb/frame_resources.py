"""The DataFrames as resources: the latest rows of each, as JSON records."""

import asyncio
import inspect
import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lux_nb.engine.authors import script_author
from lux_nb.engine.events import Event
from lux_nb.engine.operations import Result
from lux_nb.engine.resources import Instance, resource
from lux_nb.errors import NotFound
from lux_nb.frames import Frames

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

MOST_ROWS = 200
_BY_SUBJECT = {
    "lux://threads/": ("threads", "turns"),
    "lux://traces/": ("thoughts", "interventions"),
    "lux://biases/": ("bias_findings",),
    "lux://plans/": ("plans",),
}
_BY_KIND = {
    "model_call": ("calls", "costs"),
    "mcp:": ("tools", "executions"),
    "auto_correction:": ("corrections", "patterns"),
    "context_": ("contexts",),
}


class FrameRows(Result):
    """The latest rows of a DataFrame."""

    name: str
    total_rows: int
    columns: dict[str, str]
    rows: list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class _Source:
    """What the frames need of ``lux``, over an engine that is there already."""

    engine: Any

    def run_operation(self, name: str, parameters: Mapping[str, Any]) -> Any:
        return self.engine.run(self.engine.call(name, parameters, author=script_author()))


def frame_names() -> dict[str, str]:
    """Return the frames that need no parameter, with the first line of what each says."""
    found = {}
    for name, function in inspect.getmembers(Frames, inspect.isfunction):
        parameters = list(inspect.signature(function).parameters.values())[1:]
        if name.startswith("_") or any(p.default is inspect.Parameter.empty for p in parameters):
            continue
        found[name] = (inspect.getdoc(function) or "").split("\n")[0]
    return found


async def _frame_instances(engine: Engine) -> list[Instance]:
    return [Instance({"name": name}, name, about) for name, about in frame_names().items()]


def _affected(event: Event) -> Iterable[str]:
    names = ["events"]
    for start, frames in _BY_SUBJECT.items():
        if event.subject and event.subject.startswith(start):
            names.extend(frames)
    for start, frames in _BY_KIND.items():
        if event.kind.startswith(start):
            names.extend(frames)
    return [f"lux://frames/{name}" for name in names]


@resource(
    "lux://frames/{name}",
    name="frame",
    title="DataFrame over the store",
    instances=_frame_instances,
    affected=_affected,
)
async def frame_resource(engine: Engine, name: str) -> FrameRows:
    """Read the latest rows of a DataFrame such as turns, calls, events or thoughts."""
    names = frame_names()
    if name not in names:
        message = f"There is no frame {name!r}."
        hint = f"There are: {', '.join(names)}."
        raise NotFound(message, code="FRAME_NOT_FOUND", hint=hint)
    return await asyncio.to_thread(_read, engine, name)


def _read(engine: Any, name: str) -> FrameRows:
    # Off the engine loop: a frame waits for the store and takes CPU.
    frame = getattr(Frames(_Source(engine)), name)()  # type: ignore[arg-type]
    latest = frame.tail(MOST_ROWS)
    return FrameRows(
        name=name,
        total_rows=len(frame),
        columns={str(column): str(kind) for column, kind in frame.dtypes.items()},
        rows=json.loads(latest.to_json(orient="records", date_format="iso")),
    )
