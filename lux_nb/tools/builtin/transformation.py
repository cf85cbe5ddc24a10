"""The data transformer: rows selected, renamed, filtered, sorted, grouped, in given order."""

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any

from pydantic import Field

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    import pandas as pd

    from lux_nb.engine.engine import Engine

MOST_ROWS = 1_000_000
_COMPARISONS = {
    "==": "eq",
    "!=": "ne",
    ">": "gt",
    ">=": "ge",
    "<": "lt",
    "<=": "le",
}
_AGGREGATES = frozenset({"sum", "mean", "median", "min", "max", "count", "nunique", "first"})


def tools(_engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the data transformer."""
    yield (
        data_transformer,
        {"category": "utility", "tags": ("data", "table", "csv", "dataframe", "analysis")},
    )


def data_transformer(
    data: Annotated[
        list[dict[str, Any]] | str,
        Field(description="Rows, or the name of a DataFrame in the notebook."),
    ],
    operations: Annotated[
        list[dict[str, Any]],
        Field(
            description=(
                "In order; each one of {select: [columns]}, {drop: [columns]}, {rename: {a: b}}, "
                "{filter: {column, op, value}}, {sort: [columns], descending}, "
                "{group: [columns], aggregate: {column: sum|mean|…}}, {distinct: [columns]}, "
                "{limit: n}, {fill: {column: value}}, {convert: {column: type}}."
            )
        ),
    ] = [],  # noqa: B006 - it is read only
) -> dict[str, Any]:
    """Transform rows step by step: select, filter, sort, group, rename and more."""
    frame = frame_of(data)
    for position, step in enumerate(operations):
        frame = _apply(frame, step, f"operations[{position}]")
    rows = frame.astype(object).where(frame.notna(), None).to_dict(orient="records")
    columns = [str(name) for name in frame.columns]
    return {"data": rows, "rows": len(rows), "columns": columns}


def frame_of(data: list[dict[str, Any]] | str) -> "pd.DataFrame":
    """Return rows, or the DataFrame of that name in the notebook, as a frame."""
    import pandas as pd

    if not isinstance(data, str):
        return pd.DataFrame(data)
    from lux_nb.kernel.cells import running_shell

    shell = running_shell()
    found = shell.user_ns.get(data) if shell is not None else None
    if not isinstance(found, pd.DataFrame):
        message = f"data: there is no DataFrame {data!r} in the notebook."
        raise InvalidRequest(message, hint="Pass rows, or the name of a DataFrame variable.")
    if len(found) > MOST_ROWS:
        raise InvalidRequest(f"data: at most {MOST_ROWS:,} rows are transformed.")
    return found


def _apply(frame: "pd.DataFrame", step: dict[str, Any], place: str) -> "pd.DataFrame":
    name = next((key for key in _STEPS if key in step), None)
    if name is None:
        message = f"{place}: {', '.join(step) or 'nothing'} is not an operation."
        raise InvalidRequest(message, hint=f"There are: {', '.join(_STEPS)}.")
    try:
        return _STEPS[name](frame, step)
    except KeyError as error:
        there = ", ".join(str(column) for column in frame.columns)
        message = f"{place}: there is no column {error.args[0]!r}."
        raise InvalidRequest(message, hint=f"There are: {there}.") from None
    except (TypeError, ValueError, AttributeError) as error:
        raise InvalidRequest(f"{place}: {error}.") from None


def _filter(frame: "pd.DataFrame", step: dict[str, Any]) -> "pd.DataFrame":
    wanted = step["filter"]
    column, kind, value = frame[wanted["column"]], wanted.get("op", "=="), wanted.get("value")
    if kind == "in":
        chosen = column.isin(value)
    elif kind == "contains":
        chosen = column.astype(str).str.contains(str(value), regex=False)
    elif kind in _COMPARISONS:
        chosen = getattr(column, _COMPARISONS[kind])(value)
    else:
        message = f"op must be one of {', '.join([*_COMPARISONS, 'in', 'contains'])}"
        raise ValueError(message)
    kept: pd.DataFrame = frame.loc[chosen]
    return kept


def _group(frame: "pd.DataFrame", step: dict[str, Any]) -> "pd.DataFrame":
    aggregates = step.get("aggregate") or {}
    unknown = [kind for kind in aggregates.values() if kind not in _AGGREGATES]
    if unknown or not aggregates:
        message = f"aggregate must map columns to one of {', '.join(sorted(_AGGREGATES))}"
        raise ValueError(message)
    return frame.groupby(_known(frame, step["group"]), dropna=False).agg(aggregates).reset_index()


def _known(frame: "pd.DataFrame", value: Any) -> list[str]:
    """Return columns as a list; one that is not there is a KeyError."""
    columns = [value] if isinstance(value, str) else list(value)
    for column in columns:
        if column not in frame.columns:
            raise KeyError(column)
    return columns


def _convert(frame: "pd.DataFrame", step: dict[str, Any]) -> "pd.DataFrame":
    import pandas as pd

    made = frame.copy()
    for column, kind in step["convert"].items():
        if kind in {"number", "integer"}:
            made[column] = pd.to_numeric(made[column], errors="raise")
        elif kind == "date":
            made[column] = pd.to_datetime(made[column], errors="raise").dt.strftime("%Y-%m-%d")
        elif kind == "string":
            made[column] = made[column].astype(str)
        else:
            message = "type must be number, integer, date or string"
            raise ValueError(message)
    return made


_STEPS: dict[str, Callable[["pd.DataFrame", dict[str, Any]], "pd.DataFrame"]] = {
    "select": lambda frame, step: frame[_known(frame, step["select"])],
    "drop": lambda frame, step: frame.drop(columns=_known(frame, step["drop"])),
    "rename": lambda frame, step: frame.rename(columns=step["rename"], errors="raise"),
    "filter": _filter,
    "sort": lambda frame, step: frame.sort_values(
        _known(frame, step["sort"]), ascending=not step.get("descending", False), kind="stable"
    ),
    "group": _group,
    "distinct": lambda frame, step: frame.drop_duplicates(
        subset=_known(frame, step["distinct"]) or None
    ),
    "limit": lambda frame, step: frame.head(int(step["limit"])),
    "fill": lambda frame, step: frame.fillna(step["fill"]),
    "convert": _convert,
}
