"""Saying what a value is without running the user's code.

A class of the user may do anything in ``__repr__``, ``__len__`` or a property, and reading must
never block or change the kernel. So only values whose exact type is known are looked into; of all
others the type alone is told.
"""

import datetime
import decimal
import fractions
import pathlib
import sys
import types
import uuid
from dataclasses import dataclass
from typing import Any

PREVIEW = 200
ITEMS = 8
DEEPEST = 3
_SCALARS = (
    int,
    float,
    complex,
    bool,
    type(None),
    decimal.Decimal,
    fractions.Fraction,
    datetime.datetime,
    datetime.date,
    datetime.time,
    datetime.timedelta,
    uuid.UUID,
    pathlib.PosixPath,
    pathlib.WindowsPath,
    range,
)
_BRACKETS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("frozenset({", "})"),
}
_FUNCTIONS = (types.FunctionType, types.BuiltinFunctionType, types.MethodType)


@dataclass(frozen=True, slots=True)
class Described:
    """What is known of a value."""

    type: str
    preview: str
    shape: list[int] | None = None
    size_bytes: int | None = None


def describe(value: Any) -> Described:
    """Return type, shape, size and a short preview of any value."""
    name = type_name(value)
    if not is_plain(value):
        return Described(name, f"<{name}>")
    kind = table_kind(value)
    if kind is not None:
        return _described_table(value, name, kind)
    preview = safe_text(value)
    shape = [len(value)] if type(value) in {*_BRACKETS, dict, str, bytes, bytearray} else None
    is_known = type(value) in {*_SCALARS, *_BRACKETS, dict, str, bytes, bytearray}
    return Described(name, preview, shape, sys.getsizeof(value) if is_known else None)


def type_name(value: Any) -> str:
    """Return the name of a value's type with its module, past any metaclass."""
    kind = type(value)
    name = type.__dict__["__qualname__"].__get__(kind)
    module = str(type.__getattribute__(kind, "__module__"))
    return name if module in {"builtins", "__main__"} else f"{module}.{name}"


def table_kind(value: Any) -> str | None:
    """Return DataFrame, Series or ndarray for exactly these, without importing anything."""
    for module, names in (("pandas", ("DataFrame", "Series")), ("numpy", ("ndarray",))):
        loaded = sys.modules.get(module)
        for name in names if loaded is not None else ():
            if type(value) is getattr(loaded, name, None):
                return name
    return None


def safe_text(value: Any, limit: int = PREVIEW, depth: int = 0) -> str:
    """Return a value as text, cut to a limit; what is not known is named by its type."""
    if not is_plain(value):
        return f"<{type_name(value)}>"
    kind = type(value)
    if kind is str:
        return _cut(repr(value[: limit + 1]), limit)
    if kind in _SCALARS:
        return _scalar(value, limit)
    if kind in _BRACKETS or kind is dict:
        return _cut(_container(value, limit, depth), limit)
    return _named(value, limit)


def is_plain(value: Any) -> bool:
    """Tell whether a value's type may be compared: a metaclass could do anything then."""
    return type(type(value)) is type


def _named(value: Any, limit: int) -> str:
    kind = type(value)
    if kind in (bytes, bytearray):
        return _cut(repr(bytes(value[:limit])), limit)
    if _is_numpy_scalar(value):
        return _cut(repr(value.item()), limit)
    if kind is types.ModuleType:
        return f"<module {module_name(value)}>"
    if kind in _FUNCTIONS:
        return f"<function {value.__qualname__}>"
    if kind is type:
        return f"<class {value.__qualname__}>"
    shape = "x".join(map(str, value.shape)) if table_kind(value) is not None else ""
    return f"<{type_name(value)}{' ' if shape else ''}{shape}>"


def module_name(value: types.ModuleType) -> str:
    """Return a module's name; a module may compute its attributes, so they are not asked for."""
    return str(types.ModuleType.__getattribute__(value, "__dict__").get("__name__", "?"))


def _scalar(value: Any, limit: int) -> str:
    if type(value) is int and value.bit_length() > 4 * limit:
        return f"<int of {value.bit_length()} bits>"
    return _cut(repr(value) if type(value) in (int, float, bool, type(None)) else str(value), limit)


def _container(value: Any, limit: int, depth: int) -> str:
    if depth >= DEEPEST:
        return "…"
    try:
        shown = list(_first(value.items() if type(value) is dict else value))
    except RuntimeError:
        # A running cell changes it at this very moment.
        return f"<{type_name(value)} being changed>"
    more = ", …" if len(value) > len(shown) else ""
    if type(value) is dict:
        pairs = [
            f"{safe_text(k, limit, depth + 1)}: {safe_text(v, limit, depth + 1)}" for k, v in shown
        ]
        return "{" + ", ".join(pairs) + more + "}"
    opening, closing = _BRACKETS[type(value)]
    return opening + ", ".join(safe_text(v, limit, depth + 1) for v in shown) + more + closing


def _first(items: Any) -> Any:
    import itertools

    return itertools.islice(items, ITEMS)


def _is_numpy_scalar(value: Any) -> bool:
    numpy = sys.modules.get("numpy")
    return numpy is not None and issubclass(type(value), numpy.generic)


def _described_table(value: Any, name: str, kind: str) -> Described:
    shape = [int(length) for length in value.shape]
    if kind == "DataFrame":
        size = int(value.memory_usage(index=True, deep=False).sum())
        columns = ", ".join(safe_text(column, 40) for column in list(value.columns)[:ITEMS])
        more = ", …" if shape[1] > ITEMS else ""
        return Described(name, f"columns: {columns}{more}", shape, size)
    values = value.to_numpy() if kind == "Series" else value
    first = [safe_text(item, 40) for item in values.ravel()[:ITEMS].tolist()]
    more = ", …" if values.size > ITEMS else ""
    return Described(name, f"{value.dtype}: {', '.join(first)}{more}", shape, int(value.nbytes))


def _cut(text: str, limit: int) -> str:
    return text if len(text) <= limit else text[: limit - 1] + "…"
