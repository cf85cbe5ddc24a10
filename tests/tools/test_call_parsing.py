import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lux_nb.tools.parsing import parse_call

WEATHER = {
    "name": "get_weather",
    "parameters": {
        "type": "object",
        "properties": {
            "city": {"type": "string"},
            "days": {"type": "integer"},
            "tags": {"type": "array", "items": {"type": "string"}},
        },
    },
}
PARIS = [("get_weather", {"city": "Paris", "days": 3})]


def calls(text, tools=None):
    return [(call.name, call.arguments) for call in parse_call(text, tools)]


FORMS = {"json", "python", "xml", "react", "yaml"}


def well_formed_calls(text, tools=None):
    """Parse a text, check that what comes of it can be used as calls, and return them."""
    found = parse_call(text, tools)
    for call in found:
        assert isinstance(call.name, str)
        assert call.name.strip()
        assert call.form in FORMS
        assert all(isinstance(name, str) for name in call.arguments)
        # It can be sent on as JSON and says the same there.
        assert json.loads(json.dumps(call.to_dict())) == call.to_dict()
    said = [json.dumps([call.to_dict(), list(call.positional)], sort_keys=True) for call in found]
    assert len(set(said)) == len(said)
    assert parse_call(text, tools) == found
    return found


@pytest.mark.parametrize(
    "text",
    [
        '{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}',
        '[{"name": "get_weather", "parameters": {"city": "Paris", "days": 3}}]',
        '{"get_weather": {"city": "Paris", "days": 3}}',
        "[('get_weather', {'city': 'Paris', 'days': 3})]",
        "['get_weather', {'city': 'Paris', 'days': 3}]",
        '{"type": "function", "function": {"name": "get_weather", '
        '"arguments": "{\\"city\\": \\"Paris\\", \\"days\\": 3}"}}',
        '{"tool_calls": [{"id": "1", "type": "function", "function": {"name": "get_weather", '
        '"arguments": "{\\"city\\": \\"Paris\\", \\"days\\": 3}"}}]}',
        '{"action": "get_weather", "action_input": {"city": "Paris", "days": 3}}',
        '{"name": "get_weather", "city": "Paris", "days": 3}',
        '{"name": "get_weather", "arguments": [{"name": "city", "value": "Paris"}, '
        '{"name": "days", "value": 3}]}',
        "get_weather(city='Paris', days=3)",
        '[get_weather(city="Paris", days=3)]',
        'get_weather({"city": "Paris", "days": 3})',
        "[\"get_weather(city='Paris', days=3)\"]",
        "['get_weather(city='Paris', days=3)']",
        "get_weather(city=Paris, days=3)",
        "get\\_weather(city='Paris', days=3)",
        "get_weather(**{'city': 'Paris', 'days': 3})",
        "print(default_api.get_weather(city='Paris', days=3))",
        '```json\n{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}\n```',
        "Sure! Here is the call:\n\n```python\nget_weather(city='Paris', days=3)\n```\nIt works.",
        "city = 'Paris'\nget_weather(city=city, days=3)",
        '<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}\n'
        "</tool_call>",
        '<tool_call>{"name": "get_weather", "arguments": {"city": "Paris", "days": 3',
        '[TOOL_CALLS] [{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}}]',
        '[TOOL_CALLS]get_weather[ARGS]{"city": "Paris", "days": 3}',
        "<function=get_weather><parameter=city>Paris</parameter>"
        "<parameter=days>3</parameter></function>",
        '<invoke name="get_weather"><parameter name="city">Paris</parameter>'
        '<parameter name="days">3</parameter></invoke>',
        "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Paris</arg_value>\n"
        "<arg_key>days</arg_key>\n<arg_value>3</arg_value>\n</tool_call>",
        'Thought: look it up\nAction: get_weather\nAction Input: {"city": "Paris", "days": 3}',
        "name: get_weather\narguments:\n  city: Paris\n  days: 3\n",
        'Let me make the call.get_weather\n{"city": "Paris", "days": 3}',
        "{“name”: “get_weather”, “arguments”: {“city”: “Paris”, “days”: 3}}",
        '{"name": "get_weather" "arguments": {"city": "Paris" "days": 3}}',
        "{'name': 'get_weather', 'arguments': {'city': 'Paris', 'days': 3,},}",
        '{"name": "get_weather", "arguments": {"city": "Paris", "days": 3}',
        '{"name": "get_weather", "arguments": {"city": "Paris", "days": 1 + 2}}',
        '<|channel|>commentary to=functions.get_weather <|message|>{"city": "Paris", "days": 3}',
        "<think>get_weather(city='Rome')</think>get_weather(city='Paris', days=3)",
        "get_weather(city='Paris', days=3)\n\n### Instruction:\nget_weather(city='Rome')",
    ],
)
def test_a_call_is_read_however_it_is_written(text):
    assert calls(text) == PARIS
    assert calls(text, [WEATHER]) == PARIS


