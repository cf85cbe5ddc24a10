"""A notebook in a real browser, whose first cell shows a panel."""

import json
from pathlib import Path
from typing import Any

from tests.browser.lab.server import ROOT, LabPage

AXE = ROOT / "labextension" / "node_modules" / "axe-core" / "axe.min.js"
NARROW = 560


class PanelPage:
    """What a user does with a panel: run the cell, look, click."""

    def __init__(self, lab: LabPage, notebook: str, artefacts: Path) -> None:
        self.lab = lab
        self.page = lab.page
        self.notebook = notebook
        self.artefacts = artefacts
        lab.open(notebook)

    def show(self, code: str) -> Any:
        """Put code into the first cell, run it, and return the panel when it is live."""
        self.page.evaluate(
            """code => {
                const cell = jupyterapp.shell.currentWidget.content.widgets[0];
                cell.model.sharedModel.setSource(code);
                cell.model.clearExecution();
            }""",
            code,
        )
        self.lab.run_cell(0)
        problem = self.page.locator(".jp-RenderedText[data-mime-type*=stderr]")
        # ipykernel itself complains of the subshells that a page took with it.
        told = problem.first.inner_text() if problem.count() else ""
        if told and "Task was destroyed" not in told:
            raise AssertionError(told)
        return self.live()

    def live(self) -> Any:
        """Return the panel, connected."""
        self.page.wait_for_selector(".jp-OutputArea .lux.lux-live, .jp-OutputArea .lux-graph")
        return self.page.locator(".jp-OutputArea .lux").last

    def execute(self, code: str) -> None:
        """Run code in the kernel without a cell, as another front end would."""
        self.begin(code)
        self.page.evaluate("window.running.then(error => { if (error) throw new Error(error); })")

    def begin(self, code: str) -> None:
        """Begin to run code and go on."""
        self.page.evaluate(
            """code => {
                const kernel = jupyterapp.shell.currentWidget.sessionContext.session.kernel;
                const future = kernel.requestExecute({code, store_history: false});
                window.isRunning = true;
                window.running = future.done.then(reply => {
                    window.isRunning = false;
                    return reply.content.status === 'ok' ? null : reply.content.evalue;
                });
            }""",
            code,
        )

    def is_running(self) -> bool:
        """Tell whether the code that was begun still runs."""
        return bool(self.page.evaluate("window.isRunning"))

    def watch_height(self) -> None:
        """Note every height the panel has from now on."""
        self.page.evaluate(
            """() => {
                const panel = [...document.querySelectorAll('.jp-OutputArea .lux')].pop();
                window.heights = new Set();
                new ResizeObserver(() => {
                    if (panel.isConnected) window.heights.add(panel.getBoundingClientRect().height);
                }).observe(panel);
            }"""
        )

    def heights(self) -> list[float]:
        """Return the heights the panel had since it is watched."""
        return list(self.page.evaluate("[...window.heights]"))

    def theme(self, name: str) -> None:
        """Change the theme: ``light`` or ``dark``."""
        wanted = "JupyterLab Dark" if name == "dark" else "JupyterLab Light"
        self.lab.command("apputils:change-theme", theme=wanted)
        is_light = json.dumps(name == "light")
        self.page.wait_for_selector(f"body[data-jp-theme-light='{is_light}']", state="attached")

    def shot(self, name: str) -> None:
        """Keep a picture of the panel."""
        self.artefacts.mkdir(parents=True, exist_ok=True)
        panel = self.page.locator(".jp-OutputArea .lux").last
        # One more frame, so that a canvas has been drawn.
        self.page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done, 60)))")
        panel.screenshot(path=str(self.artefacts / f"{name}.png"))

    def pictures(self, name: str) -> None:
        """Keep pictures of the panel in both themes, and narrow."""
        for theme in ("dark", "light"):
            self.theme(theme)
            self.shot(f"{name}-{theme}")
        size = self.page.viewport_size
        self.page.set_viewport_size({**size, "width": NARROW})
        self.page.wait_for_selector(".jp-OutputArea .lux.lux-narrow")
        self.shot(f"{name}-narrow")
        self.page.set_viewport_size(size)

    def serious_findings(self) -> list[str]:
        """Return what axe finds serious in the panel."""
        self.page.add_script_tag(path=AXE)
        found = self.page.evaluate(
            """async () => {
                const report = await axe.run([...document.querySelectorAll('.lux')].pop());
                return report.violations.filter(one => ['serious', 'critical'].includes(one.impact))
                    .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 200)}`));
            }"""
        )
        return list(found)
