import pytest

from lux_nb.errors import NotConfigured
from lux_nb.setup import apt, janus
from lux_nb.setup.console import silent
from lux_nb.setup.distribution import Distribution


@pytest.mark.parametrize(
    ("distribution", "words"),
    [
        (Distribution("debian", "bookworm"), "sudo apt-get install -y --no-install-recommends gcc"),
        (Distribution("fedora", ""), "Install a C compiler"),
    ],
)
def test_without_a_compiler_the_error_says_what_to_install(monkeypatch, distribution, words):
    if distribution.family == "debian" and not distribution.has_apt:
        pytest.skip("needs apt")
    monkeypatch.setenv("CC", "no-such-compiler")
    monkeypatch.setattr(apt, "is_root", lambda: False)
    monkeypatch.setattr(janus, "this_distribution", lambda: distribution)
    with pytest.raises(NotConfigured) as caught:
        janus._ensure_compiler(silent)
    assert words in (caught.value.hint or "")


def test_the_requirement_is_the_one_of_the_package():
    assert janus._requirement().replace("_", "-").startswith("janus-swi")
