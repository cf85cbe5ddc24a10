"""A real kernel and a real MCP client: reading, running with consent, undo, jobs."""

import base64
import json
from typing import Any

import anyio
import pytest
from anyio.to_thread import run_sync
from mcp import Client

from lux_nb.server.tools import ERROR_META
from tests.kernel.conftest import Connect

pytestmark = pytest.mark.anyio
PIXEL = base64.b64decode(
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
)


async def cell(notebook: Any, code: str) -> str:
    return str((await run_sync(notebook.run, code)).text).strip()


async def ask(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    with anyio.fail_after(60):
        result = await client.call_tool(tool, arguments)
    assert not result.is_error, result.content[0].text
    return dict(result.structured_content or {})


async def refused(client: Client, tool: str, **arguments: Any) -> str:
    with anyio.fail_after(60):
        result = await client.call_tool(tool, arguments)
    assert result.is_error
    assert result.meta is not None
    return str(result.meta[ERROR_META]["code"])


@pytest.fixture
async def allowed(notebook: Any) -> Any:
    await cell(notebook, "%lux allow run --for 10m")
    yield
    await cell(notebook, "%lux deny")


async def test_a_busy_kernel_is_read_without_waiting(notebook: Any, connect: Connect) -> None:
    await cell(notebook, "frame = pd.DataFrame({'a': [1, None], 'b': ['x', 'y']})")
    async with connect() as client:
        assert (await ask(client, "kernel_status"))["status"] == "idle"
        busy = notebook.start("print('asleep', flush=True); time.sleep(600)")
        await run_sync(notebook.wait_for_display, busy)
        status = await ask(client, "kernel_status")
        assert status["status"] == "busy"
        assert "time.sleep(600)" in status["cell"]["source"]
        listed = await ask(client, "kernel_variables", contains="frame")
        assert listed["variables"][0]["shape"] == [2, 2]
        seen = await ask(client, "kernel_inspect", name="frame")
        assert [column["nulls"] for column in seen["columns"]] == [1, 0]
        notebook.interrupt()
        ended = await run_sync(notebook.finish, busy)
        assert ended.error_name == "KeyboardInterrupt"
        assert status["cell"]["execution_count"] == ended.execution_count


async def test_a_name_that_is_none_is_told_with_those_near(connect: Connect) -> None:
    async with connect() as client:
        assert await refused(client, "kernel_inspect", name="fraem") == "VARIABLE_NOT_FOUND"


async def test_code_waits_for_the_human_and_runs_with_a_yes(
    notebook: Any, connect: Connect
) -> None:
    seen: list[dict[str, Any]] = []
    async with connect() as client, anyio.create_task_group() as group:

        async def run() -> None:
            seen.append(await ask(client, "kernel_run", code="40 + 2"))

        group.start_soon(run)
        with anyio.fail_after(20):
            while "ask-" not in (shown := await cell(notebook, "print(lux.assistants.pending())")):
                pass
        assert "40 + 2" in shown
        request_id = await cell(notebook, "print(lux.assistants.pending()[0].id)")
        await cell(notebook, f"%lux allow {request_id}")
    assert (seen[0]["status"], seen[0]["outputs"][0]["text"]) == ("ok", "42")


async def test_a_request_is_shown_under_the_next_cell_and_can_be_denied(
    notebook: Any, connect: Connect
) -> None:
    async with connect("cursor") as client, anyio.create_task_group() as group:
        codes: list[str] = []

        async def run() -> None:
            codes.append(await refused(client, "kernel_run", code="secret_plan = 1"))

        group.start_soon(run)
        with anyio.fail_after(20):
            while "secret_plan" not in str((await run_sync(notebook.run, "1")).displays):
                pass
        await cell(notebook, "%lux deny run --client cursor")
    assert codes == ["CONSENT_DENIED"]
    assert await cell(notebook, "print('secret_plan' in globals())") == "False"
    await cell(notebook, "%lux deny")


async def test_an_assistant_can_not_give_itself_consent(connect: Connect, allowed: None) -> None:
    async with connect() as client:
        assert await refused(client, "consent_allow", scope="spend") == "HUMAN_ONLY"
        run = await ask(client, "kernel_run", code="lux.assistants.allow('spend')")
        assert run["error"]["name"] == "PermissionDenied"


async def test_outputs_and_errors_are_data_and_stay_out_of_the_users_cells(
    notebook: Any, connect: Connect, allowed: None
) -> None:
    code = (
        "import sys\nfrom IPython.display import display, Image\nimport base64\n"
        f"print('to out'); print('to err', file=sys.stderr)\n"
        f"display(Image(base64.b64decode({base64.b64encode(PIXEL).decode()!r})))\n'the result'"
    )
    before = await cell(notebook, "print(get_ipython().execution_count)")
    async with connect() as client:
        result = await client.call_tool("kernel_run", {"code": code})
        run = result.structured_content or {}
        failed = await ask(client, "kernel_run", code="1 / 0")
        broken = await ask(client, "kernel_run", code="def")
    kinds = [(output["kind"], output.get("text")) for output in run["outputs"]]
    assert kinds[0] == ("stream", "to out\n")
    assert kinds[1] == ("stream", "to err\n")
    assert kinds[-1] == ("result", "'the result'")
    [image] = [content for content in result.content if content.type == "image"]
    assert base64.b64decode(image.data) == PIXEL
    assert (failed["status"], failed["error"]["name"]) == ("error", "ZeroDivisionError")
    assert "\x1b" not in failed["error"]["traceback"]
    assert broken["error"]["name"] == "SyntaxError"
    after = await run_sync(notebook.run, "print(get_ipython().execution_count)")
    # The number of the user's cells goes on as if nothing had run in between.
    assert int(after.text) == int(before) + 1


async def test_magics_awaits_and_variables_of_the_user_work(
    notebook: Any, connect: Connect, allowed: None
) -> None:
    await cell(notebook, "shared = [1, 2]")
    async with connect() as client:
        run = await ask(
            client, "kernel_run", code="import asyncio\nawait asyncio.sleep(0)\nsum(shared)"
        )
        assert run["outputs"][-1]["text"] == "3"
        run = await ask(client, "kernel_run", code="%who_ls list")
        assert "shared" in run["outputs"][-1]["text"]


async def test_what_code_changed_is_shown_and_undone_by_the_human(
    notebook: Any, connect: Connect, allowed: None
) -> None:
    await cell(notebook, "table = pd.DataFrame({'a': [1, 2]}); kept = table; items = {'x': [1]}")
    async with connect() as client:
        run = await ask(
            client, "kernel_run", code="table['b'] = 1\nitems['x'].append(2)\nfresh = 3"
        )
    changed = {change["name"]: change["kind"] for change in run["changes"]}
    assert changed == {"table": "changed", "items": "changed", "fresh": "added"}
    shown = (await run_sync(notebook.run, "%lux actions")).displays[-1]
    assert "+ fresh: 3" in shown["text/plain"]
    assert "claude-desktop" in shown["text/html"]
    undone = await cell(notebook, "%lux undo")
    assert "- fresh: 3" in undone
    state = "print(list(table.columns), table is kept, items, 'fresh' in globals())"
    assert await cell(notebook, state) == "['a'] True {'x': [1]} False"
    rows = (
        "print(lux.frames.assistant_actions()[['author_name', 'what', 'status']].values.tolist())"
    )
    assert "['claude-desktop', 'kernel_run', 'undone']" in await cell(notebook, rows)


async def test_code_queues_behind_a_busy_cell_and_its_job_tells_the_rest(
    notebook: Any, connect: Connect, allowed: None
) -> None:
    async with connect() as client:
        busy = notebook.start("print('asleep', flush=True); time.sleep(600)")
        await run_sync(notebook.wait_for_display, busy)
        queued = await ask(client, "kernel_run", code="6 * 7", wait_seconds=0)
        assert (queued["status"], "busy" in queued["message"]) == ("queued", True)
        assert (await ask(client, "kernel_status"))["queued"] == 1
        notebook.interrupt()
        await run_sync(notebook.finish, busy)
    async with connect("another") as client:
        # The connection that asked is gone; the job is not.
        ended = await ask(client, "job_result", job_id=queued["job_id"], wait_seconds=20)
    assert ended["result"]["outputs"][0]["text"] == "42"


async def test_long_code_tells_its_output_so_far_and_is_cancelled(
    notebook: Any, connect: Connect, allowed: None
) -> None:
    code = "print('begun', flush=True)\nfor second in range(600):\n    time.sleep(1)"
    async with connect() as client:
        running = await ask(client, "kernel_run", code=code, wait_seconds=0.2)
        assert running["status"] == "running"
        with anyio.fail_after(20):
            while "begun" not in (await ask(client, "job_status", job_id=running["job_id"])).get(
                "output", ""
            ):
                pass
        assert (await ask(client, "kernel_status"))["running"] == "code of claude-desktop"
        ended = await ask(client, "job_cancel", job_id=running["job_id"])
        assert ended["status"] == "cancelled"
    assert await cell(notebook, "print('free again')") == "free again"


async def test_the_notebook_is_read_from_its_file_with_images_and_live_cells(
    notebook: Any, connect: Connect
) -> None:
    image = {"output_type": "display_data", "data": {"image/png": base64.b64encode(PIXEL).decode()}}
    stream = {"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]}
    cells = [
        {"cell_type": "markdown", "id": "m", "source": ["# Study"], "metadata": {}},
        {"cell_type": "code", "id": "c", "source": "draw()", "outputs": [stream, image]},
    ]
    notebook.path.write_text(json.dumps({"cells": cells, "nbformat": 4}), encoding="utf-8")
    await cell(notebook, "live_cell = 'ran since'\nlive_cell")
    async with connect() as client:
        result = await client.call_tool("notebook_read", {"count": 200})
        read = result.structured_content or {}
        uri = await client.read_resource("lux://notebook")
    assert [c["source"] for c in read["cells"][:2]] == ["# Study", "draw()"]
    assert read["cells"][1]["outputs"][0]["text"] == "one\ntwo\n"
    assert read["cells"][1]["outputs"][1]["image"] == 0
    assert [content.type for content in result.content] == ["text", "image"]
    live = [c for c in read["cells"] if "live_cell" in c["source"]]
    assert (live[0]["live"], live[0]["outputs"][0]["text"]) == (True, "'ran since'")
    assert json.loads(uri.contents[0].text)["total"] == read["total"]


async def test_a_key_is_not_told(notebook: Any, connect: Connect) -> None:
    key = "sk-" + "abcdefgh12345678"
    await cell(notebook, f"my_key = {key!r}")
    async with connect() as client:
        for tool, arguments in (
            ("kernel_variables", {"contains": "my_key"}),
            ("kernel_inspect", {"name": "my_key"}),
            ("notebook_read", {"count": 200}),
        ):
            answer = await ask(client, tool, **arguments)
            assert key not in json.dumps(answer)
            assert "my_key" in json.dumps(answer)


async def test_two_assistants_have_names_and_colours_of_their_own(
    notebook: Any, connect: Connect
) -> None:
    async with connect("one") as first, connect("two") as second:
        await ask(first, "kernel_status")
        await ask(second, "kernel_status")
        listed = {a["name"]: a for a in (await ask(first, "assistants_list"))["assistants"]}
    assert listed["one"]["colour"] != listed["two"]["colour"]


async def test_the_magics_show_what_there_is(notebook: Any) -> None:
    for line in ("assistants", "consents", "actions", "jobs", "budget 0.5 --client one"):
        assert (await run_sync(notebook.run, f"%lux {line}")).displays
    failed = await run_sync(lambda: notebook.run("%lux allow everything", check=False))
    assert failed.error_name == "NotFound"
