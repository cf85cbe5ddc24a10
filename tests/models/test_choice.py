"""Choosing models and setting the budget, which are for people and not for assistants."""

from typing import Any

import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import InvalidRequest, NotConfigured, PermissionDenied


def test_a_chosen_model_is_used_from_then_on(call: Any) -> None:
    before = {role.role: role for role in call("models.roles").roles}
    assert before["normal"].provider == "embedded"
    assert before["opus"].problem is not None
    after = {role.role: role for role in call("models.choose", role="mini", model="embedded").roles}
    assert after["mini"].provider == "embedded"
    assert call(
        "mercury_chat_completion", messages=[{"role": "user", "content": "Hi"}], model="mini"
    )


def test_a_model_that_nobody_serves_is_not_chosen(call: Any) -> None:
    with pytest.raises(NotConfigured):
        call("models.choose", model="gpt-5")
    with pytest.raises(InvalidRequest):
        call("models.choose", model="  ")
    roles = {role.role: role for role in call("models.roles").roles}
    assert roles["normal"].provider == "embedded"


def test_a_budget_is_set_and_taken_away(call: Any) -> None:
    assert call("models.set_budget", dollars=2.5, per="day").limit == 2.5
    assert call("models.set_budget").limit is None


@pytest.mark.parametrize(
    ("name", "parameters"), [("models.choose", {"model": "embedded"}), ("models.set_budget", {})]
)
def test_an_assistant_can_do_neither(engine: Any, name: str, parameters: dict[str, Any]) -> None:
    work = engine.call(name, parameters, author=Author("assistant", "claude"))
    with pytest.raises(PermissionDenied):
        engine.run(work)
