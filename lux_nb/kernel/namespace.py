"""The user's variables, read from another thread while a cell may run."""

import types
from typing import Any

from lux_nb.errors import NotConfigured, NotFound
from lux_nb.kernel.cells import running_shell

IPYTHON_NAMES = frozenset({"In", "Out", "exit", "quit", "get_ipython", "open"})


def has_notebook() -> bool:
    """Whether there is a shell whose variables are shared."""
    return running_shell() is not None


def notebook_shell() -> Any:
    """Return the shell whose variables are shared, or say that there is none."""
    shell = running_shell()
    if shell is None:
        message = "There is no notebook behind this server, so there are no variables and cells."
        raise NotConfigured(
            message,
            code="NO_KERNEL",
            hint="Attach to a notebook's kernel: %load_ext lux_nb, then %lux serve.",
        )
    return shell


def user_variables(shell: Any) -> dict[str, Any]:
    """Return the user's own variables: a copy, without IPython's and without modules' private."""
    hidden = shell.user_ns_hidden
    return {
        name: value
        # A copy first: iterating over the live dictionary fails when a cell adds a name.
        for name, value in shell.user_ns.copy().items()
        if not name.startswith("_")
        and name not in IPYTHON_NAMES
        and not (name in hidden and hidden[name] is value)
    }


def is_data(value: Any) -> bool:
    """Tell whether a variable is something a user made, not a module they imported."""
    return not issubclass(type(value), types.ModuleType)


def find_variable(shell: Any, name: str) -> Any:
    """Return a variable by its name, or say which are near."""
    variables = user_variables(shell)
    if name in variables:
        return variables[name]
    import difflib

    near = difflib.get_close_matches(name, variables, n=3, cutoff=0.5)
    hint = f"Did you mean {', '.join(near)}?" if near else "kernel_variables lists those there are."
    message = f"The notebook has no variable {name!r}."
    raise NotFound(message, code="VARIABLE_NOT_FOUND", hint=hint)
