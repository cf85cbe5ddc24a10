"""%mercury, %%fim and %lux budget, record, replay, cache in a real kernel."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.kernels import Kernel
from tests.models.servers import KEY, MODEL, LlamaServer


@pytest.fixture(scope="module")
def kernel(
    tmp_path_factory: pytest.TempPathFactory, full_server: LlamaServer, model_file: Path
) -> Iterator[Any]:
    """One kernel for all tests here, whose remote model is a real server."""
    folder = tmp_path_factory.mktemp("magics")
    started = Kernel(
        {
            "LUX_HOME": str(folder / "home"),
            "LUX_EMBEDDED_MODEL": str(model_file),
            "LUX_LLAMA_SERVER_URL": full_server.root,
            "LUX_LLAMA_SERVER_API_KEY": KEY,
            "LUX_MAX_TOKENS": "8",
            "REQUEST_TIMEOUT": "120000",
            "JPY_SESSION_NAME": str(folder / "study.ipynb"),
        }
    )
    started.run("%load_ext lux_nb")
    yield started
    started.close()


def test_chat_is_streamed_into_one_display_and_kept(kernel: Any) -> None:
    kernel.run("topic = 'cats'")
    output = kernel.run(
        "%mercury chat --temperature 0 --max-tokens 6 -o answer Tell me of {topic}."
    )
    text, footer = output.last["text/plain"].rsplit("\n\n", 1)
    assert kernel.run("print(answer.text)").text.rstrip("\n") == text
    assert MODEL in footer
    assert "$0" in footer
    assert kernel.run("_ is None or answer.metadata.usage.completion_tokens <= 6").text == "True"


def test_the_text_may_be_in_the_cell(kernel: Any) -> None:
    kernel.run("%%mercury chat -s 'Be brief.' --max-tokens 3 -o brief\nSay hello.\nTwice.")
    assert kernel.run("len(brief.text) > 0").text == "True"


def test_models_health_and_cost_are_tables(kernel: Any) -> None:
    assert MODEL in kernel.run("%mercury models").text
    health = kernel.run("%mercury health").text
    assert "llama" in health
    assert "embedded" in health
    assert "yes" in health
    kernel.run("%mercury chat --max-tokens 2 Hi")
    for by in ("", "day", "notebook"):
        assert "$0" in kernel.run(f"%mercury cost {by}").text


def test_a_wrong_word_is_told_with_what_would_be_right(kernel: Any) -> None:
    for line, says in [
        ("%mercury tell me", "no subcommand"),
        ("%mercury cost moon", "can't sum by"),
        ("%mercury chat", "nothing to say"),
        ("%lux budget lots", "not an amount"),
        ("%lux cache maybe", "on, off and clear"),
        ("%lux replay nowhere.jsonl", "no recording"),
    ]:
        output = kernel.run(line, check=False)
        assert output.status == "error"
        assert says in output.error
        assert "Traceback" not in output.error


def test_a_gap_is_filled_shown_and_written_below(kernel: Any) -> None:
    cell = "%%fim --max-tokens 4 --below -o filled\ndef f(x):\n    <FILL>\n    return y\n"
    output = kernel.run(cell)
    assert "<ins" in output.last["text/html"]
    code = kernel.run("print(filled, end='')").text
    assert code.startswith("def f(x):\n    ")
    assert code.endswith("\n    return y\n")
    assert "<FILL>" not in code
    kernel.run("%%fim --caret ▮ --max-tokens 2 -o other\na = {▮}\n")
    assert kernel.run("other.startswith('a = {') and other.endswith('}\\n')").text == "True"


def test_a_cell_without_a_gap_is_told(kernel: Any) -> None:
    output = kernel.run("%%fim\nx = 1", check=False)
    assert "one gap" in output.error


def test_the_budget_is_set_shown_and_taken_away(kernel: Any) -> None:
    assert "$2.50" in kernel.run("%lux budget 2.50 --per day").text
    assert "per day" in kernel.run("%lux budget").text
    assert "none" in kernel.run("%lux budget off").text


def test_a_call_over_the_budget_is_refused_in_the_cell(kernel: Any) -> None:
    kernel.run(f'%lux config prices={{"{MODEL}": [0, 1000000]}}')
    kernel.run("%lux budget 0.5 --per notebook")
    output = kernel.run("%mercury chat --max-tokens 5 Hi", check=False)
    assert output.error_name == "BudgetExceeded"
    kernel.run("%lux budget off")
    kernel.run("%lux config prices={}")


def test_the_cache_is_switched_and_a_hit_is_in_the_footer_and_the_frame(kernel: Any) -> None:
    assert "on" in kernel.run("%lux cache on").text
    kernel.run("%mercury chat --max-tokens 3 Something to keep.")
    again = kernel.run("%mercury chat --max-tokens 3 Something to keep.")
    assert "cached" in again.last["text/plain"]
    assert kernel.run("bool(lux.frames.calls().cached.iloc[-1])").text == "True"
    assert "off" in kernel.run("%lux cache off").text
    assert "0" in kernel.run("%lux cache clear").text


def test_a_recording_beside_the_notebook_is_replayed(kernel: Any) -> None:
    assert "study.lux.jsonl" in kernel.run("%lux record").text
    first = kernel.run("%mercury chat --max-tokens 4 --temperature 1.5 Anything.")
    kernel.run("%lux record off")
    kernel.run("%lux replay --strict")
    second = kernel.run("%mercury chat --max-tokens 4 --temperature 1.5 Anything.")
    assert second.last == first.last
    missed = kernel.run("%mercury chat --max-tokens 4 --temperature 1.5 Something.", check=False)
    assert "-  Anything." in missed.error
    assert "+  Something." in missed.error
    kernel.run("%lux replay off")


def test_help_shows_examples(kernel: Any) -> None:
    help_text = kernel.run("print(get_ipython().find_line_magic('mercury').__doc__)").text
    assert "%mercury chat -m mercury-coder-small" in help_text
    assert "<FILL>" in kernel.run("print(get_ipython().find_cell_magic('fim').__doc__)").text
