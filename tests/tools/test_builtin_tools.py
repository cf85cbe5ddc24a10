"""Each built-in tool does what it says."""

import json
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import (
    Conflict,
    InvalidRequest,
    LuxError,
    NotFound,
    PermissionDenied,
)

Run = Callable[..., Any]


def test_files_are_written_read_edited_and_deleted(run: Run, workspace: Path) -> None:
    assert run("create_directory", path="a/b")["created"]
    assert not run("create_directory", path="a/b")["created"]
    assert run("write_file", path="a/b/x.txt", content="one\n")["created"]
    run("write_file", path="a/b/x.txt", content="two\n", mode="append")
    assert run("read_file", path="a/b/x.txt")["content"] == "one\ntwo\n"
    assert run("edit_file", path="a/b/x.txt", old="two", new="2")["replacements"] == 1
    assert (workspace / "a/b/x.txt").read_text() == "one\n2\n"
    assert run("delete_file", path="a/b/x.txt")["deleted"]
    assert list((workspace / "a/b").iterdir()) == []


def test_a_number_for_text_is_written_as_text(room: Any, workspace: Path) -> None:
    done = room.tools.run("write_file", {"path": "n.txt", "content": 12345})
    assert (workspace / "n.txt").read_text() == "12345"
    assert done.correction["changes"][0]["type"] == "typeConversion"


def test_a_delete_is_never_corrected(room: Any, workspace: Path) -> None:
    (workspace / "keep.txt").write_text("x")
    with pytest.raises(InvalidRequest, match="never corrected"):
        room.tools.run("delete_file", {"file_path": "keep.txt"})
    assert (workspace / "keep.txt").exists()


def test_files_outside_the_roots_and_behind_links_are_refused(
    run: Run, workspace: Path, tmp_path: Path
) -> None:
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.txt").write_text("s")
    (workspace / "link").symlink_to(outside)
    (workspace / "file_link").symlink_to(outside / "secret.txt")
    for path in (str(outside / "x"), "../outside/x", "link/x", "file_link", str(workspace)):
        with pytest.raises(PermissionDenied):
            run("write_file", path=path, content="x")
    for path in (str(outside / "secret.txt"), "link/secret.txt", "file_link"):
        with pytest.raises(PermissionDenied):
            run("read_file", path=path)
        with pytest.raises(PermissionDenied):
            run("delete_file", path=path)
    with pytest.raises(PermissionDenied):
        run("create_directory", path="link/new")
    assert (outside / "secret.txt").read_text() == "s"
    assert [p.name for p in outside.iterdir()] == ["secret.txt"]


def test_an_edit_that_is_not_clear_changes_nothing(run: Run, workspace: Path) -> None:
    (workspace / "x.txt").write_text("a a")
    for old in ("a", "zzz"):
        with pytest.raises(InvalidRequest):
            run("edit_file", path="x.txt", old=old, new="b")
    assert (workspace / "x.txt").read_text() == "a a"
    assert run("edit_file", path="x.txt", old="a", new="b", replace_all=True)["replacements"] == 2
    with pytest.raises(Conflict):
        run("write_file", path="x.txt", content="", mode="create")
    with pytest.raises(NotFound):
        run("delete_file", path="none.txt")


@pytest.mark.parametrize(
    ("expression", "value"),
    [
        ("2 + 3 * 4", 14),
        ("2 ^ 10", 1024),
        ("-(1 - 3) // 2", 1),
        ("sqrt(16) + max(1, 2)", 6.0),
        ("round(pi, 2)", 3.14),
    ],
)
def test_the_calculator_computes(run: Run, expression: str, value: float) -> None:
    assert run("calculator", expression=expression)["result"] == value


@pytest.mark.parametrize(
    "expression",
    [
        "__import__('os').system('true')",
        "(1).__class__",
        "9**9**9",
        "10**100000",
        "1/0",
        "'a'*5",
        "[1][0]",
        "lambda: 1",
        "1 if True else 2",
        "sqrt(-1)",
        "(-8)**0.5",
        "(" * 300 + ")" * 300,
    ],
)
def test_the_calculator_refuses_what_is_not_arithmetic(run: Run, expression: str) -> None:
    with pytest.raises(InvalidRequest):
        run("calculator", expression=expression)


