"""Operations that read the kernel: its state, variables and notebook.

They run on the engine's loop or a worker thread, never on the kernel's main thread, so a busy
kernel is read like an idle one.
"""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.engine.resources import resource
from lux_nb.kernel.actions import actions_of
from lux_nb.kernel.cells import notebook_path
from lux_nb.kernel.inspection import Inspection, inspect_value
from lux_nb.kernel.masking import without_secrets
from lux_nb.kernel.namespace import (
    find_variable,
    has_notebook,
    is_data,
    notebook_shell,
    user_variables,
)
from lux_nb.kernel.notebook import NotebookView, read_notebook
from lux_nb.kernel.values import describe
from lux_nb.kernel.watch import install_watch

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

LONGEST_SOURCE = 2000


class VariablesRequest(Request):
    """Which variables to list."""

    contains: Annotated[str | None, Field(description="Only names with this in them.")] = None
    modules: Annotated[bool, Field(description="Also imported modules.")] = False
    limit: Annotated[int, Field(ge=1, le=1000)] = 100


class InspectRequest(Request):
    """Which variable to look at."""

    name: Annotated[str, Field(min_length=1, max_length=200, description="The variable's name.")]
    rows: Annotated[int, Field(ge=0, le=100, description="First rows of a table.")] = 5


class NotebookRequest(Request):
    """Which cells to read."""

    start: Annotated[int, Field(ge=0, description="First cell, counted from 0.")] = 0
    count: Annotated[int, Field(ge=1, le=200, description="How many cells.")] = 50


class RunningCell(Result):
    """The cell that runs."""

    execution_count: int | None = None
    cell_id: str | None = None
    source: str
    since: datetime
    seconds: float


class KernelStatus(Result):
    """What the kernel does now."""

    status: Literal["idle", "busy"]
    cell: RunningCell | None = None
    running: Annotated[
        str | None, Field(description="What runs, where it is not a cell of the user.")
    ] = None
    cells_run: Annotated[int, Field(description="Cells that ended since lux_nb was loaded.")]
    notebook: str | None = None
    queued: Annotated[int, Field(description="Runs of assistants that wait for their turn.")] = 0


class VariableView(Result):
    """One variable."""

    name: str
    type: str
    preview: str
    shape: list[int] | None = None
    size_bytes: int | None = None


class VariableList(Result):
    """The user's variables."""

    variables: list[VariableView]
    total: int


@operation("kernel_status", toolset="kernel", title="Kernel status")
async def kernel_status(engine: Engine, request: NoParameters) -> KernelStatus:
    """Tell whether the notebook's kernel is busy, with which cell and since when."""
    shell = notebook_shell()
    watch = install_watch(shell)
    cell = watch.current
    runs = actions_of(engine).open
    names = [run.author.name for run in runs if run.state == "running"]
    running = None
    if cell is not None:
        now = datetime.now(UTC)
        running = RunningCell(
            execution_count=cell.execution_count,
            cell_id=cell.cell_id,
            source=cell.source[:LONGEST_SOURCE],
            since=cell.started_at,
            seconds=round((now - cell.started_at).total_seconds(), 3),
        )
    return KernelStatus(
        status="busy" if cell is not None or names else "idle",
        cell=running,
        running=f"code of {names[0]}" if names and cell is None else None,
        cells_run=len(watch.cells),
        notebook=notebook_path(shell),
        queued=sum(run.state == "queued" for run in runs),
    )


@operation("kernel_variables", toolset="kernel", title="Variables of the notebook")
async def kernel_variables(engine: Engine, request: VariablesRequest) -> VariableList:
    """List the notebook's variables with type, shape, size and a short preview.

    No code of the user is run for it, also while the kernel is busy.
    """
    shell = notebook_shell()
    wanted = (request.contains or "").lower()
    found = {
        name: value
        for name, value in sorted(user_variables(shell).items())
        if wanted in name.lower() and (request.modules or is_data(value))
    }

    def look() -> list[VariableView]:
        views = []
        for name, value in list(found.items())[: request.limit]:
            seen = describe(value)
            views.append(
                VariableView(
                    name=name,
                    type=seen.type,
                    preview=seen.preview,
                    shape=seen.shape,
                    size_bytes=seen.size_bytes,
                )
            )
        return views

    listed = VariableList(variables=await asyncio.to_thread(look), total=len(found))
    return without_secrets(engine, listed)


@operation("kernel_inspect", toolset="kernel", title="Look at a variable")
async def kernel_inspect(engine: Engine, request: InspectRequest) -> Inspection:
    """Look closely at one variable, without running code of the user.

    Of a table its columns, nulls, figures and first rows, of an array its figures, of a function
    its source.
    """
    value = find_variable(notebook_shell(), request.name)
    seen = await asyncio.to_thread(inspect_value, request.name, value, request.rows)
    return without_secrets(engine, seen)


@operation("notebook_read", toolset="kernel", title="Read the notebook")
async def notebook_read(engine: Engine, request: NotebookRequest) -> NotebookView:
    """Read the notebook's cells and outputs as saved, and the cells that ran since.

    Images come along as images.
    """
    shell = notebook_shell()
    watch = install_watch(shell)
    read = await asyncio.to_thread(read_notebook, shell, watch, request.start, request.count)
    return without_secrets(engine, read)


@resource("lux://notebook", name="Notebook", available=has_notebook)
async def notebook(engine: Engine) -> NotebookView:
    """Read the notebook's cells and outputs as saved, and the cells that ran since."""
    shell = notebook_shell()
    read = await asyncio.to_thread(read_notebook, shell, install_watch(shell), 0, 200)
    return without_secrets(engine, read)


@resource("lux://kernel/status", name="Kernel status", available=has_notebook)
async def status(engine: Engine) -> KernelStatus:
    """Read whether the kernel is busy, with which cell and since when."""
    return await kernel_status(engine, NoParameters())  # type: ignore[return-value]
