"""The prompts models are given, and the names of all operations on sessions."""

import os
import re
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest, LuxError, NotFound

SERVED = """
session.create session.get session.delete session.assert session.assert_rules session.set_kb
session.query session.explainQuery ontology.create ontology.list ontology.get ontology.update
ontology.delete translate.nlToRules translate.rulesToNl strategy.list strategy.setActive
strategy.getActive utility.getPrompts utility.debugFormatPrompt
analysis.get_strategy_leaderboard
"""


def test_a_prompt_is_shown_and_filled(lux: Any) -> None:
    template = lux.call("utility.getPrompts")["data"]["CONFER"]
    values = {"message": "What is {{this}}?"}
    filled = lux.call("utility.debugFormatPrompt", templateName="CONFER", inputVariables=values)
    assert filled["rawTemplate"] == template
    assert filled["formattedUserPrompt"] == "What is {{this}}?"
    with pytest.raises(InvalidRequest, match="message"):
        lux.call("utility.debugFormatPrompt", templateName="CONFER")
    with pytest.raises(NotFound):
        lux.call("utility.debugFormatPrompt", templateName="NONE")


@pytest.mark.parametrize("name", SERVED.split())
def test_every_operation_of_the_reference_is_served(name: str) -> None:
    from lux_nb.engine.operations import load_operations

    declared = load_operations()[name]
    assert declared.toolset == "logic"
    assert declared.mcp_name == f"mcr_{name.replace('.', '_')}"


def test_no_tool_of_the_reference_is_left_out() -> None:
    given = os.environ.get("LUX_SPEC")
    places = [Path(given)] if given else []
    places += [parent / "shared" / "spec" for parent in Path(__file__).resolve().parents]
    found = next((place / "mcr.md" for place in places if (place / "mcr.md").is_file()), None)
    if found is None:
        pytest.skip("the reference is not here: set LUX_SPEC to its folder")
    named = re.findall(
        r"^-\s+\*\*`(\w+\.\w+)`\*\*", found.read_text(encoding="utf-8"), re.MULTILINE
    )
    assert sorted(named) == sorted(SERVED.split())


def test_an_input_that_is_wrong_has_the_code_of_the_reference(lux: Any) -> None:
    from lux_nb.engine.payloads import mcr

    codes = []
    for name, parameters in (
        ("session.assert", {"sessionId": "s1"}),
        ("session.create", {"sessionId": "a b"}),
        ("session.get", {"sessionId": "none"}),
    ):
        with pytest.raises(LuxError) as caught:
            lux.call(name, **parameters)
        payload = mcr(caught.value)
        assert payload["success"] is False
        codes.append(payload["error"])
    assert codes == ["INVALID_INPUT", "INVALID_INPUT", "SESSION_NOT_FOUND"]
