import nbformat
import pytest

from lux_nb.setup.tour import main, text_of


def write_notebook(path, *cells):
    notebook = nbformat.v4.new_notebook(cells=list(cells))
    notebook.metadata["kernelspec"] = {
        "name": "python3",
        "display_name": "Python 3",
        "language": "python",
    }
    nbformat.write(notebook, path)


@pytest.mark.slow
def test_the_tour_shows_text_source_and_output_in_order(tmp_path, capsys):
    path = tmp_path / "short.ipynb"
    write_notebook(
        path,
        nbformat.v4.new_markdown_cell("# A title"),
        nbformat.v4.new_code_cell("print(6 * 7)"),
        nbformat.v4.new_code_cell("'the' + ' end'"),
    )
    assert main([str(path)]) == 0
    written = capsys.readouterr().out
    places = [written.index(text) for text in ("# A title", "print(6 * 7)", "Out | 42", "the end")]
    assert places == sorted(places)


@pytest.mark.slow
def test_a_cell_that_fails_is_shown_and_ends_the_tour(tmp_path, capsys):
    path = tmp_path / "failing.ipynb"
    write_notebook(
        path, nbformat.v4.new_code_cell("1 / 0"), nbformat.v4.new_code_cell("print('after')")
    )
    assert main([str(path)]) == 1
    written = capsys.readouterr().out
    assert "ZeroDivisionError" in written
    assert "Out | after" not in written


def test_a_notebook_that_is_not_there_is_named(capsys):
    assert main(["nowhere.ipynb"]) == 1
    assert "nowhere.ipynb" in capsys.readouterr().out


def test_terminal_colours_are_taken_out():
    output = {"output_type": "stream", "name": "stdout", "text": "\x1b[31mred\x1b[0m\n"}
    assert text_of(output) == "red"
