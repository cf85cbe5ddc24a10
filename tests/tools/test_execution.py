"""Executing tools: errors with the spec's codes, time, retries, cache, batch, pipeline."""

import asyncio
import threading
from datetime import UTC, datetime
from typing import Any

import pytest

from lux_nb.api import Lux
from lux_nb.config import Settings
from lux_nb.engine.authors import script_author
from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied, RateLimited, TimedOut
from lux_nb.tools.breaker import COOL_DOWN_SECONDS, FAILURES_TO_OPEN, Breakers
from lux_nb.tools.cache import ResultCache
from lux_nb.tools.service import tools_of


def test_a_plain_function_runs_off_the_loop_and_a_coroutine_on_it(lux: Any) -> None:
    @lux.tool
    def where() -> str:
        """Name the thread."""
        return threading.current_thread().name

    @lux.tool
    async def where_async() -> str:
        """Name the thread."""
        return threading.current_thread().name

    assert lux.tools.run("where").result == "lux-tool"
    assert lux.tools.run("where_async").result == "lux-engine"


def test_arguments_that_can_not_be_mended_are_a_validation_error(lux: Any) -> None:
    with pytest.raises(InvalidRequest) as caught:
        lux.tools.run("calculator", {})
    assert caught.value.code == "VALIDATION_ERROR"
    assert caught.value.details["problems"][0]["kind"] == "missingRequired"


def test_a_valid_call_is_never_changed_and_a_mended_one_tells_its_diff(lux: Any) -> None:
    @lux.tool
    def echo(text: str, times: int = 1) -> str:
        """Repeat."""
        return text * times

    assert "correction" not in lux.tools.run("echo", text="12").wire()
    mended = lux.tools.run("echo", text="a", times="2")
    assert mended.result == "aa"
    assert mended.correction["changes"][0]["diff"] == '- times: "2"\n+ times: 2'
    with pytest.raises(InvalidRequest, match="asked for none"):
        lux.call(
            "tool_execute",
            tool_name="echo",
            arguments={"text": "a", "times": "2"},
            options={"autoCorrect": False},
        )


def test_a_failing_tool_is_an_execution_error_with_its_reason(lux: Any) -> None:
    @lux.tool
    def broken() -> int:
        """Fail."""
        raise KeyError("missing")

    with pytest.raises(LuxError, match="KeyError") as caught:
        lux.tools.run("broken")
    assert caught.value.code == "EXECUTION_ERROR"


def test_a_result_that_breaks_its_promise_is_an_execution_error(lux: Any) -> None:
    @lux.tool
    def liar() -> int:
        """Promise a number."""
        return "no number"  # type: ignore[return-value]

    with pytest.raises(LuxError, match="output schema") as caught:
        lux.tools.run("liar")
    assert caught.value.code == "EXECUTION_ERROR"


def test_a_tool_that_takes_too_long_is_a_timeout_and_others_go_on(lux: Any) -> None:
    forever = threading.Event()

    @lux.tool
    def hang() -> bool:
        """Wait."""
        return forever.wait(60)

    with pytest.raises(TimedOut) as caught:
        lux.call("tool_execute", tool_name="hang", options={"timeout": 50})
    assert caught.value.code == "TIMEOUT"
    assert lux.tools.run("calculator", expression="1+1").result["result"] == 2
    forever.set()
    rows = lux.call("tool_executions", tool_id="hang")["executions"]
    assert rows[0]["status"] == "timeout"


def test_a_failed_call_is_tried_again_as_often_as_asked(lux: Any) -> None:
    tried: list[int] = []

    @lux.tool(retries=2)
    def flaky() -> int:
        """Fail twice."""
        tried.append(1)
        if len(tried) < 3:
            raise OSError("not yet")
        return len(tried)

    assert lux.tools.run("flaky").metadata["attempts"] == 3
    tried.clear()
    with pytest.raises(LuxError):
        lux.call("tool_execute", tool_name="flaky", options={"retries": 0})


