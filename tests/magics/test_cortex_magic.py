"""%cortex and %%remember in a real kernel."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kernels import Kernel


@pytest.fixture(scope="module")
def kernel(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """One kernel for all tests here, with a project opened in it."""
    folder: Path = tmp_path_factory.mktemp("project")
    (folder / "README.md").write_text("# Demo\n\nThe importer skips rows without a date.\n")
    started = Kernel({"LUX_HOME": str(tmp_path_factory.mktemp("home"))})
    started.run("%load_ext lux_nb")
    started.run(f"%cortex init {folder} --mode full -o project")
    yield started
    started.close()


def test_what_is_remembered_is_recalled_with_its_source(kernel: Any) -> None:
    kernel.run("pier = 'seven'")
    kernel.run("%cortex branch Harbour notes")
    kernel.run("%%remember -o saved\nThe crane stands on pier {pier}.")
    output = kernel.run("%cortex recall --min-score 0 -o found crane on the pier")
    assert "pier seven" in output.last["text/html"]
    assert kernel.run("found.results[0].context_id == saved.context_id").text == "True"
    assert "pier seven" in kernel.run("%cortex summary").last["text/html"]


def test_claims_are_coloured_by_verdict(kernel: Any) -> None:
    output = kernel.run("%%cortex verify -o checked\nThe importer skips rows without a date.")
    assert "ACCEPT" in output.last["text/html"]
    assert "README.md line 3" in output.last["text/html"]
    assert kernel.run("checked.claims_verified").text == "1"


def test_snapshots_suggestions_and_the_audit_have_their_commands(kernel: Any) -> None:
    kernel.run("%cortex snapshot -o shot before the test")
    kernel.run("get_ipython().run_line_magic('cortex', f'restore {shot.snapshot_id}')")
    kernel.run("%cortex suggest -o offered rows without a date")
    kernel.run("get_ipython().run_line_magic('cortex', f'reject {offered.session_id} not now')")
    kernel.run("%cortex audit -o audit")
    assert kernel.run("'kept_because' in audit.columns and len(audit) > 0").text == "True"
    same = "len(lux.memory.memory_audit(project.project_id)) == len(lux.frames.contexts())"
    assert kernel.run(same).text == "True"


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("%cortex recal x", "Did you mean %cortex recall"),
        ("%cortex sync sideways", "up or down"),
        ("%cortex sync up", "LUX_SYNC_PASSPHRASE"),
        ("%cortex restore nope", "list_snapshots"),
        ("%%remember\n  ", "content"),
        ("%cortex recall --top-k many x", "--top-k"),
    ],
)
def test_an_error_is_one_short_message(kernel: Any, line: str, words: str) -> None:
    output = kernel.run(line, check=False)
    assert output.status == "error"
    assert words in output.error
    assert len(output.error.splitlines()) <= 3


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("%cortex rec", "recall"),
        ("%cortex recall --min", "--min-score"),
        ("%%remember --r", "--role"),
    ],
)
def test_commands_and_options_are_completed(kernel: Any, code: str, expected: str) -> None:
    kernel.client.complete(code)
    reply = kernel.client.get_shell_msg(timeout=60)
    assert expected in [match.strip() for match in reply["content"]["matches"]]
