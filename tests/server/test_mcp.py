import asyncio
import json
from typing import Any

import anyio
import jsonschema
import pytest
from anyio.to_thread import run_sync
from mcp.shared.exceptions import MCPError

from lux_nb.engine.engine import Engine
from lux_nb.engine.events import Event
from lux_nb.server.tools import ERROR_META
from tests.server.conftest import Connect
from tests.server.operations import SECRET, add_turn, wait_for_cancelled

pytestmark = pytest.mark.anyio


async def test_the_operations_of_the_toolset_are_listed_as_tools(connect: Connect) -> None:
    async with connect() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert {"confer", "thread_list", "thread_get", "illumination_status"} <= set(tools)
    confer, listing = tools["confer"], tools["thread_list"]
    assert confer.title == "Confer"
    assert confer.input_schema["required"] == ["message"]
    assert confer.input_schema["properties"]["temperature"]["maximum"] == 1.0
    assert confer.output_schema is not None
    assert {"response", "model_used", "thread_id"} <= set(confer.output_schema["properties"])
    assert confer.annotations is not None
    assert confer.annotations.read_only_hint is False
    assert listing.annotations is not None
    assert listing.annotations.read_only_hint is True


async def test_a_call_answers_the_wire_form_as_data_and_as_text(connect: Connect) -> None:
    async with connect() as client:
        result = await client.call_tool("test_echo", {"text": "ä", "times": 2})
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
    assert result.structured_content == {"text": "ää", "author": "assistant test-client 9.1"}
    assert json.loads(result.content[0].text) == result.structured_content
    jsonschema.validate(result.structured_content, tools["test_echo"].output_schema or {})


async def test_a_call_is_logged_under_the_name_and_version_of_the_client(
    connect: Connect, engine: Engine
) -> None:
    events: list[Event] = []
    stop = engine.events.subscribe(events.append)
    async with connect() as client:
        await client.call_tool("illumination_status", {})
    stop()
    author = next(event.author for event in events if event.operation == "illumination_status")
    assert (author.kind, author.name, author.version) == ("assistant", "test-client", "9.1")


@pytest.mark.parametrize(
    ("tool", "arguments", "code", "told"),
    [
        ("thread_get", {"thread_id": "x"}, "THREAD_NOT_FOUND", "thread_list"),
        ("test_echo", {}, "VALIDATION_ERROR", "text: required (What to say back.)"),
        ("test_echo", {"text": "a", "times": 9}, "VALIDATION_ERROR", "times"),
        ("test_echo", {"text": "a", "size": 1}, "VALIDATION_ERROR", "size: unknown parameter"),
        ("thread_gte", {}, "UNKNOWN_OPERATION", "Did you mean thread_get"),
    ],
)
async def test_an_error_is_a_result_that_tells_code_message_and_hint(
    connect: Connect, tool: str, arguments: dict[str, Any], code: str, told: str
) -> None:
    async with connect() as client:
        result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.content[0].text.startswith(f"[{code}] ")
    assert told in result.content[0].text
    assert result.meta is not None
    assert result.meta[ERROR_META]["code"] == code


async def test_an_unforeseen_error_is_told_without_the_key_in_it(connect: Connect) -> None:
    async with connect() as client:
        result = await client.call_tool("test_fail", {})
    assert result.is_error
    assert "RuntimeError: the service said: bad key" in result.content[0].text
    assert SECRET not in result.model_dump_json()


async def test_partial_results_come_as_progress_that_only_grows(connect: Connect) -> None:
    seen: list[tuple[float, float | None, str | None]] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        seen.append((progress, total, message))

    async with connect() as client:
        await client.call_tool("test_stream", {}, progress_callback=note)
        await client.call_tool("test_stream", {})
    assert seen[0] == (1.0, 2.0, "loading")
    assert "".join(message or "" for _, _, message in seen[1:-1]) == "one two three"
    assert seen[-1][2] == "a notice"
    figures = [progress for progress, _, _ in seen]
    assert figures == sorted(set(figures))


async def test_a_client_that_gives_up_cancels_the_operation(connect: Connect, era: str) -> None:
    name = f"given up {era}"
    async with connect() as client:
        with pytest.raises(MCPError):
            await client.call_tool("test_wait", {"text": name}, read_timeout_seconds=0.3)
        await run_sync(wait_for_cancelled, name)


async def test_state_is_read_by_uri(connect: Connect, engine: Engine) -> None:
    thread = await asyncio.wrap_future(engine.submit(add_turn(engine, "hello there")))
    async with connect() as client:
        listed = (await client.list_resources()).resources
        templates = (await client.list_resource_templates()).resource_templates
        all_threads = await client.read_resource("lux://threads")
        one = await client.read_resource(f"lux://threads/{thread}")
    assert "lux://threads" in [resource.uri for resource in listed]
    assert "lux://threads/{id}" in [t.uri_template for t in templates]
    assert thread in [t["id"] for t in json.loads(all_threads.contents[0].text)["threads"]]
    assert json.loads(one.contents[0].text)["turns"][0]["author"] == "notebook [3]"


@pytest.mark.parametrize("uri", ["lux://threads/nope", "lux://nothing", "lux://threads/../x"])
async def test_a_missing_resource_is_an_error_that_names_it(connect: Connect, uri: str) -> None:
    async with connect() as client:
        with pytest.raises(MCPError) as caught:
            await client.read_resource(uri)
    assert caught.value.error.code == -32602
    assert caught.value.error.data["uri"] == uri
    assert caught.value.error.data["code"].endswith("NOT_FOUND")


@pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning")
async def test_a_turn_added_by_a_cell_is_told_to_who_watches(
    connect: Connect, engine: Engine, era: str
) -> None:
    thread = await asyncio.wrap_future(engine.submit(add_turn(engine, "first")))
    uris = ["lux://threads", f"lux://threads/{thread}"]
    heard: list[str] = []
    done = anyio.Event()

    def note(uri: str) -> None:
        heard.append(uri)
        if set(heard) == set(uris):
            done.set()

    async def on_message(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/resources/updated":
            note(message.params.uri)

    async with connect(message_handler=on_message) as client, anyio.create_task_group() as group:
        if era == "legacy":
            for uri in uris:
                await client.subscribe_resource(uri)
            # The client opens the stream it hears on beside its first calls, so the first
            # turn can come before it.
            for _ in range(20):
                engine.submit(add_turn(engine, "second", thread))
                with anyio.move_on_after(0.5):
                    await done.wait()
                    break
        else:

            async def listen() -> None:
                async with client.listen(resource_subscriptions=uris) as events:
                    engine.submit(add_turn(engine, "second", thread))
                    async for event in events:
                        note(event.uri)

            group.start_soon(listen)
        with anyio.fail_after(10):
            await done.wait()
        group.cancel_scope.cancel()
    assert set(heard) == set(uris)