def test_a_disabled_tool_is_refused_and_a_deprecated_one_runs(lux: Any) -> None:
    lux.tools.update("calculator", status="disabled")
    with pytest.raises(PermissionDenied) as caught:
        lux.tools.run("calculator", expression="1")
    assert caught.value.code == "PERMISSION_DENIED"
    lux.tools.update("calculator", status="deprecated")
    assert lux.tools.run("calculator", expression="1").result["result"] == 1


def test_a_rate_limit_is_kept(lux: Any) -> None:
    lux.tools.register(lambda: 1, name="rare", rate_limit=2)
    lux.tools.run("rare")
    lux.tools.run("rare")
    with pytest.raises(RateLimited) as caught:
        lux.tools.run("rare")
    assert caught.value.code == "RATE_LIMITED"
    assert caught.value.retry_after > 0


def test_results_are_cached_per_tool_skipped_on_request_and_cleared(lux: Any) -> None:
    calls: list[str] = []

    @lux.tool(cache=True)
    def count(name: str) -> list[str]:
        """Count."""
        calls.append(name)
        return list(calls)

    first = lux.tools.run("count", name="a")
    first.result.append("changed by the caller")
    again = lux.tools.run("count", name="a")
    assert again.metadata["cached"]
    assert again.result == ["a"]
    skipped = lux.call(
        "tool_execute", tool_name="count", arguments={"name": "a"}, options={"skipCache": True}
    )
    assert skipped["result"] == ["a", "a"]
    assert lux.call("tools_cache_clear", tool_id="calculator")["cleared"] == 0
    assert lux.call("tools_cache_clear", tool_id="count")["cleared"] == 1
    assert not lux.tools.run("count", name="a").metadata["cached"]
    assert lux.call("tools_cache", max_size="1kb", ttl=5)["maxSize"] == 1024


def test_the_cache_forgets_the_least_recently_used_and_the_old() -> None:
    now = [0.0]
    cache = ResultCache(ttl=10, max_bytes=30, clock=lambda: now[0])
    cache.put("a", "t", "x" * 8)
    cache.put("b", "t", "y" * 8)
    cache.put("c", "t", "z" * 8)
    assert cache.get("a")[0]
    cache.put("d", "t", "w" * 8)
    assert not cache.get("b")[0]
    assert cache.get("a")[0]
    assert cache.size <= 30
    cache.put("huge", "t", "x" * 100)
    assert not cache.get("huge")[0]
    now[0] = 11
    assert not cache.get("a")[0]


def test_history_is_filtered_by_tool_agent_status_and_time(lux: Any) -> None:
    for agent in ("one", "two"):
        lux.call(
            "tool_execute",
            tool_name="calculator",
            arguments={"expression": "1"},
            context={"agentId": agent},
        )
    with pytest.raises(InvalidRequest):
        lux.tools.run("calculator", expression="1/0")

    def found(**filters: Any) -> int:
        return len(lux.call("tool_executions", **filters)["executions"])

    assert found() == 3
    assert found(agent_id="one") == 1
    assert found(status="failed") == 1
    assert found(tool_id="date_time") == 0
    assert found(limit=2) == 2
    assert found(**{"from": "2999-01-01"}) == 0
    assert found(**{"to": "2999-01-01", "from": "2000-01-01T00:00:00Z"}) == 3
    with pytest.raises(InvalidRequest, match="ISO"):
        found(**{"from": "yesterday"})


def test_secrets_in_arguments_are_not_kept(lux: Any) -> None:
    lux.tools.register(lambda key: 1, name="takes_key")
    lux.tools.run("takes_key", key="sk-abcdefgh12345678")
    stored = lux.frames.executions()["arguments"].iloc[0]
    assert "abcdefgh" not in str(stored)
    lux.tools.run("takes_key", key="postgresql://user:hunter2@host/db")
    stored = lux.frames.executions()["arguments"].iloc[1]
    assert "hunter2" not in str(stored)
    assert "user" in str(stored)


