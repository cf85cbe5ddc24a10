from pathlib import Path

import numpy as np
import pytest

from lux_nb.errors import InvalidRequest, NotConfigured
from lux_nb.models.encoders import (
    MiniLMEncoder,
    StaticEncoder,
    open_encoder,
)
from lux_nb.setup.encoder import encoder_folder, is_encoder_present

FOLDER = encoder_folder()
TEXTS = ["a cat sat on the mat", "", "the kitten is on the rug", "quarterly tax report", "🎉"]


def check(vectors: np.ndarray, dimensions: int) -> None:
    assert vectors.shape == (len(TEXTS), dimensions)
    assert vectors.dtype == np.float32
    assert np.isfinite(vectors).all()
    lengths = np.linalg.norm(vectors, axis=1)
    assert np.allclose(lengths[[0, 2, 3]], 1, atol=1e-5)
    assert lengths[1] == 0


def test_static_vectors_are_normalised_and_an_empty_text_is_zero() -> None:
    encoder = StaticEncoder()
    vectors = encoder.embed(TEXTS)
    check(vectors, 256)
    assert vectors[0] @ vectors[2] > vectors[0] @ vectors[3]
    assert encoder.embed([]).shape == (0, 256)


@pytest.mark.skipif(not is_encoder_present(), reason="the MiniLM encoder has not been fetched")
def test_minilm_vectors_do_not_depend_on_their_batch() -> None:
    encoder = MiniLMEncoder(FOLDER)
    vectors = encoder.embed(TEXTS)
    check(vectors, 384)
    alone = np.concatenate([encoder.embed([text]) for text in TEXTS])
    np.testing.assert_allclose(vectors, alone, atol=1e-4)


def test_an_unknown_encoder_is_refused() -> None:
    with pytest.raises(InvalidRequest):
        open_encoder("word2vec")


def test_without_its_files_minilm_says_how_to_get_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    assert open_encoder("auto").name == StaticEncoder.name
    with pytest.raises(NotConfigured, match="setup"):
        open_encoder("minilm")
