"""Code: analysed, and run in the sandbox."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.tools.builtin.code_analysis import code_analysis

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the code tools."""

    def code_executor(
        code: Annotated[str, Field(description="Sets result, or defines run(…).")],
        language: Literal["python", "javascript"] = "python",
        arguments: Annotated[
            dict[str, Any], Field(description="Given to run, and as arguments (args in JS).")
        ] = {},  # noqa: B006 - it is read only
        permissions: Annotated[
            dict[str, Any],
            Field(description="network, filesystem (none|readonly|readwrite), paths, memory, …"),
        ] = {},  # noqa: B006
        _sandbox: dict[str, Any] | None = None,
    ) -> dict[str, Any]:
        """Run Python or JavaScript in a sandbox with no network and no files by default."""
        from lux_nb.tools.sandbox import asked_permissions, run_code

        allowed = asked_permissions(permissions, _sandbox)
        return run_code(language, code, arguments, allowed, engine.settings)

    yield (
        code_analysis,
        {"category": "analysis", "tags": ("code", "python", "complexity", "security")},
    )
    yield (
        code_executor,
        {
            "category": "utility",
            "tags": ("code", "sandbox", "python", "javascript"),
            "handler": {"type": "built-in", "sandboxed": True},
        },
    )
