"""Operations that recommend tools: for an intent, and after an error."""

import time
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import operation
from lux_nb.tools.correction import diagnose
from lux_nb.tools.meta.diagnosing import error_type
from lux_nb.tools.meta.experience import Experience, milliseconds, weighed
from lux_nb.tools.meta.ranking import Ranked, rank
from lux_nb.tools.service import tools_of
from lux_nb.tools.wire import ToolName, ToolRequest, ToolResult

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

METHOD = "word overlap weighed by counted success"


class RecommendRequest(ToolRequest):
    """What is to be done."""

    intent: Annotated[str, Field(min_length=1, description="What you want to do.")]
    context: Annotated[str, Field(description="What you work with.")] = ""
    max_recommendations: Annotated[int, Field(ge=1, le=50)] = 5
    include_validation_insights: bool = True
    include_parameter_examples: bool = True
    include_pattern_recommendations: bool = False
    agent_id: str | None = None


class Recommendations(ToolResult):
    """Tools that fit, best first."""

    agent_id: str | None = None
    intent: str
    recommended_tools: list[dict[str, Any]]
    total_available_tools: int
    processing_time: float
    method: str = METHOD
    confidence: float
    validation_insights: dict[str, Any] | None = None
    pattern_recommendations: list[dict[str, Any]] | None = None


@operation("tools_recommend", toolset="tools", title="Recommend tools")
async def tools_recommend(engine: Engine, request: RecommendRequest) -> Recommendations:
    """Recommend tools for an intent, by what they say of themselves and how they did here."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    usable = [tool for tool in tools.registry.find(status="active") if tool.available]
    experience = await Experience.of(tools)
    ranked = weighed(rank(usable, request.intent, request.context), experience)
    chosen = ranked[: request.max_recommendations]
    shown = []
    for item in chosen:
        about = _recommended(item, request.intent)
        if request.include_validation_insights:
            about["validationInsights"] = experience.insights(item.tool.name)
        if request.include_parameter_examples:
            about["parameterExamples"] = experience.examples(item.tool.name)
        chains = experience.chains(item.tool.name)
        shown.append(about | ({"toolChains": chains} if chains else {}))
    insights: dict[str, Any] | None = None
    score = experience.agent_score(request.agent_id)
    if request.include_validation_insights:
        insights = {"agentPerformanceScore": score, "riskLevel": _risk(score)}
        insights["recommendedHelpTools"] = ["tool_help", "tools_validate"]
    return Recommendations(
        agent_id=request.agent_id,
        intent=request.intent,
        recommended_tools=shown,
        total_available_tools=len(usable),
        processing_time=milliseconds(started),
        confidence=round(chosen[0].score, 3) if chosen else 0.0,
        validation_insights=insights,
        pattern_recommendations=[
            {
                "toolName": item.tool.name,
                "confidence": example["confidence"],
                "reason": example["description"],
                "parameters": example["example"],
            }
            for item in chosen
            for example in experience.examples(item.tool.name, 1)
        ]
        if request.include_pattern_recommendations
        else None,
    )


class RecommendOnErrorRequest(ToolRequest):
    """A call that failed."""

    failed_tool: ToolName
    error_message: str
    failed_parameters: Any = {}
    intent: str = ""
    max_alternatives: Annotated[int, Field(ge=1, le=20)] = 3
    include_parameter_corrections: bool = True
    include_learning_recommendations: bool = True
    agent_id: str | None = None
    channel_id: str | None = None


class ErrorRecommendations(ToolResult):
    """How to go on after an error."""

    failed_tool: str
    error_type: str
    error_message: str
    alternatives: list[dict[str, Any]]
    parameter_corrections: list[dict[str, Any]] | None = None
    prevention_tips: list[str]
    learning_insights: dict[str, Any] | None = None
    processing_time: float
    agent_id: str | None = None
    channel_id: str | None = None


@operation("tools_recommend_on_error", toolset="tools", title="Recommend after an error")
async def tools_recommend_on_error(
    engine: Engine, request: RecommendOnErrorRequest
) -> ErrorRecommendations:
    """Recommend corrected parameters and other tools after a call failed."""
    started = time.perf_counter()
    tools = await tools_of(engine)
    failed = tools.registry.get(request.failed_tool)
    attempt = tools.correction.attempt(failed, request.failed_parameters, agent=request.agent_id)
    correction = attempt.correction
    found = diagnose(correction)
    experience = await Experience.of(tools)
    others = [t for t in tools.registry.find(status="active") if t.name != failed.name]
    wish = request.intent or f"{failed.name.replace('_', ' ')} {failed.description}"
    ranked = weighed(rank([t for t in others if t.available], wish), experience)
    fixes = correction.arguments if correction.changed else correction.proposed_arguments
    changes = correction.changes or correction.proposed
    rows = await tools.history.corrections(tool=failed.name)
    kind = found.error_type if found else error_type(request.error_message)[0]
    same = [r for r in rows if request.channel_id and r["channel_id"] == request.channel_id]
    return ErrorRecommendations(
        failed_tool=failed.name,
        error_type=kind,
        error_message=request.error_message,
        alternatives=[
            _recommended(item, wish)
            | {
                "validationInsights": experience.insights(item.tool.name),
                "parameterExamples": experience.examples(item.tool.name),
            }
            for item in ranked[: request.max_alternatives]
        ],
        parameter_corrections=[
            {
                "suggested": fixes,
                "reason": "; ".join(change.reasoning for change in changes),
                "confidence": round(correction.confidence, 3),
            }
        ]
        if request.include_parameter_corrections and changes
        else ([] if request.include_parameter_corrections else None),
        prevention_tips=[
            *(found.prevention_tips if found else ()),
            f"tool_help shows the parameters of {failed.name}.",
        ],
        learning_insights={
            "patternStored": any(row["succeeded"] for row in rows),
            "similarFailuresInChannel": sum(kind in row["error_types"] for row in same),
        }
        if request.include_learning_recommendations
        else None,
        processing_time=milliseconds(started),
        agent_id=request.agent_id,
        channel_id=request.channel_id,
    )


def _recommended(item: Ranked, wish: str) -> dict[str, Any]:
    tool = item.tool
    required = tool.input_schema.get("required", [])
    hint = f"It needs {', '.join(required)}." if required else "It needs no parameters."
    return {
        "name": tool.name,
        "description": tool.description,
        "category": tool.category,
        "relevanceScore": round(item.score, 3),
        "reasoning": f"it is about {', '.join(item.words[:4])}",
        "usageHint": hint,
    }


def _risk(score: float | None) -> str | None:
    if score is None:
        return None
    return "low" if score >= 0.8 else "medium" if score >= 0.5 else "high"
