"""Properties that hold for any text: branch files, archives and pieces come back as they were."""

import contextlib
import copy
import gzip
import io
import json
import tarfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lux_nb.errors import StorageError
from lux_nb.memory import mirror
from lux_nb.memory.bundles import MEMBERS, _plain, read_archive, read_members, write_archive
from lux_nb.memory.cloud_pieces import joined, pieces
from lux_nb.memory.packing import checksum_of, pack, size_of, summarise, unpack
from lux_nb.memory.sealing import Seal
from lux_nb.store.memory_tables import branches, contexts, projects

QUICK = settings(
    max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
NOW = datetime(2026, 1, 2, 10, tzinfo=UTC)
ANY_TEXT = st.text(max_size=300)
FENCED = st.sampled_from(["---\n", "\n---\n", "---", "...\n", "# x\n", "key: [", "\x85\u2028\n"])
TRICKY = st.lists(FENCED | ANY_TEXT, max_size=6).map("".join)
SEAL = Seal("correct horse", b"0123456789abcdef")


def branch_of(topic: str, git_branch: str | None = None) -> dict[str, Any]:
    return {
        "project_id": "p",
        "id": "harbour_20260102",
        "topic": topic,
        "parent": None,
        "status": "active",
        "git_branch": git_branch,
        "created_at": NOW,
        "updated_at": NOW,
    }


@QUICK
@given(TRICKY, st.none() | TRICKY, st.lists(TRICKY, max_size=4))
def test_front_matter_says_what_was_written_whatever_follows_it(
    tmp_path: Path, topic: str, git_branch: str | None, texts: list[str]
) -> None:
    head = mirror.front_matter(branch_of(topic, git_branch))
    sections = [{"id": "c", "role": "user", "created_at": NOW, "content": text} for text in texts]
    path = tmp_path / "branch.md"
    mirror.write_verified(path, head, mirror.render(head, sections))
    mirror.append(path, "".join(map(mirror.section, sections)))
    again = path.read_bytes().decode("utf-8", "surrogatepass")
    assert mirror.read_front_matter(again) == head
    for text in texts:
        assert again.count(text) >= 2


@QUICK
@given(TRICKY)
def test_reading_front_matter_gives_a_mapping_or_a_typed_error(text: str) -> None:
    for whole in (text, f"---\n{text}\n---\n"):
        with contextlib.suppress(StorageError):
            assert isinstance(mirror.read_front_matter(whole), dict)


@QUICK
@given(st.text(min_size=1, max_size=300))
def test_a_packed_text_comes_back_and_a_damaged_one_does_not(text: str) -> None:
    packed = pack(text)
    assert unpack(packed, checksum_of(text)) == text
    with pytest.raises(StorageError):
        unpack(packed[:-1], checksum_of(text))
    with pytest.raises(StorageError):
        unpack(packed, checksum_of(text + "x"))


def context_of(number: int, text: str, *, packed: bool) -> dict[str, Any]:
    row = {column.name: None for column in contexts.columns}
    filled = {
        "id": f"context_{number}",
        "project_id": "p",
        "branch_id": "harbour_20260102",
        "position": number,
        "role": "user",
        "content": None if packed else text,
        "packed": pack(text) if packed else None,
        "summary": summarise(text),
        "size_bytes": size_of(text),
        "checksum": checksum_of(text),
        "metadata": {"said": text},
        "created_at": NOW,
        "last_used": NOW,
        "uses": 0,
    }
    return {**row, **filled}


def members_of(texts: list[tuple[str, bool]], topic: str = "Harbour") -> dict[str, list[Any]]:
    project = {column.name: None for column in projects.columns}
    project |= {"id": "p", "history": {"together": {}}, "next_position": len(texts)}
    made = [context_of(n, text, packed=packed) for n, (text, packed) in enumerate(texts)]
    rows = {name: [] for name in MEMBERS} | {"project.json": [project], "contexts.json": made}
    rows["branches.json"] = [branch_of(topic)]
    return {name: [_plain(MEMBERS[name], row) for row in some] for name, some in rows.items()}


def archived(rows: dict[str, list[Any]]) -> bytes:
    members = {name: json.dumps(some).encode() for name, some in rows.items()}
    return write_archive(members, "p")


@QUICK
@given(st.lists(st.tuples(ANY_TEXT, st.booleans()), max_size=5), TRICKY)
def test_an_archive_of_any_texts_comes_back_the_same(
    texts: list[tuple[str, bool]], topic: str
) -> None:
    rows = members_of(texts, topic)
    bundle = read_archive(archived(copy.deepcopy(rows)), "p")
    told = [
        row["content"] if row["packed"] is None else unpack(row["packed"], row["checksum"])
        for row in bundle.contexts
    ]
    assert told == [text for text, _ in texts]
    assert {
        name: [_plain(MEMBERS[name], row) for row in some] for name, some in bundle.tables.items()
    } == rows
    assert bundle.branches[0]["topic"] == topic
    assert set(branches.c.keys()) == set(bundle.branches[0])


@QUICK
@given(st.lists(st.tuples(ANY_TEXT, st.booleans()), max_size=5))
def test_sealed_pieces_of_any_texts_come_back_the_same(texts: list[tuple[str, bool]]) -> None:
    rows = members_of(texts)
    members = {}
    for name, some in rows.items():
        sealed = [SEAL.close(piece, name) for piece in pieces(some)]
        members[name] = joined(SEAL.open(one, name) for one in sealed)
    bundle = read_members(members, "p")
    assert [row["checksum"] for row in bundle.contexts] == [checksum_of(t) for t, _ in texts]


WHOLE = archived(members_of([("Boat 1 is moored.", False), ("Boat 2 sank. " * 20, True)]))
TABLES = read_archive(WHOLE, "p").tables


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_a_changed_byte_is_refused_or_changes_nothing(place: int, change: int) -> None:
    damaged = WHOLE[:place] + bytes([WHOLE[place] ^ change]) + WHOLE[place + 1 :]
    with contextlib.suppress(StorageError):
        assert read_archive(damaged, "p").tables == TABLES


@settings(max_examples=60, deadline=None)
@given(st.integers(0, len(WHOLE) - 1))
def test_a_truncated_archive_is_refused(length: int) -> None:
    with pytest.raises(StorageError):
        read_archive(WHOLE[:length], "p")


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_a_tampered_tar_inside_a_sound_gzip_is_refused_or_changes_nothing(data: Any) -> None:
    inner = bytearray(gzip.decompress(WHOLE))
    for _ in range(data.draw(st.integers(1, 4))):
        inner[data.draw(st.integers(0, len(inner) - 1))] ^= data.draw(st.integers(1, 255))
    with contextlib.suppress(StorageError):
        assert read_archive(gzip.compress(bytes(inner)), "p").tables == TABLES


KINDS = (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE, tarfile.DIRTYPE)
PLACES = st.sampled_from(["../", "/", "../../etc/", "a/../../", "./", "C:\\", "..\\"])


@QUICK
@given(
    st.tuples(PLACES, st.sampled_from([*MEMBERS, "passwd", "x"])).map("".join),
    st.sampled_from([tarfile.REGTYPE, *KINDS]),
    st.sampled_from(["/etc/passwd", "../x", "contexts.json"]),
)
def test_members_that_point_outside_or_are_no_files_are_refused(
    name: str, kind: bytes, target: str
) -> None:
    made = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(gzip.decompress(WHOLE))) as whole,
        tarfile.open(fileobj=made, mode="w:gz") as archive,
    ):
        for entry in whole:
            archive.addfile(entry, whole.extractfile(entry))
        foreign = tarfile.TarInfo(name)
        foreign.type, foreign.linkname = kind, target
        archive.addfile(foreign)
    with pytest.raises(StorageError):
        read_archive(made.getvalue(), "p")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", sorted(MEMBERS))
def test_a_member_that_is_no_file_is_refused(name: str, kind: bytes) -> None:
    made = io.BytesIO()
    with (
        tarfile.open(fileobj=io.BytesIO(gzip.decompress(WHOLE))) as whole,
        tarfile.open(fileobj=made, mode="w:gz") as archive,
    ):
        for entry in whole:
            if entry.name == name:
                entry.type, entry.linkname, entry.size = kind, "/etc/passwd", 0
            archive.addfile(entry, whole.extractfile(entry) if entry.isreg() else None)
    with pytest.raises(StorageError):
        read_archive(made.getvalue(), "p")
