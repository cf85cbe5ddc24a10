"""The strategies that translate between English and rules."""

from dataclasses import dataclass

from lux_nb.errors import NotFound

ENGLISH = "english"
DIRECT = "direct-s1"
INTERMEDIATE = "sir-r1"
FEW_SHOT = "sir-r2-few-shot"
AUTO = "auto"


@dataclass(frozen=True, slots=True)
class Strategy:
    """A way to translate; ``prompts`` begins the names of its prompts where it asks a model."""

    id: str
    name: str
    description: str
    prompts: str = ""

    @property
    def asks_model(self) -> bool:
        """Whether each translation is a model call."""
        return bool(self.prompts)


STRATEGIES = (
    Strategy(
        ENGLISH,
        "Controlled English",
        "A grammar reads and writes English offline; it asks no model and costs nothing.",
    ),
    Strategy(
        AUTO,
        "Grammar first, then a model",
        "The grammar reads what it can; a model translates the rest. The answer names which did.",
    ),
    Strategy(
        DIRECT,
        "Direct",
        "A model writes Prolog, which Prolog checks; its errors go back to the model.",
        "DIRECT",
    ),
    Strategy(
        INTERMEDIATE,
        "Structured",
        "A model fills a schema of statements, from which the Prolog is written.",
        "SIR",
    ),
    Strategy(
        FEW_SHOT,
        "Structured, with examples",
        "As sir-r1, with worked examples in the prompt.",
        "SIR_FEW_SHOT",
    ),
)


def find_strategy(strategy_id: str) -> Strategy:
    """Return a strategy by its id."""
    for strategy in STRATEGIES:
        if strategy.id == strategy_id:
            return strategy
    known = ", ".join(strategy.id for strategy in STRATEGIES)
    message = f"There is no strategy {strategy_id!r}."
    raise NotFound(message, code="STRATEGY_NOT_FOUND", hint=f"There are: {known}.")
