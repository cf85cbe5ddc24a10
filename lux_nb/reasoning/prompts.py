"""What the model reads when it is to write the next step of a trace or plan."""

import re
from collections.abc import Callable, Sequence
from typing import TypeVar

from lux_nb.models.tokens import count_tokens, truncate_tokens

Item = TypeVar("Item")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")
LONGEST_BRANCH_NOTE = 120

THINKING = (
    "You reason about a question step by step. Write only the next thought: a few sentences "
    "that add something new, build on the thoughts so far and stay with the question. Do not "
    "repeat earlier thoughts and do not number yours."
)
PLANNING = (
    "You plan a task step by step. Write only the next step of the plan: what is done, why, and "
    "how to tell that it is done, in a few sentences. Build on the steps so far and do not "
    "repeat them."
)


def transcript(
    items: Sequence[Item],
    limit: int,
    *,
    label: Callable[[Item], str],
    content: Callable[[Item], str],
) -> str:
    """Return steps as text within a limit of tokens: the latest whole, older ones in short.

    Reading stops where the limit is reached, so a long history costs no more than a short one.
    """
    whole: list[str] = []
    left = limit
    index = len(items) - 1
    while index >= 0:
        line = f"{label(items[index])}: {content(items[index])}"
        cost = count_tokens(line)
        if cost > left:
            break
        whole.append(line)
        left -= cost
        index -= 1
    if not whole and items:
        newest = f"{label(items[-1])}: {content(items[-1])}"
        return truncate_tokens(newest, limit)
    short: list[str] = []
    while index >= 0 and left > 0:
        first = _SENTENCE_END.split(content(items[index]).strip(), maxsplit=1)[0]
        line = f"{label(items[index])} (in short): {first}"
        left -= count_tokens(line)
        if left < 0:
            break
        short.append(line)
        index -= 1
    return "\n\n".join([*reversed(short), *reversed(whole)])


def branch_notes(notes: Sequence[tuple[str, str]]) -> str:
    """Return what the other branches came to, one line each."""
    lines = [f"- {name}: {truncate_tokens(text, LONGEST_BRANCH_NOTE)}" for name, text in notes]
    return "\n".join(["Other branches came to this:", *lines]) if lines else ""


def joined(*parts: str) -> str:
    """Return the parts that are not empty as paragraphs."""
    return "\n\n".join(part for part in parts if part)
