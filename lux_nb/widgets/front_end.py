"""Where the built front end of the panels lies."""

from pathlib import Path

STATIC = Path(__file__).parent / "static"
SCRIPT = STATIC / "panel.js"
STYLE = STATIC / "panel.css"