@pytest.mark.parametrize("parallel", [True, False])
def test_a_batch_reports_each_call(lux: Any, parallel: bool) -> None:
    asked = [
        {"toolName": "calculator", "arguments": {"expression": "1+1"}},
        {"toolName": "nothing"},
        {"toolName": "calculator", "arguments": {"expression": "1/0"}},
        {"toolName": "calculator", "arguments": {"expression": "2+2"}},
    ]
    batch = lux.call("tools_batch", executions=asked, parallel=parallel)
    assert [item["success"] for item in batch["results"]] == [True, False, False, True]
    assert batch["results"][3]["result"]["result"] == 4
    assert batch["results"][1]["error"]["code"] == "TOOL_NOT_FOUND"
    assert (batch["succeeded"], batch["failed"]) == (2, 2)


def test_a_thousand_calls_at_once_all_end_and_are_all_counted(lux: Any) -> None:
    asked = [{"toolName": "calculator", "arguments": {"expression": f"{n}+1"}} for n in range(1000)]
    batch = lux.call("tools_batch", executions=asked)
    assert [item["result"]["result"] for item in batch["results"]] == list(range(1, 1001))
    assert lux.call("tool_get", tool_id="calculator")["tool"]["statistics"]["totalCalls"] == 1000


def test_a_thousand_callers_at_once_take_the_memory_of_a_few(lux: Any) -> None:
    import psutil

    lux.settings.change("tools_concurrency", "8")
    process = psutil.Process()
    lock, running, seen = threading.Lock(), [0], [0]
    before, most = process.memory_info().rss, [0]

    @lux.tool
    def hold(size: int) -> int:
        """Hold some memory for a moment."""
        with lock:
            running[0] += 1
            seen[0] = max(seen[0], running[0])
        held = bytearray(b"x") * size
        with lock:
            most[0] = max(most[0], process.memory_info().rss)
            running[0] -= 1
        return len(held)

    async def all_at_once() -> list[Any]:
        asked = {"tool_name": "hold", "arguments": {"size": 5_000_000}}
        calls = [
            lux.engine.call("tool_execute", asked, author=script_author()) for _ in range(1000)
        ]
        return await asyncio.gather(*calls)

    results = lux.engine.run(all_at_once())
    assert [item.result for item in results] == [5_000_000] * 1000
    assert seen[0] <= 8
    # All at once would hold five gigabytes.
    assert most[0] - before < 500_000_000
    queue = lux.engine.run(tools_of(lux.engine)).queue
    assert (queue.running, queue.waiting) == (0, 0)


def test_a_pipeline_refers_to_earlier_results_and_resumes_where_it_failed(lux: Any) -> None:
    ready: list[bool] = []

    @lux.tool
    def double(x: float) -> dict[str, Any]:
        """Double, once it is ready."""
        if not ready:
            raise OSError("not ready")
        return {"values": [x, 2 * x]}

    steps = [
        {"tool": "calculator", "arguments": {"expression": "20 + 1"}, "id": "first"},
        {"tool": "double", "arguments": {"x": "{{first.result}}"}},
        {"tool": "calculator", "arguments": {"expression": "{{previous.values.1}} + {{0.result}}"}},
    ]
    stopped = lux.call("tools_pipeline", name="sums", steps=steps)
    assert stopped["status"] == "failed"
    assert stopped["failedStep"] == 1
    assert stopped["error"]["code"] == "EXECUTION_ERROR"
    ready.append(True)
    done = lux.call("tools_pipeline", resume=stopped["pipelineId"])
    assert done["status"] == "complete"
    assert done["result"]["result"] == 63
    assert lux.call("tool_get", tool_id="calculator")["tool"]["statistics"]["totalCalls"] == 2


def test_a_reference_to_nothing_is_told(lux: Any) -> None:
    steps = [{"tool": "calculator", "arguments": {"expression": "{{later.result}}"}}]
    failed = lux.call("tools_pipeline", steps=steps)
    assert "later" in failed["error"]["message"]


