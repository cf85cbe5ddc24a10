"""What is learned from corrections, kept, told and unlearned."""

from typing import Any

import pytest

from lux_nb.api import Lux
from lux_nb.errors import InvalidRequest, LuxError

SCHEMA = {
    "type": "object",
    "properties": {"count": {"type": "integer"}, "label": {"type": "string"}},
    "required": ["count"],
    "additionalProperties": False,
}


def register(lux: Any, *, works: bool = True) -> None:
    def run(count: int, label: str = "") -> int:
        if not works:
            raise OSError("broken")
        return count

    lux.tools.register(run, name="counter", input_schema=SCHEMA)


def test_a_correction_that_worked_is_learned_and_survives_a_restart() -> None:
    first = Lux()
    register(first)
    first.tools.run("counter", {"count": "3"})
    learned = first.frames.patterns()
    assert len(learned) > 0
    assert set(learned["uses"]) == {1}
    kinds = list(first.frames.events()["kind"])
    assert "auto_correction:attempt:started" in kinds
    assert "auto_correction:attempt:success" in kinds
    assert "auto_correction:pattern:learned" in kinds
    first.close()
    second = Lux()
    assert second.frames.patterns().equals(learned)
    register(second)
    for _ in range(3):
        second.tools.run("counter", {"count": "4"})
    assert second.frames.patterns()["uses"].max() == 4
    register(second, works=False)
    with pytest.raises(LuxError, match="broken"):
        second.tools.run("counter", {"count": "4"})
    assert "auto_correction:pattern:evolved" in list(second.frames.events()["kind"])
    rows = second.frames.corrections()
    assert list(rows["succeeded"]) == [True] * 4 + [False]
    assert rows["diff"].iloc[0] == '- count: "3"\n+ count: 3'
    second.close()


def test_a_correction_that_keeps_failing_is_deprecated_and_given_up(lux: Any) -> None:
    register(lux, works=False)
    lux.call("auto_correction_configure", settings={"maxRetries": 100})
    for _ in range(5):
        with pytest.raises(LuxError, match="broken"):
            lux.tools.run("counter", {"count": "3"})
        lux.tools.reset_circuit("counter")
    assert lux.frames.patterns()["deprecated"].any()
    assert "auto_correction:pattern:deprecated" in list(lux.frames.events()["kind"])
    with pytest.raises(InvalidRequest, match="proposed"):
        lux.tools.run("counter", {"count": "3"})


def test_after_failed_corrections_in_a_row_a_tool_is_left_be(lux: Any) -> None:
    register(lux, works=False)
    lux.call("auto_correction_configure", settings={"maxRetries": 2, "enableLearning": False})
    for _ in range(2):
        with pytest.raises(LuxError, match="broken"):
            lux.tools.run("counter", {"count": "3"})
    with pytest.raises(InvalidRequest, match="last 2 corrected calls"):
        lux.tools.run("counter", {"count": "3"})
    assert len(lux.frames.patterns()) == 0


def test_patterns_are_exported_and_imported(lux: Any, tmp_path: Any) -> None:
    register(lux)
    lux.tools.run("counter", {"count": "3"})
    exported = lux.call("auto_correction_patterns")["patterns"]
    assert exported
    again = lux.call("auto_correction_patterns", imported=exported)
    assert again["imported"] == len(exported)
    assert lux.frames.patterns()["uses"].max() == 2


@pytest.mark.parametrize("name", ["tools", "executions", "corrections", "patterns"])
def test_an_empty_frame_has_the_types_of_a_full_one(lux: Any, name: str) -> None:
    empty = getattr(lux.frames, name)()
    register(lux)
    lux.tools.run("counter", {"count": "3"})
    full = getattr(lux.frames, name)()
    assert len(full) > (0 if name != "tools" else len(empty))
    assert list(empty.columns) == list(full.columns)
    if name != "tools":
        assert [str(kind) for kind in empty.dtypes] == [str(kind) for kind in full.dtypes]


@pytest.mark.parametrize(
    "imported",
    [
        [{}],
        [{"tool": 5}],
        [{"tool": "t", "agent": None, "strategy": "s", "name": "n", "place": "", "updated": 1e300}],
    ],
)
def test_patterns_that_are_none_are_refused(lux: Any, imported: Any) -> None:
    with pytest.raises(InvalidRequest):
        lux.call("auto_correction_patterns", imported=imported)
