import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.tools.correction import ABSENT, correct, correct_call, diagnose
from lux_nb.tools.validation import validate


def schema_of(required=None, closed=True, **properties):
    return {
        "type": "object",
        "properties": properties,
        "required": list(properties) if required is None else required,
        "additionalProperties": not closed,
    }


def fixed(schema, arguments, **options):
    correction = correct(schema, arguments, **options)
    assert correction.valid, correction.remaining
    assert validate(schema, correction.arguments) == []
    return correction.arguments


STRING, NUMBER, INTEGER, BOOLEAN = (
    {"type": name} for name in ("string", "number", "integer", "boolean")
)
TEXTS = {"type": "array", "items": STRING}


@pytest.mark.parametrize(
    ("part", "given_value", "expected"),
    [
        (STRING, 12345, "12345"),
        (STRING, 1.5, "1.5"),
        (STRING, ["only"], "only"),
        (STRING, {"text": "inner"}, "inner"),
        (INTEGER, "42", 42),
        (INTEGER, " 1,234 ", 1234),
        (INTEGER, "$5,000", 5000),
        (INTEGER, "twenty-one", 21),
        (INTEGER, "3rd", 3),
        (INTEGER, "5.0", 5),
        (INTEGER, ["7"], 7),
        (NUMBER, "1.5e3", 1500.0),
        (NUMBER, "1.234,56", 1234.56),
        (NUMBER, "1/4", 0.25),
        (NUMBER, "2.5k", 2500),
        (NUMBER, {"value": 3}, 3),
        (NUMBER | {"description": "The rate as a decimal"}, "5%", 0.05),
        (INTEGER | {"description": "The rate in percent"}, "5%", 5),
        (NUMBER | {"description": "Distance in meters"}, "5 km", 5000),
        (NUMBER | {"description": "Distance in kilometers"}, "5 km", 5),
        (INTEGER | {"description": "Height in inches."}, "5 ft 10 in", 70),
        (NUMBER | {"maximum": 1}, 85, 0.85),
        (BOOLEAN, "true", True),
        (BOOLEAN, "No", False),
        (BOOLEAN, 1, True),
        (TEXTS, "one", ["one"]),
        (TEXTS, "['a', 'b']", ["a", "b"]),
        (TEXTS, '["a", "b"]', ["a", "b"]),
        (TEXTS, "a, b, c", ["a", "b", "c"]),
        (TEXTS, [["a", "b"]], ["a", "b"]),
        (TEXTS, [1, 2], ["1", "2"]),
        (TEXTS, {"0": "a", "1": "b"}, ["a", "b"]),
        (TEXTS, ["a", None], ["a"]),
        ({"type": "array", "items": INTEGER}, "1, 2; 3", [1, 2, 3]),
        ({"type": "array", "items": NUMBER}, "(1, 2.5)", [1, 2.5]),
        ({"type": "array", "items": STRING, "uniqueItems": True}, ["a", "a"], ["a"]),
        ({"type": "object"}, '{"a": 1}', {"a": 1}),
        ({"type": "object"}, "{'a': True}", {"a": True}),
        ({"type": "object"}, [{"a": 1}], {"a": 1}),
        ({"enum": ["ascending", "descending"]}, "Ascending", "ascending"),
        ({"enum": ["ascending", "descending"]}, "asc", "ascending"),
        ({"enum": ["pet_friendly", "gym"]}, "pet friendly", "pet_friendly"),
        ({"enum": ["celsius", "fahrenheit"]}, "celcius", "celsius"),
        ({"enum": [1, 2, 3]}, "2", 2),
        ({"const": "v1"}, "V1", "v1"),
        ({"type": "string", "format": "date"}, "March 10th, 2023", "2023-03-10"),
        ({"type": "string", "format": "date"}, "15/10/2023", "2023-10-15"),
        ({"type": "string", "format": "date-time"}, "2023-03-10 14:30", "2023-03-10T14:30:00Z"),
        ({"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"}, "10 March 2023", "2023-03-10"),
        ({"type": "string", "pattern": "^[A-Z]{3}$"}, "usd", "USD"),
        ({"anyOf": [INTEGER, {"type": "null"}]}, "5", 5),
        ({"oneOf": [BOOLEAN, TEXTS]}, "['a']", ["a"]),
        ({"type": ["integer", "null"]}, "5", 5),
        ({"allOf": [INTEGER, {"minimum": 3}]}, "5", 5),
    ],
)
def test_a_value_is_brought_into_the_wanted_form(part, given_value, expected):
    assert fixed(schema_of(x=part), {"x": given_value}) == {"x": expected}