def test_dates_are_added_converted_and_compared(run: Run) -> None:
    added = run("date_time", action="add", date="2024-02-28", amount=2, unit="days")
    assert added["iso"].startswith("2024-03-01")
    assert added["weekday"] == "Friday"
    apart = run(
        "date_time", action="difference", date="2024-01-01", other="2024-01-08", unit="weeks"
    )
    assert apart["difference"] == 1
    moved = run(
        "date_time", action="convert", date="2024-07-01T12:00:00+00:00", timezone="Europe/Paris"
    )
    assert moved["iso"] == "2024-07-01T14:00:00+02:00"
    assert run("date_time", action="format", date="2024-07-01", format="%d %B")["formatted"] == (
        "01 July"
    )
    assert run("date_time")["unix"] > 1.7e9
    for wrong in ({"date": "soon"}, {"timezone": "Mars/Base"}, {"action": "difference"}):
        with pytest.raises(InvalidRequest):
            run("date_time", **wrong)


def test_rows_are_transformed_step_by_step(run: Run) -> None:
    rows = [
        {"city": "Oslo", "sales": 3, "year": "2023"},
        {"city": "Rome", "sales": 5, "year": "2023"},
        {"city": "Oslo", "sales": 4, "year": "2024"},
    ]
    done = run(
        "data_transformer",
        data=rows,
        operations=[
            {"convert": {"year": "integer"}},
            {"filter": {"column": "year", "op": ">=", "value": 2023}},
            {"group": ["city"], "aggregate": {"sales": "sum"}},
            {"rename": {"sales": "total"}},
            {"sort": "total", "descending": True},
        ],
    )
    assert done["data"] == [{"city": "Oslo", "total": 7}, {"city": "Rome", "total": 5}]
    with pytest.raises(InvalidRequest, match="no column 'x'"):
        run("data_transformer", data=rows, operations=[{"select": ["x"]}])
    with pytest.raises(InvalidRequest, match="not an operation"):
        run("data_transformer", data=rows, operations=[{"explode": 1}])


def test_tables_and_notebooks_are_converted_there_and_back(run: Run, workspace: Path) -> None:
    made = run("file_converter", content='a,b\n1,"x, y"\n', source="csv", to="json")["content"]
    assert json.loads(made) == [{"a": "1", "b": "x, y"}]
    back = run("file_converter", content=made, source="json", to="csv")["content"]
    assert back == 'a,b\n1,"x, y"\n'
    html = run("file_converter", content="# Hi\n<script>", source="md", to="html")["content"]
    assert "<h1>Hi</h1>" in html
    assert "<script>" not in html
    script = "# %% [markdown]\n# Title\n\n# %%\nx = 1\nprint(x)\n"
    (workspace / "s.py").write_text(script)
    run("file_converter", path="s.py", to="ipynb", output="s.ipynb")
    import nbformat

    nbformat.validate(nbformat.read(workspace / "s.ipynb", as_version=4))
    assert run("file_converter", path="s.ipynb", to="py")["content"] == script
    markdown = run("file_converter", path="s.ipynb", to="md")["content"]
    assert markdown == "Title\n\n```python\nx = 1\nprint(x)\n```\n"
    again = json.loads(run("file_converter", content=markdown, source="md", to="ipynb")["content"])
    assert [cell["cell_type"] for cell in again["cells"]] == ["markdown", "code"]
    assert run("file_converter", path="s.py", to="md")["content"] == markdown
    assert run("file_converter", content=markdown, source="md", to="py")["content"] == script
    page = (
        "<head><title>T</title></head><h1>Hi</h1><script>x()</script><ul><li>a</li><li>b</li></ul>"
    )
    plain = run("file_converter", content=page, source="html", to="md")["content"]
    assert plain == "# Hi\n\n- a\n- b\n"
    with pytest.raises(InvalidRequest, match="can't be converted"):
        run("file_converter", content="x", source="html", to="csv")
    with pytest.raises(InvalidRequest, match="not valid json"):
        run("file_converter", content="{", source="json", to="csv")


