"""The file converter: tables, Markdown and HTML, notebooks and scripts."""

import base64
import binascii
import csv
import io
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.errors import InvalidRequest
from lux_nb.tools.builtin import files
from lux_nb.tools.builtin.files import FilePath
from lux_nb.tools.builtin.tables import BINARY, TABLES, convert_table

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Format = Literal["csv", "json", "parquet", "xlsx", "md", "html", "ipynb", "py"]
LARGEST_FILE = 50_000_000
"""Bytes of a file that is converted to another file; what is answered is kept smaller."""
_CELL = re.compile(r"^# %%(.*)$", re.MULTILINE)
_ENDINGS = {"htm": "html", "markdown": "md", "pq": "parquet"}


def tools(engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the file converter."""

    def file_converter(
        to: Annotated[Format, Field(description="The format to make.")],
        content: Annotated[
            str | None, Field(description="The text to convert; base64 of parquet and xlsx.")
        ] = None,
        path: Annotated[str | None, Field(description="A file to convert instead.")] = None,
        source: Annotated[
            Format | None, Field(description="Its format; taken from the path by default.")
        ] = None,
        output: Annotated[FilePath | None, Field(description="A file to write.")] = None,
    ) -> dict[str, Any]:
        """Convert between csv, json, parquet and xlsx, md and html, ipynb, py and md."""
        roots = engine.settings.allowed_roots or [Path.cwd()]
        most = LARGEST_FILE if output else engine.settings.max_file_size
        if (content is None) == (path is None):
            raise InvalidRequest("Give either content or path.")
        kind = source or (_ending(path) if path else "")
        given = (
            files.read_bytes(path, roots, most) if path is not None else _bytes(content or "", kind)
        )
        made = convert(given, kind, to)
        answer: dict[str, Any] = {"from": kind, "to": to, "size": len(made)}
        if output is None:
            return answer | _shown(made, to)
        with files.opened_folder(output, roots) as (folder, name):
            files.file_exists(output, folder, name)
            files.replace_file(folder, name, made)
        return answer | {"path": output}

    yield file_converter, {"category": "utility", "tags": ("file", "convert", "csv", "json")}


def convert(content: bytes, source: str, to: str) -> bytes:
    """Convert a file from one format to another."""
    function = CONVERSIONS.get((source, to))
    binary = source in TABLES and to in TABLES and source != to and {source, to} & BINARY
    if function is None and not binary:
        tables = ", ".join(TABLES)
        known = ", ".join(f"{a} to {b}" for a, b in CONVERSIONS if a not in TABLES)
        message = f"{source or 'An unnamed format'} can't be converted to {to}."
        raise InvalidRequest(message, hint=f"These can: {tables} among each other, {known}.")
    try:
        if function is not None:
            return function(content.decode("utf-8-sig")).encode()
        return convert_table(content, source, to)
    except (ValueError, KeyError, TypeError, AttributeError, OSError, csv.Error) as error:
        raise InvalidRequest(f"The file is not valid {source}: {error}.") from None
    except Exception as error:  # pyarrow and openpyxl have errors of their own
        if type(error).__module__.split(".")[0] not in {"pyarrow", "openpyxl", "zipfile", "pandas"}:
            raise
        raise InvalidRequest(f"The file can't be made {to} of {source}: {error}.") from None


def _ending(path: str) -> str:
    ending = Path(path).suffix.lstrip(".").lower()
    return _ENDINGS.get(ending, ending)


def _bytes(content: str, kind: str) -> bytes:
    if kind not in BINARY:
        return content.encode()
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError):
        raise InvalidRequest(f"content: {kind} is given as base64, or by its path.") from None


def _shown(made: bytes, kind: str) -> dict[str, Any]:
    if kind in BINARY:
        return {"content": base64.b64encode(made).decode(), "encoding": "base64"}
    return {"content": made.decode()}


def csv_to_json(text: str) -> str:
    """Turn a table with a header into a list of objects; values stay texts."""
    rows = list(csv.DictReader(io.StringIO(text), strict=True, restkey="_more"))
    return json.dumps(rows, ensure_ascii=False, indent=2)


def json_to_csv(text: str) -> str:
    """Turn a list of objects into a table; nested values are written as JSON."""
    rows = json.loads(text)
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        message = "a list of objects is needed"
        raise ValueError(message)
    columns = list(dict.fromkeys(name for row in rows for name in row))
    made = io.StringIO()
    writer = csv.DictWriter(made, columns, lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {
            name: json.dumps(value) if isinstance(value, dict | list | bool) else value
            for name, value in row.items()
        }
        for row in rows
    )
    return made.getvalue()


def markdown_to_html(text: str) -> str:
    """Render CommonMark with tables; raw HTML in it is escaped."""
    from markdown_it import MarkdownIt

    rendered: str = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
    return rendered


def html_to_markdown(text: str) -> str:
    """Turn HTML into Markdown; scripts and styles are left out."""
    from bs4 import BeautifulSoup
    from markdownify import markdownify

    page = BeautifulSoup(text, "html.parser")
    for element in page(["script", "style", "head", "title", "noscript", "template"]):
        element.decompose()
    made: str = markdownify(str(page), heading_style="ATX", bullets="-")
    return re.sub(r"\n{3,}", "\n\n", made).strip() + "\n"


def script_to_markdown(text: str) -> str:
    """Turn a script into Markdown, its code in fences."""
    return notebook_to_markdown(script_to_notebook(text))


def markdown_to_script(text: str) -> str:
    """Turn Markdown into a script; fenced Python becomes its code."""
    return notebook_to_script(markdown_to_notebook(text))


def notebook_to_script(text: str) -> str:
    """Turn a notebook into a script with one ``# %%`` per cell."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = _source(cell)
        if cell["cell_type"] == "code":
            parts.append(f"# %%\n{source}")
        else:
            commented = "\n".join(f"# {line}".rstrip() for line in source.splitlines())
            parts.append(f"# %% [{cell['cell_type']}]\n{commented}")
    return "\n\n".join(parts) + "\n"


def notebook_to_markdown(text: str) -> str:
    """Turn a notebook into Markdown, its code in fences; outputs are left out."""
    parts = []
    for cell in json.loads(text)["cells"]:
        source = _source(cell)
        if cell["cell_type"] == "code":
            fence = "`" * max(3, max((len(run) for run in re.findall("`+", source)), default=0) + 1)
            source = f"{fence}python\n{source}\n{fence}"
        parts.append(source)
    return "\n\n".join(parts) + "\n"


def script_to_notebook(text: str) -> str:
    """Turn a script into a notebook, a cell for each ``# %%``."""
    pieces = _CELL.split(text)
    cells = [("", pieces[0]), *zip(pieces[1::2], pieces[2::2], strict=True)]
    made = []
    for mark, source in cells:
        stripped = source.strip("\n")
        if not stripped and not mark:
            continue
        if "[markdown]" in mark:
            lines = [line.removeprefix("# ").removeprefix("#") for line in stripped.splitlines()]
            made.append(_cell("markdown", "\n".join(lines)))
        else:
            made.append(_cell("code", stripped))
    return _notebook(made)


def markdown_to_notebook(text: str) -> str:
    """Turn Markdown into a notebook; fenced Python becomes code cells."""
    made = []
    for position, piece in enumerate(
        re.split(r"^```python\n(.*?)^```\s*$", text, flags=re.M | re.S)
    ):
        if piece.strip():
            made.append(_cell("code" if position % 2 else "markdown", piece.strip("\n")))
    return _notebook(made)


def _source(cell: dict[str, Any]) -> str:
    source = cell["source"]
    return source if isinstance(source, str) else "".join(source)


def _cell(kind: str, source: str) -> dict[str, Any]:
    import uuid

    made: dict[str, Any] = {"cell_type": kind, "id": uuid.uuid4().hex[:8], "metadata": {}}
    made["source"] = source
    return made | ({"execution_count": None, "outputs": []} if kind == "code" else {})


def _notebook(cells: list[dict[str, Any]]) -> str:
    made = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(made, ensure_ascii=False, indent=1) + "\n"


CONVERSIONS: dict[tuple[str, str], Callable[[str], str]] = {
    ("csv", "json"): csv_to_json,
    ("json", "csv"): json_to_csv,
    ("md", "html"): markdown_to_html,
    ("html", "md"): html_to_markdown,
    ("ipynb", "py"): notebook_to_script,
    ("ipynb", "md"): notebook_to_markdown,
    ("py", "ipynb"): script_to_notebook,
    ("md", "ipynb"): markdown_to_notebook,
    ("py", "md"): script_to_markdown,
    ("md", "py"): markdown_to_script,
}
