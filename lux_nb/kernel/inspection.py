"""A close look at one variable: tables with their columns, arrays, functions with their source."""

import inspect
import types
from typing import Annotated, Any

from pydantic import Field

from lux_nb.engine.operations import Result
from lux_nb.kernel.values import describe, safe_text, table_kind, type_name

LONGEST_SOURCE = 20_000
LONGEST_CELL = 200
MOST_COLUMNS = 100
KNOWN_DTYPES = frozenset({"numpy", "pandas", "pyarrow"})
FIGURES = ("count", "mean", "std", "min", "25%", "50%", "75%", "max")


class ColumnView(Result):
    """One column of a table."""

    name: str
    dtype: str
    nulls: int | None = None
    describe: Annotated[
        dict[str, Any] | None, Field(description="Count, mean, spread, quartiles of numbers.")
    ] = None


class Inspection(Result):
    """What is known of a variable."""

    name: str
    type: str
    preview: str
    shape: list[int] | None = None
    size_bytes: int | None = None
    columns: Annotated[list[ColumnView] | None, Field(description="Of a DataFrame or Series.")] = (
        None
    )
    index: Annotated[str | None, Field(description="Type of the row labels.")] = None
    head: Annotated[list[dict[str, Any]] | None, Field(description="The first rows.")] = None
    dtype: str | None = None
    statistics: Annotated[dict[str, Any] | None, Field(description="Of a numeric array.")] = None
    source: str | None = None
    doc: str | None = None
    attributes: Annotated[
        list[str] | None, Field(description="Names the class and its parents define.")
    ] = None
    note: str | None = None


def inspect_value(name: str, value: Any, rows: int) -> Inspection:
    """Look at a value as closely as is possible without running code of the user."""
    seen = describe(value)
    made = Inspection(
        name=name,
        type=seen.type,
        preview=seen.preview,
        shape=seen.shape,
        size_bytes=seen.size_bytes,
    )
    kind = table_kind(value)
    try:
        if kind == "DataFrame":
            return _frame(made, value, rows)
        if kind == "Series":
            label = str(value.name) if type(value.name) is str else "0"
            return _frame(made, value.to_frame(label), rows)
        if kind == "ndarray":
            return _array(made, value)
    except (RuntimeError, ValueError, IndexError, KeyError) as error:
        # A running cell may change it at this very moment.
        made.note = f"It could not be read whole ({type(error).__name__}); it may be changing."
        return made
    if type(value) is types.FunctionType or issubclass(type(value), type):
        return _source(made, value)
    if seen.size_bytes is None:
        made.note = "Only its type was looked at: looking closer would run code of its class."
        made.attributes = _attributes(value)
    return made


def _frame(made: Inspection, frame: Any, rows: int) -> Inspection:
    columns = list(frame.columns)[:MOST_COLUMNS]
    if len(columns) < len(frame.columns):
        made.note = f"The first {MOST_COLUMNS} of {len(frame.columns)} columns."
    positions = range(len(columns))
    made.columns = [_column(columns[i], frame.iloc[:, i]) for i in positions]
    made.index = f"{type_name(frame.index)}: {frame.index.dtype}"
    labels = _values(frame.index[:rows])
    cells = [_values(frame.iloc[:rows, i]) for i in positions]
    names = [column.name for column in made.columns]
    made.head = [
        {"index": labels[row], **{names[i]: cells[i][row] for i in positions}}
        for row in range(len(labels))
    ]
    return made


def _column(label: Any, series: Any) -> ColumnView:
    name = label if type(label) is str else safe_text(label, 80)
    if type(series.dtype).__module__.partition(".")[0] not in KNOWN_DTYPES:
        return ColumnView(name=name, dtype=type_name(series.dtype))
    view = ColumnView(name=name, dtype=str(series.dtype), nulls=int(series.isna().sum()))
    if series.dtype.kind in "iufc" or str(series.dtype) in {"Int64", "Float64"}:
        figures = series.describe()
        view.describe = {key: _number(figures[key]) for key in FIGURES if key in figures.index}
    elif series.dtype.kind == "M":
        view.describe = {"min": str(series.min()), "max": str(series.max())}
    elif series.dtype.kind == "b":
        view.describe = {"true": int(series.sum())}
    return view


def _array(made: Inspection, array: Any) -> Inspection:
    import numpy as np

    made.dtype = str(array.dtype)
    if array.dtype.kind in "iuf" and array.size:
        finite = array[np.isfinite(array)] if array.dtype.kind == "f" else array
        made.statistics = {"not_finite": int(array.size - finite.size)}
        if finite.size:
            figures = {"min": finite.min(), "max": finite.max(), "mean": finite.mean()}
            made.statistics |= {key: _number(value) for key, value in figures.items()}
    return made


def _source(made: Inspection, value: Any) -> Inspection:
    try:
        made.source = inspect.getsource(value)[:LONGEST_SOURCE]
    except (OSError, TypeError):
        made.note = "Its source is not to be had."
    is_function = type(value) is types.FunctionType
    doc = value.__doc__ if is_function else type.__dict__["__dict__"].__get__(value).get("__doc__")
    made.doc = doc if type(doc) is str else None
    return made


def _attributes(value: Any) -> list[str]:
    names: set[str] = set()
    for parent in type.__dict__["__mro__"].__get__(type(value)):
        if parent is not object:
            names.update(type.__dict__["__dict__"].__get__(parent))
    return sorted(name for name in names if not name.startswith("_"))[:200]


def _values(values: Any) -> list[Any]:
    """Return cells as JSON: numbers and short texts as they are, the rest as safe text."""
    return [_plain(item) for item in values.tolist()]


def _plain(item: Any) -> Any:
    if type(item) is float:
        return _number(item)
    if item is None or type(item) in (int, bool):
        return item
    if type(item) is str:
        return item if len(item) <= LONGEST_CELL else item[: LONGEST_CELL - 1] + "…"
    if type(item).__module__.startswith("pandas._libs"):
        return str(item)
    return safe_text(item, LONGEST_CELL)


def _number(value: Any) -> float | int | None:
    number = value.item() if hasattr(value, "item") else value
    if isinstance(number, complex):
        return abs(number)
    return None if isinstance(number, float) and number - number != 0 else number
