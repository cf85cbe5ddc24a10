"""A real JupyterLab in a real Chromium, for the panels: cells are run by code, not by clicks."""

import os
import re
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path
from typing import Any

CHROMIUM_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
LAB_OPTIONS = (
    "--no-browser",
    "--allow-root",
    "--LabApp.expose_app_in_browser=True",
    "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
    "--LabApp.news_url=None",
    "--LabApp.extension_manager=readonly",
)
START_SECONDS = 60


class Lab:
    """A JupyterLab server on a folder, with one notebook."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.token = secrets.token_hex(8)
        self.port = _free_port()
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "jupyterlab",
                *LAB_OPTIONS,
                f"--ServerApp.port={self.port}",
                f"--IdentityProvider.token={self.token}",
                f"--ServerApp.root_dir={folder}",
            ],
            env={**os.environ, **environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        self._wait()

    def url(self, notebook: str) -> str:
        return f"http://127.0.0.1:{self.port}/lab/tree/{notebook}?token={self.token}&reset"

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()

    def _wait(self) -> None:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            try:
                address = f"http://127.0.0.1:{self.port}/api?token={self.token}"
                with urllib.request.urlopen(address, timeout=2):
                    return
            except OSError:
                time.sleep(0.2)
        self.close()
        raise RuntimeError("JupyterLab did not start.")


class Notebook:
    """The notebook in the browser."""

    def __init__(self, page: Any, lab: Lab, name: str) -> None:
        self.page = page
        self.lab = lab
        self.name = name
        self.errors: list[str] = []
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("console", self._heard)

    def open(self) -> None:
        """Open the notebook and wait for its kernel."""
        self.page.goto(self.lab.url(self.name))
        self.page.wait_for_selector(".jp-Notebook .jp-Cell", timeout=60_000)
        self.page.wait_for_function(
            "window.jupyterapp.shell.currentWidget?.sessionContext"
            "?.session?.kernel?.status === 'idle'",
            timeout=60_000,
        )
        # The side bar takes half of a narrow window.
        self.page.evaluate(
            "!window.jupyterapp.shell.leftCollapsed && window.jupyterapp.shell.collapseLeft()"
        )

    def run(self, code: str, wait: bool = True) -> None:
        """Put code into the first cell and run it."""
        self.page.evaluate(
            """code => {
                const panel = window.jupyterapp.shell.currentWidget;
                panel.content.activeCellIndex = 0;
                panel.content.activeCell.model.sharedModel.setSource(code);
            }""",
            code,
        )
        self.page.evaluate("void window.jupyterapp.commands.execute('notebook:run-cell')")
        if wait:
            self.page.wait_for_function(
                """() => {
                    const cell = window.jupyterapp.shell.currentWidget.content.widgets[0];
                    return /\\[\\d+\\]/.test(cell.node.querySelector('.jp-InputPrompt').innerText);
                }""",
                timeout=60_000,
            )
            failed = self.page.locator(".jp-RenderedText[data-mime-type*=stderr]")
            if failed.count():
                raise AssertionError(failed.first.inner_text())

    def show(self, code: str) -> Any:
        """Run code that ends with a panel and return the panel when it is live."""
        self.run(code)
        panel = self.page.locator(".jp-OutputArea .lux").last
        self.page.wait_for_selector(".jp-OutputArea .lux.lux-live", timeout=60_000)
        return panel

    def theme(self, name: str) -> None:
        """Change the theme: ``light`` or ``dark``."""
        wanted = "JupyterLab Dark" if name == "dark" else "JupyterLab Light"
        self.page.evaluate(
            "theme => window.jupyterapp.commands.execute('apputils:change-theme', {theme})", wanted
        )
        self.page.wait_for_selector(f"body[data-jp-theme-light='{str(name == 'light').lower()}']")

    def restart(self) -> None:
        """Restart the kernel and wait until it is idle again."""
        self.page.evaluate(
            "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"
        )
        self.page.wait_for_function(
            "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.status === 'idle'",
            timeout=60_000,
        )

    def _heard(self, message: Any) -> None:
        if message.type == "error" and not re.search(r"favicon|404|ERR_", message.text):
            self.errors.append(message.text)


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])
