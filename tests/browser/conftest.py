"""One browser for all tests of the front end."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from lux_nb.setup.browser import find_browser, install_hint
from tests.browser.lab.server import FLAGS
from tests.conftest import PROVIDER_VARIABLES, REAL_HOME


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """A real Chromium.

    Playwright keeps a loop running in this thread, so only one of it may be started here, and
    it ends with the tests that need it.
    """
    playwright = pytest.importorskip("playwright.sync_api")
    found = find_browser()
    if found is None:
        pytest.skip(f"No Chromium was found: {install_hint()}")
    with playwright.sync_playwright() as running:
        launched = running.chromium.launch(executable_path=found, args=list(FLAGS))
        yield launched
        launched.close()


def lab_environment(folder: Path, model_file: Path) -> dict[str, str]:
    """Return the environment of a JupyterLab with a home of its own and a few words an answer."""
    home = folder / "lux-home"
    home.mkdir(mode=0o700)
    if (REAL_HOME / "prolog").is_dir():
        (home / "prolog").symlink_to(REAL_HOME / "prolog")
    unset = dict.fromkeys(PROVIDER_VARIABLES, "")
    unset.pop("JPY_SESSION_NAME")
    return {
        "LUX_HOME": str(home),
        "LUX_EMBEDDED_MODEL": str(model_file),
        "LUX_EMBEDDED_THREADS": "1",
        "LUX_EMBEDDED_MAX_TOKENS": "24",
        # Here somebody is asked.
        "LUX_ASSISTANTS_MAY": "",
        **unset,
    }