@pytest.mark.parametrize("kind", ["parquet", "xlsx"])
def test_binary_tables_are_converted_there_and_back(run: Run, workspace: Path, kind: str) -> None:
    rows = [{"name": "Ådne", "n": 1, "x": 1.5}, {"name": "b", "n": 2, "x": 2.5}]
    made = run("file_converter", content=json.dumps(rows), source="json", to=kind)
    assert made["encoding"] == "base64"
    back = run("file_converter", content=made["content"], source=kind, to="json")
    assert json.loads(back["content"]) == rows
    run("file_converter", content="a,b\n1,x\n2,y\n", source="csv", to=kind, output=f"t.{kind}")
    csv = run("file_converter", path=f"t.{kind}", to="csv")["content"]
    assert csv == "a,b\n1,x\n2,y\n"
    other = "xlsx" if kind == "parquet" else "parquet"
    run("file_converter", path=f"t.{kind}", to=other, output=f"u.{other}")
    assert run("file_converter", path=f"u.{other}", to="csv")["content"] == csv
    with pytest.raises(InvalidRequest, match="base64"):
        run("file_converter", content="not base64!", source=kind, to="csv")
    with pytest.raises(InvalidRequest, match=f"not valid {kind}|of {kind}"):
        run("file_converter", content="bm90IGEgdGFibGU=", source=kind, to="csv")
    (workspace / "link").symlink_to(workspace / f"t.{kind}")
    with pytest.raises(PermissionDenied):
        run("file_converter", path="link", source=kind, to="csv")


def test_a_query_reads_and_can_not_write_unless_that_is_asked(run: Run, workspace: Path) -> None:
    with sqlite3.connect(workspace / "d.db") as database:
        database.execute("CREATE TABLE t (x INTEGER)")
        database.executemany("INSERT INTO t VALUES (?)", [(1,), (2,), (3,)])
    url = "sqlite:///d.db"
    found = run(
        "database_query",
        url=url,
        query="SELECT x FROM t WHERE x > :low",
        parameters={"low": 1},
        limit=1,
    )
    assert found["rows"] == [{"x": 2}]
    assert found["truncated"]
    for statement in ("DELETE FROM t", "DROP TABLE t", "INSERT INTO t VALUES (9)"):
        with pytest.raises(PermissionDenied):
            run("database_query", url=url, query=statement)
    with pytest.raises(LuxError):
        run("database_query", url=url, query=f"ATTACH '{workspace}/other.db' AS o")
    assert not (workspace / "other.db").exists()
    changed = run("database_query", url=url, query="DELETE FROM t WHERE x = 1", read_only=False)
    assert changed["changed"] == 1
    assert len(run("database_query", url=url, query="SELECT * FROM t")["rows"]) == 2
    with pytest.raises(PermissionDenied):
        run("database_query", url="sqlite:////etc/other.db", query="SELECT 1")


def test_sentiment_entities_and_summaries_come_from_the_text(run: Run) -> None:
    pytest.importorskip("vaderSentiment")
    assert run("sentiment_analysis", text="I love it, great!")["sentiment"] == "positive"
    assert run("sentiment_analysis", text="Horrible. I hate it.")["sentiment"] == "negative"
    assert run("sentiment_analysis", text="The box is on the table.")["sentiment"] == "neutral"
    text = "Ada Lovelace paid $1,200 on 2024-01-31 (5%); mail ada@example.org."
    found = {
        (item["type"], item["text"]) for item in run("entity_extraction", text=text)["entities"]
    }
    assert found >= {
        ("name", "Ada Lovelace"),
        ("money", "$1,200"),
        ("date", "2024-01-31"),
        ("percentage", "5%"),
        ("email", "ada@example.org"),
    }
    only = run("entity_extraction", text=text, types=["date"])
    assert only["counts"] == {"date": 1}
    story = (
        "Solar panels turn light into power. Solar power grows fast. My cat slept. "
        "Panels on roofs make solar power cheap."
    )
    made = run("summarization", text=story, max_sentences=2)
    assert made["sentences"] == 2
    assert "cat" not in made["summary"]
    assert all(part in story for part in made["summary"].split(". "))
    assert len(run("summarization", text=story, max_length=40)["summary"]) <= 40


