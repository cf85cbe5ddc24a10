"""Small tables: plain text in a terminal, HTML in a notebook."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from lux_nb.display.caps import MOST_CELL, MOST_ROWS, capped_text

STYLE = (
    "border-collapse:collapse;font-size:0.9em;font-variant-numeric:tabular-nums;text-align:left;"
)

_TIME = re.compile(r"(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(?:\.\d+)?Z")


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
            f"<td style='text-align:left{_lines(value)}'>{escape(_text(value))}</td></tr>"
            for name, value in self.values.items()
        )
        return f"<div><b>{escape(self.title)}</b><table style='{STYLE}'>{rows}</table></div>"


class Rows:
    """A table of dictionaries with chosen columns."""

    def __init__(self, rows: Sequence[Mapping[str, Any]], columns: Sequence[str]) -> None:
        self.rows = list(rows)
        self.columns = list(columns)

    def __repr__(self) -> str:
        shown = self.rows[:MOST_ROWS]
        cells = [[_text(row.get(column)) for column in self.columns] for row in shown]
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
        return "\n".join([*lines, *self._rest()])

    def _rest(self) -> list[str]:
        """Return the line that says how much is left out, if anything is."""
        count = len(self.rows) - MOST_ROWS
        return [f"… {count:,} rows more"] if count > 0 else []

    def _repr_html_(self) -> str:
        head = "".join(
            f"<th style='text-align:left;padding:2px 16px 2px 0'>{escape(column)}</th>"
            for column in self.columns
        )
        body = "".join(
            "<tr>"
            + "".join(
                f"<td style='text-align:left;padding:2px 16px 2px 0'>"
                f"{escape(_moment(_text(row.get(column))))}</td>"
                for column in self.columns
            )
            + "</tr>"
            for row in self.rows[:MOST_ROWS]
        )
        rest = "".join(f"<div style='opacity:.7'>{line}</div>" for line in self._rest())
        table = f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody>"
        # A table that is too wide is moved by itself, not with the page.
        return f"<div style='overflow-x:auto'><table style='{STYLE}'>{table}</table></div>{rest}"


def _lines(value: Any) -> str:
    """Return the style that keeps the lines of a text that has several."""
    return ";white-space:pre-wrap" if isinstance(value, str) and "\n" in value else ""


def _moment(text: str) -> str:
    """Return a time of the wire as people write it, and any other text as it is."""
    found = _TIME.fullmatch(text)
    return f"{found[1]} {found[2]}" if found else text


def _text(value: Any) -> str:
    return "" if value is None else capped_text(str(value), MOST_CELL)
