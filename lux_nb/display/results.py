"""How any result shows itself, when its class does not say it better."""

import json
from html import escape
from typing import TYPE_CHECKING, Any

from lux_nb.display.caps import MOST_ROWS, capped_html, capped_text

if TYPE_CHECKING:
    from lux_nb.engine.operations import Result

Bundle = dict[str, str]
LONGEST_CELL = 600
HIDDEN = frozenset({"success", "message"})
"""What a reader sees anyway, or that is the heading already."""


def html_of(result: "Result") -> str:
    """Return a result as HTML, by its own display where it has one."""
    bundle = bundle_of(result)
    if "text/html" in bundle:
        return bundle["text/html"]
    from markdown_it import MarkdownIt

    # The answers of models are Markdown; HTML in them is shown, not run.
    return str(MarkdownIt("commonmark", {"html": False}).enable("table").render(_body(bundle)))


def markdown_of(result: "Result") -> str:
    """Return a result as Markdown, by its own display where it has one."""
    bundle = bundle_of(result)
    return bundle.get("text/markdown") or _plain_markdown(bundle["text/plain"])


def text_of(result: "Result") -> str:
    """Return a result as plain text."""
    return bundle_of(result)["text/plain"]


def bundle_of(result: "Result") -> Bundle:
    """Return what is saved with a notebook: plain text, and HTML or Markdown, none too large."""
    own = _own_bundle(result)
    written = _written(result)
    own.setdefault("text/plain", written or generic_markdown(result))
    if not own.keys() & {"text/html", "text/markdown"}:
        own["text/html"] = _html(result, written)
        own["text/markdown"] = _plain_markdown(written) if written else generic_markdown(result)
    return capped_bundle(own)


def capped_bundle(bundle: Bundle) -> Bundle:
    """Return a bundle of which no part is too large."""
    shown = dict(bundle)
    text = str(bundle.get("text/plain", ""))
    for kind in ("text/plain", "text/markdown"):
        if isinstance(shown.get(kind), str):
            shown[kind] = capped_text(shown[kind])
    if isinstance(shown.get("text/html"), str):
        shown["text/html"] = capped_html(shown["text/html"], text)
    return shown


def generic_html(result: "Result") -> str:
    """Return a result as its message, its values and a table for each list of rows."""
    from lux_nb.display.tables import KeyValues, Rows

    single, lists = _parted(result)
    title = str(getattr(result, "message", "") or "")
    shown = {name: _cell(value) for name, value in single.items()}
    parts = [KeyValues(title, shown)._repr_html_()] if shown or title else []
    for name, rows in lists.items():
        heading = f"<div style='opacity:.7;margin-top:.4em'><small>{escape(name)}</small></div>"
        cells = [{key: _cell(value) for key, value in row.items()} for row in rows]
        parts.append(heading if len(lists) > 1 or title or shown else "")
        parts.append(Rows(cells, _columns(rows))._repr_html_())
    return f"<div>{''.join(parts) or '<i>nothing</i>'}</div>"


def generic_markdown(result: "Result") -> str:
    """Return a result as Markdown: a list of values and tables."""
    single, lists = _parted(result)
    lines = [str(getattr(result, "message", "") or "")]
    lines += [f"- **{name}**: {_flat(_cell(value))}" for name, value in single.items()]
    for rows in lists.values():
        columns = _columns(rows)
        lines += ["", f"| {' | '.join(columns)} |", f"|{' --- |' * len(columns)}"]
        lines += [
            "| " + " | ".join(_flat(_cell(row.get(column))) for column in columns) + " |"
            for row in rows[:MOST_ROWS]
        ]
        if len(rows) > MOST_ROWS:
            lines += ["", f"… {len(rows) - MOST_ROWS} more"]
    return "\n".join(lines).strip() or "*nothing*"


def _own_bundle(result: "Result") -> Bundle:
    """Return what the class of a result says of its display, and nothing by default."""
    from lux_nb.engine.operations import Result

    kind = type(result)
    own: Bundle = {}
    if kind._repr_mimebundle_ is not Result._repr_mimebundle_:
        made = kind._repr_mimebundle_(result)
        own.update(made[0] if isinstance(made, tuple) else made)
    for name, mime in (("_repr_html_", "text/html"), ("_repr_markdown_", "text/markdown")):
        if getattr(kind, name) is not getattr(Result, name) and mime not in own:
            own[mime] = getattr(result, name)()
    return own


def _html(result: "Result", written: str | None) -> str:
    if written:
        return f"<pre style='white-space:pre-wrap;margin:0'>{escape(capped_text(written))}</pre>"
    return generic_html(result)


def _written(result: "Result") -> str | None:
    """Return a result as its class writes it, if it says how."""
    for name, write in (("__repr__", repr), ("__str__", str)):
        if any(name in vars(kind) for kind in _own_classes(type(result))):
            return write(result)
    return None


def _own_classes(kind: type) -> list[type]:
    from lux_nb.engine.operations import Result

    return [base for base in kind.__mro__ if issubclass(base, Result) and base is not Result]


def _body(bundle: Bundle) -> str:
    return (
        bundle.get("text/markdown", bundle["text/plain"]).replace("<sub>", "").replace("</sub>", "")
    )


def _plain_markdown(text: str) -> str:
    fence = "````" if "```" in text else "```"
    return f"{fence}text\n{text}\n{fence}"


def _parted(result: "Result") -> tuple[dict[str, Any], dict[str, list[dict[str, Any]]]]:
    wire = result.wire()
    data = wire.get("data")
    if isinstance(data, dict) and set(wire) <= {*HIDDEN, "data"}:
        wire = data
    lists = {
        name: value
        for name, value in wire.items()
        if isinstance(value, list) and value and isinstance(value[0], dict)
    }
    hidden = HIDDEN | set(lists)
    single = {name: value for name, value in wire.items() if name not in hidden}
    return single, lists


def _columns(rows: list[dict[str, Any]]) -> list[str]:
    return list(dict.fromkeys(name for row in rows[:MOST_ROWS] for name in row))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, dict | list):
        value = json.dumps(value, ensure_ascii=False, default=str) if value else ""
    text = str(value)
    return text if len(text) <= LONGEST_CELL else f"{text[: LONGEST_CELL - 1]}…"


def _flat(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", "<br>")
