"""Operations of the reasoning domain: talk on threads, and look at them."""

import asyncio
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from pydantic import Field, field_validator

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import NoParameters, Request, operation
from lux_nb.engine.resources import LISTED_INSTANCES, Instance, resource
from lux_nb.models.tokens import count_tokens
from lux_nb.models.types import ChatRequest, Message
from lux_nb.reasoning.context import ContextReconstructor
from lux_nb.reasoning.files import SourceFile, delimited, read_for_model
from lux_nb.reasoning.quality import turn_quality
from lux_nb.reasoning.results import (
    Count,
    Reply,
    ThreadDetails,
    ThreadList,
    ThreadSummary,
    TurnView,
)
from lux_nb.reasoning.turns import NewTurn

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

INSTRUCTIONS = (
    "You help a researcher in a Jupyter notebook. Answer the question directly, in Markdown, "
    "and say so when you do not know."
)

ThreadId = Annotated[str, Field(description="Id of a thread, as confer and thread_list give it.")]


class ConferRequest(Request):
    """What to say to a model, and on which thread."""

    message: Annotated[str, Field(description="What to say.")]
    model: Annotated[
        str | None,
        Field(description="Model name or alias; LUX_MODEL_NORMAL when not given."),
    ] = None
    temperature: Annotated[
        float, Field(ge=0.0, le=1.0, description="How freely the model chooses its words.")
    ] = 0.7
    continuation_id: Annotated[
        str | None, Field(description="Thread to continue; a new one begins when not given.")
    ] = None
    file_paths: Annotated[
        list[str],
        Field(description="Files that the kernel reads for the model; you never see them."),
    ] = []
    include_file_contents: Annotated[
        bool, Field(description="False names the files to the model without reading them.")
    ] = True

    @field_validator("message")
    @classmethod
    def _says_something(cls, value: str) -> str:
        if not value.strip():
            message = "must not be empty"
            raise ValueError(message)
        return value


@operation("confer", toolset="reasoning", title="Confer", streams=True, spends=True, writes=True)
async def confer(engine: Engine, request: ConferRequest) -> Reply:
    """Talk to a model on a thread, which later calls can continue.

    Give continuation_id to go on with a thread, also one that a notebook cell began. Files are
    read by the kernel and go to the model only.
    """
    thread_id = request.continuation_id
    if thread_id is not None:
        await engine.threads.get_thread(thread_id)
    files = await asyncio.to_thread(_files, engine, request) if request.file_paths else []
    history = await _history(engine, thread_id)
    prompt = _with_files(request, files)
    completion = await engine.models.chat(
        ChatRequest(
            messages=(Message("system", INSTRUCTIONS), *history, Message("user", prompt)),
            model=request.model or "",
            temperature=request.temperature,
        )
    )
    said = NewTurn(
        "user",
        request.message,
        count_tokens(request.message),
        quality=turn_quality(request.message),
        files=request.file_paths,
    )
    answered = NewTurn(
        "assistant",
        completion.text,
        count_tokens(completion.text),
        quality=turn_quality(completion.text, request.message),
        model=completion.model,
        call_id=completion.call_id,
    )
    thread_id = await engine.threads.add_turns(thread_id, [said, answered])
    reply = Reply(response=completion.text, model_used=completion.model, thread_id=thread_id)
    return reply.with_call(completion, current_call())


class ThreadListRequest(Request):
    """Which threads to list."""

    active_only: Annotated[bool, Field(description="Leave out threads past their idle time.")] = (
        False
    )
    limit: Annotated[int, Field(ge=1, le=1000, description="Most threads to return.")] = 50


@operation("thread_list", toolset="reasoning", title="List threads")
async def thread_list(engine: Engine, request: ThreadListRequest) -> ThreadList:
    """List the conversation threads, the latest used first."""
    found = await engine.threads.list_threads(active_only=request.active_only, limit=request.limit)
    return ThreadList(
        threads=[ThreadSummary.of(thread, engine.threads.current) for thread in found]
    )


class ThreadGetRequest(Request):
    """Which thread to read."""

    thread_id: ThreadId
    last: Annotated[int | None, Field(ge=1, description="Only this many of the latest turns.")] = (
        None
    )


@operation("thread_get", toolset="reasoning", title="Read a thread")
async def thread_get(engine: Engine, request: ThreadGetRequest) -> ThreadDetails:
    """Read a thread: its turns in order, each with its author and model."""
    thread = await engine.threads.get_thread(request.thread_id)
    turns = await engine.threads.turns(request.thread_id)
    chosen = turns[-request.last :] if request.last else turns
    return ThreadDetails(
        thread=ThreadSummary.of(thread, engine.threads.current),
        turns=[TurnView.of(turn) for turn in chosen],
    )


class ThreadCreateRequest(Request):
    """How a new thread begins."""

    title: Annotated[str, Field(description="What it is about.")] = ""
    continue_from: Annotated[
        str | None, Field(description="A thread whose turns are copied to its beginning.")
    ] = None


@operation("thread_create", toolset="threads", title="Start a thread", writes=True)
async def thread_create(engine: Engine, request: ThreadCreateRequest) -> ThreadDetails:
    """Start a thread, empty or with a copy of another thread's turns."""
    thread_id = await engine.threads.create_thread(request.title, request.continue_from)
    return await thread_get(engine, ThreadGetRequest(thread_id=thread_id))  # type: ignore[return-value]


class ThreadDeleteRequest(Request):
    """Which thread to delete."""

    thread_id: ThreadId


@operation("thread_delete", toolset="threads", title="Delete a thread", writes=True)
async def thread_delete(engine: Engine, request: ThreadDeleteRequest) -> Count:
    """Delete a thread and its turns for good."""
    await engine.threads.delete_thread(request.thread_id)
    return Count(count=1)


@operation("thread_cleanup", toolset="threads", title="Retire idle threads", writes=True)
async def thread_cleanup(engine: Engine, request: NoParameters) -> Count:
    """Take threads past their idle time out of the active set; none is deleted."""
    return Count(count=await engine.threads.cleanup_expired())


@resource("lux://threads", name="threads", title="All threads")
async def threads_resource(engine: Engine) -> ThreadList:
    """All conversation threads, the latest used first."""
    return await thread_list(engine, ThreadListRequest())  # type: ignore[return-value]


async def _thread_instances(engine: Engine) -> list[Instance]:
    found = await engine.threads.list_threads(active_only=False, limit=LISTED_INSTANCES)
    return [Instance({"id": thread.id}, thread.title or thread.id) for thread in found]


@resource("lux://threads/{id}", name="thread", instances=_thread_instances)
async def thread_resource(engine: Engine, id: str) -> ThreadDetails:  # noqa: A002
    """One conversation thread with its turns."""
    return await thread_get(engine, ThreadGetRequest(thread_id=id))  # type: ignore[return-value]


def _files(engine: Engine, request: ConferRequest) -> list[SourceFile]:
    return read_for_model(
        request.file_paths if request.include_file_contents else [], engine.settings
    )


async def _history(engine: Engine, thread_id: str | None) -> list[Message]:
    if thread_id is None:
        return []
    turns = await engine.threads.turns(thread_id)
    limit = engine.settings.context_max_tokens
    return ContextReconstructor(max_tokens=limit).reconstruct(turns, datetime.now(UTC))


def _with_files(request: ConferRequest, files: list[SourceFile]) -> str:
    if files:
        return f"{delimited(files)}\n\n{request.message}"
    if request.file_paths:
        return f"{request.message}\n\n[files: {', '.join(request.file_paths)}]"
    return request.message
