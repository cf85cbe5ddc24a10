"""Rows of data as facts, and columns of a DataFrame as rows of plain values."""

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lux_nb.logic.bases import Clause

if TYPE_CHECKING:
    import pandas as pd

ORIGIN = "rows"


def row_clauses(predicate: str, rows: Sequence[Sequence[str | int | float]]) -> list[Clause]:
    """Return one fact for each row: text becomes atoms and numbers stay numbers."""
    return [Clause(f"{predicate}({', '.join(map(_term, row))}).", "", ORIGIN) for row in rows]


def frame_rows(frame: "pd.DataFrame") -> list[tuple[str | int | float, ...]]:
    """Return the rows of a DataFrame as text and numbers of Python's own."""
    columns = [_column(frame.iloc[:, place]) for place in range(frame.shape[1])]
    return list(zip(*columns, strict=True))


def _column(series: Any) -> list[str | int | float]:
    # A whole column of integers or of strings needs no look at each value.
    values = series.tolist()
    if series.dtype.kind in "iu" and not series.hasnans:
        return list(values)
    return [value if type(value) is str else _plain(value) for value in values]


def _plain(value: Any) -> str | int | float:
    item = value.item() if hasattr(value, "item") else value
    if isinstance(item, bool) or not isinstance(item, int | float) or not math.isfinite(item):
        return str(item)
    return item


def _term(value: str | float) -> str:
    if not isinstance(value, str):
        return repr(value)
    if value[:1].islower() and value.isidentifier():
        return value
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n")
    return f"'{escaped}'"
