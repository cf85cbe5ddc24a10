"""Plain facts picked out of Prolog text, so that they can be loaded by column."""

import re
from typing import Any

_ATOMS = re.compile(r"([a-z]\w*)\(([a-z]\w*(?:, ?[a-z]\w*)*)\)\.\Z")
_FACT = re.compile(r"\s*([a-z]\w*)\(\s*([a-z0-9-][\w.-]*(?:\s*,\s*[a-z0-9-][\w.-]*)*)\s*\)\.\s*\Z")
_ATOM = re.compile(r"[a-z]\w*\Z")
_INTEGER = re.compile(r"-?\d{1,18}\Z")
_FLOAT = re.compile(r"-?\d+\.\d+\Z")

Tables = dict[tuple[str, int], list[tuple[Any, ...]]]


def plain_facts(text: str) -> tuple[Tables, list[str]]:
    """Split text into rows of plain facts by predicate and the lines that are anything else."""
    tables: Tables = {}
    rest: list[str] = []
    for line in text.splitlines():
        row = _row(line)
        if row is None:
            if line.strip():
                rest.append(line)
        else:
            name, values = row
            tables.setdefault((name, len(values)), []).append(values)
    return tables, rest


def _row(line: str) -> tuple[str, tuple[Any, ...]] | None:
    match = _ATOMS.match(line)
    if match is not None:
        return match[1], tuple(match[2].replace(" ", "").split(","))
    match = _FACT.match(line)
    if match is None:
        return None
    values = [_value(part) for part in match[2].split(",")]
    return None if None in values else (match[1], tuple(values))


def _value(part: str) -> str | int | float | None:
    part = part.strip()
    if _ATOM.match(part):
        return part
    if _INTEGER.match(part):
        return int(part)
    return float(part) if _FLOAT.match(part) else None
