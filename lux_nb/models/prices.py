"""What a call costs, by a dated price table that a user can correct."""

import json
import re
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

from lux_nb.models.types import Usage

Price = tuple[float, float]
Prices = Mapping[str, Price]

_DATED = re.compile(r"-(?:20\d{2}-?\d{2}-?\d{2}|latest)$")


@cache
def price_table() -> dict[str, Any]:
    """Return the price table that ships with lux_nb: date, unit and models."""
    text = files("lux_nb.models").joinpath("prices.json").read_text(encoding="utf-8")
    table: dict[str, Any] = json.loads(text)
    return table


def price_of(model: str, own: Prices | None = None) -> Price | None:
    """Return dollars per million prompt and completion tokens, or None when not known.

    The user's own prices come first; a dated name (``gpt-4o-2024-11-20``) falls back to the
    plain one.
    """
    shipped = price_table()["models"]
    for name in _spellings(model):
        for table in (own or {}, shipped):
            if name in table:
                prompt, completion = table[name]
                return float(prompt), float(completion)
    return None


def cost_of(
    model: str, usage: Usage, *, free: bool = False, own: Prices | None = None
) -> float | None:
    """Return the cost in dollars, 0 for models that run here, None when no price is known."""
    price = price_of(model, own)
    if price is None:
        return 0.0 if free else None
    prompt, completion = price
    if free and (own is None or model not in own):
        return 0.0
    return (usage.prompt_tokens * prompt + usage.completion_tokens * completion) / 1_000_000


def _spellings(model: str) -> list[str]:
    names = [model, model.removeprefix("openai/"), model.removeprefix("anthropic/")]
    return list(dict.fromkeys([*names, *(_DATED.sub("", name) for name in names)]))
