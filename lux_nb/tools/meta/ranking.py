"""Which tools fit a wish: words they share, weighed by how telling they are."""

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from lux_nb.tools.definitions import Tool

ABOUT_TOOLS = frozenset({"meta", "auto-correction"})
OWN_SHARE = 0.5
"""Tools about tools are seldom what a wish is about, though they name everything."""
_WORD = re.compile(r"[a-z0-9]+")
_COMMON = frozenset(
    "a an and are as at be by do for from i if in is it me my need of on or some that the then "
    "this to use want we what with would you your can could should please help".split()
)
_ALIKE = {
    "compute": "calculate",
    "math": "calculate",
    "arithmetic": "calculate",
    "sum": "calculate",
    "csv": "table",
    "dataframe": "table",
    "rows": "table",
    "row": "table",
    "spreadsheet": "table",
    "sql": "database",
    "db": "database",
    "folder": "directory",
    "save": "write",
    "store": "write",
    "open": "read",
    "load": "read",
    "remove": "delete",
    "erase": "delete",
    "change": "edit",
    "modify": "edit",
    "replace": "edit",
    "email": "mail",
    "http": "web",
    "url": "web",
    "internet": "web",
    "summary": "summar",
    "summarize": "summar",
    "summarise": "summar",
    "opinion": "sentiment",
    "mood": "sentiment",
    "papers": "academic",
    "paper": "academic",
    "when": "date",
    "today": "date",
    "day": "date",
    "picture": "image",
}


@dataclass(frozen=True, slots=True)
class Ranked:
    """A tool with how well it fits, from 0 to 1, and the words it fits by."""

    tool: Tool
    score: float
    words: tuple[str, ...]


def rank(tools: Sequence[Tool], wish: str, context: str = "") -> list[Ranked]:
    """Return the tools that fit a wish, best first; those that share no word are left out."""
    documents = {tool.name: _document(tool) for tool in tools}
    by_name = {tool.name: tool for tool in tools}
    counts = Counter(word for words in documents.values() for word in words)
    total = len(documents)

    def telling(word: str) -> float:
        return math.log(1 + total / (0.5 + counts[word]))

    wanted = dict.fromkeys(words_of(wish), 1.0)
    for word in words_of(context):
        wanted.setdefault(word, 0.4)
    whole = sum(weight * telling(word) for word, weight in wanted.items())
    found = []
    for name, document in documents.items():
        shared = {word: weight for word, weight in wanted.items() if word in document}
        got = sum(w * telling(word) * document[word] for word, w in shared.items())
        if got > 0 and whole > 0:
            named = tuple(sorted(shared, key=lambda word: -telling(word)))
            share = OWN_SHARE if by_name[name].category in ABOUT_TOOLS else 1.0
            found.append(Ranked(by_name[name], min(1.0, share * got / whole), named))
    return sorted(found, key=lambda item: (-item.score, item.tool.name))


def words_of(text: str) -> list[str]:
    """Return the telling words of a text, in a plain form."""
    plain = []
    for word in _WORD.findall(text.lower()):
        if word in _COMMON or len(word) < 2:
            continue
        plain.append(stem(_ALIKE.get(word) or _ALIKE.get(stem(word)) or word))
    return plain


def stem(word: str) -> str:
    """Take common endings off a word."""
    for ending in ("ization", "isation", "ations", "ation", "ings", "ing", "ors", "er", "or"):
        if word.endswith(ending) and len(word) - len(ending) >= 4:
            return word[: -len(ending)].rstrip("e") or word
    for ending in ("ies", "es", "s", "e"):
        if word.endswith(ending) and len(word) - len(ending) >= 3:
            return word[: -len(ending)]
    return word


def _document(tool: Tool) -> dict[str, float]:
    """Return the words of a tool: its name tells most, its parameters least."""
    parameters = tool.input_schema.get("properties", {})
    texts: list[tuple[float, Any]] = [
        (0.5, " ".join(parameters)),
        (0.7, tool.category),
        (0.8, tool.description),
        (0.9, " ".join(tool.tags)),
        (1.0, tool.name.replace("_", " ")),
    ]
    return {word: weight for weight, text in texts for word in words_of(str(text))}
