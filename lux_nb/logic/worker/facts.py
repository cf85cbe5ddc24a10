"""Plain facts picked out of Prolog text, so that they can be loaded by column."""

import re
from typing import Any

_ATOMS = re.compile(r"([a-z]\w*)\(([a-z]\w*(?:, ?[a-z]\w*)*)\)\.\Z")
_FACT = re.compile(r"\s*([a-z]\w*)\((.+)\)\.\s*\Z")
_ARGUMENT = re.compile(
    r"\s*(?:(?P<quoted>'(?:[^'\\]|\\[\\'n])*')|(?P<plain>[a-z0-9-][\w.-]*))\s*(?:,|\Z)"
)
_NAME = re.compile(r"\s*([a-z]\w*)")
_ATOM = re.compile(r"[a-z]\w*\Z")
_INTEGER = re.compile(r"-?\d{1,18}\Z")
_FLOAT = re.compile(r"-?\d+\.\d+\Z")
_ESCAPE = re.compile(r"\\(.)")

Tables = dict[tuple[str, int], list[tuple[Any, ...]]]


def plain_facts(text: str) -> tuple[Tables, list[str]]:
    """Split text into rows of plain facts by predicate and the lines that are anything else.

    A predicate that has other clauses too stays with the lines, so that its order is kept.
    """
    lines = [line for line in text.split("\n") if line.strip()]
    rows = [_row(line) for line in lines]
    mixed = {_head(line) for line, row in zip(lines, rows, strict=True) if row is None}
    tables: Tables = {}
    rest: list[str] = []
    for line, row in zip(lines, rows, strict=True):
        if row is None or row[0] in mixed:
            rest.append(line)
        else:
            name, values = row
            tables.setdefault((name, len(values)), []).append(values)
    return tables, rest


def _head(line: str) -> str:
    match = _NAME.match(line)
    return match[1] if match else ""


def _row(line: str) -> tuple[str, tuple[Any, ...]] | None:
    match = _ATOMS.match(line)
    if match is not None:
        return match[1], tuple(match[2].replace(" ", "").split(","))
    match = _FACT.match(line)
    if match is None:
        return None
    values = _arguments(match[2])
    return None if values is None else (match[1], tuple(values))


def _arguments(text: str) -> list[str | int | float] | None:
    values: list[str | int | float] = []
    position = 0
    while position < len(text):
        match = _ARGUMENT.match(text, position)
        if match is None:
            return None
        value = _unquoted(match["quoted"]) if match["quoted"] else _value(match["plain"])
        if value is None:
            return None
        values.append(value)
        position = match.end()
    # A comma at the end is a fault, which Prolog is to tell.
    return values if values and not text.rstrip().endswith(",") else None


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(lambda match: "\n" if match[1] == "n" else match[1], text[1:-1])


def _value(part: str) -> str | int | float | None:
    if _ATOM.match(part):
        return part
    if _INTEGER.match(part):
        return int(part)
    return float(part) if _FLOAT.match(part) else None
