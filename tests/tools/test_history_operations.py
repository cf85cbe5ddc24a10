"""Executions in figures, corrections one by one, and the suites of auto-correction."""

from typing import Any

import pytest

from lux_nb.errors import InvalidRequest, TimedOut


@pytest.fixture
def echo(lux: Any) -> Any:
    @lux.tool(cache=True)
    def echo(text: str, times: int = 1) -> str:
        """Repeat a text."""
        if text == "fail":
            raise OSError("asked to fail")
        return text * times

    return lux


def run(lux: Any, text: str, agent: str, times: Any = 1) -> None:
    lux.call(
        "tool_execute",
        toolName="echo",
        arguments={"text": text, "times": times},
        context={"agentId": agent},
    )


def test_analytics_count_what_happened(echo: Any) -> None:
    run(echo, "a", "one")
    run(echo, "a", "one")
    run(echo, "b", "two", "3")
    with pytest.raises(Exception, match="asked to fail"):
        run(echo, "fail", "two")
    found = echo.call("tools_analytics", timeRange="1h")
    assert (found["total"], found["succeeded"], found["successRate"]) == (4, 3, 0.75)
    assert (found["cached"], found["corrected"]) == (1, 1)
    assert found["errors"] == {"EXECUTION_ERROR": 1}
    assert found["tools"][0]["toolName"] == "echo"
    assert [item["total"] for item in found["agents"]] == [2, 2]
    assert found["latency"]["p50"] <= found["latency"]["p99"]
    assert found["daily"][0]["count"] == 4
    assert echo.call("tools_analytics", agentId="two")["total"] == 2
    nothing = echo.call("tools_analytics", toolId="calculator")
    assert nothing["total"] == 0
    assert "successRate" not in nothing


def test_the_audit_log_tells_what_was_changed_and_what_came_of_it(echo: Any) -> None:
    run(echo, "a", "one", "2")
    run(echo, "b", "two", "3")
    with pytest.raises(InvalidRequest):
        run(echo, "c", "two", "many")
    log = echo.call("auto_correction_history")
    assert log["total"] == 3
    assert [item["applied"] for item in log["corrections"]] == [False, True, True]
    applied = echo.call("auto_correction_history", agentId="one", applied=True)["corrections"]
    assert applied[0]["originalParameters"] == {"text": "a", "times": "2"}
    assert applied[0]["correctedParameters"] == {"text": "a", "times": 2}
    assert applied[0]["succeeded"]
    assert echo.call("auto_correction_history", **{"from": "2999-01-01"})["total"] == 0


def test_a_suite_is_run_by_its_name(lux: Any) -> None:
    results = lux.call(
        "auto_correction_test", testSuite="validation_errors", includePerformance=True
    )
    wrong = [item for item in results["testResults"] if not item["passed"]]
    assert not wrong
    assert results["passed"] == results["total"] > 5
    assert results["diagnostics"]["correctionEngineLatency"] > 0
    with pytest.raises(InvalidRequest, match="validation_errors"):
        lux.call("auto_correction_test", testSuite="nothing")
    with pytest.raises(InvalidRequest, match="testCases"):
        lux.call("auto_correction_test")


def test_patterns_are_listed_by_tool_and_use(echo: Any) -> None:
    run(echo, "a", "one", "2")
    assert echo.call("auto_correction_patterns", toolId="echo", minUsage=1)["patterns"]
    assert not echo.call("auto_correction_patterns", toolId="calculator")["patterns"]
    assert not echo.call("auto_correction_patterns", minUsage=100)["patterns"]


def test_a_call_that_takes_too_long_is_told_to_listeners(lux: Any) -> None:
    import threading

    release = threading.Event()

    @lux.tool
    def hang() -> None:
        """Wait for nothing."""
        release.wait(30)

    with pytest.raises(TimedOut):
        lux.call("tool_execute", toolName="hang", options={"timeout": 10})
    release.set()
    kinds = lux.frames.events()["kind"].tolist()
    assert "mcp:tool:timeout" in kinds


def test_only_the_strategies_of_a_list_are_used(echo: Any) -> None:
    def configure(**settings: Any) -> Any:
        return echo.call("auto_correction_configure", settings=settings)["newSettings"]

    kept = configure(enabledStrategies=["unknownProperties"])["strategies"]
    assert [name for name, item in kept.items() if item["enabled"]] == ["unknownProperties"]
    with pytest.raises(InvalidRequest):
        run(echo, "a", "one", "2")
    assert all(i["enabled"] for i in configure(enabledStrategies=["all"])["strategies"].values())
    run(echo, "a", "one", "2")
    for wrong in (["luck"], "all"):
        with pytest.raises(InvalidRequest, match="enabledStrategies"):
            configure(enabledStrategies=wrong)
