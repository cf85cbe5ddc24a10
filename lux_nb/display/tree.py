"""The outline of a tree of steps: each line in order, a branch after the step it leaves from."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True, slots=True)
class Entry(Generic[Item]):
    """A line of an outline: a step, or the heading of a branch."""

    depth: int
    item: Item | None
    branch_id: str | None = None
    leaves_from: int | None = None


def outline(
    items: Sequence[Item],
    *,
    number: Callable[[Item], int],
    branch: Callable[[Item], str | None],
    leaves_from: Callable[[Item], int | None],
) -> list[Entry[Item]]:
    """Return the entries of a tree in the order they are read."""
    lines: dict[str | None, list[Item]] = {None: []}
    for item in items:
        lines.setdefault(branch(item), []).append(item)
    starts: dict[tuple[str | None, int], list[str]] = {}
    for name, line in lines.items():
        if name is None:
            continue
        start = leaves_from(line[0]) or 0
        owner = next(
            (o for o, other in lines.items() if o != name and _has(other, start, number)), None
        )
        starts.setdefault((owner, start), []).append(name)

    def walk(name: str | None, depth: int) -> Iterator[Entry[Item]]:
        for item in lines[name]:
            yield Entry(depth, item)
            # A number can occur twice on a line (a revision); its branches come once.
            for child in starts.pop((name, number(item)), []):
                yield Entry(depth + 1, None, child, number(item))
                yield from walk(child, depth + 1)

    entries = list(walk(None, 0))
    while starts:
        (_, start), names = next(iter(starts.items()))
        del starts[next(iter(starts))]
        for name in names:
            entries.append(Entry(1, None, name, start))
            entries.extend(walk(name, 1))
    return entries


def _has(line: Sequence[Item], wanted: int, number: Callable[[Item], int]) -> bool:
    return any(number(item) == wanted for item in line)
