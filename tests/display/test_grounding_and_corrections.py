"""What groundings and corrections show of themselves, with no kernel behind them."""

import pytest

from lux_nb.memory.grounding import ground
from lux_nb.tools.correction import correct, correct_call

EVIDENCE = [{"id": "billing.md", "text": "Invoices are kept for ten years. Login uses JWT tokens."}]
SCHEMA = {
    "type": "object",
    "properties": {"expression": {"type": "string"}, "digits": {"type": "integer"}},
    "required": ["expression"],
    "additionalProperties": False,
}
TOOLS = [{"name": "calculator", "description": "Compute.", "inputSchema": SCHEMA}]


def test_a_grounding_shows_each_claim_with_its_verdict_and_evidence() -> None:
    found = ground("Login uses JWT tokens. Invoices are kept for three years.", EVIDENCE)
    for shown in (found._repr_html_(), found._repr_markdown_()):
        assert "✓" in shown
        assert "✗" in shown
        assert "billing.md line 1" in shown
        assert "1 of 2 claims verified" in shown


def test_a_grounding_of_nothing_shows_that_there_was_nothing() -> None:
    found = ground("", [])
    assert "0 of 0 claims" in found._repr_html_()
    assert "0 of 0 claims" in found._repr_markdown_()


def test_what_a_text_says_is_shown_and_not_run() -> None:
    found = ground("The <script>alert(1)</script> tag is | safe.", EVIDENCE)
    assert "<script>" not in found._repr_html_()
    rows = [line for line in found._repr_markdown_().splitlines() if line.startswith("| ")]
    assert {line.replace("\\|", "").count("|") for line in rows} == {5}


def test_a_correction_shows_its_diff_and_why() -> None:
    made = correct(SCHEMA, {"expression": "6 * 7", "digits": "2"})
    assert made.changed
    assert "- digits: &quot;2&quot;" in made._repr_html_()
    assert '```diff\n- digits: "2"\n+ digits: 2\n```' in made._repr_markdown_()
    assert made.changes[0].reasoning in made._repr_markdown_()


def test_what_could_not_be_corrected_is_told() -> None:
    made = correct(SCHEMA, {"digits": [{}]})
    assert not made.valid
    for problem in made.remaining:
        assert problem.message in made._repr_markdown_()
    assert "✗" in made._repr_html_()


def test_valid_arguments_are_said_to_be_valid() -> None:
    made = correct(SCHEMA, {"expression": "1"})
    assert "valid as they are" in made._repr_html_()
    assert "valid as they are" in made._repr_markdown_()


@pytest.mark.parametrize("name", ["calculator", "calculater", "paint_a_picture"])
def test_a_corrected_call_names_the_tool(name: str) -> None:
    made = correct_call(TOOLS, {"name": name, "arguments": {"expression": "1"}})
    for shown in (made._repr_html_(), made._repr_markdown_()):
        assert made.name in shown
        assert ("There is no tool" in shown) is not made.known