@pytest.mark.parametrize("text", ['{"a": 1}', "[1, 2]", "12", "true", "null", "['x']", " 5 km"])
def test_a_string_where_a_string_is_wanted_stays_one(text):
    schema = schema_of(x=STRING, n=INTEGER)
    assert fixed(schema, {"x": text, "n": "1"}) == {"x": text, "n": 1}


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (INTEGER, "about five"),
        (INTEGER, 4.7),
        (INTEGER | {"maximum": 10}, 12),
        (BOOLEAN, "perhaps"),
        ({"enum": ["cat", "car"]}, "caz"),
        ({"type": "string", "format": "date"}, "03/04/2023"),
        (STRING, {"a": 1, "b": 2}),
        ({"type": "object"}, "some words"),
        (NUMBER | {"description": "Weight in kg"}, "5 km"),
    ],
)
def test_what_would_be_a_guess_is_at_most_proposed(part, value):
    arguments = {"x": value}
    correction = correct(schema_of(x=part), arguments)
    assert not correction.valid
    assert correction.arguments is arguments
    assert correction.changes == ()
    assert correction.remaining


# -- names and structure ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("wrong", "right"),
    [
        ("Start_Date", "start_date"),
        ("startDate", "start_date"),
        ("stat_date", "start_date"),
        ("loc", "location"),
        ("place", "location"),
        ("qty", "quantity"),
        ("file_path", "path"),
        ("msg", "message"),
        ("items", "item"),
    ],
)
def test_a_misnamed_property_gets_its_right_name(wrong, right):
    schema = schema_of(**{right: STRING, "zeal": INTEGER})
    assert fixed(schema, {wrong: "x", "zeal": 1}) == {right: "x", "zeal": 1}


def test_color1_is_not_taken_for_color2():
    schema = schema_of(color1=STRING, color2=STRING, closed=False)
    correction = correct(schema, {"color1": "red", "color3": "blue"})
    assert all(change.risk != "low" for change in correction.changes)


def test_arguments_are_lifted_out_of_a_wrapper():
    schema = schema_of(a=INTEGER, b=STRING, required=["a"], closed=False)
    for wrapper in ("params", "arguments", "input"):
        assert fixed(schema, {wrapper: {"a": 1, "b": "x"}}) == {"a": 1, "b": "x"}
    assert fixed(schema, {"kwargs": '{"a": 1}'}) == {"a": 1}
    assert fixed(schema, '{"a": 1}') == {"a": 1}


def test_a_property_is_moved_into_the_object_it_belongs_to():
    inner = schema_of(street=STRING, city=STRING)
    schema = schema_of(name=STRING, address=inner)
    flat = {"name": "n", "street": "s", "city": "c"}
    assert fixed(schema, flat) == {"name": "n", "address": {"street": "s", "city": "c"}}


def test_a_comparison_is_taken_apart():
    condition = schema_of(field=STRING, operation=STRING, value=STRING)
    schema = schema_of(conditions={"type": "array", "items": condition})
    assert fixed(schema, {"conditions": ["age > 25", "job = engineer"]}) == {
        "conditions": [
            {"field": "age", "operation": ">", "value": "25"},
            {"field": "job", "operation": "=", "value": "engineer"},
        ]
    }


def test_optional_properties_that_say_nothing_are_left_out():
    year = INTEGER | {"description": "The year. Default is the most recent year."}
    schema = schema_of(a=INTEGER, year=year, deck=TEXTS | {"minItems": 2}, required=["a"])
    assert fixed(schema, {"a": 1, "year": None}) == {"a": 1}
    assert fixed(schema, {"a": 1, "year": "most recent"}) == {"a": 1}
    assert fixed(schema, {"a": 1, "year": "None"}) == {"a": 1}
    assert fixed(schema, {"a": 1, "deck": "deck"}) == {"a": 1}


