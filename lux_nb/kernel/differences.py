"""The difference between two states of a variable, in one line."""

from typing import Any

from lux_nb.kernel.values import safe_text, table_kind

MOST_COLUMNS = 6


def difference(before: Any, after: Any) -> str | None:
    """Say what is different in a table or array; None where the previews say it already."""
    kinds = (table_kind(before), table_kind(after))
    try:
        if kinds == ("DataFrame", "DataFrame"):
            return _of_tables(before, after)
        if kinds in {("Series", "Series"), ("ndarray", "ndarray")}:
            if before.shape != after.shape:
                return f"{_shape(before)} → {_shape(after)}"
            count = _count(before, after)
            return f"{count} of {after.size} values changed" if count else None
    except (TypeError, ValueError):
        return None
    return None


def _of_tables(before: Any, after: Any) -> str | None:
    parts = []
    if len(before) != len(after):
        parts.append(f"{len(before)} → {len(after)} rows")
    old, new = list(before.columns), list(after.columns)
    parts += [f"column {safe_text(name, 40)} added" for name in new if name not in old]
    parts += [f"column {safe_text(name, 40)} removed" for name in old if name not in new]
    if len(before) == len(after):
        for name in (name for name in new if name in old):
            count = _count(before[name], after[name])
            if count:
                parts.append(
                    f"column {safe_text(name, 40)}: {count} of {len(after)} values changed"
                )
    more = f", and {len(parts) - MOST_COLUMNS} more" if len(parts) > MOST_COLUMNS else ""
    return ", ".join(parts[:MOST_COLUMNS]) + more or None


def _count(before: Any, after: Any) -> int:
    """Count the values that differ; two missing values do not."""
    import numpy as np
    import pandas as pd

    old, new = np.asarray(before).ravel(), np.asarray(after).ravel()
    both_missing = pd.isna(old) & pd.isna(new)
    return int(((old != new) & ~both_missing).sum())


def _shape(value: Any) -> str:
    return "×".join(map(str, value.shape))
