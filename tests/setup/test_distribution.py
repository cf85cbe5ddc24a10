import pytest

from lux_nb.setup.distribution import Distribution, distribution_of


@pytest.mark.parametrize(
    ("release", "family", "suite"),
    [
        ({"ID": "debian", "VERSION_CODENAME": "bookworm"}, "debian", "bookworm"),
        (
            {"ID": "ubuntu", "ID_LIKE": "debian", "VERSION_CODENAME": "noble"},
            "ubuntu",
            "noble",
        ),
        (
            {
                "ID": "linuxmint",
                "ID_LIKE": "ubuntu debian",
                "VERSION_CODENAME": "wilma",
                "UBUNTU_CODENAME": "noble",
            },
            "ubuntu",
            "noble",
        ),
        ({"ID": "fedora"}, "fedora", ""),
        ({}, "linux", ""),
    ],
)
def test_family_and_suite_come_from_the_release_file(release, family, suite):
    assert distribution_of(release) == Distribution(family, suite)


def test_the_machines_own_suite_is_tried_first_and_no_suite_twice():
    assert Distribution("debian", "bookworm").suites == ("bookworm", "trixie")
    assert Distribution("debian", "trixie").suites == ("trixie",)


def test_another_family_has_no_apt():
    assert not Distribution("fedora", "").has_apt
