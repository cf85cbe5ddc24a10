"""Rows of data and DataFrames as columns of values, from which facts are made."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    import pandas as pd


def frame_columns(frame: "pd.DataFrame") -> list[list[Any]]:
    """Return the columns of a DataFrame as lists; values of Python's own where they are such."""
    columns = [frame.iloc[:, place].tolist() for place in range(frame.shape[1])]
    if not columns or not columns[0]:
        message = "The DataFrame has no rows or no columns."
        raise InvalidRequest(message, code="INVALID_INPUT", details={"field": "frame"})
    return columns


def row_columns(rows: Sequence[Sequence[str | int | float]]) -> list[list[Any]]:
    """Return rows by column; rows of different lengths are an error."""
    arity = len(rows[0])
    if not arity or any(len(row) != arity for row in rows):
        message = "All rows have to have the same number of values, and one at least."
        raise InvalidRequest(message, code="INVALID_INPUT", details={"field": "rows"})
    return [list(column) for column in zip(*rows, strict=True)]