async def _cancelled(lux: Any) -> str:
    from lux_nb.engine.authors import Author
    from lux_nb.engine.payloads import as_lux_error

    started = asyncio.Event()

    async def wait() -> None:
        started.set()
        await asyncio.Event().wait()

    from lux_nb.tools.api import make_tool
    from lux_nb.tools.service import tools_of

    tools = await tools_of(lux.engine)
    await tools.register(make_tool(wait, {}))
    author = Author("script", "test")
    task = asyncio.ensure_future(
        lux.engine.call("tool_execute", {"toolName": "wait"}, author=author)
    )
    await started.wait()
    await lux.engine.call("tool_cancel", {}, author=author)
    [outcome] = await asyncio.gather(task, return_exceptions=True)
    return as_lux_error(outcome).code


def test_an_execution_under_way_is_cancelled(lux: Any) -> None:
    assert lux.engine.run(_cancelled(lux)) == "CANCELLED"
    assert lux.call("tool_executions")["executions"][0]["status"] == "cancelled"


def test_a_circuit_opens_half_opens_and_closes() -> None:
    now, told = [0.0], []
    breakers = Breakers(lambda *event: told.append(event), clock=lambda: now[0])
    for _ in range(FAILURES_TO_OPEN):
        breakers.enter("t")
        breakers.failed("t", "down")
    with pytest.raises(RateLimited) as caught:
        breakers.enter("t")
    assert caught.value.code == "CIRCUIT_OPEN"
    now[0] += COOL_DOWN_SECONDS
    breakers.enter("t")
    with pytest.raises(RateLimited):
        breakers.enter("t")
    breakers.failed("t", "still down")
    assert breakers.state("t") == "open"
    now[0] += COOL_DOWN_SECONDS
    breakers.enter("t")
    breakers.succeeded("t")
    assert breakers.state("t") == "closed"
    assert [event[0] for event in told] == ["opened", "closed"]


def test_a_tool_that_keeps_failing_is_left_alone_until_it_is_reset(lux: Any) -> None:
    @lux.tool
    def down() -> int:
        """Fail."""
        raise OSError("down")

    for _ in range(FAILURES_TO_OPEN):
        with pytest.raises(LuxError, match="OSError"):
            lux.tools.run("down")
    with pytest.raises(RateLimited, match="left alone"):
        lux.tools.run("down")
    assert lux.call("tools_circuits")["circuitBreakers"][0]["status"] == "open"
    lux.tools.reset_circuit("down", "mended")
    with pytest.raises(LuxError, match="OSError"):
        lux.tools.run("down")
    kinds = list(lux.frames.events()["kind"])
    assert "auto_correction:circuit:opened" in kinds
    assert "auto_correction:circuit:closed" in kinds


def test_an_open_circuit_and_the_limits_of_the_cache_survive_a_restart(home: Any) -> None:
    first = Lux(Settings())

    @first.tool
    def down() -> int:
        """Fail."""
        raise OSError("down")

    for _ in range(FAILURES_TO_OPEN):
        with pytest.raises(LuxError, match="OSError"):
            first.tools.run("down")
    first.call("tools_cache", ttl=60, maxSize="2MB")
    first.close()
    second = Lux(Settings())
    try:
        circuit = second.call("tools_circuits")["circuitBreakers"][0]
        assert (circuit["toolName"], circuit["status"]) == ("down", "open")
        assert datetime.fromisoformat(circuit["lastFailure"]) <= datetime.now(UTC)
        second.tool(down)
        with pytest.raises(RateLimited, match="left alone"):
            second.tools.run("down")
        state = second.call("tools_cache")
        assert (state["ttl"], state["maxSize"]) == (60, 2 * 1024**2)
    finally:
        second.close()


def test_an_unknown_priority_is_refused_by_name(lux: Any) -> None:
    with pytest.raises(InvalidRequest, match="priority"):
        lux.call("tool_execute", toolName="calculator", options={"priority": "asap"})