def test_an_unescaped_quote_does_not_end_a_string():
    text = "review(text='It's good, it's fresh', language='en')"
    assert calls(text) == [("review", {"text": "It's good, it's fresh", "language": "en"})]
    text = '{"name": "say", "arguments": {"words": "He said "hi", then left", "loud": true}}'
    assert calls(text) == [("say", {"words": 'He said "hi", then left', "loud": True})]


def test_python_literals_become_json_values():
    text = "f(a=True, b=None, c=(1, 2), d={'x': .5}, e=-3e2, g='a' + 'b', h=[], i=2*3)"
    expected = {"a": True, "b": None, "c": [1, 2], "d": {"x": 0.5}, "e": -300.0}
    assert calls(text) == [("f", {**expected, "g": "ab", "h": [], "i": 6})]


def test_dates_and_phone_numbers_are_not_computed():
    text = "f(day=2023-10-15, other=10/15/2023, phone=555-123-4567)"
    expected = {"day": "2023-10-15", "other": "10/15/2023", "phone": "555-123-4567"}
    assert calls(text) == [("f", expected)]


def test_nothing_is_executed():
    text = "f(a=__import__('os').system('true'), b=open('x').read(), c=9**9**9)"
    [call] = parse_call(text, ["f"])
    assert call.arguments["a"] == "__import__('os').system('true')"
    assert call.arguments["c"] == "9**9**9"


def test_several_calls_are_all_given_in_order():
    text = "[add(a=1, b=2), add(a=3, b=4), mul(a=5, b=6)]"
    assert [name for name, _ in calls(text)] == ["add", "add", "mul"]
    assert [arguments["a"] for _, arguments in calls(text)] == [1, 3, 5]


def test_a_call_repeated_word_for_word_is_given_once():
    one = '<tool_call>\n{"name": "add", "arguments": {"a": 1}}\n</tool_call>\n'
    assert calls(one * 5) == [("add", {"a": 1})]


def test_unnamed_arguments_get_their_names_from_the_schema():
    assert calls("get_weather('Paris', 3)", [WEATHER]) == PARIS
    [call] = parse_call("get_weather('Paris', 3)")
    assert (call.arguments, call.positional) == ({}, ("Paris", 3))


def test_names_are_resolved_to_known_tools():
    tools = ["math.hypot", "geo.distance"]
    assert calls("math_hypot(x=1)", tools) == [("math.hypot", {"x": 1})]
    assert calls("functions.hypot(x=1)", tools) == [("math.hypot", {"x": 1})]
    assert calls("hypot(x=1); log(y=2)", tools) == [("math.hypot", {"x": 1})]


def test_an_object_without_a_name_is_the_one_tool_that_takes_it():
    assert calls('Here: {"city": "Paris", "days": 3}', [WEATHER]) == PARIS
    assert calls('Here: {"city": "Paris", "colour": 3}', [WEATHER]) == []


def test_an_echoed_tool_definition_is_no_call():
    assert calls(json.dumps([WEATHER])) == []


