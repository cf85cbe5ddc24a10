"""Notebooks run twice: recorded with a real model, then replayed with the network closed."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

from tests.models.servers import KEY, LlamaServer

ROOT = Path(__file__).parents[2]
CELLS = [
    "topic = 'rivers'",
    "%mercury chat --temperature 1.2 --max-tokens 6 Tell me of {topic}.",
    "%mercury chat --temperature 1.2 --max-tokens 6 Tell me of {topic}.",
    "%%fim --max-tokens 4\ndef f(x):\n    <FILL>\n    return y",
    "reply = lux.confer('Say hello.', temperature=1.0)\nprint(reply.response)",
    "print(lux.confer('And again?', continuation_id=reply.thread_id).response)",
    "lux.call('embed', texts=['a', 'b'], model='llama:smol')['dimensions']",
    "%mercury models",
]


def run_notebook(folder: Path, cells: list[str], **environment: str) -> list[Any]:
    """Run cells as nbclient, papermill and nbval do, and return their outputs."""
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in ["%load_ext lux_nb", *cells]]
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "", "language": ""}
    client = NotebookClient(
        notebook, timeout=120, resources={"metadata": {"path": str(folder)}}, allow_errors=True
    )
    client.execute(env={**os.environ, "PYTHONPATH": str(ROOT), **environment})
    return [_comparable(cell.outputs) for cell in notebook.cells[1:]]


def _comparable(outputs: list[Any]) -> list[Any]:
    """Return outputs without the id by which a display is updated."""
    return [{k: v for k, v in output.items() if k != "transient"} for output in outputs]


@pytest.fixture
def online(full_server: LlamaServer) -> dict[str, str]:
    return {
        "LUX_LLAMA_SERVER_URL": full_server.root,
        "LUX_LLAMA_SERVER_API_KEY": KEY,
        "LUX_MAX_TOKENS": "6",
        "REQUEST_TIMEOUT": "120000",
    }


@pytest.fixture
def closed(online: dict[str, str]) -> dict[str, str]:
    """The same provider, on an address where nothing answers."""
    return {**online, "LUX_LLAMA_SERVER_URL": "http://127.0.0.1:9"}


def test_a_notebook_replayed_without_network_has_the_very_same_outputs(
    tmp_path: Path, online: dict[str, str], closed: dict[str, str]
) -> None:
    tape = str(tmp_path / "calls.jsonl")
    recorded = run_notebook(tmp_path, CELLS, **online, LUX_RECORD=tape)
    assert not any(o["output_type"] == "error" for cell in recorded for o in cell)
    assert KEY not in Path(tape).read_text(encoding="utf-8")
    replayed = run_notebook(tmp_path, CELLS, **closed, LUX_REPLAY=tape, LUX_REPLAY_STRICT="1")
    assert replayed == recorded


def test_an_edited_prompt_is_the_only_one_that_is_missed(
    tmp_path: Path, online: dict[str, str], closed: dict[str, str]
) -> None:
    tape = str(tmp_path / "calls.jsonl")
    cells = [f"%mercury chat --max-tokens 3 Say {word}." for word in ("one", "two", "three")]
    recorded = run_notebook(tmp_path, cells, **online, LUX_RECORD=tape)
    cells[1] = "%mercury chat --max-tokens 3 Say twelve."
    replayed = run_notebook(tmp_path, cells, **closed, LUX_REPLAY=tape, LUX_REPLAY_STRICT="1")
    assert (replayed[0], replayed[2]) == (recorded[0], recorded[2])
    [error] = replayed[1]
    assert error["ename"] == "NotFound"
    assert "+  Say twelve." in error["evalue"]


def test_the_notebook_of_the_models_gives_its_saved_outputs(tmp_path: Path) -> None:
    startup = tmp_path / "ipython" / "profile_default" / "startup"
    startup.mkdir(parents=True)
    lines = "%load_ext lux_nb".replace("%load_ext lux_nb\n", "")
    (startup / "00-register.py").write_text(lines, encoding="utf-8")
    environment = {
        **os.environ,
        "IPYTHONDIR": str(tmp_path / "ipython"),
        "PYTHONPATH": str(ROOT),
        "LUX_LLAMA_SERVER_URL": "http://127.0.0.1:9",
    }
    command = [sys.executable, "-m", "pytest", "--nbval", "-q", "-p", "no:cacheprovider"]
    done = subprocess.run(
        [*command, str(ROOT / "notebooks" / "02-models.ipynb")],
        capture_output=True,
        text=True,
        env=environment,
        cwd=ROOT,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-3000:]


def test_papermill_replays_a_notebook_that_was_not_edited(
    tmp_path: Path, online: dict[str, str], closed: dict[str, str]
) -> None:
    tape = str(tmp_path / "calls.jsonl")
    recorded = run_notebook(tmp_path, CELLS, **online, LUX_RECORD=tape)
    notebook = nbformat.v4.new_notebook()
    notebook.cells = [nbformat.v4.new_code_cell(source) for source in ["%load_ext lux_nb", *CELLS]]
    notebook.metadata["kernelspec"] = {"name": "python3", "display_name": "", "language": "python"}
    given, made = tmp_path / "given.ipynb", tmp_path / "made.ipynb"
    nbformat.write(notebook, given)
    done = subprocess.run(
        [sys.executable, "-m", "papermill", given.name, made.name, "--no-progress-bar"],
        check=False,
        cwd=tmp_path,
        env={
            **os.environ,
            **closed,
            "PYTHONPATH": str(ROOT),
            "LUX_REPLAY": tape,
            "LUX_REPLAY_STRICT": "1",
        },
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    outputs = [_comparable(cell.outputs) for cell in nbformat.read(made, 4).cells[1:]]
    assert outputs == recorded
