"""Tools about tools: every number is counted from what happened here."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import update

from lux_nb.errors import InvalidRequest, NotFound
from lux_nb.store.tool_tables import tool_corrections


@pytest.fixture
def echo(lux: Any) -> Any:
    @lux.tool(tags=["repeat"])
    def echo(text: str, times: int = 1) -> str:
        """Repeat a text."""
        if text == "fail":
            raise OSError("asked to fail")
        return text * times

    return lux


def wrong_call(lux: Any, agent: str = "one", text: str = "a") -> None:
    lux.call(
        "tool_execute",
        tool_name="echo",
        arguments={"text": text, "times": "2"},
        context={"agentId": agent},
    )


def age(lux: Any, days: float) -> None:
    """Make every correction so far older."""
    moment = datetime.now(UTC) - timedelta(days=days)
    change = update(tool_corrections).values(at=moment)
    lux.engine.run(lux.engine.store.write(lambda connection: connection.execute(change)))


def test_an_error_is_diagnosed_and_mended_as_the_spec_shows(lux: Any) -> None:
    answer = lux.call(
        "error_diagnose",
        error="Expected string but received number for parameter: content",
        toolName="write_file",
        parameters={"path": "/output/report.txt", "content": 12345},
        enableAutoCorrection=True,
        includeAlternatives=True,
        maxCorrections=3,
    )
    diagnosis = answer["diagnosis"]
    assert diagnosis["errorType"] == "typeMismatch"
    assert diagnosis["errorCategory"] == "parameterValidation"
    assert diagnosis["affectedParameters"] == ["content"]
    assert diagnosis["fixable"]
    fixed = {"path": "/output/report.txt", "content": "12345"}
    correction = answer["autoCorrection"]["corrections"][0]
    assert correction["type"] == "typeConversion"
    assert correction["correctedParameters"] == fixed
    assert correction["riskLevel"] == "low"
    assert answer["autoCorrection"]["appliedCorrection"]["correctedParameters"] == fixed
    assert answer["alternatives"][0]["toolName"] in {"edit_file", "read_file", "delete_file"}
    assert answer["learningInsights"]["similarErrors"] == 0
    assert answer["preventionTips"]
    assert answer["processingTime"] > 0


def test_an_error_of_a_valid_call_is_told_by_its_words(lux: Any) -> None:
    answer = lux.call(
        "error_diagnose",
        error="connection timed out",
        tool_name="calculator",
        parameters={"expression": "1"},
    )
    assert answer["diagnosis"]["errorType"] == "timeout"
    assert not answer["diagnosis"]["fixable"]
    assert not answer["autoCorrection"]["available"]
    with pytest.raises(NotFound):
        lux.call("error_diagnose", error="x", tool_name="nothing")


def test_status_counts_what_happened_in_the_range(echo: Any) -> None:
    empty = echo.call("auto_correction_status")
    assert empty["metrics"]["totalCorrections"] == 0
    assert "successRate" in empty["metrics"]
    assert empty["metrics"]["successRate"] is None
    wrong_call(echo)
    age(echo, 3)
    wrong_call(echo)
    with pytest.raises(Exception, match="asked to fail"):
        wrong_call(echo, text="fail")
    status = echo.call("auto_correction_status", timeRange="24h")
    assert status["metrics"]["totalCorrections"] == 2
    assert status["metrics"]["successfulCorrections"] == 1
    assert status["metrics"]["successRate"] == 0.5
    assert status["metrics"]["newPatternsLearned"] > 0
    assert status["strategyPerformance"]["typeConversion"] == {
        "attempts": 2,
        "successes": 1,
        "successRate": 0.5,
    }
    assert echo.call("auto_correction_status", timeRange="7d")["metrics"]["totalCorrections"] == 3
    assert status["systemStatus"]["healthy"]
    assert set(status["healthChecks"].values()) == {"healthy"}
    with pytest.raises(InvalidRequest, match="timeRange"):
        echo.call("auto_correction_status", timeRange="lately")


def test_settings_take_effect_and_are_kept(echo: Any) -> None:
    answer = echo.call(
        "auto_correction_configure",
        settings={
            "confidenceThreshold": 0.8,
            "strategies": {"typeConversion": {"enabled": False, "confidence": 0.85}},
        },
    )
    assert answer["previousSettings"]["confidenceThreshold"] == 0.7
    assert answer["newSettings"]["confidenceThreshold"] == 0.8
    assert len(answer["changesApplied"]) == 3
    with pytest.raises(InvalidRequest):
        wrong_call(echo)
    echo.close()
    kept = echo.call("auto_correction_configure", settings={}, applyImmediately=False)
    assert kept["previousSettings"]["confidenceThreshold"] == 0.8
    assert not kept["configurationUpdated"]
    for wrong in (
        {"confidenceThreshold": 2},
        {"nonsense": 1},
        {"strategies": {"magic": {}}},
    ):
        with pytest.raises(InvalidRequest):
            echo.call("auto_correction_configure", settings=wrong)


def test_switched_off_nothing_is_corrected_but_proposed(echo: Any) -> None:
    echo.call("auto_correction_configure", settings={"enabled": False})
    with pytest.raises(InvalidRequest, match="switched off") as caught:
        wrong_call(echo)
    assert caught.value.details["proposedArguments"] == {"text": "a", "times": 2}


def test_cases_are_tried_without_running_anything(lux: Any) -> None:
    answer = lux.call(
        "auto_correction_test",
        testCases=[
            {
                "name": "type_mismatch_test",
                "toolName": "write_file",
                "parameters": {"path": "/test/file.txt", "content": 12345},
                "expectedError": "typeMismatch",
                "expectedCorrection": {"content": "12345"},
            },
            {
                "name": "missing_parameter_test",
                "toolName": "read_file",
                "parameters": {},
                "expectedError": "missingRequired",
                "expectedCorrection": {"path": "/default/path.txt"},
            },
            {"name": "unknown", "toolName": "nothing"},
        ],
        runDiagnostics=True,
    )
    first, second, third = answer["testResults"]
    assert first["passed"]
    assert first["correctionMatched"]
    assert first["details"]["correctionType"] == "typeConversion"
    assert not second["passed"]
    assert second["errorDetected"]
    assert not second["correctionApplied"]
    assert third["error"]["code"] == "TOOL_NOT_FOUND"
    overall = answer["overallResults"]
    assert (overall["totalTests"], overall["passed"], overall["failed"]) == (3, 1, 2)
    assert lux.call("tool_executions")["executions"] == []
    assert len(lux.frames.patterns()) == 0


def test_insights_break_down_by_agent_tool_pattern_and_day(echo: Any) -> None:
    wrong_call(echo, "old")
    age(echo, 10)
    for agent in ("one", "one", "two"):
        wrong_call(echo, agent)
    with pytest.raises(Exception, match="asked to fail"):
        wrong_call(echo, "two", "fail")
    answer = echo.call("auto_correction_insights", timeRange="7d", includeFailures=True)
    assert answer["overallMetrics"]["totalCorrections"] == 4
    assert answer["overallMetrics"]["failedCorrections"] == 1
    assert answer["overallMetrics"]["successRate"] == 0.75
    assert answer["topPatterns"][0]["usageCount"] == 4
    assert answer["topPatterns"][0]["toolsApplied"] == ["echo"]
    agents = {item["agentId"]: item for item in answer["agentBreakdown"]}
    assert set(agents) == {"one", "two"}
    assert agents["two"]["successRate"] == 0.5
    assert answer["toolBreakdown"][0]["toolName"] == "echo"
    assert answer["toolBreakdown"][0]["mostEffectiveStrategies"] == ["typeConversion"]
    assert sum(day["count"] for day in answer["trends"]["dailyCorrections"]) == 4
    assert answer["failurePatterns"][0]["affectedTools"] == ["echo"]
    longer = echo.call("auto_correction_insights", timeRange="2w")
    assert longer["overallMetrics"]["totalCorrections"] == 5
    few = echo.call("auto_correction_insights", minPatternUsage=5)
    assert few["topPatterns"] == []


@pytest.mark.parametrize(
    ("intent", "name"),
    [
        ("compute the sum of two numbers", "calculator"),
        ("read a file from disk", "read_file"),
        ("save a report to a file", "write_file"),
        ("what day is it", "date_time"),
        ("summarise a long article", "summarization"),
        ("query an SQL database", "database_query"),
        ("is this review positive or negative", "sentiment_analysis"),
        ("convert csv to json", "file_converter"),
    ],
)
def test_the_tool_that_fits_is_recommended(lux: Any, intent: str, name: str) -> None:
    answer = lux.call("tools_recommend", intent=intent)
    names = [tool["name"] for tool in answer["recommendedTools"]]
    assert name in names[:3]
    scores = [tool["relevanceScore"] for tool in answer["recommendedTools"]]
    assert all(0 < score <= 1 for score in scores)
    assert answer["totalAvailableTools"] > 20


def test_recommendations_carry_what_worked_here(echo: Any) -> None:
    fresh = echo.call("tools_recommend", intent="repeat a text")["recommendedTools"][0]
    assert fresh["name"] == "echo"
    assert fresh["parameterExamples"] == []
    for _ in range(2):
        echo.tools.run("echo", text="a")
    echo.tools.run("calculator", expression="1")
    with pytest.raises(Exception, match="asked to fail"):
        echo.tools.run("echo", text="fail")
    answer = echo.call(
        "tools_recommend", intent="repeat a text", includePatternRecommendations=True
    )
    told = answer["recommendedTools"][0]
    assert told["validationInsights"]["calls"] == 3
    assert told["validationInsights"]["commonErrors"] == ["EXECUTION_ERROR"]
    assert told["parameterExamples"][0]["example"] == {"text": "a"}
    assert told["parameterExamples"][0]["usageCount"] == 2
    assert told["toolChains"][0]["sequence"] == ["echo", "calculator"]
    assert answer["patternRecommendations"][0]["parameters"] == {"text": "a"}
    assert echo.call("tools_recommend", intent="zzz qqq")["recommendedTools"] == []


def test_after_an_error_parameters_and_other_tools_are_recommended(lux: Any) -> None:
    answer = lux.call(
        "tools_recommend_on_error",
        failedTool="write_file",
        errorMessage="Expected string but received number for parameter: content",
        failedParameters={"path": "/output/report.txt", "content": 12345},
        intent="I was trying to save a report to a file",
    )
    assert answer["errorType"] == "typeMismatch"
    suggested = answer["parameterCorrections"][0]["suggested"]
    assert suggested == {"path": "/output/report.txt", "content": "12345"}
    assert len(answer["alternatives"]) == 3
    assert "write_file" not in [item["name"] for item in answer["alternatives"]]
    assert answer["learningInsights"]["patternStored"] is False


def test_tools_are_validated_discovered_compared_planned_and_explained(echo: Any) -> None:
    echo.tools.update("date_time", status="disabled")
    checked = echo.call("tools_validate", toolNames=["read_file", "nothing", "date_time"])
    assert [item["available"] for item in checked["results"]] == [True, False, False]
    assert not checked["allAvailable"]
    found = echo.call(
        "tools_discover", category="filesystem", namePattern="file", includeSchema=True
    )
    assert found["categoryGroups"]["filesystem"] == [
        "delete_file",
        "edit_file",
        "read_file",
        "write_file",
    ]
    assert "inputSchema" in found["tools"][0]
    assert echo.call("tools_discover", source="external")["filteredCount"] == 1
    compared = echo.call(
        "tools_compare", toolNames=["read_file", "write_file"], intent="write a file"
    )
    assert compared["best"] == "write_file"
    assert compared["sharedParameters"] == ["path"]
    plan = echo.call("workflow_plan", goal="Read a file, then summarise the text; write a file")
    assert [step["tool"] for step in plan["steps"]] == ["read_file", "summarization", "write_file"]
    help_ = echo.call("tool_help", toolName="echo")
    assert help_["parameters"][0]["name"] == "text"
    assert help_["parameters"][0]["required"]


def test_the_meta_tools_are_tools_themselves(lux: Any) -> None:
    done = lux.tools.run("tools_validate", toolNames=["calculator"])
    assert done.result["allAvailable"]
    assert {tool["name"] for tool in lux.tools.list(category="auto-correction").tools} == {
        "error_diagnose",
        "auto_correction_status",
        "auto_correction_configure",
        "auto_correction_test",
        "auto_correction_insights",
    }