@pytest.mark.parametrize(
    "text", ["", "   ", "No tool fits.", "The area (in metres) is 5.", "[1]", "{}"]
)
def test_text_without_a_call_gives_nothing(text):
    assert parse_call(text) == []


def test_a_truncated_call_says_so():
    [call] = parse_call('{"name": "f", "arguments": {"a": "Los Ang')
    assert call.truncated
    assert call.arguments == {"a": "Los Ang"}


def test_content_parts_are_read_part_by_part():
    parts = ["I will look. ", {"get_weather": '{"city": "Paris", "days": 3}'}, "\nDone."]
    assert calls(parts) == PARIS
    assert calls(json.dumps(parts)) == PARIS


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**40), 2**40) | st.text(max_size=30),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=8,
)
names = st.from_regex(r"[a-z][a-z_]{2,12}", fullmatch=True).map(lambda name: f"do_{name}")


@given(names, st.dictionaries(st.text(min_size=1, max_size=8), json_values, max_size=4))
def test_a_proper_json_call_is_read_exactly(name, arguments):
    text = json.dumps({"name": name, "arguments": arguments})
    if "properties" in arguments:
        return
    assert calls(text) == [(name, arguments)]


literals = st.none() | st.booleans() | st.integers(-(10**9), 10**9)
words = st.from_regex(r"[a-z][a-z0-9]{0,10}", fullmatch=True)


@given(
    names, st.dictionaries(words, literals | st.lists(literals, max_size=3), min_size=1, max_size=4)
)
def test_a_proper_python_call_is_read_exactly(name, arguments):
    text = f"{name}({', '.join(f'{key}={value!r}' for key, value in arguments.items())})"
    assert calls(text) == [(name, arguments)]


@given(st.text(max_size=300))
def test_any_text_gives_calls_that_can_be_used_or_none(text):
    well_formed_calls(text)
    well_formed_calls(text, ["f", WEATHER])


FRAGMENTS = """
f( a= "a": True None 1.5 ```json ``` <tool_call> </tool_call> <function=f> <parameter=a> Action:f
name:f x={ def_f( \\" f <think> </think> [TOOL_CALLS] import to=f ’ “ r' \'\'\' <arg_key> &quot;
"""
fragments = st.sampled_from([*"[]{}()\"'`,:;=\\#<>/|+-*\n ", *FRAGMENTS.split()])


@settings(max_examples=300)
@given(st.lists(fragments, max_size=60).map("".join))
def test_any_mixture_of_syntax_gives_calls_that_can_be_used_or_none(text):
    well_formed_calls(text)
    well_formed_calls(text, ["f", WEATHER])


UNITS = """
[ { ( f( " ' \\ {"a": ["a", f(a= ```\\n <tool_call> f(x) x={ <think> Action:f a, name:f <a> &quot;
"""


@pytest.mark.parametrize("unit", [*UNITS.split(), " ", "f(x) ", "x = {\n", "Action: f\nInput: x\n"])
@pytest.mark.timeout(60)
def test_a_megabyte_of_one_thing_ends(unit):
    found = parse_call(unit * (1_000_000 // len(unit)))
    # The same thing again and again is one call at most, however it is read.
    assert len(found) <= 1
    assert all(call.name in {"f", "a", "x"} for call in found)


@pytest.mark.timeout(60)
@pytest.mark.parametrize(("start", "unit"), [("[a", ", c"), ("[", "f(x) "), ("f(a=b", ", c")])
def test_a_megabyte_in_one_container_ends(start, unit):
    found = parse_call(start + unit * (1_000_000 // len(unit)))
    assert len(found) <= 1
    assert all(call.name == "f" for call in found)


def test_deep_nesting_ends():
    depth = 100_000
    assert parse_call("[" * depth + "f(a=1)" + "]" * depth) in ([], parse_call("f(a=1)"))
    assert parse_call('{"a":' * depth + "1" + "}" * depth) == []
