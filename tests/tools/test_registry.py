"""Tools from functions, classes, OpenAI JSON and webhooks; kept over a restart."""

from typing import Annotated, Any, Literal

import pytest
from pydantic import Field

from lux_nb.api import Lux
from lux_nb.errors import Conflict, InvalidRequest, NotConfigured, NotFound


def test_a_function_becomes_a_tool_with_the_schema_of_its_hints(lux: Any) -> None:
    @lux.tool(category="math", tags=["sum"], version="2.1.0")
    def add(a: int, b: Annotated[float, Field(ge=0)] = 1.5, kind: Literal["x", "y"] = "x") -> float:
        """Add two numbers.

        Args:
            a: The first number,
                which may be negative.
            b: The second.
        """
        return a + b

    assert add(1, 2) == 3
    tool = lux.call("tool_get", tool_id="add")["tool"]
    assert tool["description"] == "Add two numbers."
    assert tool["version"] == "2.1.0"
    assert tool["category"] == "math"
    properties = tool["inputSchema"]["properties"]
    described = "The first number, which may be negative."
    assert properties["a"] == {"type": "integer", "description": described}
    assert properties["b"]["minimum"] == 0
    assert properties["kind"]["enum"] == ["x", "y"]
    assert tool["inputSchema"]["required"] == ["a"]
    assert tool["outputSchema"] == {"type": "number"}
    assert lux.tools.run("add", a=1, b=2).result == 3


def test_descriptions_come_from_hints_and_the_docstring(lux: Any) -> None:
    @lux.tool
    def look(
        place: Annotated[str, Field(description="Where to look.")],
        times: Annotated[int, Field(description="From the hint.")] = 1,
        deep: bool = False,
    ) -> str:
        """Look around.

        Args:
            times: From the docstring.
        """
        return place

    schema = lux.call("tool_get", toolId="look")["tool"]["inputSchema"]["properties"]
    assert schema["place"]["description"] == "Where to look."
    assert schema["times"]["description"] == "From the docstring."
    assert "description" not in schema["deep"]


def test_parameters_may_be_named_like_anything(lux: Any) -> None:
    @lux.tool
    def odd(schema: str, copy: int = 1, model_config: str = "") -> str:
        """Take odd names."""
        return schema * copy

    assert lux.tools.run("odd", schema="a", copy=2).result == "aa"


def test_a_class_becomes_a_tool(lux: Any) -> None:
    @lux.tool
    class WordCount:
        """Count words."""

        category = "text"

        def run(self, text: str) -> int:
            return len(text.split())

    assert lux.tools.run("word_count", text="a b c").result == 3
    assert lux.call("tool_get", tool_id="word_count")["tool"]["category"] == "text"


def test_openai_json_with_a_function_becomes_a_tool(tools: Any) -> None:
    schema = {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]}
    described = {"name": "shout", "description": "Shout.", "parameters": schema}
    tools.register({"type": "function", "function": described}, function=lambda city: city.upper())
    assert tools.run("shout", city="oslo").result == "OSLO"


def test_openai_json_without_anything_to_run_it_is_refused(tools: Any) -> None:
    with pytest.raises(InvalidRequest, match="Nothing runs"):
        tools.register({"name": "empty", "parameters": {"type": "object"}})


@pytest.mark.parametrize("name", ["", "2nd", "a b", "x" * 129, "né"])
def test_a_bad_name_is_refused(tools: Any, name: str) -> None:
    with pytest.raises(InvalidRequest, match="name"):
        tools.register(lambda: 1, name=name)


@pytest.mark.parametrize(
    ("options", "match"),
    [
        ({"version": "new"}, "version"),
        ({"input_schema": {"type": "object", "properties": {"a": {"type": 5}}}}, "inputSchema"),
        ({"input_schema": {"type": "string"}}, "object"),
        ({"timeout": 0}, "timeout"),
        ({"retries": True}, "retries"),
        ({"nonsense": 1}, "no option"),
    ],
)
def test_what_is_not_well_formed_is_refused(
    tools: Any, options: dict[str, Any], match: str
) -> None:
    with pytest.raises(InvalidRequest, match=match):
        tools.register(lambda: 1, name="made", **options)


def test_a_built_in_name_can_not_be_taken(tools: Any) -> None:
    with pytest.raises(Conflict) as caught:
        tools.register(lambda expression: 1, name="calculator")
    assert caught.value.code == "TOOL_EXISTS"


def test_an_unknown_tool_is_named_with_what_comes_near(tools: Any) -> None:
    with pytest.raises(NotFound, match="calculator") as caught:
        tools.run("calculater", expression="1")
    assert caught.value.code == "TOOL_NOT_FOUND"


def test_tools_are_listed_by_category_tag_text_and_status(tools: Any) -> None:
    def names(**filters: Any) -> set[str]:
        return {tool["name"] for tool in tools.list(**filters).tools}

    files = {"read_file", "write_file", "edit_file", "delete_file", "create_directory"}
    assert names(category="filesystem") == files
    assert "calculator" in names(capabilities=["math"])
    assert names(search="arithmetic") == {"calculator"}
    tools.update("calculator", status="deprecated")
    assert names(status="deprecated") == {"calculator"}
    assert names(provider="nobody") == set()


def test_a_tool_survives_a_restart_and_its_function_when_the_cell_is_run_again() -> None:
    def size(x: float) -> float:
        return abs(x)

    first = Lux()
    first.tools.register(size, name="size", input_schema={"type": "object"}, tags=["math"])
    first.tools.register(
        name="hook",
        description="A webhook.",
        input_schema={"type": "object"},
        handler={"type": "webhook", "url": "https://example.com/x"},
    )
    first.tools.update("calculator", configuration={"timeout": 1234})
    before = first.call("tool_get", tool_id="size")["tool"]["id"]
    first.close()
    second = Lux()
    kept = second.call("tool_get", tool_id="size")["tool"]
    assert kept["id"] == before
    assert kept["tags"] == ["math"]
    assert kept["available"] is False
    with pytest.raises(NotConfigured, match="cell") as caught:
        second.tools.run("size")
    assert caught.value.code == "TOOL_UNAVAILABLE"
    assert second.call("tool_get", tool_id="hook")["tool"]["available"] is True
    configured = second.call("tool_get", tool_id="calculator")["tool"]["configuration"]
    assert configured["timeout"] == 1234
    second.tools.register(size)
    assert second.call("tool_get", tool_id="size")["tool"]["id"] == before
    assert second.tools.run("size", x=-2).result == 2
    second.close()


def test_a_removed_tool_is_gone_and_a_built_in_one_can_not_be(lux: Any) -> None:
    lux.tools.register(lambda: 1, name="one")
    lux.call("tool_remove", tool_id="one")
    with pytest.raises(NotFound):
        lux.tools.run("one")
    with pytest.raises(Conflict):
        lux.call("tool_remove", tool_id="calculator")


def test_statistics_are_counted(lux: Any) -> None:
    @lux.tool
    def half(x: float) -> float:
        """Halve."""
        return 1 / x / 2

    lux.tools.run("half", x=1)
    for _ in range(3):
        with pytest.raises(Exception, match="ZeroDivisionError"):
            lux.tools.run("half", x=0)
    counted = lux.call("tool_get", tool_id="half")["tool"]["statistics"]
    assert counted["totalCalls"] == 4
    assert counted["successRate"] == 0.25
    assert counted["avgLatency"] > 0
    assert counted["lastUsed"]
    assert lux.call("tool_get", tool_id="date_time")["tool"]["statistics"]["totalCalls"] == 0
