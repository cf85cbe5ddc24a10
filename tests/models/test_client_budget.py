"""A budget of one assistant, beside that of the notebook."""

from collections.abc import Callable
from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import BudgetExceeded
from tests.models.calling import HELLO, run
from tests.models.servers import MODEL

CLAUDE = Author("assistant", "claude-desktop", "1.2")
CURSOR = Author("assistant", "cursor")
PRICES = {MODEL: (0.0, 1000.0)}


def test_an_assistant_keeps_to_its_own_budget_and_others_to_theirs(
    remote: Callable[..., Any],
) -> None:
    engine = remote(
        prices=PRICES, client_budgets={"claude-desktop": 0.007}, assistants_may=["spend"]
    )
    asked = {"messages": HELLO, "model": MODEL}
    chat = "mercury_chat_completion"
    with pytest.raises(BudgetExceeded, match="of claude-desktop"):
        run(engine, chat, max_tokens=8, author=CLAUDE, **asked)
    first = run(engine, chat, max_tokens=4, author=CLAUDE, **asked)
    used = first.metadata.usage.completion_tokens
    with pytest.raises(BudgetExceeded):
        run(engine, chat, max_tokens=8 - used, author=CLAUDE, **asked)
    run(engine, chat, max_tokens=8, author=CURSOR, **asked)
    run(engine, chat, max_tokens=8, **asked)


def test_the_budget_of_the_notebook_holds_for_assistants_as_well(
    remote: Callable[..., Any],
) -> None:
    engine = remote(
        prices=PRICES, budget=0.004, client_budgets={"cursor": 1.0}, assistants_may=["spend"]
    )
    with pytest.raises(BudgetExceeded):
        run(
            engine,
            "mercury_chat_completion",
            messages=HELLO,
            model=MODEL,
            max_tokens=5,
            author=CURSOR,
        )
