"""Operations that act in the kernel: running code, undoing it, and who did what."""

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lux_nb.engine.authors import Author, acting_author
from lux_nb.engine.calls import Call, Progress, current_call
from lux_nb.engine.jobs import Job, Tail
from lux_nb.engine.long_calls import finished_within
from lux_nb.engine.operations import NoParameters, operation
from lux_nb.engine.resources import resource
from lux_nb.errors import InvalidRequest
from lux_nb.kernel.actions import Action, actions_of
from lux_nb.kernel.capture import Outputs
from lux_nb.kernel.cells import notebook_path
from lux_nb.kernel.main_thread import CodeRun, MainThread, Piece
from lux_nb.kernel.masking import without_secrets
from lux_nb.kernel.namespace import notebook_shell
from lux_nb.kernel.notebook import PictureBook
from lux_nb.kernel.results import (
    ActionList,
    ActionView,
    AssistantList,
    AssistantView,
    ChangeView,
    CodeError,
    KernelRun,
    KernelRunRequest,
    Undone,
    UndoRequest,
    UndoResult,
    change_fields,
)
from lux_nb.kernel.watch import install_watch

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

LEAST_WAIT = 0.05
LONGEST_TRACEBACK = 6000


@operation(
    "kernel_run", toolset="kernel", title="Run code in the notebook", runs_code=True, streams=True
)
async def kernel_run(engine: Engine, request: KernelRunRequest) -> KernelRun:
    """Run code in the notebook's kernel, with the user's variables, between the user's cells.

    The human must have allowed it. What the code writes, shows and returns is in `outputs`, its
    error in `error`, what it changed in `changes`. When the kernel is busy or the code takes
    long, `job_id` is returned: ask job_status and job_result.
    """
    call = current_call()
    if call.author.kind == "cell" or acting_author() is not None:
        message = "A cell can't wait for code that runs after the cell."
        raise InvalidRequest(message, hint="Write the code into the cell itself.")
    job, run, action_id = _begin(engine, call, request.code)
    limit = engine.settings.assistant_call_seconds - call.seconds - 1.0
    if await finished_within(job.task, max(LEAST_WAIT, min(request.wait_seconds, limit))):
        return job.task.result()  # type: ignore[no-any-return]
    job.queued = run.state == "queued"
    job.tail.listener = None
    engine.long_calls.keep(job)
    await engine.long_calls.written()
    return _not_yet(job, action_id)


def _begin(engine: Any, call: Call, code: str) -> tuple[Job, CodeRun, str]:
    shell = notebook_shell()
    install_watch(shell)
    main = MainThread(shell)
    actions = actions_of(engine)
    action_id = actions.next_id()
    tail = Tail(call.emit)
    piece = Piece(engine.loop, tail.listen)
    author = Author(
        "assistant", call.author.name, call.author.version, notebook=notebook_path(shell)
    )
    run = CodeRun(
        code=code,
        author=author,
        undo_room=engine.settings.undo_max_size,
        outputs=Outputs(piece.add),
        ended=lambda ended: actions.ended(action_id, ended),
    )
    if main.is_busy:
        call.emit(Progress(_busy_with(shell)))

    async def work() -> KernelRun:
        await main.run(run)
        piece.flush()
        return without_secrets(engine, _result(run, action_id))

    task = asyncio.get_running_loop().create_task(work(), name="kernel_run")
    job = Job("kernel_run", task, call=call, tail=tail)
    run.begins = lambda: setattr(job, "queued", False)
    actions.open.append(run)
    task.add_done_callback(lambda _: actions.open.remove(run))
    return job, run, action_id


def _not_yet(job: Job, action_id: str) -> KernelRun:
    status: Any = job.status
    if status not in {"queued", "running"}:
        # It ended while the job was being written down.
        return job.task.result()  # type: ignore[no-any-return]
    why = _busy_with(notebook_shell()) if job.queued else "The code still runs."
    return KernelRun(
        status=status,
        action_id=action_id,
        job_id=job.id,
        message=f"{why} job_status and job_result with this job_id tell more.",
    )


def _busy_with(shell: Any) -> str:
    cell = install_watch(shell).current
    if cell is None:
        return "The kernel is busy; the code runs when its turn comes."
    number = f" [{cell.execution_count}]" if cell.execution_count else ""
    return f"The kernel is busy with cell{number}; the code runs when it ends."


def _result(run: CodeRun, action_id: str) -> KernelRun:
    book = PictureBook()
    error, status = run.outputs.error, run.status
    made = KernelRun(
        status=status,
        outputs=[book.view(item) for item in run.outputs.items],
        seconds=round(run.seconds, 4),
        action_id=action_id,
    )
    if error is not None:
        told = {**error, "traceback": error["traceback"][-LONGEST_TRACEBACK:]}
        made.error = CodeError(**told)
    if run.changes is not None:
        made.changes = [ChangeView(**change_fields(c)) for c in run.changes.changes]
        made.not_undoable = run.changes.unwatched
    made._pictures = book.pictures
    return made


@operation(
    "kernel_undo", toolset="kernel", title="Undo what code changed", runs_code=True, writes=True
)
async def kernel_undo(engine: Engine, request: UndoRequest) -> UndoResult:
    """Bring variables back as they were before the latest runs of assistants' code.

    An assistant can undo its own runs only; the human can undo all.
    """
    author = current_call().author
    client = author.name if author.kind == "assistant" else None
    done = actions_of(engine).undo(
        notebook_shell(), request.count, force=request.force, client=client
    )
    return UndoResult(
        undone=[
            Undone(action=ActionView.of(action), restored=restored, left=left)
            for action, restored, left in done
        ]
    )


@operation("kernel_actions", toolset="assistants", title="What assistants' code did")
async def kernel_actions(engine: Engine, request: NoParameters) -> ActionList:
    """List the runs of assistants' code, with what each changed and whether it was undone."""
    return _actions(actions_of(engine).all())


@operation("assistants_list", toolset="assistants", title="Assistants")
async def assistants_list(engine: Engine, request: NoParameters) -> AssistantList:
    """List the assistants that attached, each with its colour and what it may do."""
    rules = engine.consent.rules()
    views = []
    for known in engine.assistants.all():
        may = {rule.scope for rule in rules if rule.allows and rule.client in (None, known.name)}
        may -= {rule.scope for rule in rules if not rule.allows and rule.client == known.name}
        views.append(
            AssistantView(
                name=known.name,
                version=known.version,
                colour=known.colour,
                calls=known.calls,
                last_operation=known.last_operation,
                first_seen=known.first_seen,
                last_seen=known.last_seen,
                may=sorted({*may, *engine.settings.assistants_may}),
            )
        )
    return AssistantList(assistants=views)


@resource("lux://kernel/actions", name="Runs of assistants")
async def action_state(engine: Engine) -> ActionList:
    """Read the runs of assistants' code."""
    return _actions(actions_of(engine).all())


@resource("lux://assistants", name="Assistants")
async def assistant_state(engine: Engine) -> AssistantList:
    """Read which assistants attached."""
    return await assistants_list(engine, NoParameters())  # type: ignore[return-value]


def _actions(actions: Sequence[Action]) -> ActionList:
    return ActionList(actions=[ActionView.of(action) for action in actions])
