"""Which Linux this is, as far as it matters for getting SWI-Prolog or a browser."""

import platform
import shutil
from dataclasses import dataclass

# The suites whose SWI-Prolog is new enough, tried after the machine's own.
_NEWER_SUITES = {"debian": ("trixie",), "ubuntu": ("resolute",)}


@dataclass(frozen=True)
class Distribution:
    """A distribution by family (``debian``, ``ubuntu`` or another) and suite."""

    family: str
    suite: str

    @property
    def has_apt(self) -> bool:
        """Tell whether packages can be had through apt here."""
        return (
            self.family in _NEWER_SUITES
            and bool(self.suite)
            and shutil.which("apt-get") is not None
            and shutil.which("dpkg") is not None
        )

    @property
    def suites(self) -> tuple[str, ...]:
        """The suites to look in, the machine's own first."""
        newer = _NEWER_SUITES.get(self.family, ())
        return (self.suite, *(suite for suite in newer if suite != self.suite))


def this_distribution() -> Distribution:
    """Read what this machine runs; a derivative counts as what its packages come from."""
    try:
        release = platform.freedesktop_os_release()
    except OSError:
        return Distribution(platform.system().lower(), "")
    return distribution_of(release)


def distribution_of(release: dict[str, str]) -> Distribution:
    """Tell family and suite from the fields of ``/etc/os-release``."""
    names = [release.get("ID", "").lower(), *release.get("ID_LIKE", "").lower().split()]
    suite = release.get("VERSION_CODENAME", "")
    if "ubuntu" in names:
        return Distribution("ubuntu", release.get("UBUNTU_CODENAME") or suite)
    if "debian" in names:
        return Distribution("debian", release.get("DEBIAN_CODENAME") or suite)
    return Distribution(names[0] or "linux", suite)
