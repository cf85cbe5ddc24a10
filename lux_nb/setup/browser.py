"""Chromium, which the browser tests drive: found, or installed when root may."""

import os
import shutil
from pathlib import Path

from lux_nb.errors import NotConfigured
from lux_nb.setup import apt
from lux_nb.setup.console import Report, silent
from lux_nb.setup.distribution import this_distribution

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
_PACKAGES = ("chromium",)


def find_browser() -> Path | None:
    """Find Chromium or Chrome: the one named by ``LUX_CHROMIUM``, else one on PATH."""
    for name in filter(None, (os.environ.get("LUX_CHROMIUM"), *_NAMES)):
        found = shutil.which(name)
        if found:
            return Path(found)
    return None


def install_hint() -> str:
    """Give the exact command that brings a browser here."""
    distribution = this_distribution()
    if distribution.family == "debian":
        return apt.install_command(_PACKAGES, sudo=not apt.is_root())
    if distribution.family == "darwin":
        return "brew install --cask chromium"
    if distribution.family == "fedora":
        return "sudo dnf install chromium"
    if distribution.family == "ubuntu":
        return "sudo snap install chromium"
    return "install Chromium and set LUX_CHROMIUM to its path"


def ensure_browser(report: Report = silent) -> Path:
    """Find a browser or, as root on Debian, install one; others are told the command."""
    found = find_browser()
    if found:
        return found
    distribution = this_distribution()
    if distribution.family == "debian" and distribution.has_apt and apt.is_root():
        report("  installing chromium with apt")
        apt.install_for_all(_PACKAGES)
        found = find_browser()
    if found is None:
        raise NotConfigured("No Chromium was found for the browser tests.", hint=install_hint())
    return found
