"""The prompts models are given, and the names of all operations on sessions."""

from typing import Any

import pytest

from lux_nb.errors import InvalidRequest, NotFound

SERVED = """
session.create session.get session.delete session.assert session.assert_rules session.set_kb
session.query session.explainQuery ontology.create ontology.list ontology.get ontology.update
ontology.delete translate.nlToRules translate.rulesToNl strategy.list strategy.setActive
strategy.getActive utility.getPrompts utility.debugFormatPrompt
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
