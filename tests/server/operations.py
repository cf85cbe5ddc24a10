"""Operations that exist in tests alone: small, slow and failing ones."""

import asyncio
import queue
from typing import Annotated, Any

from pydantic import Field

from lux_nb.engine.authors import Author
from lux_nb.engine.calls import Call, Delta, Notice, Progress, current_call, enter_call
from lux_nb.engine.operations import Catalogue, NoParameters, Request, Result, operation
from lux_nb.reasoning.turns import NewTurn

SECRET = "sk-" + "abcdefgh12345678"
cancelled: queue.Queue[str] = queue.Queue()


class EchoRequest(Request):
    text: Annotated[str, Field(description="What to say back.")]
    times: Annotated[int, Field(ge=1, le=3)] = 1


class Echo(Result):
    text: str
    note: str | None
    author: str


@operation("test.echo", toolset="reasoning")
async def echo(engine: Any, request: EchoRequest) -> Echo:
    """Say something back."""
    author = current_call().author
    return Echo(
        text=request.text * request.times, note=None, author=f"{author.kind} {author.label}"
    )


@operation("test.stream", toolset="reasoning", streams=True)
async def stream(engine: Any, request: NoParameters) -> Echo:
    """Say something in pieces."""
    call = current_call()
    call.emit(Progress("loading", 1, 2))
    for word in ("one ", "two ", "three"):
        call.emit(Delta(word))
        await asyncio.sleep(0)
    call.emit(Notice("a notice"))
    return Echo(text="one two three", note=None, author="")


@operation("test.fail", toolset="reasoning", streams=True)
async def fail(engine: Any, request: NoParameters) -> Echo:
    """Fail in a way nobody foresaw, with a key in the message."""
    message = f"the service said: bad key {SECRET}"
    raise RuntimeError(message)


@operation("test.wait", toolset="reasoning", streams=True)
async def wait(engine: Any, request: EchoRequest) -> Echo:
    """Wait until it is cancelled."""
    try:
        await asyncio.Event().wait()
    except asyncio.CancelledError:
        cancelled.put(request.text)
        raise
    raise AssertionError


def wait_for_cancelled(text: str, seconds: float = 10) -> None:
    """Wait until a call with this text was cancelled; other tests have theirs cancelled too."""
    while cancelled.get(timeout=seconds) != text:
        pass


def declare_test_operations(catalogue: Catalogue) -> None:
    for function in (echo, stream, fail, wait):
        catalogue.add(function.operation)  # type: ignore[attr-defined]


async def add_turn(engine: Any, text: str, thread_id: str | None = None) -> str:
    """Do what a cell does when a turn is added, without a model."""

    async def as_cell() -> str:
        enter_call(Call("confer", Author("cell", "notebook", cell_id="c1", execution_count=3)))
        return await engine.threads.add_turns(thread_id, [NewTurn("user", text, 1)])

    return await asyncio.get_running_loop().create_task(as_cell())
