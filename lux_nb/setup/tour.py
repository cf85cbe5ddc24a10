"""Run a notebook from top to bottom and print what it shows: ``python -m lux_nb.setup.tour``."""

import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lux_nb.setup.console import say

_ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def text_of(output: dict[str, Any]) -> str:
    """Give what a cell's output says as plain text, or nothing for pictures alone."""
    if output["output_type"] == "stream":
        text = str(output["text"])
    elif output["output_type"] == "error":
        text = "\n".join(output["traceback"]) or f"{output['ename']}: {output['evalue']}"
    else:
        data = output.get("data", {})
        text = str(data.get("text/plain") or "")
        if not text or text.startswith("<IPython.core.display."):
            text = str(data.get("text/markdown") or text)
    return _ESCAPES.sub("", text).rstrip()


def run_notebook(path: Path) -> bool:
    """Run every cell in order, printing source and output; tell whether all of them worked."""
    import nbformat
    from nbclient import NotebookClient
    from nbclient.exceptions import CellExecutionError

    notebook = nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]

    def show(cell: Any, **_: Any) -> None:
        say("\n".join(f"In  | {line}" for line in cell.source.splitlines()))
        for output in cell.get("outputs", ()):
            text = text_of(output)
            if text:
                say("\n".join(f"Out | {line}" for line in text.splitlines()))
        say()

    def introduce(cell: Any, **_: Any) -> None:
        if cell.cell_type == "markdown":
            say(cell.source + "\n")

    client = NotebookClient(
        notebook,
        timeout=600,
        resources={"metadata": {"path": str(path.parent)}},
        on_cell_start=introduce,
        on_cell_executed=show,
    )
    try:
        client.execute()
    except CellExecutionError:
        # The failing cell has been shown with its error.
        return False
    return True


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the notebooks named on the command line; 1 if a cell failed or a file is missing."""
    names = list(sys.argv[1:] if arguments is None else arguments)
    for name in names:
        path = Path(name)
        if not path.is_file():
            say(f"There is no notebook {name}.")
            return 1
        say(f"=== {path.name}\n")
        if not run_notebook(path):
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
