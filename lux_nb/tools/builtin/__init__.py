"""The tools that are always there."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from lux_nb.tools.definitions import Configuration, Tool
from lux_nb.tools.functions import describe_function, untitled

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

PROVIDER = "lux_nb"


def built_in_tools(engine: "Engine") -> Iterator[Tool]:
    """Yield every built-in tool, bound to an engine's settings."""
    from lux_nb.tools.builtin import (
        calculator,
        code,
        conversion,
        databases,
        dates,
        files,
        generation,
        images,
        mail,
        searches,
        synthesis,
        text,
        transformation,
        web,
    )

    for module in (
        files,
        generation,
        calculator,
        dates,
        transformation,
        conversion,
        databases,
        text,
        code,
        web,
        searches,
        images,
        mail,
        synthesis,
    ):
        for function, options in module.tools(engine):
            yield make(function, **options)
    yield from operation_tools(engine)


def make(function: Callable[..., Any], **options: Any) -> Tool:
    """Make a built-in tool of a function."""
    described = describe_function(function)
    name = options.pop("name", described["name"])
    configuration = Configuration(**options.pop("configuration", {}))
    return Tool(
        **{"handler": {"type": "built-in"}, **described, "name": name, **options},
        id=f"tool_{name}",
        provider=PROVIDER,
        source="internal",
        configuration=configuration,
        function=function,
    )


def operation_tools(engine: "Engine") -> Iterator[Tool]:
    """Yield the operations that are tools about tools, as tools."""
    for declared in engine.operations.values():
        category = META.get(declared.name)
        if category is None:
            continue

        def run(_declared: Any = declared, **arguments: Any) -> Any:
            return _declared.function(engine, _declared.parse(arguments))

        async def call(_run: Any = run, **arguments: Any) -> Any:
            return (await _run(**arguments)).wire()

        schema = declared.request.model_json_schema(by_alias=True)
        yield Tool(
            name=declared.name,
            description=declared.summary,
            long_description=declared.description,
            input_schema=untitled(schema),
            category=category,
            provider=PROVIDER,
            source="internal",
            id=f"tool_{declared.name}",
            handler={"type": "built-in"},
            function=call,
        )


META = {
    "tools_recommend": "meta",
    "tools_recommend_on_error": "meta",
    "tools_validate": "meta",
    "tools_discover": "meta",
    "tools_compare": "meta",
    "workflow_plan": "meta",
    "tool_help": "meta",
    "error_diagnose": "auto-correction",
    "auto_correction_status": "auto-correction",
    "auto_correction_configure": "auto-correction",
    "auto_correction_test": "auto-correction",
    "auto_correction_insights": "auto-correction",
}
"""The operations that are tools as well, and their categories."""
