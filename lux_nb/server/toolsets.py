"""Which tools an assistant is shown: few by default, more by name, the rest by searching."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from lux_nb.engine.operations import Operation
from lux_nb.errors import InvalidRequest

ALL = "all"
DEFAULT = "default"
HEADER = "lux-toolsets"
"""The HTTP header in which an assistant asks for toolsets of its own."""

SEARCH = "tool_search"
CALL = "tool_call"

DEFAULT_TOOLS = (
    "kernel_status",
    "kernel_variables",
    "kernel_inspect",
    "kernel_run",
    "notebook_read",
    "job_status",
    "job_result",
    "job_cancel",
    "confer",
    "thread_list",
    "thread_get",
    "biased_reasoning",
    "search_context",
    "update_memory",
    "verify_response",
    "mcr_session_create",
    "mcr_session_assert",
    "mcr_session_query",
)
"""What most work with a notebook needs; with the two that reach the rest, 20 at most."""

_PARTS = {"reasoning": ("reasoning", "threads", "traces")}


@dataclass(frozen=True, slots=True)
class Selection:
    """The tools that are listed, and those that may be called."""

    listed: tuple[str, ...]
    callable: frozenset[str]
    searches: bool


def read_names(text: str) -> tuple[str, ...]:
    """Read toolsets as they are written on a command line: separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def known_toolsets(operations: Iterable[Operation]) -> list[str]:
    """Return the names that can be asked for."""
    parts = {part for whole, names in _PARTS.items() for part in names if part != whole}
    own = {declared.toolset for declared in operations} - parts
    return [DEFAULT, *sorted(own), ALL]


def select(operations: Mapping[str, Operation], wanted: Iterable[str]) -> Selection:
    """Choose from operations by MCP name; a toolset that does not exist is an error.

    ``default`` lists the few and lets the rest be searched for and called. Without it exactly
    the toolsets named can be seen and called: who names them wants no others.
    """
    names = tuple(dict.fromkeys(wanted))
    known = known_toolsets(operations.values())
    unknown = [name for name in names if name not in known]
    if unknown or not names:
        message = f"There is no toolset {unknown[0]!r}." if unknown else "No toolset is named."
        raise InvalidRequest(message, hint=f"There are: {', '.join(known)}.")
    if ALL in names:
        return Selection(tuple(operations), frozenset(operations), searches=False)
    sets = {part for name in names for part in _PARTS.get(name, (name,))}
    chosen = tuple(name for name, one in operations.items() if one.toolset in sets)
    if DEFAULT not in names:
        return Selection(chosen, frozenset(chosen), searches=False)
    usual = tuple(name for name in DEFAULT_TOOLS if name in operations)
    listed = tuple(dict.fromkeys((*usual, *chosen)))
    return Selection(listed, frozenset(operations), searches=True)


def within(selection: Selection, limits: Selection) -> Selection:
    """Take out of a selection what the human did not offer."""
    return Selection(
        tuple(name for name in selection.listed if name in limits.callable),
        selection.callable & limits.callable,
        searches=selection.searches,
    )
