"""What is told of values, and that no code of the user is run for it."""

from enum import Enum
from typing import Any, NoReturn

import numpy as np
import pandas as pd
import pytest

from lux_nb.kernel.inspection import inspect_value
from lux_nb.kernel.values import describe, safe_text


def trap(*_: Any, **__: Any) -> NoReturn:
    raise AssertionError("code of the user was run")


def trapped() -> dict[str, Any]:
    """Return values whose classes must not be asked; made here, for pytest looks at modules."""

    class TrapMeta(type):
        __eq__ = __hash__ = __instancecheck__ = __repr__ = __len__ = trap  # type: ignore

    class Trap(metaclass=TrapMeta):
        __repr__ = __str__ = __len__ = __iter__ = __eq__ = __hash__ = trap  # type: ignore
        __sizeof__ = __bool__ = __getattr__ = __deepcopy__ = __reduce_ex__ = trap  # type: ignore
        __class__ = property(trap)  # type: ignore[assignment]
        shape = property(trap)

    class TrapList(list[int]):
        __repr__ = __len__ = __iter__ = trap  # type: ignore[assignment]

    class TrapFrame(pd.DataFrame):
        shape = property(trap)  # type: ignore[assignment]

    class Colour(Enum):
        RED = 1

    return {
        "object": Trap(),
        "class": Trap,
        "list": TrapList(),
        "table": TrapFrame.__new__(TrapFrame),
        "in a list": [Trap()],
        "in a dictionary": {"key": Trap()},
        "enum": Colour.RED,
    }


@pytest.mark.parametrize("which", list(trapped()))
def test_a_class_of_the_user_is_named_and_not_asked(which: str) -> None:
    value = trapped()[which]
    assert describe(value).preview
    assert inspect_value("value", value, 3).type


def test_a_table_with_objects_of_the_user_is_read_without_asking_them() -> None:
    class Thing:
        __repr__ = __str__ = __len__ = __eq__ = __hash__ = trap  # type: ignore[assignment]

    seen = inspect_value("frame", pd.DataFrame({"thing": [Thing(), Thing()]}), 2)
    assert seen.columns is not None
    assert seen.head is not None
    assert "Thing" in seen.head[0]["thing"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (3, "3"),
        ("a'b", '"a\'b"'),
        ([1, [2, [3, [4]]]], "[1, [2, [3, …]]]"),
        ({"a": (1,)}, "{'a': (1)}"),
        (list(range(20)), "[0, 1, 2, 3, 4, 5, 6, 7, …]"),
        (np.float64(1.5), "1.5"),
        (10**4000, "<int of 13288 bits>"),
    ],
)
def test_known_values_are_shown_short(value: Any, text: str) -> None:
    assert safe_text(value) == text


def test_a_list_that_holds_itself_has_an_end() -> None:
    endless: list[Any] = []
    endless.append(endless)
    assert safe_text(endless) == "[[[…]]]"


def test_a_table_is_told_with_columns_nulls_figures_and_rows() -> None:
    frame = pd.DataFrame({"a": [1.0, None, 3.0], "b": ["x", "y", "z"], 3: [True, False, True]})
    seen = inspect_value("frame", frame, 2)
    assert seen.shape == [3, 3]
    assert seen.columns is not None
    by_name = {column.name: column for column in seen.columns}
    assert (by_name["a"].nulls, by_name["b"].nulls) == (1, 0)
    assert by_name["a"].describe is not None
    assert by_name["a"].describe["mean"] == 2.0
    assert by_name["3"].describe == {"true": 2}
    assert seen.head == [
        {"index": 0, "a": 1.0, "b": "x", "3": True},
        {"index": 1, "a": None, "b": "y", "3": False},
    ]


def test_an_array_is_told_with_its_figures() -> None:
    seen = inspect_value("array", np.array([[1.0, np.nan], [3.0, 4.0]]), 1)
    assert (seen.shape, seen.dtype) == ([2, 2], "float64")
    assert seen.statistics == {"not_finite": 1, "min": 1.0, "max": 4.0, "mean": 8 / 3}


def test_a_function_is_told_with_its_source() -> None:
    seen = inspect_value("trap", trap, 1)
    assert seen.source is not None
    assert "code of the user was run" in seen.source
