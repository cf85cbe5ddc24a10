"""What an assistant's code changed in the namespace: seen, shown, and brought back.

Each name's object is remembered before the code runs, so a name that was added, removed or bound
to something else can always be brought back. What is changed inside an object is brought back from
a copy, made of the tables, arrays, lists, dictionaries and sets that the code names, as far as
``undo_max_size`` reaches. Of other objects no copy is made: copying would run code of their class.
"""

import ast
import copy
import sys
import types
from dataclasses import dataclass, field
from typing import Any, Literal

from lux_nb.kernel.differences import difference
from lux_nb.kernel.namespace import user_variables
from lux_nb.kernel.values import describe, is_plain, table_kind, type_name

ChangeKind = Literal["added", "removed", "rebound", "changed"]
MOST_NODES = 200_000
_ATOMS = frozenset({int, float, complex, bool, str, bytes, type(None)})
_CONTAINERS = frozenset({list, dict, set, tuple})
_MISSING = object()


@dataclass(frozen=True, slots=True)
class Change:
    """What became of one variable."""

    name: str
    kind: ChangeKind
    before: str | None
    after: str | None
    difference: str | None = None


@dataclass(slots=True)
class Changes:
    """What a run changed, with all that is needed to bring it back."""

    changes: list[Change]
    before: dict[str, Any]
    after: dict[str, Any]
    copies: dict[str, Any]
    unwatched: dict[str, str] = field(default_factory=dict)
    """Names the code uses whose insides are not brought back, and why."""


class Snapshot:
    """The namespace before a run."""

    def __init__(self, shell: Any, code: str, limit: int) -> None:
        self._shell = shell
        self.before = user_variables(shell)
        self.copies: dict[str, Any] = {}
        self.unwatched: dict[str, str] = {}
        self._previews: dict[str, str] = {}
        room = limit
        for name in sorted(_names(code, self.before)):
            room -= self._keep(name, self.before[name], room)

    def changes(self) -> Changes:
        """Compare the namespace with what it was."""
        after = user_variables(self._shell)
        found: list[Change] = []
        for name in sorted({*self.before, *after}):
            old, new = self.before.get(name, _MISSING), after.get(name, _MISSING)
            if old is _MISSING:
                found.append(Change(name, "added", None, _preview(new)))
            elif new is _MISSING:
                found.append(Change(name, "removed", self._was(name), None))
            elif old is not new:
                unlike = difference(self.copies.get(name, old), new)
                found.append(Change(name, "rebound", self._was(name), _preview(new), unlike))
            elif name in self.copies and not _same(old, self.copies[name]):
                unlike = difference(self.copies[name], new)
                found.append(Change(name, "changed", self._was(name), _preview(new), unlike))
        touched = {change.name for change in found}
        return Changes(
            changes=found,
            before={name: self.before[name] for name in touched if name in self.before},
            after={name: after[name] for name in touched if name in after},
            copies={
                name: kept
                for name, kept in self.copies.items()
                if name in touched and not _same(self.before[name], kept)
            },
            unwatched=self.unwatched,
        )

    def _was(self, name: str) -> str:
        return self._previews.get(name) or _preview(self.before[name])

    def _keep(self, name: str, value: Any, room: int) -> int:
        size = copy_size(value)
        if size is None:
            if not _is_fixed(value):
                self.unwatched[name] = f"changes inside a {type_name(value)} are not undone"
            return 0
        if size > room:
            self.unwatched[name] = f"{size:,} bytes are too many to copy"
            return 0
        self._previews[name] = _preview(value)
        self.copies[name] = _copied(value)
        return size


