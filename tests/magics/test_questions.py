"""Questions on the line of a magic."""

import pytest

from lux_nb.magics.questions import QuestionLines

TRANSFORM = QuestionLines(["confer", "mcr"])


def one(line: str) -> str:
    [changed] = TRANSFORM([line])
    return changed


@pytest.mark.parametrize(
    ("line", "name", "words"),
    [
        ("%confer What is a mean?\n", "confer", "What is a mean?"),
        ("  %mcr query Is Anna happy?\n", "mcr", "query Is Anna happy?"),
        ('%confer What\'s "this"??', "confer", 'What\'s "this"??'),
    ],
)
def test_a_question_is_the_call_it_means(line: str, name: str, words: str) -> None:
    assert one(line).strip() == f"get_ipython().run_line_magic({name!r}, {words!r})"


@pytest.mark.parametrize(
    "line",
    [
        "%confer?\n",
        "%confer??\n",
        "?%confer\n",
        "%other What is it?\n",
        "%confer hello\n",
        "x = 1\n",
    ],
)
def test_help_and_everything_else_stay_as_they_are(line: str) -> None:
    assert one(line) == line


def test_the_body_of_a_cell_magic_and_of_a_text_stay_as_they_are() -> None:
    cell = ["%%confer\n", "%confer What is it?\n"]
    assert TRANSFORM(cell) == cell
    text = ['text = """\n', "%confer What is it?\n", '"""\n']
    assert TRANSFORM(text) == text


def test_an_empty_cell_stays_empty() -> None:
    assert TRANSFORM([]) == []
