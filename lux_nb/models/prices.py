"""What a call costs, by a dated price table."""

import json
from functools import cache
from importlib.resources import files
from typing import Any

from lux_nb.models.types import Usage

FREE_PROVIDERS = frozenset({"embedded"})


@cache
def price_table() -> dict[str, Any]:
    """Return the price table that ships with lux_nb: date, unit and models."""
    text = files("lux_nb.models").joinpath("prices.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def cost_of(provider: str, model: str, usage: Usage) -> float | None:
    """Return the cost in dollars, 0 for models that run here, None when no price is known."""
    if provider in FREE_PROVIDERS:
        return 0.0
    price = _price(model)
    if price is None:
        return None
    prompt, completion = price
    return (usage.prompt_tokens * prompt + usage.completion_tokens * completion) / 1_000_000


def _price(model: str) -> tuple[float, float] | None:
    models = price_table()["models"]
    for name in (model, model.removeprefix("openai/")):
        if name in models:
            prompt, completion = models[name]
            return float(prompt), float(completion)
    return None
