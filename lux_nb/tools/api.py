"""``lux.tools``: repairing and reading tool calls, and the operations of the tools domain."""

from typing import TYPE_CHECKING, Any

from lux_nb.api import Namespace

if TYPE_CHECKING:
    from lux_nb.tools.correction import CallCorrection, Correction
    from lux_nb.tools.parsing import ParsedCall


class ToolsApi(Namespace):
    """Tools: call, repair, parse."""

    toolset = "tools"

    def correct(self, schema: Any, arguments: Any, **options: Any) -> "Correction":
        """Repair the arguments of a call so that they fit the tool's schema.

        A valid call is never changed. Each change has its type, confidence, risk, reasoning and
        diff; what is too risky to apply is in ``proposed``.
        """
        from lux_nb.tools.correction import correct

        return correct(schema, arguments, **options)

    def correct_call(self, tools: Any, call: Any, **options: Any) -> "CallCorrection":
        """Repair a call whose tool name may be wrong too."""
        from lux_nb.tools.correction import correct_call

        return correct_call(tools, call, **options)

    def parse_call(self, text: Any, tools: Any = None) -> "list[ParsedCall]":
        """Read the calls in what a model wrote: fences, prose, tags, Python or half JSON."""
        from lux_nb.tools.parsing import parse_call

        return parse_call(text, tools)
