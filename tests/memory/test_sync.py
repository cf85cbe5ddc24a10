"""Encrypted backups in a folder and in a real S3 API on loopback."""

import os
import uuid
import zlib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import fsspec
import pytest

from lux_nb.engine.authors import Author
from lux_nb.errors import LuxError
from lux_nb.memory import cloud_signs
from lux_nb.memory.backup_operations import DAILY_LIMITS
from lux_nb.memory.cloud import FOLDER, Cloud
from lux_nb.memory.cloud_pieces import Reader, pieces
from lux_nb.store.memory_tables import syncs

Call = Callable[..., Any]
AUTHOR = Author("script", "test")
PASSPHRASE = "correct horse"


@pytest.fixture(scope="module")
def s3_server() -> Iterator[str]:
    """A server that speaks S3, on a free port of loopback."""
    moto = pytest.importorskip("moto.server", reason="needs moto[server]")
    pytest.importorskip("s3fs")
    server = moto.ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    host, port = server.get_host_and_port()
    yield f"http://{host}:{port}"
    server.stop()


@pytest.fixture(params=["folder", "s3"])
def url(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """Where the backups of a test go."""
    if request.param == "folder":
        return str(tmp_path / "cloud")
    endpoint = request.getfixturevalue("s3_server")
    values = {"ENDPOINT_URL": endpoint, "ACCESS_KEY_ID": "k", "SECRET_ACCESS_KEY": "s"}
    for name, value in (values | {"DEFAULT_REGION": "us-east-1"}).items():
        monkeypatch.setenv(f"AWS_{name}", value)
    bucket = f"lux-{uuid.uuid4().hex[:12]}"
    fsspec.filesystem("s3").mkdir(bucket)
    return f"s3://{bucket}/team"


@pytest.fixture
def wire(make_engine: Call, url: str) -> Call:
    return wire_of(make_engine(sync_passphrase=PASSPHRASE, sync_url=url))


def wire_of(engine: Any) -> Call:
    def run(name: str, **parameters: Any) -> Any:
        return engine.run(engine.call(name, parameters, author=AUTHOR)).wire()

    run.engine = engine  # type: ignore[attr-defined]
    return run


@pytest.fixture
def place(wire: Call, tmp_path: Path) -> dict[str, str]:
    folder = tmp_path / "project"
    folder.mkdir()
    project = wire("initialize_context", project_path=str(folder), mode="none")["project_id"]
    branch = wire("create_branch", project_id=project, branch_topic="Harbour")["branch_id"]
    notes = [{"content": f"Boat {n} is moored at pier {n}."} for n in range(12)]
    place = {"project_id": project, "branch_id": branch}
    wire("import_contexts", **place, contexts=notes)
    return place


def texts(wire: Call, project: str) -> list[str]:
    return [row["summary"] for row in wire("memory_audit", project_id=project)["contexts"]]


def code_of(wire: Call, name: str, **parameters: Any) -> str:
    with pytest.raises(LuxError) as caught:
        wire(name, **parameters)
    return caught.value.code


class Objects:
    """The objects of a place for backups, read and changed behind the memory's back."""

    def __init__(self, url: str) -> None:
        self.system, root = fsspec.core.url_to_fs(url)
        self.folder = f"{root}/{FOLDER}"

    def all(self) -> dict[str, bytes]:
        self.system.invalidate_cache()
        return {path: self.system.cat_file(path) for path in self.system.find(self.folder)}

    def write(self, path: str, content: bytes) -> None:
        self.system.pipe_file(path, content)


def test_nothing_readable_leaves_the_machine(wire: Call, place: dict[str, str], url: str) -> None:
    sent = wire("sync_to_cloud", project_id=place["project_id"])
    stored = Objects(url).all()
    salt = [content for path, content in stored.items() if path.endswith("salt.bin")]
    assert sum(map(len, stored.values())) - len(salt[0]) == sent["uploaded_bytes"]
    assert sent["encrypted"]
    assert any(path.endswith(sent["cloud_path"]) for path in stored)
    for path, content in stored.items():
        assert place["project_id"] not in path
        assert b"Boat" not in content
        assert b"Harbour" not in content


def test_a_backup_comes_back_on_another_machine(
    wire: Call, make_engine: Call, place: dict[str, str], url: str, tmp_path: Path
) -> None:
    project = place["project_id"]
    wire("sync_to_cloud", project_id=project)
    settings = {"sync_passphrase": PASSPHRASE, "sync_url": url}
    other = wire_of(make_engine(lux_home=tmp_path / "other-home", **settings))
    done = other("sync_from_cloud", project_id=project)
    assert (done["decrypted"], done["restored_contexts"]) == (True, 12)
    assert texts(other, project) == texts(wire, project)


def test_every_version_stays_and_can_be_brought_back(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    first = wire("sync_to_cloud", project_id=project)
    before = texts(wire, project)
    wire("update_memory", **place, content="The lighthouse was lit.", role="user", wait=True)
    second = wire("sync_to_cloud", project_id=project)
    done = wire("sync_from_cloud", project_id=project, version=first["version"])
    assert done["versions"] == [second["version"], first["version"]]
    assert texts(wire, project) == before
    assert wire("sync_from_cloud", project_id=project)["restored_contexts"] == 13
    wrong = {"project_id": project, "version": "20000101T000000"}
    assert code_of(wire, "sync_from_cloud", **wrong) == "NETWORK_ERROR"


def test_only_what_is_missing_is_sent(wire: Call, place: dict[str, str], url: str) -> None:
    project = place["project_id"]
    first = wire("sync_to_cloud", project_id=project)
    again = wire("sync_to_cloud", project_id=project)
    assert (again["objects_sent"], again["objects_known"]) == (0, first["objects_sent"])
    assert again["uploaded_bytes"] < first["uploaded_bytes"]


def test_an_interrupted_download_goes_on_where_it_stopped(
    wire: Call,
    make_engine: Call,
    place: dict[str, str],
    url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    project = place["project_id"]
    many = [{"content": f"Crate {n} holds rope."} for n in range(1200)]
    wire("import_contexts", **place, contexts=many)
    sent = wire("sync_to_cloud", project_id=project)
    home = tmp_path / "other-home"
    other = wire_of(make_engine(lux_home=home, sync_passphrase=PASSPHRASE, sync_url=url))
    fetch, asked = Reader._fetch, []

    def failing(self: Reader, path: str) -> bytes:
        asked.append(path)
        if len(asked) == 5:
            raise OSError("the line went dead")
        return fetch(self, path)

    monkeypatch.setattr(Reader, "_fetch", failing)
    assert code_of(other, "sync_from_cloud", project_id=project) == "NETWORK_ERROR"
    kept = [path for path in (home / "sync-unfinished").rglob("*") if path.is_file()]
    # The list of the version was the first of the four.
    assert len(kept) == 3
    assert not any(b"Crate" in path.read_bytes() for path in kept)
    # What was damaged here meanwhile is fetched again.
    kept[0].write_bytes(kept[0].read_bytes()[:-1])
    done = other("sync_from_cloud", project_id=project)
    assert done["objects_known"] == 2
    assert done["objects_fetched"] == sent["objects_sent"] - 2
    assert done["restored_contexts"] == 1212
    assert not [path for path in (home / "sync-unfinished").rglob("*") if path.is_file()]


def test_old_versions_are_removed_with_the_pieces_only_they_need(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    objects = Objects(url)
    versions = []
    for number in range(4):
        note = f"The lighthouse keeper of watch {number} is called {number * 'Io '}."
        wire("update_memory", **place, content=note, role="user", wait=True)
        sent = wire("sync_to_cloud", project_id=project)
        assert (sent["versions_removed"], sent["objects_removed"]) == (0, 0)
        versions.append(sent["version"])
    before = len(objects.all())
    last = wire("sync_to_cloud", project_id=project, keep_versions=2)
    assert last["versions_removed"] == 3
    assert last["objects_removed"] > 0
    assert len(objects.all()) == before + 1 - 3 - last["objects_removed"]
    kept = [last["version"], versions[-1]]
    for version in kept:
        done = wire("sync_from_cloud", project_id=project, version=version)
        assert (done["versions"], done["restored_contexts"]) == (kept, 16)
    wrong = {"project_id": project, "version": versions[0]}
    assert code_of(wire, "sync_from_cloud", **wrong) == "NETWORK_ERROR"


@pytest.mark.parametrize("url", ["folder"], indirect=True)
def test_the_setting_keeps_as_many_versions_as_it_says(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    wire.engine.settings.change("sync_keep_versions", "1")  # type: ignore[attr-defined]
    removed = [wire("sync_to_cloud", project_id=project)["versions_removed"] for _ in range(3)]
    assert removed == [0, 1, 1]
    assert len(wire("sync_from_cloud", project_id=project)["versions"]) == 1


@pytest.mark.parametrize("url", ["folder"], indirect=True)
def test_a_version_that_cannot_be_read_keeps_the_others_from_being_removed(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    first = wire("sync_to_cloud", project_id=project)
    second = wire("sync_to_cloud", project_id=project)
    objects = Objects(url)
    damaged = next(path for path in objects.all() if path.endswith(second["cloud_path"]))
    objects.write(damaged, b"nothing")
    last = wire("sync_to_cloud", project_id=project, keep_versions=2)
    assert last["versions_removed"] == 0
    assert "old versions stay" in last["message"]
    done = wire("sync_from_cloud", project_id=project, version=first["version"])
    assert done["restored_contexts"] == 12


def test_who_sends_and_who_tidies_up_keep_out_of_each_others_way(
    wire: Call, place: dict[str, str], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = place["project_id"]
    for _ in range(3):
        wire("sync_to_cloud", project_id=project)
    cloud = Cloud(url, PASSPHRASE)
    system, root = cloud._open()
    seal = cloud._seal(system, root, make=False)
    assert seal is not None
    folder = f"{root}/{FOLDER}/{seal.name('signs', project)}"
    signs = cloud_signs.Signs(system, folder)
    with signs.raised(cloud_signs.SENDING):
        assert cloud.tidy(project, 1).versions == 0
    monkeypatch.setattr(cloud_signs, "_WAIT_SECONDS", 0.0)
    with signs.raised(cloud_signs.TIDYING):
        assert code_of(wire, "sync_to_cloud", project_id=project) == "NETWORK_ERROR"
    # What a killed kernel left standing long ago stops nobody.
    system.pipe_file(f"{folder}/{cloud_signs.SENDING}_20200101T000000_0", b".")
    system.pipe_file(f"{folder}/{cloud_signs.TIDYING}_20200101T000000_0", b".")
    assert cloud.tidy(project, 1).versions == 2
    assert wire("sync_to_cloud", project_id=project)["objects_sent"] == 0


@pytest.mark.parametrize("url", ["folder"], indirect=True)
def test_an_interrupted_upload_goes_on_where_it_stopped(
    wire: Call, place: dict[str, str], url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    project = place["project_id"]
    many = [{"content": f"Crate {n} holds rope."} for n in range(1200)]
    wire("import_contexts", **place, contexts=many)
    put, sent = Cloud._put, []

    def failing(self: Cloud, system: Any, path: str, content: bytes) -> int:
        if len(sent) == 4:
            raise OSError("the line went dead")
        sent.append(path)
        return put(self, system, path, content)

    monkeypatch.setattr(Cloud, "_put", failing)
    assert code_of(wire, "sync_to_cloud", project_id=project) == "NETWORK_ERROR"
    assert code_of(wire, "sync_from_cloud", project_id=project) == "NETWORK_ERROR"
    monkeypatch.setattr(Cloud, "_put", put)
    done = wire("sync_to_cloud", project_id=project)
    # The salt was the first of the four.
    assert done["objects_known"] == 3
    assert done["objects_sent"] > 0
    assert wire("sync_from_cloud", project_id=project)["restored_contexts"] == 1212


def test_a_flipped_bit_anywhere_is_noticed_and_changes_nothing(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    wire("sync_to_cloud", project_id=project)
    before, objects = texts(wire, project), Objects(url)
    for path, content in objects.all().items():
        spot = zlib.crc32(content) % len(content)
        flipped = content[:spot] + bytes([content[spot] ^ 1]) + content[spot + 1 :]
        for damaged in (flipped, content[: len(content) // 2]):
            objects.write(path, damaged)
            assert code_of(wire, "sync_from_cloud", project_id=project) == "STORAGE_ERROR"
        objects.write(path, content)
    assert texts(wire, project) == before
    assert wire("list_snapshots", project_id=project)["total_snapshots"] == 0


@pytest.mark.parametrize("url", ["folder"], indirect=True)
def test_an_object_in_anothers_place_or_gone_is_noticed(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    wire("sync_to_cloud", project_id=project)
    objects = Objects(url)
    stored = objects.all()
    inner = sorted(path for path in stored if path.count("/") == max(p.count("/") for p in stored))
    objects.write(inner[0], stored[inner[1]])
    assert code_of(wire, "sync_from_cloud", project_id=project) == "STORAGE_ERROR"
    objects.system.rm(inner[0])
    assert code_of(wire, "sync_from_cloud", project_id=project) == "STORAGE_ERROR"


def test_a_wrong_passphrase_finds_nothing_and_changes_nothing(
    wire: Call, place: dict[str, str], url: str
) -> None:
    project = place["project_id"]
    wire("sync_to_cloud", project_id=project)
    before = texts(wire, project)
    wire.engine.settings.change("sync_passphrase", "wrong")  # type: ignore[attr-defined]
    assert code_of(wire, "sync_from_cloud", project_id=project) == "NETWORK_ERROR"
    assert texts(wire, project) == before


@pytest.mark.parametrize("url", ["folder"], indirect=True)
def test_storage_that_cannot_be_reached_is_a_network_error(
    wire: Call, place: dict[str, str], url: str, tmp_path: Path
) -> None:
    project = place["project_id"]
    settings = wire.engine.settings  # type: ignore[attr-defined]
    (tmp_path / "file").write_text("in the way")
    settings.sync_url = str(tmp_path / "file" / "below")
    assert code_of(wire, "sync_to_cloud", project_id=project) == "NETWORK_ERROR"
    assert code_of(wire, "sync_from_cloud", project_id=project) == "NETWORK_ERROR"
    settings.sync_passphrase = None
    assert code_of(wire, "sync_to_cloud", project_id=project) == "LICENSE_REQUIRED"


@pytest.mark.parametrize("url", ["folder"], indirect=True)
@pytest.mark.parametrize(("name", "way"), [("sync_to_cloud", "up"), ("sync_from_cloud", "down")])
def test_the_daily_limits_are_kept(
    wire: Call, place: dict[str, str], url: str, name: str, way: str
) -> None:
    project = place["project_id"]
    wire("sync_to_cloud", project_id=project)
    store = wire.engine.store  # type: ignore[attr-defined]
    row = {"project_id": project, "direction": way, "size_bytes": 1, "at": datetime.now(UTC)}
    rows = [{**row, "id": uuid.uuid4().hex} for _ in range(DAILY_LIMITS[way])]
    wire.engine.run(store.write(lambda c: c.execute(syncs.insert(), rows[2:])))  # type: ignore[attr-defined]
    wire(name, project_id=project)
    wire.engine.run(store.write(lambda c: c.execute(syncs.insert(), rows[:2])))  # type: ignore[attr-defined]
    with pytest.raises(LuxError, match="a day are the limit"):
        wire(name, project_id=project)


def test_a_change_in_one_place_leaves_most_pieces_as_they_are() -> None:
    rows = [{"id": f"context_{number}", "text": os.urandom(4).hex()} for number in range(5000)]
    before = set(pieces(rows))
    changed = [*rows[:2500], {"id": "new", "text": "x"}, *rows[2500:]]
    assert len(set(pieces(changed)) - before) <= 2
    assert len(before) > 8


def test_a_storage_that_is_not_known_says_so() -> None:
    with pytest.raises(LuxError) as caught:
        Cloud("nosuchprotocol://x", PASSPHRASE).download("p")
    assert caught.value.code in ("NETWORK_ERROR", "NOT_CONFIGURED")
