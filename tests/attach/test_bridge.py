from collections.abc import Callable
from typing import Any

import anyio
import anyio.lowlevel
import pytest
from anyio.to_thread import run_sync
from mcp.shared.exceptions import MCPError

from tests.attach.conftest import Attach, Kernel, KernelProcess

pytestmark = [
    pytest.mark.anyio,
    pytest.mark.filterwarnings("ignore::mcp.MCPDeprecationWarning"),
]
StartKernel = Callable[[], Kernel]


async def test_an_assistant_works_in_the_kernel_with_nothing_typed(
    attach: Attach, start_kernel: StartKernel
) -> None:
    start_kernel()
    async with attach() as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        result = await client.call_tool("test_echo", {"text": "grüße\u2028"})
        failed = await client.call_tool("thread_get", {"thread_id": "x"})
        threads = await client.read_resource("lux://threads")
    assert "confer" in tools
    assert result.structured_content == {"text": "grüße\u2028", "author": "assistant bridged 2"}
    assert failed.content[0].text.startswith("[THREAD_NOT_FOUND]")
    assert threads.contents[0].text == '{"threads":[]}'


async def test_progress_passes_through(attach: Attach, start_kernel: StartKernel) -> None:
    start_kernel()
    told: list[str] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        told.append(message or "")

    async with attach() as client:
        await client.call_tool("test_stream", {}, progress_callback=note)
    assert "".join(told) == "loadingone two threea notice"


async def test_a_kernel_is_chosen_by_its_id(attach: Attach, start_kernel: StartKernel) -> None:
    first = start_kernel()
    second = start_kernel()
    async with attach("--kernel", first.id) as client:
        second.stop()
        result = await client.call_tool("test_echo", {"text": "a"})
    assert not result.is_error


async def test_after_a_restart_the_next_call_goes_to_the_new_kernel_without_an_error(
    attach: Attach, start_kernel: StartKernel
) -> None:
    kernel = start_kernel()
    async with attach() as client:
        await client.call_tool("test_echo", {"text": "a"})
        await run_sync(kernel.stop)
        async with anyio.create_task_group() as group:
            group.start_soon(run_sync, kernel.restart)
            with anyio.fail_after(30):
                result = await client.call_tool("test_echo", {"text": "b"})
    assert result.structured_content is not None
    assert result.structured_content["text"] == "b"


@pytest.mark.slow
async def test_only_the_call_in_flight_fails_when_the_kernel_is_killed(
    attach: Attach, start_process: Callable[[], KernelProcess]
) -> None:
    kernel = start_process()
    errors: list[MCPError] = []

    async with attach("--wait", "60") as client, anyio.create_task_group() as group:

        async def hang() -> None:
            try:
                await client.call_tool("test_wait", {"text": "x"})
            except MCPError as error:
                errors.append(error)

        group.start_soon(hang)
        await client.call_tool("test_echo", {"text": "a"})
        kernel.kill()
        group.start_soon(run_sync, start_process)
        with anyio.fail_after(60):
            result = await client.call_tool("test_echo", {"text": "b"})
    assert not result.is_error
    assert [error.error.code for error in errors] == [-32000]


async def test_what_was_watched_is_watched_in_the_new_kernel(
    attach: Attach, start_kernel: StartKernel, era: str
) -> None:
    kernel = start_kernel()
    heard = anyio.Event()

    async def on_message(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/resources/updated":
            heard.set()

    async with attach(message_handler=on_message) as client, anyio.create_task_group() as group:
        listening = anyio.Event()

        async def listen() -> None:
            async with client.listen(resource_subscriptions=["lux://threads"]) as events:
                listening.set()
                async for _ in events:
                    heard.set()

        if era == "legacy":
            await client.subscribe_resource("lux://threads")
        else:
            group.start_soon(listen)
            await listening.wait()
        await run_sync(kernel.restart)
        # Nobody heard what changed while there was no kernel, so the client is told to look.
        with anyio.fail_after(30):
            await heard.wait()
        group.cancel_scope.cancel()


async def test_without_a_kernel_the_assistant_is_answered_and_told_what_to_do(
    attach: Attach, start_kernel: StartKernel, era: str
) -> None:
    changed = anyio.Event()

    async def on_message(message: Any) -> None:
        if getattr(message, "method", "") == "notifications/tools/list_changed":
            changed.set()

    async with attach("--wait", "0", message_handler=on_message) as client:
        tools = [tool.name for tool in (await client.list_tools()).tools]
        refused = await client.call_tool("thread_list", {})
        await run_sync(start_kernel)
        if era == "legacy":
            with anyio.fail_after(10):
                await changed.wait()
        with anyio.fail_after(10):
            while (await client.call_tool("thread_list", {})).is_error:
                await anyio.lowlevel.checkpoint()
    assert "confer" in tools
    assert refused.is_error
    assert refused.content[0].text.startswith("[KERNEL_NOT_RUNNING]")
    assert "%lux serve" in refused.content[0].text


async def test_a_call_waits_for_a_kernel_that_is_about_to_run(
    attach: Attach, start_kernel: StartKernel
) -> None:
    async with attach("--wait", "60") as client, anyio.create_task_group() as group:
        group.start_soon(run_sync, start_kernel)
        with anyio.fail_after(60):
            result = await client.call_tool("test_echo", {"text": "late"})
    assert not result.is_error


async def test_a_cancelled_call_does_not_disturb_the_next(
    attach: Attach, start_kernel: StartKernel
) -> None:
    start_kernel()
    async with attach() as client:
        with pytest.raises(MCPError):
            await client.call_tool("test_wait", {"text": "x"}, read_timeout_seconds=0.3)
        result = await client.call_tool("test_echo", {"text": "after"})
    assert not result.is_error


async def test_each_assistant_attaches_with_toolsets_of_its_own(
    attach: Attach, start_kernel: StartKernel
) -> None:
    start_kernel()
    async with attach("--toolsets", "memory") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
        refused = await client.call_tool("thread_list", {})
    assert "search_context" in names
    assert "confer" not in names
    assert refused.is_error


async def test_the_toolsets_hold_before_a_kernel_runs_too(attach: Attach) -> None:
    async with attach("--toolsets", "memory") as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
    assert "search_context" in names
    assert "confer" not in names
