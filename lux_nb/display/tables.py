"""Small tables: plain text in a terminal, HTML in a notebook."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

STYLE = (
    "border-collapse:collapse;font-size:0.9em;font-variant-numeric:tabular-nums;text-align:left;"
)


class KeyValues:
    """A titled list of names and values."""

    def __init__(self, title: str, values: Mapping[str, Any]) -> None:
        self.title = title
        self.values = dict(values)

    def __repr__(self) -> str:
        width = max((len(name) for name in self.values), default=0)
        lines = [f"  {name:<{width}}  {value}" for name, value in self.values.items()]
        return "\n".join([self.title, *lines])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td style='padding:2px 16px 2px 0;opacity:.7;text-align:left'>{escape(name)}</td>"
            f"<td style='text-align:left'>{escape(str(value))}</td></tr>"
            for name, value in self.values.items()
        )
        return f"<div><b>{escape(self.title)}</b><table style='{STYLE}'>{rows}</table></div>"


class Rows:
    """A table of dictionaries with chosen columns."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
        self.rows = list(rows)
        self.columns = list(columns)

    def __repr__(self) -> str:
        cells = [[_text(row.get(column)) for column in self.columns] for row in self.rows]
        widths = [
            max([len(column), *(len(line[i]) for line in cells)])
            for i, column in enumerate(self.columns)
        ]
        lines = [
            "  ".join(
                value.ljust(width) for value, width in zip(line, widths, strict=True)
            ).rstrip()
            for line in [self.columns, *cells]
        ]
        return "\n".join(lines)

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th style='text-align:left;padding-right:16px'>{escape(column)}</th>"
            for column in self.columns
        )
        body = "".join(
            "<tr>"
            + "".join(
                f"<td style='text-align:left;padding:2px 16px 2px 0'>"
                f"{escape(_text(row.get(column)))}</td>"
                for column in self.columns
            )
            + "</tr>"
            for row in self.rows
        )
        return f"<table style='{STYLE}'><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


def _text(value: Any) -> str:
    return "" if value is None else str(value)
