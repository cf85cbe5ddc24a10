"""The validator against the JSON-Schema-Test-Suite, which the source of jsonschema carries."""

import json
import subprocess
import sys
import tarfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from lux_nb.errors import InvalidRequest
from lux_nb.tools.formats import FORMATS
from lux_nb.tools.validation import validate

DRAFT = "draft2020-12"
# What the validator does otherwise on purpose: nothing is fetched, metaschemas of others are not
# followed, and the three formats constrain.
REMOTE = {"refRemote.json", "dynamicRef.json"}
OTHERWISE = {
    ("vocabulary.json", "no validation: invalid number, but it still validates"),
    ("format.json", "invalid date string is only an annotation by default"),
    ("format.json", "invalid time string is only an annotation by default"),
    ("format.json", "invalid date-time string is only an annotation by default"),
}


@pytest.fixture(scope="session")
def suite(request: pytest.FixtureRequest) -> Path:
    """The folder of the suite; fetched once with pip, and kept in pytest's cache."""
    kept: Path = request.config.cache.mkdir("json-schema-suite")  # type: ignore[union-attr]
    release = version("jsonschema")
    folder = kept / f"jsonschema-{release}" / "json" / "tests" / DRAFT
    if not folder.is_dir():
        command = [sys.executable, "-m", "pip", "download", "--no-deps", "--quiet"]
        command += ["--no-binary", "jsonschema", "--dest", str(kept), f"jsonschema=={release}"]
        try:
            subprocess.run(command, check=True, capture_output=True, timeout=180)
            with tarfile.open(kept / f"jsonschema-{release}.tar.gz") as archive:
                # Not extractall: the first releases of Python 3.11 can't be told to be careful.
                for member in archive.getmembers():
                    if member.isfile() and "/json/tests/" in member.name:
                        target = kept / member.name
                        target.parent.mkdir(parents=True, exist_ok=True)
                        target.write_bytes(archive.extractfile(member).read())  # type: ignore[union-attr]
        except (subprocess.SubprocessError, OSError, tarfile.TarError) as error:
            pytest.skip(f"the source of jsonschema {release} can't be had: {error}")
    if not folder.is_dir():
        pytest.skip(f"the source of jsonschema {release} carries no suite")
    return folder


def verdicts(file: Path) -> list[tuple[str, str, Any, bool]]:
    """Return each case of a file: group, description, what the validator says, what is right."""
    found = []
    for group in json.loads(file.read_text(encoding="utf-8")):
        schema = group["schema"]
        for case in group["tests"]:
            try:
                said: Any = (
                    schema if isinstance(schema, bool) else not validate(schema, case["data"])
                )
            except InvalidRequest as error:
                said = str(error)
            found.append((group["description"], case["description"], said, case["valid"]))
    return found


@pytest.mark.slow
def test_every_keyword_is_judged_as_the_suite_says(suite: Path) -> None:
    wrong, count = [], 0
    for file in sorted(suite.glob("*.json")):
        for group, case, said, right in verdicts(file):
            unfetched = file.name in REMOTE and isinstance(said, str) and "Unresolvable" in said
            if unfetched or (file.name, case) in OTHERWISE:
                continue
            count += 1
            if said != right:
                wrong.append((file.name, group, case, said))
    assert not wrong
    assert count > 1000


@pytest.mark.slow
@pytest.mark.parametrize("name", list(FORMATS))
def test_the_formats_are_judged_as_the_suite_says(suite: Path, name: str) -> None:
    found = verdicts(suite / "optional" / "format" / f"{name}.json")
    assert [item for item in found if item[2] != item[3]] == []
    assert len(found) > 20


@pytest.mark.parametrize(
    ("kind", "text", "valid"),
    [
        ("date", "2024-02-29", True),
        ("date", "2023-02-29", False),
        ("date", "2023-04-31", False),
        ("date", "٢٠٢٤-٠٢-٢٩", False),
        ("time", "23:59:60Z", True),
        ("time", "22:59:60Z", False),
        ("time", "15:59:60-08:00", True),
        ("time", "12:00:00", False),
        ("date-time", "2024-01-01T12:00:00.5+02:00", True),
        ("date-time", "2024-01-01 12:00:00Z", False),
        ("date-time", "2024-01-01T25:00:00Z", False),
    ],
)
def test_dates_and_times_have_to_be_possible(kind: str, text: str, valid: bool) -> None:
    assert (validate({"type": "string", "format": kind}, text) == []) is valid
