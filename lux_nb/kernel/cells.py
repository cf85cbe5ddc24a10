"""The cell that is running, as the author of what it does."""

import os
import sys
from typing import Any

from lux_nb.engine.authors import Author, acting_author, script_author


def running_shell() -> Any | None:
    """Return the IPython shell of this process, without importing IPython for it."""
    module = sys.modules.get("IPython")
    return module.get_ipython() if module is not None else None


def current_author() -> Author:
    """Return the running cell, or the assistant whose code runs, or the script, as author."""
    acting = acting_author()
    if acting is not None:
        return acting
    shell = running_shell()
    if shell is None:
        return script_author()
    return Author(
        kind="cell",
        name="cell",
        cell_id=_cell_id(shell),
        # The count of the running cell; shell.execution_count may already be the next one.
        execution_count=shell.displayhook.prompt_count,
        notebook=notebook_path(shell),
    )


def notebook_path(shell: Any | None = None) -> str | None:
    """Return the path of the notebook this kernel serves, where the front end tells it."""
    told_by_vscode = shell.user_ns.get("__vsc_ipynb_file__") if shell is not None else None
    return told_by_vscode or os.environ.get("JPY_SESSION_NAME")


def in_notebook(shell: Any | None) -> bool:
    """Tell whether output can be updated in place, as in a notebook."""
    return shell is not None and hasattr(shell, "kernel")


def _cell_id(shell: Any) -> str | None:
    get_parent = getattr(shell, "get_parent", None)
    if get_parent is None:
        return None
    parent = get_parent() or {}
    metadata = parent.get("metadata") or {}
    cell_id = metadata.get("cellId")
    return str(cell_id) if cell_id else None