def test_unknown_properties_are_dropped_unless_they_guard_something():
    schema = schema_of(a=INTEGER)
    assert fixed(schema, {"a": 1, "reasoning": "because"}) == {"a": 1}
    assert fixed(schema, {"a": 1, "zzz": 5}) == {"a": 1}
    guarded = correct(schema, {"a": 1, "dry_run": True})
    assert not guarded.valid
    assert [change.risk for change in guarded.proposed] == ["high"]


def test_an_open_object_keeps_what_it_does_not_know():
    schema = schema_of(a=INTEGER, closed=False)
    assert fixed(schema, {"a": "1", "zzz": 5}) == {"a": 1, "zzz": 5}


# -- missing parameters -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("part", "expected"),
    [
        (INTEGER | {"default": 5}, 5),
        (BOOLEAN | {"default": "false"}, False),
        ({"enum": ["only"]}, "only"),
        (STRING | {"description": "Unit. Default is 'metric'."}, "metric"),
        (INTEGER | {"description": "Limit, defaults to 10."}, 10),
    ],
)
def test_a_missing_parameter_takes_its_default(part, expected):
    assert fixed(schema_of(x=part), {}) == {"x": expected}


@pytest.mark.parametrize(
    ("name", "part", "said", "expected"),
    [
        ("radius", INTEGER, "A circle with a radius of 4 inches and 2 dots", 4),
        ("amount", NUMBER, "Convert 12.5 dollars", 12.5),
        ("unit", {"enum": ["celsius", "fahrenheit"]}, "in fahrenheit please", "fahrenheit"),
        ("location", STRING, "What is the weather in New York, NY?", "New York, NY"),
        ("city", STRING, "What is the weather in New York, NY?", "New York"),
        ("start_location", STRING, "Drive from Rome to Paris", "Rome"),
        ("case_number", STRING, "Look up case number CA123456", "CA123456"),
        ("final_value", INTEGER, "from $2000 to a final value of $3000", 3000),
        ("population", INTEGER, "its population is 213 million", 213_000_000),
        ("title", STRING, "Find the film 'The Godfather'", "The Godfather"),
        ("date", STRING, "Book it for 2023-03-10", "2023-03-10"),
        ("numbers", {"type": "array", "items": INTEGER}, "Sort [3, 1, 2]", [3, 1, 2]),
        ("data", {"type": "object"}, "Store {'a': 1}", {"a": 1}),
    ],
)
def test_a_missing_parameter_is_found_in_what_was_said(name, part, said, expected):
    schema = schema_of(**{name: part})
    assert fixed(schema, {}, context=said) == {name: expected}
    messages = [{"role": "user", "content": said}, {"role": "tool", "content": "77 [9] 'x'"}]
    assert fixed(schema, {}, context=messages) == {name: expected}
    assert not correct(schema, {}).valid


def test_an_ambiguous_value_is_not_taken_from_the_conversation():
    assert not correct(schema_of(n=INTEGER), {}, context="Add 3 and 4").valid
    assert not correct(schema_of(city=STRING), {}, context="From Paris to Rome in May").valid


def test_a_value_elsewhere_in_the_call_is_used():
    schema = schema_of(user=STRING, meta=schema_of(ref=STRING, closed=False), closed=False)
    arguments = {"meta": {"ref": "r", "user": "ann"}}
    assert fixed(schema, arguments)["user"] == "ann"


def test_a_guarding_parameter_is_never_guessed():
    schema = schema_of(confirm=BOOLEAN | {"description": "Default is true."})
    correction = correct(schema, {})
    assert not correction.valid
    assert correction.proposed[0].risk == "high"


# -- references and nesting ---------------------------------------------------------------


def test_references_and_nested_lists_of_objects_are_followed():
    schema = {
        "type": "object",
        "properties": {"orders": {"type": "array", "items": {"$ref": "#/$defs/order"}}},
        "$defs": {
            "order": schema_of(
                id=STRING, lines={"type": "array", "items": {"$ref": "#/$defs/line"}}
            ),
            "line": schema_of(sku=STRING, count=INTEGER),
        },
    }
    arguments = {"orders": [{"ID": 7, "lines": [{"sku": "a", "count": "2"}, {"sku": 5, "qty": 1}]}]}
    assert fixed(schema, arguments) == {
        "orders": [{"id": "7", "lines": [{"sku": "a", "count": 2}, {"sku": "5", "count": 1}]}]
    }


