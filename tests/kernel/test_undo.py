"""What code changed is found, and brought back."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pandas as pd
import pytest

from lux_nb.kernel.undo import Changes, Snapshot, restore

ROOM = 1_000_000


class Shell:
    """What a shell keeps of variables."""

    def __init__(self, **variables: Any) -> None:
        self.user_ns = dict(variables)
        self.user_ns_hidden: dict[str, Any] = {}


def run(shell: Shell, code: str, room: int = ROOM) -> Changes:
    snapshot = Snapshot(shell, code, room)
    exec(code, shell.user_ns)
    return snapshot.changes()


def kinds(made: Changes) -> dict[str, str]:
    return {change.name: change.kind for change in made.changes}


def test_names_added_removed_and_bound_anew_are_brought_back() -> None:
    shell = Shell(kept=1, gone="x", moved=[1])
    made = run(shell, "new = 1\ndel gone\nmoved = 2")
    assert kinds(made) == {"new": "added", "gone": "removed", "moved": "rebound"}
    restored, left = restore(shell, made, force=False)
    assert (sorted(restored), left) == (["gone", "moved", "new"], {})
    assert shell.user_ns.keys() & {"kept", "gone", "moved", "new"} == {"kept", "gone", "moved"}
    assert shell.user_ns["moved"] == [1]


@pytest.mark.parametrize(
    ("value", "code"),
    [
        ([1, [2]], "v[1].append(3)"),
        ({"a": [1]}, "v['a'].append(2)"),
        ({1, 2}, "v.add(3)"),
        (np.arange(4.0), "v[0] = 9"),
    ],
)
def test_a_change_inside_is_brought_back_in_place(value: Any, code: str) -> None:
    before = repr(value)
    shell = Shell(v=value, alias=value)
    made = run(shell, code)
    assert kinds(made)["v"] == "changed"
    restore(shell, made, force=False)
    assert repr(shell.user_ns["v"]) == before
    assert shell.user_ns["v"] is shell.user_ns["alias"] is value


@pytest.mark.parametrize(
    "code",
    [
        "df['c'] = 1",
        "df.loc[0, 'a'] = 5",
        "df.pop('a')",
        "df.columns = ['x', 'y']",
        "df['c'] = 1\ndf = df.head(1)",
        "df.index.name = 'row'",
    ],
)
def test_a_table_is_brought_back_under_all_its_names(code: str) -> None:
    frame = pd.DataFrame({"a": [1, 2], "b": ["x", "y"]})
    before = frame.copy()
    shell = Shell(df=frame, same=frame)
    made = run(shell, code)
    restore(shell, made, force=False)
    pd.testing.assert_frame_equal(shell.user_ns["df"], before)
    assert shell.user_ns["df"] is shell.user_ns["same"]


def test_a_function_that_changes_what_it_names_is_seen() -> None:
    shell = Shell(items=[1])
    exec("def add():\n    items.append(2)", shell.user_ns)
    made = run(shell, "add()")
    assert kinds(made) == {"items": "changed"}


def test_what_reads_only_changes_nothing() -> None:
    shell = Shell(df=pd.DataFrame({"a": [1, None]}), a=np.array([np.nan]), items=[1])
    assert run(shell, "df.sum(); a.sum(); len(items)").changes == []


def test_what_is_too_large_or_not_known_is_said() -> None:
    shell = Shell(big=np.zeros(1000), thing=SimpleNamespace(x=1), number=3)
    made = run(shell, "big[0] = 1; thing.x = 2; number", room=100)
    assert set(made.unwatched) == {"big", "thing"}
    assert "8,000 bytes" in made.unwatched["big"]
    assert made.changes == []


def test_what_the_human_changed_since_is_left_unless_forced() -> None:
    shell = Shell(x=1)
    made = run(shell, "x = 2")
    shell.user_ns["x"] = 3
    restored, left = restore(shell, made, force=False)
    assert restored == []
    assert "changed again" in left["x"]
    assert shell.user_ns["x"] == 3
    restore(shell, made, force=True)
    assert shell.user_ns["x"] == 1


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("df['c'] = 1", "column 'c' added"),
        ("df.loc[0, 'a'] = 5", "column 'a': 1 of 2 values changed"),
        ("df = df.head(1)", "2 → 1 rows"),
        ("v[:2] = 7", "2 of 3 values changed"),
        ("v = v[:1]", "3 → 1"),
    ],
)
def test_the_difference_in_a_table_or_array_is_told(code: str, told: str) -> None:
    shell = Shell(df=pd.DataFrame({"a": [1, 2], "b": [None, "y"]}), v=np.arange(3.0))
    [change] = run(shell, code).changes
    assert change.difference == told
