"""Pipelines: steps that use the results of earlier ones, and resume where they failed."""

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from lux_nb.errors import InvalidRequest, LuxError

_REFERENCE = re.compile(r"\{\{\s*([\w.\-]+)\s*\}\}")
KEPT_PIPELINES = 50

Run = Callable[[str, Any], Awaitable[Any]]


@dataclass(slots=True)
class Pipeline:
    """The steps of a pipeline and what those that ran gave."""

    id: str
    name: str
    steps: list[dict[str, Any]]
    results: list[dict[str, Any]] = field(default_factory=list)
    error: LuxError | None = None

    @property
    def done(self) -> bool:
        """Whether every step succeeded."""
        return len(self.results) == len(self.steps)

    async def run(self, execute: Run) -> None:
        """Run the steps that have not succeeded yet; stops at the first that fails."""
        self.error = None
        for position in range(len(self.results), len(self.steps)):
            step = self.steps[position]
            try:
                arguments = self.resolve(step.get("arguments") or {})
                execution = await execute(step["tool"], arguments)
            except LuxError as error:
                self.error = error
                return
            self.results.append(
                {
                    "step": position,
                    "id": step.get("id") or str(position),
                    "tool": step["tool"],
                    "executionId": execution.id,
                    "result": execution.result,
                }
            )

    def resolve(self, value: Any) -> Any:
        """Fill ``{{step.path}}`` from earlier results; alone in a text, it keeps its type."""
        if isinstance(value, Mapping):
            return {name: self.resolve(item) for name, item in value.items()}
        if isinstance(value, list):
            return [self.resolve(item) for item in value]
        if not isinstance(value, str):
            return value
        whole = _REFERENCE.fullmatch(value)
        if whole:
            return self._lookup(whole.group(1))
        return _REFERENCE.sub(lambda found: str(self._lookup(found.group(1))), value)

    def _lookup(self, reference: str) -> Any:
        name, *path = reference.split(".")
        by_name = {item["id"]: item["result"] for item in self.results}
        by_name |= {str(item["step"]): item["result"] for item in self.results}
        if self.results:
            by_name["previous"] = self.results[-1]["result"]
        if name not in by_name:
            known = ", ".join(by_name) or "none yet"
            message = f"{{{{{reference}}}}}: there is no earlier step {name!r}."
            raise InvalidRequest(message, hint=f"Steps that have a result: {known}.")
        value = by_name[name]
        for part in path:
            value = _inside(value, part, reference)
        return value


def _inside(value: Any, part: str, reference: str) -> Any:
    if isinstance(value, Mapping) and part in value:
        return value[part]
    if isinstance(value, list) and part.lstrip("-").isdigit():
        position = int(part)
        if -len(value) <= position < len(value):
            return value[position]
    there = ", ".join(value) if isinstance(value, Mapping) else type(value).__name__
    message = f"{{{{{reference}}}}}: the result has no {part!r}."
    raise InvalidRequest(message, hint=f"There is: {there}.")