def test_a_recursive_schema_is_walked():
    schema = {
        "type": "object",
        "properties": {"value": INTEGER, "next": {"$ref": "#"}},
        "required": ["value"],
    }
    nested = {"value": "1", "next": {"value": "2", "next": {"value": 3}}}
    assert fixed(schema, nested) == {"value": 1, "next": {"value": 2, "next": {"value": 3}}}


def test_the_fitting_alternative_of_objects_is_chosen():
    circle = schema_of(kind={"const": "circle"}, radius=NUMBER)
    square = schema_of(kind={"const": "square"}, side=NUMBER)
    schema = schema_of(shape={"oneOf": [circle, square]})
    arguments = {"shape": {"kind": "square", "side": "2"}}
    assert fixed(schema, arguments) == {"shape": {"kind": "square", "side": 2}}


# -- what a correction tells ----------------------------------------------------------------


def test_every_change_has_a_reason_a_risk_and_a_diff():
    schema = schema_of(path=STRING, content=STRING)
    correction = correct(schema, {"path": "/a", "content": 12345})
    [change] = correction.changes
    assert (change.type, change.pattern) == ("typeConversion", "number_to_string")
    assert (change.path, change.before, change.after) == (("content",), 12345, "12345")
    assert 0.7 <= change.confidence <= 1
    assert change.risk == "low"
    assert change.reasoning
    assert correction.diff() == '- content: 12345\n+ content: "12345"'
    json.dumps(correction.to_dict())


def test_a_dropped_property_shows_as_removed():
    [change] = correct(schema_of(a=INTEGER), {"a": 1, "zzz": 5}).changes
    assert change.after is ABSENT
    assert change.diff() == "- zzz: 5"


def test_a_higher_threshold_applies_less():
    schema = schema_of(x=BOOLEAN)
    assert correct(schema, {"x": "yes"}).changed
    strict = correct(schema, {"x": "yes"}, threshold=0.95)
    assert not strict.changed
    assert strict.proposed_arguments == {"x": True}


def test_only_the_wanted_strategies_are_used():
    schema = schema_of(x=INTEGER)
    arguments = {"x": "1", "y": 2}
    assert not correct(schema, arguments, strategies=["typeConversion"]).valid
    assert correct(schema, arguments, strategies=["typeConversion", "unknownProperties"]).valid


def test_a_diagnosis_tells_the_cause_in_plain_words():
    schema = schema_of(path=STRING, content=STRING)
    diagnosis = diagnose(correct(schema, {"path": "/a", "content": 12345}))
    assert diagnosis.to_dict() == {
        "errorType": "typeMismatch",
        "errorCategory": "parameterValidation",
        "severity": "low",
        "rootCause": "Parameter 'content' expects string but received number (12345)",
        "affectedParameters": ["content"],
        "fixable": True,
        "confidence": 0.95,
    }
    missing = diagnose(correct(schema, {"path": "/a"}))
    assert missing.root_cause == "Missing required parameter: content"
    assert (missing.affected_parameters, missing.fixable) == (("content",), False)
    unknown = diagnose(correct(schema_of(a=INTEGER), {"a": 1, "zzz": 5}))
    assert unknown.affected_parameters == ("zzz",)
    assert diagnose(correct(schema, {"path": "/a", "content": "x"})) is None


def test_a_call_without_arguments_is_an_empty_object():
    assert fixed(schema_of(a=INTEGER, required=[]), None) == {}
    assert fixed(schema_of(a=INTEGER | {"default": 1}), "") == {"a": 1}


# -- tool names -----------------------------------------------------------------------------

TOOLS = [
    {"name": "math.hypot", "parameters": schema_of(x=NUMBER, y=NUMBER)},
    {"name": "get_weather", "inputSchema": schema_of(city=STRING)},
    {"type": "function", "function": {"name": "get_news", "parameters": schema_of(topic=STRING)}},
]


