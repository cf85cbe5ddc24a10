import asyncio
import json
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from mcp.shared.exceptions import MCPError
from mcp_types import (
    PaginatedRequestParams,
    PromptReference,
    ResourceTemplateReference,
)

from lux_nb.engine.authors import Author
from lux_nb.engine.engine import Engine
from lux_nb.server.paging import page
from tests.server.conftest import Connect
from tests.server.operations import add_turn

pytestmark = [pytest.mark.anyio, pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")]
AUTHOR = Author("script", "test")
Keep = Callable[..., Any]


async def do(engine: Engine, operation: str, **parameters: Any) -> Any:
    work = engine.call(operation, parameters, author=AUTHOR)
    return await asyncio.wrap_future(engine.submit(work))


@pytest.fixture
async def greeting(engine: Engine, era: str) -> Any:
    name = f"greet {era}"
    await do(
        engine,
        "resource_create",
        name=name,
        content="Greet {{who}} in {{language}}.",
        description="A greeting",
        metadata={"choices": {"language": ["French", "Finnish", "German"]}},
    )
    yield name
    await do(engine, "resource_delete", resourceId=name)


async def test_a_kept_prompt_is_listed_and_rendered(connect: Connect, greeting: str) -> None:
    async with connect() as client:
        listed = {one.name: one for one in (await client.list_prompts()).prompts}
        got = await client.get_prompt(greeting, {"who": "Ada", "language": "German"})
    prompt = listed[greeting]
    assert prompt.description == "A greeting"
    assert [(a.name, a.required) for a in prompt.arguments or []] == [
        ("who", True),
        ("language", True),
    ]
    assert [message.content.text for message in got.messages] == ["Greet Ada in German."]


async def test_a_missing_argument_or_prompt_is_an_error(connect: Connect, greeting: str) -> None:
    async with connect() as client:
        with pytest.raises(MCPError, match="No value is given for language") as missing:
            await client.get_prompt(greeting, {"who": "Ada"})
        with pytest.raises(MCPError, match="There is no resource 'nope'") as unknown:
            await client.get_prompt("nope")
    assert missing.value.error.code == -32602
    assert unknown.value.error.code == -32602


async def test_arguments_and_template_variables_are_completed(
    connect: Connect, greeting: str, engine: Engine
) -> None:
    thread = await asyncio.wrap_future(engine.submit(add_turn(engine, "to be completed")))
    template = ResourceTemplateReference(type="ref/resource", uri="lux://threads/{id}")
    prompt = PromptReference(type="ref/prompt", name=greeting)
    frames = ResourceTemplateReference(type="ref/resource", uri="lux://frames/{name}")
    async with connect() as client:

        async def values(ref: Any, name: str, typed: str) -> list[str]:
            found = await client.complete(ref, {"name": name, "value": typed})
            return found.completion.values

        assert await values(prompt, "language", "F") == ["French", "Finnish"]
        assert await values(prompt, "language", "man") == ["German"]
        assert await values(prompt, "who", "") == []
        assert await values(template, "id", thread[:6]) == [thread]
        assert await values(template, "nope", "") == []
        assert "turns" in await values(frames, "name", "tu")


async def test_a_branch_is_completed_within_its_project(
    connect: Connect, engine: Engine, tmp_path: Any, era: str
) -> None:
    ids = []
    for topic in ("alpha", "beta"):
        folder = tmp_path / topic
        folder.mkdir()
        project = (await do(engine, "initialize_context", project_path=str(folder))).project_id
        made = await do(engine, "create_branch", project_id=project, branch_topic=f"{topic} {era}")
        ids.append((project, made.branch_id))
    ref = ResourceTemplateReference(type="ref/resource", uri="lux://memory/{project}/{branch}")
    async with connect() as client:
        found = await client.complete(
            ref, {"name": "branch", "value": ""}, context_arguments={"project": ids[0][0]}
        )
        await do(
            engine, "update_memory", project_id=ids[0][0], branch_id=ids[0][1],
            content="Paris is in France.", role="user",
        )  # fmt: skip
        read = await client.read_resource(f"lux://memory/{ids[0][0]}/{ids[0][1]}")
    assert ids[0][1] in found.completion.values
    assert ids[1][1] not in found.completion.values
    told = json.loads(read.contents[0].text)
    assert [one["content"] for one in told["contexts"]] == ["Paris is in France."]


async def test_frames_and_kept_resources_are_read_by_uri(
    connect: Connect, engine: Engine, greeting: str
) -> None:
    await asyncio.wrap_future(engine.submit(add_turn(engine, "in a frame")))
    async with connect() as client:
        listed = {one.uri: one for one in (await client.list_resources()).resources}
        frame = json.loads((await client.read_resource("lux://frames/turns")).contents[0].text)
        uri = next(uri for uri, one in listed.items() if one.title == greeting)
        kept = (await client.read_resource(uri)).contents[0]
        with pytest.raises(MCPError, match="There is no frame 'nope'"):
            await client.read_resource("lux://frames/nope")
    assert frame["rows"][-1]["content"] == "in a frame"
    assert frame["columns"]["created_at"] == "datetime64[us, UTC]"
    assert (kept.text, kept.mime_type) == ("Greet {{who}} in {{language}}.", "text/plain")
    assert {"lux://threads", "lux://frames/events"} <= set(listed)


async def test_new_prompts_and_threads_are_told_as_changed_lists(
    connect: Connect, engine: Engine, era: str
) -> None:
    heard: set[str] = set()
    done = anyio.Event()
    wanted = {"notifications/prompts/list_changed", "notifications/resources/list_changed"}

    def note(method: str) -> None:
        heard.add(method)
        if heard >= wanted:
            done.set()

    async def on_message(message: Any) -> None:
        note(getattr(message, "method", ""))

    async def change(number: int) -> None:
        await do(engine, "resource_create", name=f"news {era} {number}", content="x")
        await asyncio.wrap_future(engine.submit(add_turn(engine, "news")))

    async with connect(message_handler=on_message) as client, anyio.create_task_group() as group:
        if era == "legacy":
            # The client opens the stream it hears on beside its first calls.
            for number in range(20):
                await change(number)
                with anyio.move_on_after(0.5):
                    await done.wait()
                    break
        else:

            async def listen() -> None:
                lists = {"prompts_list_changed": True, "resources_list_changed": True}
                async with client.listen(**lists) as events:
                    await change(0)
                    async for event in events:
                        kind = "prompts" if "Prompts" in type(event).__name__ else "resources"
                        note(f"notifications/{kind}/list_changed")

            group.start_soon(listen)
        with anyio.fail_after(10):
            await done.wait()
        group.cancel_scope.cancel()
    assert heard >= wanted


async def test_notices_are_log_messages_for_who_listens_at_their_level(
    connect: Connect, era: str
) -> None:
    logged: list[Any] = []
    heard = anyio.Event()

    async def on_log(params: Any) -> None:
        logged.append((params.level, params.logger, params.data))
        heard.set()

    async with connect(logging_callback=on_log) as client:
        await client.call_tool("test_stream", {})
        assert logged == []
        if era == "legacy":
            await client.set_logging_level("warning")
            await client.call_tool("test_stream", {})
            assert logged == []
            await client.set_logging_level("info")
            await client.call_tool("test_stream", {})
        else:
            meta: Any = {"io.modelcontextprotocol/logLevel": "info"}
            await client.call_tool("test_stream", {}, meta=meta)
        with anyio.fail_after(5):
            await heard.wait()
    assert logged == [("notice", "lux_nb", "a notice")]


def test_pages_hold_every_item_once_and_a_foreign_cursor_is_refused() -> None:
    items = list(range(25))
    seen: list[int] = []
    cursor: str | None = None
    pages = 0
    while pages == 0 or cursor is not None:
        params = PaginatedRequestParams(cursor=cursor) if cursor else None
        shown, cursor = page(items, params, size=10)
        seen += shown
        pages += 1
    assert (seen, pages) == (items, 3)
    for wrong in ("", "x", "!!", "bHV4Oi0x", "bHV4OmFi", "🙂"):
        with pytest.raises(MCPError, match="not one of this server's"):
            page(items, PaginatedRequestParams(cursor=wrong))
    assert page([], PaginatedRequestParams(cursor="bHV4OjEw")) == ([], None)
