"""Tables in files: csv, json, parquet and xlsx, each read to a frame and written from one."""

import io
import json
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas as pd

TABLES = ("csv", "json", "parquet", "xlsx")
BINARY = frozenset({"parquet", "xlsx"})


def read_table(data: bytes, kind: str) -> "pd.DataFrame":
    """Read a table; of a workbook, its first sheet."""
    import pandas as pd

    file = io.BytesIO(data)
    if kind == "csv":
        return pd.read_csv(file)
    if kind == "parquet":
        return pd.read_parquet(file, engine="pyarrow")
    if kind == "xlsx":
        return pd.read_excel(file, engine="openpyxl")
    rows = json.loads(data.decode("utf-8-sig"))
    if not isinstance(rows, list) or not all(isinstance(row, dict) for row in rows):
        message = "a list of objects is needed"
        raise ValueError(message)
    return pd.DataFrame(rows)


def write_table(frame: "pd.DataFrame", kind: str) -> bytes:
    """Write a table; nested values become JSON where the format has no place for them."""
    file = io.BytesIO()
    if kind == "csv":
        return bytes(_flat(frame).to_csv(index=False).encode())
    if kind == "parquet":
        frame.to_parquet(file, engine="pyarrow", index=False)
    elif kind == "xlsx":
        _without_zones(_flat(frame)).to_excel(file, engine="openpyxl", index=False)
    else:
        text = frame.to_json(orient="records", date_format="iso", force_ascii=False, indent=2)
        return str(text).encode()
    return file.getvalue()


def convert_table(data: bytes, source: str, to: str) -> bytes:
    """Convert a table from one format to another."""
    return write_table(read_table(data, source), to)


def _flat(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a table whose lists and objects are written as JSON."""

    def plain(value: Any) -> Any:
        value = value.tolist() if hasattr(value, "tolist") else value
        nested = isinstance(value, dict | list)
        return json.dumps(value, ensure_ascii=False, default=str) if nested else value

    made = frame.copy()
    for name in made.columns:
        if made[name].dtype == object:
            made[name] = made[name].map(plain)
    return made


def _without_zones(frame: "pd.DataFrame") -> "pd.DataFrame":
    """Return a table whose moments are UTC without saying so, since workbooks have no zones."""
    made = frame.copy()
    for name in made.columns:
        if getattr(made[name].dtype, "tz", None) is not None:
            made[name] = made[name].dt.tz_convert("UTC").dt.tz_localize(None)
    return made
