"""The page about the server lists what is served."""

from pathlib import Path

from lux_nb.server.rest.bindings import _TABLE
from lux_nb.server.socketio.events import INCOMING

PAGE = Path(__file__).parents[2] / "docs" / "server.md"


def test_every_route_and_event_is_on_the_page() -> None:
    text = PAGE.read_text(encoding="utf-8")
    for binding in _TABLE:
        line = f"| `{binding.method}` | `{binding.path}` | `{binding.operation}` |"
        assert binding.from_arguments or line in text
    for row in INCOMING:
        assert f"| `{row.event}` | `{row.operation}` | `{row.reply}` |" in text
