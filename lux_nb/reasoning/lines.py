"""Lines of a tree of steps: the main one, and a branch for each alternative.

A branch begins with a copy of the steps up to where it leaves; a revision takes the place of
what it revises. So the line of a branch is always the list of steps its next one builds on,
and going on along a line costs the same however long it is.
"""

from collections.abc import Iterator
from typing import Generic, Protocol, TypeVar


class Step(Protocol):
    """What a line is made of."""

    @property
    def number(self) -> int:
        """Its number, as the caller counts."""

    @property
    def branch_id(self) -> str | None:
        """The branch it is on; None is the main line."""

    @property
    def leaves_from(self) -> int | None:
        """The number of the step that its branch leaves from."""

    @property
    def revises(self) -> int | None:
        """The number of the step it takes the place of."""


StepType = TypeVar("StepType", bound=Step)


class Lines(Generic[StepType]):
    """All steps in the order they were made, and the lines they form."""

    def __init__(self, steps: "list[StepType] | None" = None) -> None:
        self.steps: list[StepType] = []
        self._lines: dict[str | None, list[StepType]] = {None: []}
        self._numbers: dict[str | None, set[int]] = {None: set()}
        for step in steps or ():
            self.add(step)

    def __len__(self) -> int:
        return len(self.steps)

    def __iter__(self) -> Iterator[StepType]:
        return iter(self.steps)

    @property
    def branches(self) -> list[str]:
        """The names of the branches, in the order they began."""
        return [name for name in self._lines if name is not None]

    def has_branch(self, branch_id: str | None) -> bool:
        """Tell whether a branch has begun; the main line always has."""
        return branch_id in self._lines

    def has_number(self, number: int) -> bool:
        """Tell whether any line has a step of this number."""
        return any(number in numbers for numbers in self._numbers.values())

    def taken(self, number: int, branch_id: str | None) -> bool:
        """Tell whether this branch itself already has a step of this number."""
        return number in self._numbers.get(branch_id, ())

    def line(self, branch_id: str | None) -> list[StepType]:
        """Return the steps of a line; it must not be changed."""
        return self._lines.get(branch_id, [])

    def before(
        self, branch_id: str | None, leaves_from: int | None, revises: int | None
    ) -> list[StepType]:
        """Return the steps that the next one on a branch would build on."""
        line = self._lines.get(branch_id)
        if line is None:
            line = self._prefix(leaves_from)
        if revises is not None:
            return [step for step in line if step.number != revises]
        return line

    def add(self, step: StepType) -> None:
        """Put a step at the end of its line."""
        known = step.branch_id in self._lines
        line = self.before(step.branch_id, step.leaves_from, step.revises)
        self._lines[step.branch_id] = line if known and step.revises is None else list(line)
        self._lines[step.branch_id].append(step)
        self._numbers.setdefault(step.branch_id, set()).add(step.number)
        self.steps.append(step)

    def _prefix(self, number: int | None) -> list[StepType]:
        if number is None:
            return []
        for line in self._lines.values():
            for index in range(len(line) - 1, -1, -1):
                if line[index].number == number:
                    return line[: index + 1]
        return []
