"""Operations on ontologies and strategies, and translation that touches no session."""

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.logic.ontologies import Ontology
from lux_nb.logic.session_results import Cost, Done
from lux_nb.logic.strategies import STRATEGIES
from lux_nb.logic.translators import translate_rules, translate_text

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

OntologyName = Annotated[
    str, Field(min_length=1, max_length=200, description="Name of an ontology.")
]
Rules = Annotated[str, Field(description="Prolog rules.")]


class OntologyRules(Request):
    """An ontology with its rules."""

    name: OntologyName
    rules: Rules


class OntologyListRequest(Request):
    """What to list."""

    includeRules: Annotated[bool, Field(description="Also return the rules.")] = False  # noqa: N815


class OntologyRequest(Request):
    """An ontology that is there."""

    name: OntologyName


class OntologyData(Result):
    """An ontology."""

    id: str
    name: str
    rules: str | None = None

    @classmethod
    def of(cls, ontology: Ontology, *, rules: bool = True) -> "OntologyData":
        """Make the view of an ontology."""
        return cls(id=ontology.id, name=ontology.name, rules=ontology.rules if rules else None)


class OntologyResult(Result):
    """One ontology."""

    success: bool = True
    data: OntologyData


class OntologyList(Result):
    """All ontologies."""

    success: bool = True
    data: list[OntologyData]


class ToRulesRequest(Request):
    """A text to translate."""

    naturalLanguageText: Annotated[str, Field(min_length=1, description="English.")]  # noqa: N815
    strategyId: Annotated[str | None, Field(description="Which strategy.")] = None  # noqa: N815


class TranslatedRules(Result):
    """What a text became."""

    success: bool = True
    rules: list[str]
    strategyId: str  # noqa: N815
    cost: Cost


class ToEnglishRequest(Request):
    """Rules to translate."""

    rules: Rules
    style: Annotated[str | None, Field(description="conversational, or formal: numbered.")] = None


class TranslatedEnglish(Result):
    """What rules say."""

    success: bool = True
    explanation: str
    cost: Cost


class StrategyView(Result):
    """A way to translate."""

    id: str
    name: str
    description: str


class StrategyList(Result):
    """All strategies."""

    success: bool = True
    data: list[StrategyView]


class SetStrategyRequest(Request):
    """The strategy to use."""

    strategyId: Annotated[str, Field(description="Id of a strategy.")]  # noqa: N815


class ActiveStrategyData(Result):
    """The strategy in use."""

    activeStrategyId: str  # noqa: N815


class ActiveStrategy(Result):
    """Which strategy is in use."""

    success: bool = True
    message: str | None = None
    data: ActiveStrategyData


@operation("ontology.create", toolset="logic", mcp_prefix="mcr_", writes=True)
async def ontology_create(engine: Engine, request: OntologyRules) -> OntologyResult:
    """Create a global ontology: rules that hold in every session."""
    sessions = engine.logic_sessions
    await sessions.checked(request.rules)
    made = await sessions.ontologies.create(request.name, request.rules)
    return OntologyResult(data=OntologyData.of(made))


@operation("ontology.list", toolset="logic", mcp_prefix="mcr_")
async def ontology_list(engine: Engine, request: OntologyListRequest) -> OntologyList:
    """List the global ontologies."""
    found = await engine.logic_sessions.ontologies.all()
    return OntologyList(data=[OntologyData.of(one, rules=request.includeRules) for one in found])


@operation("ontology.get", toolset="logic", mcp_prefix="mcr_")
async def ontology_get(engine: Engine, request: OntologyRequest) -> OntologyResult:
    """Return a global ontology by its name."""
    found = await engine.logic_sessions.ontologies.get(request.name)
    return OntologyResult(data=OntologyData.of(found))


@operation("ontology.update", toolset="logic", mcp_prefix="mcr_", writes=True)
async def ontology_update(engine: Engine, request: OntologyRules) -> OntologyResult:
    """Replace the rules of a global ontology."""
    sessions = engine.logic_sessions
    await sessions.checked(request.rules)
    changed = await sessions.ontologies.update(request.name, request.rules)
    return OntologyResult(data=OntologyData.of(changed))


@operation("ontology.delete", toolset="logic", mcp_prefix="mcr_", writes=True)
async def ontology_delete(engine: Engine, request: OntologyRequest) -> Done:
    """Delete a global ontology."""
    await engine.logic_sessions.ontologies.delete(request.name)
    return Done(message="Ontology deleted.")


@operation("translate.nlToRules", toolset="logic", mcp_prefix="mcr_", spends=True)
async def translate_to_rules(engine: Engine, request: ToRulesRequest) -> TranslatedRules:
    """Translate English to Prolog rules without touching any session."""
    worker = await engine.logic_reader.worker()
    text, strategy_id = request.naturalLanguageText, request.strategyId
    made = await translate_text(engine, worker, text, strategy_id=strategy_id)
    rules = [clause.clause for clause in made.clauses]
    return TranslatedRules(rules=rules, strategyId=made.strategy_id, cost=made.cost)


@operation("translate.rulesToNl", toolset="logic", mcp_prefix="mcr_", spends=True)
async def translate_to_english(engine: Engine, request: ToEnglishRequest) -> TranslatedEnglish:
    """Say Prolog rules in English sentences."""
    worker = await engine.logic_reader.worker()
    style = request.style or "conversational"
    sentences, cost = await translate_rules(engine, worker, request.rules, style)
    if style == "formal":
        lines = [f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1)]
        return TranslatedEnglish(explanation="\n".join(lines), cost=cost)
    return TranslatedEnglish(explanation=" ".join(sentences), cost=cost)


@operation("strategy.list", toolset="logic", mcp_prefix="mcr_")
async def strategy_list(engine: Engine, request: NoParameters) -> StrategyList:
    """List the strategies that translate between English and rules."""
    views = [StrategyView(id=s.id, name=s.name, description=s.description) for s in STRATEGIES]
    return StrategyList(data=views)


@operation("strategy.setActive", toolset="logic", mcp_prefix="mcr_", writes=True)
async def strategy_set_active(engine: Engine, request: SetStrategyRequest) -> ActiveStrategy:
    """Choose the strategy that translates where none is named."""
    chosen = await engine.logic_sessions.preferences.set_strategy(request.strategyId)
    data = ActiveStrategyData(activeStrategyId=chosen.id)
    return ActiveStrategy(message="Strategy set.", data=data)


@operation("strategy.getActive", toolset="logic", mcp_prefix="mcr_")
async def strategy_get_active(engine: Engine, request: NoParameters) -> ActiveStrategy:
    """Return the strategy that translates where none is named."""
    active = await engine.logic_sessions.preferences.strategy()
    return ActiveStrategy(data=ActiveStrategyData(activeStrategyId=active.id))
