"""The strategies that translate between English and rules."""

from dataclasses import dataclass

from lux_nb.errors import NotFound


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to translate."""

    id: str
    name: str
    description: str


STRATEGIES = (
    Strategy(
        "english",
        "Controlled English",
        "A grammar reads and writes English offline; it asks no model and costs nothing.",
    ),
)


def find_strategy(strategy_id: str) -> Strategy:
    """Return a strategy by its id."""
    for strategy in STRATEGIES:
        if strategy.id == strategy_id:
            return strategy
    known = ", ".join(strategy.id for strategy in STRATEGIES)
    message = f"There is no strategy {strategy_id!r}."
    raise NotFound(message, code="STRATEGY_NOT_FOUND", hint=f"There is: {known}.")
