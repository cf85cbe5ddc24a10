"""A real JupyterLab with the built extension, and a page of it in a real browser."""

import json
import os
import secrets
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import closing
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[3]
BUILT = ROOT / "lux_nb" / "labextension"
PATIENCE_MS = 60_000
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


class LabServer:
    """JupyterLab on loopback, with settings, data and kernels of its own."""

    application = "jupyterlab"
    options: tuple[str, ...] = (
        "--LabApp.expose_app_in_browser=True",
        "--LabApp.check_for_updates_class=jupyterlab.NeverCheckForUpdate",
        "--LabApp.news_url=None",
        "--LabApp.extension_manager=readonly",
    )

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.token = secrets.token_hex(16)
        self.notebooks = folder / "notebooks"
        self.notebooks.mkdir(parents=True)
        extensions = folder / "labextensions"
        extensions.mkdir()
        (extensions / "lux-nb").symlink_to(BUILT)
        with closing(socket.socket()) as probe:
            probe.bind(("127.0.0.1", 0))
            self.port = probe.getsockname()[1]
        command = [
            *(sys.executable, "-m", self.application, "--no-browser", "--allow-root"),
            f"--port={self.port}",
            f"--IdentityProvider.token={self.token}",
            f"--ServerApp.root_dir={self.notebooks}",
            f"--LabServerApp.extra_labextensions_path={extensions}",
            f"--LabServerApp.workspaces_dir={folder / 'workspaces'}",
            f"--LabServerApp.user_settings_dir={folder / 'settings'}",
            *self.options,
        ]
        own = {
            "JUPYTER_CONFIG_DIR": str(folder / "config"),
            "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
            "IPYTHONDIR": str(folder / "ipython"),
            "PYTHONPATH": str(ROOT),
        }
        news = folder / "settings" / "@jupyterlab" / "apputils-extension"
        news.mkdir(parents=True)
        (news / "notification.jupyterlab-settings").write_text('{"fetchNews": "false"}')
        self.log = folder / "lab.log"
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                command, env={**os.environ, **own, **environment}, stdout=log, stderr=log
            )
        self._wait()

    def _wait(self) -> None:
        deadline = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(self.url("api"), timeout=5):
                    return
            except OSError:
                if self.process.poll() is not None:
                    break
                time.sleep(0.1)
        raise RuntimeError(self.log.read_text(errors="replace")[-2000:])

    def url(self, path: str) -> str:
        return f"http://127.0.0.1:{self.port}/{path}?token={self.token}"

    def write(self, name: str, *sources: str, metadata: dict[str, Any] | None = None) -> Path:
        """Write a notebook of code cells."""
        cells = [
            {
                "cell_type": "code",
                "id": f"cell-{number}",
                "metadata": (metadata or {}) if number == 0 else {},
                "source": source,
                "outputs": [],
                "execution_count": None,
            }
            for number, source in enumerate(sources)
        ]
        spec = {"name": "python3", "display_name": "Python 3", "language": "python"}
        book = {
            "cells": cells,
            "metadata": {"kernelspec": spec},
            "nbformat": 4,
            "nbformat_minor": 5,
        }
        path = self.notebooks / name
        path.write_text(json.dumps(book), encoding="utf-8")
        return path

    def close(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(timeout=20)
        except subprocess.TimeoutExpired:
            self.process.kill()


class NotebookServer(LabServer):
    """Notebook 7, which is made of the same parts."""

    application = "notebook"
    options = ("--JupyterNotebookApp.expose_app_in_browser=True",)


class ClassicServer(LabServer):
    """The classic notebook."""

    application = "nbclassic"
    options = ()


class LabPage:
    """One browser page on a Lab, with what a user does in it."""

    def __init__(
        self, browser: Any, server: LabServer, width: int = 1400, height: int = 900
    ) -> None:
        self.server = server
        self.context = browser.new_context(viewport={"width": width, "height": height})
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.problems: list[str] = []
        self.hosts: set[str] = set()
        self.page.on("console", self._said)
        self.page.on("pageerror", lambda error: self.problems.append(str(error)))
        self.page.on("request", lambda request: self.hosts.add(request.url.split("/")[2]))

    def _said(self, message: Any) -> None:
        if message.type == "error":
            self.problems.append(f"{message.text} ({message.location.get('url', '')})")

    def open(self, notebook: str) -> None:
        """Open a notebook in a fresh workspace and wait for its kernel."""
        self.page.goto(self.server.url(f"lab/tree/{notebook}") + "&reset")
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.wait_for_kernel()
        self.page.evaluate("jupyterapp.commands.execute('application:toggle-left-area')")

    def open_beside(self, notebook: str) -> None:
        """Open another notebook in the same page."""
        self.command("docmanager:open", path=notebook)
        self.page.wait_for_function(
            "name => jupyterapp.shell.currentWidget?.context?.path === name", arg=notebook
        )
        self.wait_for_kernel()

    def wait_for_kernel(self) -> None:
        self.page.wait_for_function(
            "jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel?.status === 'idle'"
        )

    def command(self, name: str, **arguments: Any) -> None:
        """Run a command without waiting for what it promises."""
        self.page.evaluate(
            "([name, arguments]) => void jupyterapp.commands.execute(name, arguments)",
            [name, arguments],
        )

    def run_cell(self, number: int, *, wait: bool = True) -> None:
        """Run a cell of the notebook in front, and wait for its end."""
        self.page.evaluate(
            """number => {
                const notebook = jupyterapp.shell.currentWidget.content;
                notebook.activeCellIndex = number;
                notebook.deselectAll();
                void jupyterapp.commands.execute('notebook:run-cell');
            }""",
            number,
        )
        if wait:
            self.page.wait_for_function(
                """number => {
                    const cell = jupyterapp.shell.currentWidget.content.widgets[number];
                    return cell.model.executionCount !== null
                        && cell.model.executionState !== 'running';
                }""",
                arg=number,
            )

    def execute(self, code: str) -> None:
        """Run code in the kernel without a cell."""
        self.page.evaluate(
            """async code => {
                const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                await kernel.requestExecute({code}).done;
            }""",
            code,
        )

    def sidebar(self) -> Any:
        """Open the Lux sidebar and return it."""
        self.command("lux-nb:open")
        self.page.wait_for_selector("#lux-nb-sidebar:visible")
        return self.page.locator("#lux-nb-sidebar")

    def load(self) -> None:
        """Load lux_nb by the sidebar's button and wait until it is there."""
        self.sidebar().get_by_role("button", name="Load lux_nb").click()
        self.page.wait_for_selector("#lux-nb-sidebar [data-section=feed]")

    def unfold(self, name: str) -> Any:
        """Open a section of the sidebar and return it."""
        section = self.sidebar().locator(f"[data-section={name}]")
        button = section.locator("h3 button")
        if button.get_attribute("aria-expanded") == "false":
            button.click()
        return section

    def save(self) -> None:
        self.page.evaluate("jupyterapp.shell.currentWidget.context.save()")

    def screenshot(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=path)

    def close(self) -> None:
        self.context.close()


class NotebookPage(LabPage):
    """One browser page on Notebook 7."""

    def open(self, notebook: str) -> None:
        """Open a notebook and wait for its kernel."""
        self.page.goto(self.server.url(f"notebooks/{notebook}"))
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.wait_for_kernel()
