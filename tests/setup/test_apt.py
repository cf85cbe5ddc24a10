import shutil

import pytest

from lux_nb.errors import NotConfigured
from lux_nb.setup.apt import (
    PrivateApt,
    Source,
    install_command,
    parse_deb822,
    parse_one_line,
    read_sources,
    unpack,
    with_suite,
)

DEB822 = """\
Types: deb deb-src
# a comment
URIs: https://archive.example/debian
Suites: bookworm bookworm-updates
Components: main contrib
Signed-By: /usr/share/keyrings/archive.gpg

Types: deb
URIs: https://archive.example/debian-security
Suites: bookworm-security
Components: main

Enabled: no
Types: deb
URIs: https://off.example/debian
Suites: bookworm
Components: main

Types: deb
URIs: https://tools.example/apt
Suites: bookworm
Components: stable
"""

ONE_LINE = """\
# deb https://off.example/ubuntu noble main
deb [arch=amd64,arm64 signed-by=/usr/share/keyrings/a.gpg] https://archive.example/ubuntu noble main
deb https://archive.example/ubuntu noble universe # the rest
deb https://archive.example/ubuntu noble-updates main universe
deb-src https://archive.example/ubuntu noble main
deb https://flat.example/apt ./
"""


def test_deb822_keeps_only_the_main_archive_and_gets_the_new_suite():
    sources = with_suite(parse_deb822(DEB822), "bookworm", "trixie")
    assert [source.as_text() for source in sources] == [
        "Types: deb\n"
        "URIs: https://archive.example/debian\n"
        "Suites: trixie\n"
        "Components: main contrib\n"
        "Signed-By: /usr/share/keyrings/archive.gpg\n"
    ]


def test_one_line_sources_keep_their_options_and_get_the_new_suite():
    sources = with_suite(parse_one_line(ONE_LINE), "noble", "resolute")
    assert sources == [
        Source(
            ("https://archive.example/ubuntu",),
            ("resolute",),
            ("main",),
            (("Architectures", "amd64 arm64"), ("Signed-By", "/usr/share/keyrings/a.gpg")),
        ),
        Source(("https://archive.example/ubuntu",), ("resolute",), ("universe",)),
    ]


def test_a_key_written_into_the_source_survives():
    key = " -----BEGIN PGP PUBLIC KEY BLOCK-----\n .\n mQINB\n -----END PGP PUBLIC KEY BLOCK-----"
    text = f"Types: deb\nURIs: https://a.example\nSuites: x\nComponents: main\nSigned-By:\n{key}\n"
    (source,) = parse_deb822(text)
    assert source.as_text().endswith(f"Signed-By: \n{key}\n")
    assert parse_deb822(source.as_text()) == [source]


def test_a_rolling_name_counts_only_when_nothing_has_the_suites_own():
    rolling = parse_one_line("deb https://archive.example/debian stable main")
    named = parse_one_line("deb https://archive.example/debian bookworm main")
    assert [source.suites for source in with_suite(rolling, "bookworm", "trixie")] == [("trixie",)]
    assert len(with_suite(rolling + named, "bookworm", "trixie")) == 1


def test_sources_of_both_formats_are_read_from_a_directory(tmp_path):
    parts = tmp_path / "sources.list.d"
    parts.mkdir()
    (tmp_path / "sources.list").write_text(ONE_LINE)
    (parts / "debian.sources").write_text(DEB822)
    (parts / "old.sources.disabled").write_text(DEB822)
    assert len(read_sources(tmp_path)) == 4 + 3
    assert read_sources(tmp_path / "absent") == []


def test_the_install_command_is_complete():
    assert install_command(["chromium"]) == (
        "sudo apt-get update && sudo apt-get install -y --no-install-recommends chromium"
    )


@pytest.mark.skipif(not shutil.which("apt-get"), reason="needs apt")
def test_an_archive_that_is_not_there_is_a_typed_error(tmp_path):
    apt = PrivateApt(tmp_path / "apt", [Source((f"file:{tmp_path}/none",), ("x",), ("main",))])
    assert apt.update().code != 0
    assert apt.newest("swi-prolog-core") is None
    with pytest.raises(NotConfigured, match="swi-prolog-core"):
        apt.download(["swi-prolog-core"])


@pytest.mark.skipif(not shutil.which("dpkg"), reason="needs dpkg")
def test_a_broken_package_is_a_typed_error(tmp_path):
    broken = tmp_path / "broken.deb"
    broken.write_bytes(b"not a package")
    with pytest.raises(NotConfigured, match=r"broken\.deb"):
        unpack(broken, tmp_path / "prefix")
