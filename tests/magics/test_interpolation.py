"""Filling variables into a magic's text."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lux_nb.errors import InvalidRequest
from lux_nb.magics.interpolation import interpolate


class Box:
    size = 3
    items = {"key": ["first", "second"], 7: "seven"}


NAMES = {"x": 5, "name": "Ada", "box": Box(), "rows": [10, 20], "row": 1, "key": "key"}


@pytest.mark.parametrize(
    ("text", "filled"),
    [
        ("{x}", "5"),
        ("hello {name}!", "hello Ada!"),
        ("{box.size} boxes", "3 boxes"),
        ("{rows[0]} and {rows[-1]}", "10 and 20"),
        ("{rows[row]}", "20"),
        ('{box.items["key"][1]}', "second"),
        ("{box.items[key][0]}", "first"),
        ("{box.items[7]}", "seven"),
        ("({x})", "(5)"),
    ],
)
def test_a_simple_expression_on_a_variable_is_filled_in(text: str, filled: str) -> None:
    assert interpolate(text, NAMES) == filled


@pytest.mark.parametrize(
    "text",
    [
        '{"x": 1}',
        '{"name": {"x": 5}}',
        "{x, name}",
        "{x: 1 for x in rows}",
        "{x + 1}",
        "{x()}",
        "{ x }",
        "{{x}}",
        "{}",
        "{unknown}",
        "{unknown.size}",
        r"\frac{x}{2}",
        r"\textbf{name}",
        r"\sqrt[3]{x}",
        "x^{x} + x_{x}",
        "${x}",
        "#{x}",
        "f(x) { return x }",
        "```python\nprint(f'{x}')\n```",
        "~~~\n{x}\n~~~",
        "```\n{x} in a fence that never ends",
        "{__import__('os').system('true')}",
        "{x!r}",
        "{x:>10}",
        "{x if x else name}",
    ],
)
def test_every_other_brace_stays_as_it_is(text: str) -> None:
    assert interpolate(text, NAMES) == text


def test_text_around_a_fence_is_still_filled_in() -> None:
    assert interpolate("{x}\n```\n{x}\n```\n{x}", NAMES) == "5\n```\n{x}\n```\n5"


def test_an_attribute_that_is_not_there_is_a_typed_error() -> None:
    with pytest.raises(InvalidRequest, match=r"box\.colour.*AttributeError"):
        interpolate("{box.colour}", NAMES)


def test_a_table_is_shown_whole() -> None:
    import pandas as pd

    frame = pd.DataFrame({"a": range(40)})
    filled = interpolate("{frame}", {"frame": frame})
    assert filled.count("\n") == 40


@given(st.text())
def test_text_is_unchanged_when_there_are_no_variables(text: str) -> None:
    assert interpolate(text, {}) == text


@given(st.text(alphabet=st.characters(blacklist_characters="{}")))
def test_text_without_braces_is_unchanged(text: str) -> None:
    assert interpolate(text, NAMES) == text


@given(st.text(alphabet="{}x.[]0'\"\\ ^_$`\nname", max_size=60))
def test_any_mixture_of_braces_and_variables_is_read_without_failing(text: str) -> None:
    with contextlib.suppress(InvalidRequest):
        filled = interpolate(text, {"x": "·"})
        assert text.startswith(filled.split("·", 1)[0])


@given(
    before=st.text(alphabet="abc ,.\n", max_size=20),
    value=st.text(max_size=20),
    after=st.text(alphabet="abc ,.\n", max_size=20),
)
def test_a_value_is_put_in_literally_and_only_once(before: str, value: str, after: str) -> None:
    assert interpolate(f"{before}{{x}}{after}", {"x": value}) == f"{before}{value}{after}"


@given(st.dictionaries(st.text(max_size=5), st.integers() | st.text(max_size=5), max_size=4))
def test_json_objects_stay_as_they_are(value: dict[str, object]) -> None:
    import json

    text = json.dumps(value, indent=1)
    assert interpolate(text, NAMES) == text