def test_code_is_analysed_by_radon_bandit_and_ruff(run: Run) -> None:
    code = (
        "import os\npassword = 'hunter2'\n"
        "def f(a, b=[]):\n    if a and b:\n        return eval(a)\n    for x in b:\n"
        "        os.system(x)\n    try:\n        pass\n    except:\n        pass\n"
        "class A:\n    def g(self):\n        'Say it.'\n        return 1\n"
    )
    found = run("code_analysis", code=code, max_complexity=4)
    assert [item["name"] for item in found["functions"]] == ["f", "A.g"]
    assert found["functions"][0]["complexity"] == 5
    assert found["functions"][1]["documented"]
    assert found["complexity"]["above"] == ["f"]
    assert 0 < found["complexity"]["maintainability"] < 100
    security = {(issue["line"], issue["what"]) for issue in found["security"]}
    assert {(2, "B105"), (5, "B307"), (7, "B605"), (10, "B110")} <= security
    assert "hunter2" not in str(found)
    style = {issue["what"] for issue in found["style"]}
    assert {"B006", "E722"} <= style
    assert set(found["analysers"]) == {"radon", "bandit", "ruff"}
    with pytest.raises(InvalidRequest, match="not valid Python"):
        run("code_analysis", code="def (")


def test_synthetic_rows_are_like_those_of_an_example(run: Run) -> None:
    import numpy as np

    chance = np.random.default_rng(0)
    height = chance.normal(170, 10, 400)
    example = [
        {
            "height": float(h),
            "weight": float(h - 100 + chance.normal(0, 3)),
            "children": int(chance.integers(0, 4)),
            "colour": "red" if chance.random() < 0.8 else "blue",
            "note": None if chance.random() < 0.3 else "x",
        }
        for h in height
    ]
    made = run("data_synthesis", example=example, rows=1000, seed=3)
    rows = made["data"]
    heights = np.array([row["height"] for row in rows])
    weights = np.array([row["weight"] for row in rows])
    assert abs(heights.mean() - height.mean()) < 2
    assert np.corrcoef(heights, weights)[0, 1] > 0.85
    assert {row["children"] for row in rows} == {0, 1, 2, 3}
    assert 0.7 < np.mean([row["colour"] == "red" for row in rows]) < 0.9
    assert 0.2 < np.mean([row["note"] is None for row in rows]) < 0.4
    again = run("data_synthesis", example=example, rows=1000, seed=3)
    assert again == made
    for wrong in ({}, {"schema": {"properties": {"a": {}}}, "example": example}):
        with pytest.raises(InvalidRequest, match="either schema or example"):
            run("data_synthesis", **wrong)
    with pytest.raises(InvalidRequest, match="two rows"):
        run("data_synthesis", example=[{"a": 1}])


def test_synthetic_rows_fit_their_schema_and_repeat_with_a_seed(run: Run) -> None:
    from lux_nb.tools.validation import validate

    schema = {
        "type": "object",
        "properties": {
            "age": {"type": "integer", "minimum": 18, "maximum": 30},
            "group": {"enum": ["a", "b"]},
            "day": {"type": "string", "format": "date"},
            "notes": {"type": "array", "items": {"type": "string"}, "minItems": 1},
        },
        "required": ["age", "group", "day", "notes"],
    }
    made = run("data_synthesis", schema=schema, rows=20, seed=1)["data"]
    assert len(made) == 20
    assert all(validate(schema, row) == [] for row in made)
    assert run("data_synthesis", schema=schema, rows=20, seed=1)["data"] == made


def test_text_is_generated_by_the_embedded_model(run: Run) -> None:
    made = run("text_generation", prompt="Say hello.")
    assert made["text"]
    assert "embedded" in made["model"]