@pytest.mark.parametrize(
    ("name", "arguments", "expected"),
    [
        ("math_hypot", {"x": 1, "y": "2"}, "math.hypot"),
        ("hypot", {"x": 1, "y": 2}, "math.hypot"),
        ("functions.get_weather", {"city": "Paris"}, "get_weather"),
        ("getWeather", {"city": "Paris"}, "get_weather"),
        ("get_wether", {"city": "Paris"}, "get_weather"),
        ("", {"topic": "Bitcoin"}, "get_news"),
    ],
)
def test_a_wrong_tool_name_is_repaired(name, arguments, expected):
    result = correct_call(TOOLS, {"name": name, "arguments": arguments})
    assert result.valid
    assert result.applied
    assert result.name == expected


def test_a_name_like_no_other_is_not_replaced():
    result = correct_call(TOOLS, {"name": "delete_everything", "arguments": {"path": "/"}})
    assert not result.known
    assert not result.valid
    assert result.name == "delete_everything"


def test_a_right_name_is_kept():
    result = correct_call(TOOLS, ("get_news", {"topic": "x"}))
    assert (result.name, result.name_change, result.valid) == ("get_news", None, True)


# -- properties ------------------------------------------------------------------------------

texts = st.text(max_size=12)
scalars = st.sampled_from(
    [
        (STRING, texts),
        (INTEGER, st.integers(-1000, 1000)),
        (NUMBER, st.floats(-1e6, 1e6) | st.integers(-1000, 1000)),
        (BOOLEAN, st.booleans()),
        ({"enum": ["red", "green", 3]}, st.sampled_from(["red", "green", 3])),
        ({"type": ["string", "null"]}, texts | st.none()),
        ({"anyOf": [INTEGER, TEXTS]}, st.integers() | st.lists(texts, max_size=2)),
        ({"$ref": "#/$defs/named"}, st.fixed_dictionaries({"name": texts})),
        ({}, st.none() | st.booleans() | texts),
    ]
)
DEFINITIONS = {"named": schema_of(name=STRING)}


def arrays(pair):
    return {"type": "array", "items": pair[0]}, st.lists(pair[1], max_size=3)


@st.composite
def objects(draw, inner):
    properties = draw(st.dictionaries(st.sampled_from("abcdefg"), inner, max_size=4))
    required = [name for name in properties if draw(st.booleans())]
    schema = {
        "type": "object",
        "properties": {name: pair[0] for name, pair in properties.items()},
        "required": required,
        "additionalProperties": draw(st.booleans()),
    }
    values = st.fixed_dictionaries(
        {name: properties[name][1] for name in required},
        optional={name: pair[1] for name, pair in properties.items() if name not in required},
    )
    return schema, values


pairs = st.recursive(scalars, lambda inner: inner.map(arrays) | objects(inner), max_leaves=6)


@st.composite
def schemas_with_valid_values(draw):
    schema, values = draw(objects(pairs))
    return {**schema, "$defs": DEFINITIONS}, draw(values)


@settings(max_examples=100, deadline=None)
@given(schemas_with_valid_values(), texts)
def test_a_valid_call_is_never_changed(pair, said):
    schema, value = pair
    assert validate(schema, value) == []
    before = copy.deepcopy(value)
    correction = correct(schema, value, context=said)
    assert correction.arguments is value
    assert value == before
    assert (correction.valid, correction.changes, correction.proposed) == (True, (), ())


anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | texts | st.dates(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from("abcdefgh") | texts, inner, max_size=4)
    ),
    max_leaves=8,
)


@settings(max_examples=100, deadline=None)
@given(schemas_with_valid_values(), anything, texts)
def test_whatever_is_given_a_correction_is_valid_or_changes_nothing(pair, value, said):
    schema, _ = pair
    before = copy.deepcopy(value)
    correction = correct(schema, value, context=said)
    assert value == before
    assert correction.valid == (validate(schema, correction.arguments) == [])
    if not correction.valid:
        assert correction.arguments is value
    for change in correction.changes:
        assert change.confidence >= 0.7
        assert change.risk != "high"
    json.dumps(correction.to_dict(), default=str)