def restore(shell: Any, made: Changes, *, force: bool) -> tuple[list[str], dict[str, str]]:
    """Bring variables back; returns those that were, and why others were left as they are."""
    restored: list[str] = []
    left: dict[str, str] = {}
    namespace = shell.user_ns
    for change in made.changes:
        name = change.name
        current = namespace.get(name, _MISSING)
        if current is not made.after.get(name, _MISSING) and not force:
            left[name] = "it was changed again since; force brings it back all the same"
            continue
        if change.kind == "added":
            namespace.pop(name, None)
        elif name in made.copies:
            _bring_back(namespace, name, made.before[name], made.copies[name])
        else:
            namespace[name] = made.before[name]
        restored.append(name)
    return restored, left


def copy_size(value: Any) -> int | None:
    """Return the bytes a copy takes, or None for what can't be copied without running its code."""
    kind = table_kind(value) if is_plain(value) else None
    if kind == "ndarray":
        return int(value.nbytes)
    if kind == "Series":
        return int(value.memory_usage(index=True, deep=False))
    if kind == "DataFrame":
        return int(value.memory_usage(index=True, deep=False).sum())
    is_container = is_plain(value) and type(value) in _CONTAINERS - {tuple}
    return _plain_size(value) if is_container else None


def _plain_size(value: Any) -> int | None:
    total, seen, waiting = 0, 0, [value]
    while waiting:
        item = waiting.pop()
        seen += 1
        if seen > MOST_NODES or not is_plain(item):
            return None
        total += sys.getsizeof(item)
        if type(item) is dict:
            waiting.extend(item.keys())
            waiting.extend(item.values())
        elif type(item) in _CONTAINERS:
            waiting.extend(item)
        elif type(item) not in _ATOMS:
            return None
    return total


def _copied(value: Any) -> Any:
    kind = table_kind(value)
    if kind is None:
        return copy.deepcopy(value)
    return value.copy() if kind == "ndarray" else value.copy(deep=True)


def _same(value: Any, kept: Any) -> bool:
    kind = table_kind(value)
    try:
        if kind == "ndarray":
            if value.shape != kept.shape or value.dtype != kept.dtype:
                return False
            equal = value == kept
            return bool((equal | ((value != value) & (kept != kept))).all())  # noqa: PLR0124
        if kind is not None:
            return bool(value.equals(kept)) and _labels(value) == _labels(kept)
        return bool(value == kept)
    except Exception:
        # What can't be compared is shown as changed, rather than a change be missed.
        return False


def _labels(table: Any) -> list[Any]:
    return [table.index.names, list(table.columns) if hasattr(table, "columns") else table.name]


def _bring_back(namespace: dict[str, Any], name: str, old: Any, kept: Any) -> None:
    """Give an object its former contents, in place where others may hold it as well."""
    if type(old) is list:
        old[:] = kept
    elif type(old) is dict or type(old) is set:
        old.clear()
        old.update(kept)
    elif table_kind(old) == "ndarray" and old.shape == kept.shape and old.dtype == kept.dtype:
        old[...] = kept
    else:
        # A table can't be filled in place, so every name it has gets the copy.
        for other, value in list(namespace.items()):
            if value is old:
                namespace[other] = kept
        old = kept
    namespace[name] = old


def _names(code: str, variables: dict[str, Any]) -> set[str]:
    """Return the variables that code names, itself or in the functions it names."""
    try:
        tree = ast.parse(code)
    except (SyntaxError, ValueError):
        return set(variables)
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} & set(variables)
    for name in tuple(named):
        function = variables[name]
        if type(function) is types.FunctionType:
            named |= set(function.__code__.co_names) & set(variables)
    return named


def _is_fixed(value: Any) -> bool:
    """Tell whether a value has no insides that code could change."""
    fixed = {*_ATOMS, types.FunctionType, types.BuiltinFunctionType, types.ModuleType, type, range}
    return is_plain(value) and type(value) in fixed


def _preview(value: Any) -> str:
    seen = describe(value)
    shape = "×".join(map(str, seen.shape)) if seen.shape and table_kind(value) else ""
    return f"{seen.type} {shape} {seen.preview}" if shape else seen.preview
