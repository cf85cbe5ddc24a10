"""The attached notebook: its saved cells and outputs, and the cells run since."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import Field, PrivateAttr

from lux_nb.engine.operations import Result
from lux_nb.kernel.cells import notebook_path
from lux_nb.kernel.watch import CellWatch, LiveCell

IMAGE_TYPES = ("image/png", "image/jpeg", "image/gif", "image/webp")
TEXT_TYPES = ("text/markdown", "text/plain", "application/json", "text/latex", "text/html")
LONGEST_OUTPUT = 4000
LARGEST_NOTEBOOK = 100 * 1024 * 1024
# A client may refuse an answer of more than a megabyte.
ALL_IMAGES = 600_000


@dataclass(frozen=True, slots=True)
class Picture:
    """An image that goes along with a result: its kind, and its bytes in base 64."""

    mime_type: str
    data: str


class OutputView(Result):
    """One output of a cell."""

    kind: Literal["stream", "display", "result", "error"]
    text: str | None = None
    image: Annotated[
        int | None, Field(description="Which of the answer's images it is, counted from 0.")
    ] = None
    mime_type: str | None = None


class CellView(Result):
    """One cell."""

    index: int
    kind: Literal["code", "markdown", "raw"]
    id: str | None = None
    execution_count: int | None = None
    source: str
    outputs: list[OutputView] = []
    live: Annotated[bool, Field(description="Run in the kernel, not yet in the saved file.")] = (
        False
    )
    error: str | None = None


class NotebookView(Result):
    """A notebook as it is saved, with the cells that ran since."""

    path: str | None = None
    total: Annotated[int, Field(description="How many cells there are.")]
    cells: list[CellView]
    note: str | None = None
    _pictures: list[Picture] = PrivateAttr(default_factory=list)

    def pictures(self) -> list[Picture]:
        """Return the images of the outputs, in the order they are counted."""
        return self._pictures


class PictureBook:
    """Collects the images of outputs, as many as one answer can carry."""

    def __init__(self) -> None:
        self.pictures: list[Picture] = []
        self._size = 0

    def add(self, mime_type: str, data: str) -> int | None:
        """Keep an image and return its number, or None when there is no room."""
        clean = "".join(data.split())
        if self._size + len(clean) > ALL_IMAGES:
            return None
        self._size += len(clean)
        self.pictures.append(Picture(mime_type, clean))
        return len(self.pictures) - 1

    def view(self, output: dict[str, Any]) -> OutputView:
        """Return an output, saved or captured, in the shape it is told."""
        kind = output.get("output_type")
        if kind == "stream":
            return OutputView(kind="stream", text=cut(joined(output.get("text"))))
        if kind == "error":
            told = f"{output.get('ename')}: {output.get('evalue')}"
            return OutputView(kind="error", text=cut(told))
        shown: Literal["result", "display"] = "result" if kind == "execute_result" else "display"
        return self.bundle(output.get("data") or {}, shown)

    def bundle(self, data: dict[str, Any], kind: Literal["result", "display"]) -> OutputView:
        """Return a bundle of forms as one output: an image if there is one, and text."""
        text = next((joined(data[name]) for name in TEXT_TYPES if data.get(name)), None)
        for mime_type in IMAGE_TYPES:
            if not data.get(mime_type):
                continue
            number = self.add(mime_type, joined(data[mime_type]))
            left_out = " (image left out: too large)" if number is None else ""
            shown = cut(joined(data.get("text/plain")) + left_out) or None
            return OutputView(kind=kind, text=shown, image=number, mime_type=mime_type)
        return OutputView(kind=kind, text=cut(text or ""))


def read_notebook(shell: Any, watch: CellWatch, start: int, count: int) -> NotebookView:
    """Return cells of the notebook's file, then those that ran since it was saved."""
    path = _file(shell)
    saved, note = _saved(path)
    live = _live_cells(watch, saved, path)
    book = PictureBook()
    total = len(saved) + len(live)
    views = [_saved_view(i, cell, book) for i, cell in _part(saved, 0, start, count)]
    views += [_live_view(i, cell) for i, cell in _part(live, len(saved), start, count)]
    shown = str(path) if path is not None else None
    made = NotebookView(path=shown, total=total, cells=views, note=note)
    made._pictures = book.pictures
    return made


def _file(shell: Any) -> Path | None:
    told = notebook_path(shell)
    if not told:
        return None
    for candidate in (Path(told), Path.cwd() / told, Path.cwd() / Path(told).name):
        if candidate.suffix == ".ipynb" and candidate.is_file():
            return candidate
    return None


def _saved(path: Path | None) -> tuple[list[dict[str, Any]], str | None]:
    if path is None:
        return (
            [],
            "The front end does not tell which file the notebook is; these ran in the kernel.",
        )
    try:
        if path.stat().st_size > LARGEST_NOTEBOOK:
            return [], f"{path.name} is too large to read."
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    except (OSError, ValueError, KeyError, TypeError) as error:
        return [], f"{path.name} can't be read ({type(error).__name__})."
    return [cell for cell in cells if isinstance(cell, dict)], None


def _live_cells(watch: CellWatch, saved: list[dict[str, Any]], path: Path | None) -> list[LiveCell]:
    """Return the cells that ran and that the file does not show as they ran."""
    known = {(cell.get("execution_count"), joined(cell.get("source")).strip()) for cell in saved}
    ran = [*watch.cells, *([watch.current] if watch.current is not None else [])]
    return [cell for cell in ran if (cell.execution_count, cell.source.strip()) not in known]


def _part(cells: list[Any], offset: int, start: int, count: int) -> list[tuple[int, Any]]:
    numbered = [(offset + i, cell) for i, cell in enumerate(cells)]
    return [(i, cell) for i, cell in numbered if start <= i < start + count]


def _saved_view(index: int, cell: dict[str, Any], book: PictureBook) -> CellView:
    kind = cell.get("cell_type")
    return CellView(
        index=index,
        kind=kind if kind in {"code", "markdown", "raw"} else "raw",
        id=cell.get("id"),
        execution_count=cell.get("execution_count"),
        source=joined(cell.get("source")),
        outputs=[book.view(output) for output in cell.get("outputs") or []],
    )


def _live_view(index: int, cell: LiveCell) -> CellView:
    results = [OutputView(kind="result", text=cell.result)] if cell.result else []
    return CellView(
        index=index,
        kind="code",
        id=cell.cell_id,
        execution_count=cell.execution_count,
        source=cell.source,
        outputs=results,
        live=True,
        error=cell.error if cell.seconds is not None else "running",
    )


def joined(text: Any) -> str:
    """Return text that a notebook may keep as a list of lines."""
    if isinstance(text, str):
        return text
    if isinstance(text, list):
        return "".join(str(line) for line in text)
    return "" if text is None else json.dumps(text, ensure_ascii=False, default=str)


def cut(text: str) -> str:
    """Return text with its middle left out where it is long."""
    if len(text) <= LONGEST_OUTPUT:
        return text
    half = LONGEST_OUTPUT // 2
    return f"{text[:half]}\n… {len(text) - 2 * half:,} characters left out …\n{text[-half:]}"