@settings(max_examples=75, deadline=None)
@given(st.integers(-(10**9), 10**9), st.booleans(), st.lists(st.integers(0, 99), max_size=4), texts)
def test_values_given_as_text_come_back_exactly(number, flag, numbers, text):
    schema = schema_of(
        n=INTEGER, f=BOOLEAN, l={"type": "array", "items": INTEGER}, s=STRING, o={"type": "object"}
    )
    right = {"n": number, "f": flag, "l": numbers, "s": text, "o": {"k": text}}
    damaged = {
        "n": str(number),
        "f": str(flag),
        "l": json.dumps(numbers),
        "s": text,
        "o": json.dumps({"k": text}),
    }
    assert fixed(schema, damaged) == right


@given(texts)
def test_text_is_never_touched_while_another_argument_is_mended(text):
    assert fixed(schema_of(s=STRING, n=INTEGER), {"s": text, "n": "1"})["s"] == text


NESTED = {
    "type": "object",
    "properties": {
        "user": {
            "type": "object",
            "properties": {
                "name": {"type": "string"},
                "age": {"type": "integer"},
                "home": {"type": "object", "properties": {"city": {"type": "string"}}},
            },
            "required": ["name"],
            "additionalProperties": False,
        },
        "meta": {"type": "object"},
        "kind": {"enum": ["AA", "Aa", "aa"]},
        "exact": {"type": "boolean"},
    },
    "required": ["user"],
    "additionalProperties": False,
}


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"user.name": "Ada", "user.age": 3}, {"user": {"name": "Ada", "age": 3}}),
        ({"user_name": "Ada", "userAge": "3"}, {"user": {"name": "Ada", "age": 3}}),
        ({"user[name]": "Ada", "user['age']": 3}, {"user": {"name": "Ada", "age": 3}}),
        (
            {"user.name": "Ada", "user.home.city": "Oslo"},
            {"user": {"name": "Ada", "home": {"city": "Oslo"}}},
        ),
        ({"user": {"name": "Ada"}, "meta.k": 1}, {"user": {"name": "Ada"}, "meta": {"k": 1}}),
        ({"user": {"name": "Ada"}, "user.age": 3}, {"user": {"name": "Ada", "age": 3}}),
    ],
)
def test_names_that_hold_their_place_are_unfolded(given, wanted):
    result = correct(NESTED, given)
    assert result.arguments == wanted


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        (
            {"user": {"name": {"type": "string", "value": "Ada"}}},
            {"user": {"name": "Ada"}},
        ),
        (
            {"user": {"name": "Ada", "age": {"type": "integer", "value": "3"}}},
            {"user": {"name": "Ada", "age": 3}},
        ),
        (
            {"user": {"name": "Ada"}, "exact": {"value": True}, "kind": {"value": "Aa"}},
            {"user": {"name": "Ada"}, "exact": True, "kind": "Aa"},
        ),
        ({"user": {"name": "Ada"}, "kind": '"Aa"'}, {"user": {"name": "Ada"}, "kind": "Aa"}),
    ],
)
def test_a_value_is_taken_out_of_its_description(given, wanted):
    assert correct(NESTED, given).arguments == wanted


def test_a_whole_call_given_as_arguments_loses_its_own_name():
    schema = {
        "type": "object",
        "properties": {"name": {"type": "string"}, "year": {"type": "integer"}},
        "required": ["name"],
    }
    arguments = {"name": "Ada", "year": 1815}
    closed = schema | {"additionalProperties": False}
    for call in (
        {"name": "find_person", "arguments": arguments},
        {"name": "find_person", "id": "7", "parameters": json.dumps(arguments)},
    ):
        assert correct(closed, call).arguments == arguments
    # A valid call is left alone, whatever its names look like.
    valid = {"name": "find_person", "arguments": arguments}
    assert correct(schema, valid).arguments == valid


def test_one_pair_of_name_and_value_is_a_property():
    schema = {
        "type": "object",
        "properties": {"radius": {"type": "number"}},
        "required": ["radius"],
    }
    assert correct(schema, [{"name": "radius", "value": 4}]).arguments == {"radius": 4}
