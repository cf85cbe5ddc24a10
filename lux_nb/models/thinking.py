"""Models that reason before they answer: they need more tokens and more time."""

from dataclasses import dataclass

from lux_nb.config import Settings

_REASONING = ("o1", "o3", "o4", "gpt-5")
TOKEN_FLOOR = 10_000
O3_TOKEN_CEILING = 32_768


@dataclass(frozen=True, slots=True)
class Needs:
    """What a model needs to answer at all."""

    token_floor: int | None
    token_ceiling: int | None
    timeout_seconds: float


def is_reasoning_model(model: str) -> bool:
    """Tell whether a model spends tokens and time on reasoning that is not shown."""
    return _plain(model).startswith(_REASONING)


def needs_of(model: str, settings: Settings) -> Needs:
    """Return the token limits and the time of a model.

    A reasoning model that is given fewer tokens than the floor uses them all up before its
    first word and answers nothing.
    """
    if not is_reasoning_model(model):
        return Needs(None, None, settings.request_timeout_ms / 1000)
    ceiling = O3_TOKEN_CEILING if _plain(model).startswith("o3") else None
    longer = max(settings.reasoning_timeout_ms, settings.request_timeout_ms) / 1000
    return Needs(TOKEN_FLOOR, ceiling, longer)


def _plain(model: str) -> str:
    return model.rsplit("/", 1)[-1].lower()
