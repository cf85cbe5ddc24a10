"""Code as words: what it defines and what it remarks."""

import numpy as np
import pytest

from lux_nb.memory.search.code import in_words
from lux_nb.memory.search.documents import Document
from lux_nb.memory.search.encoding import document_vectors
from lux_nb.models.encoders import StaticEncoder

ENCODER = StaticEncoder()


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ('def writeBoolean(n):\n    """Sets a flag."""\n    pass', "write boolean. Sets a flag."),
        ("async def fetch_all():\n    # one by one\n    return 1", "fetch all. one by one"),
        ("/** Adds two. */\nexport function addTwo(a) {}", "add two. Adds two."),
        ("CREATE TABLE boat_names (id int)", "boat names"),
        ("class HTTPServer:\n    def serve(self): ...", "http server, serve"),
        ("import os\nprint(os.sep)", ""),
    ],
)  # fmt: skip
def test_code_is_told_in_words(code: str, words: str) -> None:
    assert in_words(code) == words


def test_the_vector_of_code_lies_between_the_code_and_its_words() -> None:
    code = 'def bld_idx(p):\n    """Build the search index of a folder."""\n    return _w(p)\n'
    made = document_vectors([Document("c", code), Document("t", "Plum cake.")], ENCODER)
    whole, words, cake = ENCODER.embed([code, in_words(code), "Plum cake."])
    assert np.allclose(np.linalg.norm(made, axis=1), 1.0, atol=1e-5)
    assert made[0] @ whole == pytest.approx(made[0] @ words, abs=1e-5)
    assert np.allclose(made[1], cake)
