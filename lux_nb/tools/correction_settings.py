"""The settings of auto-correction, as the spec's configure request gives them."""

from typing import Annotated, Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError
from pydantic.alias_generators import to_camel

from lux_nb.errors import InvalidRequest
from lux_nb.tools.correction import STRATEGIES, THRESHOLD
from lux_nb.tools.correction.model import RISKS, Change

Share = Annotated[float, Field(ge=0.0, le=1.0)]


class _Plain(BaseModel):
    model_config = ConfigDict(
        extra="forbid", alias_generator=to_camel, populate_by_name=True, frozen=True
    )


class StrategySettings(_Plain):
    """Whether a strategy is used, and how sure it has to be."""

    enabled: bool = True
    confidence: Share = 0.0


class CorrectionSettings(_Plain):
    """What auto-correction may do."""

    enabled: bool = True
    max_retries: Annotated[
        int,
        Field(ge=0, le=100, description="Failed corrections in a row before a tool is left be."),
    ] = 3
    confidence_threshold: Share = THRESHOLD
    enable_learning: bool = True
    enable_circuit_breaker: bool = True
    require_confirmation: Annotated[
        bool, Field(description="Propose corrections of medium risk instead of applying them.")
    ] = False
    restricted_tools: Annotated[
        list[str], Field(description="Tools whose calls are never corrected.")
    ] = ["delete_file"]
    strategies: dict[str, StrategySettings] = {}

    def wire(self) -> dict[str, Any]:
        """Return the settings under the names of the wire, every strategy included."""
        shown: dict[str, Any] = self.model_dump(by_alias=True)
        shown["strategies"] = {
            name: self.strategies.get(name, StrategySettings()).model_dump(by_alias=True)
            for name in STRATEGIES
        }
        return shown

    def thresholds(self) -> dict[str, float]:
        """Return the strategies in use with the confidence each needs."""
        chosen = {name: self.strategies.get(name, StrategySettings()) for name in STRATEGIES}
        return {name: item.confidence for name, item in chosen.items() if item.enabled}

    def allows(self, changes: tuple[Change, ...]) -> bool:
        """Tell whether changes may be applied without asking."""
        highest = max((RISKS.index(change.risk) for change in changes), default=0)
        return not self.require_confirmation or highest == 0

    def changed(self, given: dict[str, Any]) -> "CorrectionSettings":
        """Return the settings with those given replaced; strategies are merged one by one."""
        merged: dict[str, Any] = self.model_dump(by_alias=True)
        given = dict(given)
        enabled = given.pop("enabledStrategies", None)
        strategies = {**merged["strategies"], **dict(given.get("strategies") or {})}
        if enabled is not None:
            strategies = _only(enabled, strategies)
        unknown = [name for name in strategies if name not in STRATEGIES]
        if unknown:
            message = f"strategies: there is no strategy {unknown[0]!r}."
            raise InvalidRequest(message, hint=f"There are: {', '.join(STRATEGIES)}.")
        try:
            return type(self).model_validate({**merged, **given, "strategies": strategies})
        except ValidationError as error:
            problem = error.errors(include_url=False)[0]
            place = ".".join(str(part) for part in problem["loc"])
            known = ", ".join(merged)
            hint = f"Known are: {known}." if problem["type"] == "extra_forbidden" else None
            message = f"settings.{place}: {problem['msg']}."
            raise InvalidRequest(message, hint=hint, details={"field": place}) from None


def describe_changes(before: CorrectionSettings, after: CorrectionSettings) -> list[str]:
    """Say in words what differs between two settings."""
    old, new = before.wire(), after.wire()
    said = [
        f"{_words(name)} from {old[name]} to {new[name]}"
        for name in new
        if name != "strategies" and old[name] != new[name]
    ]
    for name in STRATEGIES:
        for key in ("enabled", "confidence"):
            earlier, later = old["strategies"][name][key], new["strategies"][name][key]
            if earlier != later:
                said.append(f"Changed {name} {key} from {earlier} to {later}")
    return said


def _only(enabled: Any, strategies: dict[str, Any]) -> dict[str, Any]:
    """Enable the strategies of a list and no others; ``all`` stands for every one."""
    if not isinstance(enabled, list):
        raise InvalidRequest("settings.enabledStrategies: a list of names is needed.")
    unknown = [name for name in enabled if name not in {"all", *STRATEGIES}]
    if unknown:
        message = f"settings.enabledStrategies: there is no strategy {unknown[0]!r}."
        raise InvalidRequest(message, hint=f"There are: all, {', '.join(STRATEGIES)}.")
    return {
        name: {**strategies.get(name, {}), "enabled": "all" in enabled or name in enabled}
        for name in STRATEGIES
    }


def _words(name: str) -> str:
    spaced = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name)
    return f"Changed {spaced}"
