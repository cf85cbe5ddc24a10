import subprocess
import sys

import pytest

from lux_nb.errors import InvalidRequest
from lux_nb.tools.validation import normalise_schema, pointer, validate


def test_problems_name_the_place_and_the_kind():
    schema = {
        "type": "object",
        "properties": {"items": {"type": "array", "items": {"type": "integer"}}},
        "required": ["name"],
        "additionalProperties": False,
    }
    problems = validate(schema, {"items": [1, "x"], "extra": 1})
    found = {(pointer(problem.path), problem.kind) for problem in problems}
    assert found == {
        ("(root)", "missingRequired"),
        ("(root)", "unknownProperties"),
        ("items[1]", "typeMismatch"),
    }


def test_type_names_of_programming_languages_become_json_schema():
    schema = {
        "type": "dict",
        "properties": {
            "share": {"type": "float"},
            "point": {"type": "tuple", "items": {"type": "float"}},
            "free": {"type": "any"},
            "name": {"type": "String"},
            "odd": {"type": "Whatever"},
        },
        "required": ["share"],
    }
    assert normalise_schema(schema) == {
        "type": "object",
        "properties": {
            "share": {"type": "number"},
            "point": {"type": "array", "items": {"type": "number"}},
            "free": {},
            "name": {"type": "string"},
            "odd": {},
        },
        "required": ["share"],
        "additionalProperties": False,
    }
    assert validate(schema, {"share": 1, "point": [1, 2.5], "free": object}) == []
    assert [problem.kind for problem in validate(schema, {"share": 1, "extra": 1})] == [
        "unknownProperties"
    ]


def test_a_property_may_be_called_type():
    schema = {"type": "dict", "properties": {"type": {"type": "string"}}, "required": ["type"]}
    assert validate(schema, {"type": "x"}) == []


def test_json_schema_is_left_as_it_is():
    schema = {"type": "object", "properties": {"a": {"anyOf": [{"type": "null"}]}}}
    assert normalise_schema(schema) is schema


def test_a_whole_tool_definition_stands_for_its_input_schema():
    schema = {"type": "object", "required": ["a"]}
    for tool in (
        {"name": "f", "parameters": schema},
        {"name": "f", "inputSchema": schema},
        {"type": "function", "function": {"name": "f", "parameters": schema}},
    ):
        assert [problem.kind for problem in validate(tool, {})] == ["missingRequired"]


def test_date_and_time_formats_constrain_unless_told_not_to():
    schema = {"type": "string", "format": "date"}
    assert validate(schema, "2023-03-10") == []
    assert [problem.kind for problem in validate(schema, "10 March 2023")] == ["invalidFormat"]
    assert validate(schema, "10 March 2023", formats=False) == []


@pytest.mark.parametrize(
    "schema",
    [
        {"$ref": "https://example.invalid/schema.json"},
        {"$ref": "#/$defs/missing"},
        {"type": "string", "pattern": "("},
    ],
)
def test_a_schema_that_can_not_be_used_is_named_as_the_fault(schema):
    with pytest.raises(InvalidRequest, match="schema"):
        validate(schema, "x")


def run(code):
    subprocess.run([sys.executable, "-c", code], check=True)


def test_importing_costs_no_grammar():
    run(
        """
import sys
from lux_nb.tools.validation import validate
assert "jsonschema" not in sys.modules
validate({"type": "object"}, {})
assert "lark" not in sys.modules and "rfc3987_syntax" not in sys.modules
"""
    )


@pytest.mark.slow
def test_the_check_of_iris_is_deferred_and_not_lost():
    pytest.importorskip("rfc3987_syntax")
    run(
        """
import sys
from lux_nb.tools.validation import validate
validate({"type": "object"}, {})
import jsonschema
assert not jsonschema.FormatChecker().conforms("not an iri", "iri")
assert "rfc3987_syntax" in sys.modules
"""
    )
