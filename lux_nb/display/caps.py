"""The size of what is shown: a notebook is saved with its outputs and must not bloat."""

from html import escape

MOST_HTML = 200_000
MOST_TEXT = 20_000
MOST_ROWS = 200
MOST_CELL = 2000


def capped_text(text: str, most: int = MOST_TEXT) -> str:
    """Return a text, or its beginning with a line that says how much is left out."""
    if len(text) <= most:
        return text
    return f"{text[:most].rstrip()}\n… {len(text) - most:,} characters more"


def capped_html(html: str, text: str) -> str:
    """Return HTML, or where it is too large the beginning of its plain text."""
    if len(html) <= MOST_HTML:
        return html
    shown = escape(capped_text(text))
    return f"<pre style='white-space:pre-wrap'>{shown}</pre>"
