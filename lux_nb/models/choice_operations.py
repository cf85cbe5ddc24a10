"""Operations of the people at the notebook: which models are used, and what may be spent."""

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from lux_nb.engine.calls import current_call
from lux_nb.engine.operations import NoParameters, Request, Result, operation
from lux_nb.errors import InvalidRequest, LuxError, PermissionDenied
from lux_nb.models.money_results import BudgetView
from lux_nb.models.routing import NAMED, route

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine
else:
    Engine = object

Role = Literal["normal", "reasoning", "mini", "opus", "sonnet", "grok"]


class ChooseRequest(Request):
    """Which model a role uses from now on."""

    model: Annotated[str, Field(description="Its name, provider:model, or embedded.")]
    role: Annotated[Role, Field(description="What it is used for.")] = "normal"


class SetBudgetRequest(Request):
    """How much model calls may cost."""

    dollars: Annotated[float | None, Field(ge=0, description="None takes the budget away.")] = None
    per: Literal["notebook", "day"] | None = None


class ModelRole(Result):
    """A role and the model it uses."""

    role: str
    model: str
    provider: str | None = None
    problem: Annotated[str | None, Field(description="Why it can't be used now.")] = None


class ModelRoles(Result):
    """The model each role uses."""

    roles: list[ModelRole]


@operation("models.roles", toolset="models", title="Models by role")
async def models_roles(engine: Engine, _request: NoParameters) -> ModelRoles:
    """Tell which model each role uses; ``normal`` is the one taken when none is named."""
    return ModelRoles(roles=[_role(engine, name) for name in NAMED])


@operation("models.choose", toolset="models", title="Choose a model", writes=True)
async def models_choose(engine: Engine, request: ChooseRequest) -> ModelRoles:
    """Use a model for a role in this kernel from now on; only the people at it may choose."""
    _only_people("choose the models of this kernel")
    if not request.model.strip():
        raise InvalidRequest("models.choose: model: it is empty", details=[{"field": "model"}])
    route(request.model, engine.settings)
    setattr(engine.settings, f"model_{request.role}", request.model.strip())
    return ModelRoles(roles=[_role(engine, name) for name in NAMED])


@operation("models.set_budget", toolset="models", title="Set the budget", writes=True)
async def models_set_budget(engine: Engine, request: SetBudgetRequest) -> BudgetView:
    """Refuse model calls that could pass a budget; only the people at the kernel may set it."""
    _only_people("set the budget of this kernel")
    engine.settings.budget = request.dollars
    if request.per is not None:
        engine.settings.budget_per = request.per
    declared = engine.operations["models.budget"]
    return await declared.function(engine, declared.parse({}))  # type: ignore[return-value]


def _role(engine: Engine, name: str) -> ModelRole:
    wanted: str = getattr(engine.settings, f"model_{name}")
    try:
        found = route(None, engine.settings) if name == "normal" else route(name, engine.settings)
    except LuxError as error:
        return ModelRole(role=name, model=wanted, problem=error.message)
    return ModelRole(role=name, model=found.model or wanted, provider=found.provider)


def _only_people(what: str) -> None:
    if current_call().author.kind == "assistant":
        message = f"An assistant can't {what}."
        raise PermissionDenied(message, hint="Ask the person at the notebook to do it.")
