"""A cell and an attached assistant on one thread: the whole way, with real parts."""

import json
import os
import sys
import threading
from collections.abc import Callable
from typing import Any

import anyio
import pytest
from mcp import StdioServerParameters
from mcp.client import Client
from mcp.types import Implementation

pytestmark = pytest.mark.slow


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def attached(mode: str = "auto") -> Client:
    """An MCP client over ``lux-nb attach``, as an assistant's program starts it."""
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "lux_nb.cli", "attach"], env=dict(os.environ)
    )
    information = Implementation(name="some-assistant", version="2.5")
    return Client(parameters, mode=mode, client_info=information)


@pytest.mark.anyio
@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_an_assistant_continues_the_thread_of_a_cell(
    start_kernel: Callable[..., Any], mode: str
) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    kernel.run("%%confer -o reply\nThe code word is BANANA.")
    kernel.run("%lux serve")
    thread_id = kernel.run("print(reply.thread_id)").text.strip()

    with anyio.fail_after(120):
        async with attached(mode) as client:
            listed = await client.call_tool("thread_list", {})
            [thread] = listed.structured_content["threads"]
            assert (thread["id"], thread["current"]) == (thread_id, True)
            answer = await client.call_tool(
                "confer", {"message": "Say it again.", "continuation_id": thread_id}
            )
            assert answer.structured_content["thread_id"] == thread_id
            read = await client.read_resource(f"lux://threads/{thread_id}")
            assert len(json.loads(read.contents[0].text)["turns"]) == 4

    rows = kernel.run(
        "lux.frames.turns()[['role', 'author_kind', 'author_name', 'author_version']]"
        ".fillna('').values.tolist()"
    ).text
    assert rows.replace("\n", "") == str(
        [
            ["user", "cell", "cell", ""],
            ["assistant", "cell", "cell", ""],
            ["user", "assistant", "some-assistant", "2.5"],
            ["assistant", "assistant", "some-assistant", "2.5"],
        ]
    )


@pytest.mark.anyio
async def test_an_assistant_hears_of_a_turn_that_a_cell_adds(
    start_kernel: Callable[..., Any],
) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    kernel.run("%confer -o reply Say hello.")
    kernel.run("%lux serve")
    uri = "lux://threads/" + kernel.run("print(reply.thread_id)").text.strip()
    with anyio.fail_after(120):
        async with (
            attached() as client,
            client.listen(resource_subscriptions=[uri]) as changes,
        ):
            cell = threading.Thread(target=kernel.run, args=("%confer Say goodbye.",))
            cell.start()
            async for change in changes:
                assert change.uri == uri
                break
            cell.join()


@pytest.mark.anyio
async def test_calls_are_answered_while_a_cell_sleeps(start_kernel: Callable[..., Any]) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    kernel.run("%lux serve")
    with anyio.fail_after(120):
        async with attached() as client:
            busy = kernel.start("import time; print('asleep', flush=True); time.sleep(30)")
            kernel.wait_for_display(busy)
            for _ in range(5):
                status = await client.call_tool("illumination_status", {})
                assert not status.is_error
            assert kernel.client.shell_channel.msg_ready() is False
            kernel.interrupt()
            assert kernel.finish(busy).error_name == "KeyboardInterrupt"


@pytest.mark.anyio
async def test_a_restarted_kernel_is_found_again_by_the_same_client(
    start_kernel: Callable[..., Any],
) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    kernel.run("%confer Say hello.")
    kernel.run("%lux serve")
    with anyio.fail_after(180):
        async with attached() as client:
            before = await client.call_tool("thread_list", {})
            kernel.restart()
            kernel.run("%load_ext lux_nb")
            kernel.run("%lux serve")
            after = await client.call_tool("thread_list", {})
    ids = [thread["id"] for thread in before.structured_content["threads"]]
    assert [thread["id"] for thread in after.structured_content["threads"]] == ids


def test_two_kernels_share_one_store(start_kernel: Callable[..., Any]) -> None:
    first, second = start_kernel(), start_kernel()
    for kernel in (first, second):
        kernel.run("%load_ext lux_nb")
    first.run("%confer -o reply Say hello.")
    thread_id = first.run("print(reply.thread_id)").text.strip()
    second.run(f"%confer -t {thread_id} Say goodbye.")
    assert first.run("len(lux.frames.turns())").text == "4"


def test_a_killed_kernel_loses_nothing_that_was_answered(start_kernel: Callable[..., Any]) -> None:
    kernel = start_kernel()
    kernel.run("%load_ext lux_nb")
    kernel.run("%confer Say hello.")
    kernel.start("%confer Write a long story.")
    kernel.kill()
    again = start_kernel()
    again.run("%load_ext lux_nb")
    assert again.run("print(lux.frames.turns().content.iloc[0])").text.strip() == "Say hello."
    assert again.run("len(lux.frames.turns())").text == "2"
    again.run("%confer -t last Say goodbye.")
