"""Rows like those of an example: a Gaussian copula over the columns' own distributions."""

from typing import TYPE_CHECKING, Any

from lux_nb.errors import InvalidRequest

if TYPE_CHECKING:
    import numpy as np
    import pandas as pd


def rows_like(example: "pd.DataFrame", rows: int, seed: int | None) -> "pd.DataFrame":
    """Return new rows: each column distributed as in the example, and correlated as there.

    Numbers and moments are drawn between values that were seen; of the rest, values that were
    seen are drawn as often as they occur. Values are missing as often as in the example.
    """
    import numpy as np
    import pandas as pd

    if len(example) < 2 or not len(example.columns):
        raise InvalidRequest("example: at least two rows with a column are needed.")
    chance = np.random.default_rng(seed)
    columns = {name: _ordered(example[name]) for name in example.columns}
    shares = _correlated(columns, rows, chance)
    made = {
        name: _drawn(example[name], values, shares[:, position])
        for position, (name, values) in enumerate(columns.items())
    }
    frame = pd.DataFrame(made)
    for name in frame.columns:
        missing = example[name].isna().mean()
        if missing:
            frame[name] = frame[name].mask(chance.random(rows) < missing)
    return frame


def _ordered(column: "pd.Series[Any]") -> "pd.Series[Any]":
    """Return a column as numbers in an order that correlation can be measured by."""
    import pandas as pd

    if pd.api.types.is_datetime64_any_dtype(column.dtype):
        return column.astype("int64").where(column.notna())
    if pd.api.types.is_numeric_dtype(column.dtype):
        return column.astype(float)
    # The likelier a value, the lower its number: ties of a text have no order of their own.
    keys = column.map(repr).where(column.notna())
    order = {key: place for place, key in enumerate(keys.value_counts().index)}
    return keys.map(order).astype(float)


def _correlated(
    columns: "dict[Any, pd.Series[Any]]", rows: int, chance: "np.random.Generator"
) -> "np.ndarray[Any, Any]":
    """Return shares between 0 and 1 per row and column that go together as the columns do."""
    import numpy as np
    import pandas as pd
    from scipy.special import ndtr, ndtri

    scores = pd.DataFrame(
        {
            position: ndtri((values.rank(method="average") - 0.5) / values.notna().sum())
            for position, values in enumerate(columns.values())
        }
    )
    found = np.nan_to_num(scores.corr(min_periods=2).to_numpy(), nan=0.0)
    np.fill_diagonal(found, 1.0)
    # Pairs with missing values can give a matrix that is none of a distribution.
    strengths, directions = np.linalg.eigh(found)
    root = directions * np.sqrt(np.clip(strengths, 0.0, None))
    drawn = chance.standard_normal((rows, len(columns))) @ root.T
    spread = np.sqrt((root**2).sum(axis=1))
    shares: np.ndarray[Any, Any] = ndtr(drawn / np.where(spread > 0, spread, 1.0))
    return shares


def _drawn(
    original: "pd.Series[Any]", ordered: "pd.Series[Any]", shares: "np.ndarray[Any, Any]"
) -> Any:
    """Return the values of a column that stand at the given shares of its distribution."""
    import numpy as np
    import pandas as pd

    kind = original.dtype
    seen = ordered.dropna().sort_values()
    if seen.empty:
        return pd.Series([None] * len(shares))
    if pd.api.types.is_bool_dtype(kind) or not (
        pd.api.types.is_numeric_dtype(kind) or pd.api.types.is_datetime64_any_dtype(kind)
    ):
        place = np.minimum((shares * len(seen)).astype(int), len(seen) - 1)
        return original.loc[seen.index].iloc[place].reset_index(drop=True)
    values = np.quantile(seen.to_numpy(dtype=float), shares)
    if pd.api.types.is_datetime64_any_dtype(kind):
        return pd.Series(values.astype("int64")).astype(kind)
    if pd.api.types.is_integer_dtype(kind):
        return pd.Series(np.round(values).astype("int64"))
    return pd.Series(values)
