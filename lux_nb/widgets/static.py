"""The panels as static pictures: what a saved notebook shows with no kernel behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any

from lux_nb.engine.calls import Call, enter_call
from lux_nb.errors import LuxError
from lux_nb.kernel.cells import current_author

if TYPE_CHECKING:
    from lux_nb.api import Lux
    from lux_nb.engine.engine import Engine
    from lux_nb.engine.operations import Result

TITLES = {
    "all": "Lux",
    "reasoning": "Reasoning",
    "logic": "Logic",
    "memory": "Memory",
    "tools": "Tools",
    "models": "Models",
    "assistants": "Assistants",
    "graph": "Graph",
}
SECTIONS: dict[str, tuple[tuple[str, str], ...]] = {
    "reasoning": (("Monitoring", "illumination_status"), ("Traces", "trace_list")),
    "logic": (("Knowledge bases", "session.list"),),
    "memory": (("Projects", "list_projects"),),
    "tools": (("Tools", "tools_list"),),
    "models": (("Budget", "models.budget"), ("Cost", "models.cost")),
    "assistants": (("Requests", "consent_list"),),
}
"""What each panel shows when it is still: a heading and the operation that answers."""
CHOSEN = {
    "trace": ("reasoning", "Trace", "trace_get", "session_id"),
    "session": ("logic", "Knowledge base", "session.get", "sessionId"),
    "project": ("memory", "Branches", "list_branches", "project_id"),
    "tool": ("tools", "Tool", "tool_help", "tool_name"),
}
"""What an option of a panel chooses: the panel, a heading, the operation and its parameter."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with what is below it, in the forms a notebook keeps."""

    title: str
    html: str
    markdown: str
    text: str


class StaticPanel:
    """A panel that does not move; it looks the same wherever a notebook is read."""

    def __init__(self, kind: str, sections: "list[Section] | StaticPanel", note: str = "") -> None:
        self.kind = kind
        self.sections: list[Section] = (
            sections.sections if isinstance(sections, StaticPanel) else sections
        )
        self.note = note

    @property
    def title(self) -> str:
        """The name of the panel."""
        return TITLES.get(self.kind, self.kind)

    @property
    def html(self) -> str:
        """The panel as HTML without scripts."""
        from lux_nb.display.caps import capped_html

        parts = [
            f"<div style='margin:.6em 0'><b>{escape(part.title)}</b>{part.html}</div>"
            for part in self.sections
        ]
        note = f"<div style='opacity:.7'><small>{escape(self.note)}</small></div>"
        body = "".join(parts) or "<div style='opacity:.7'>Nothing here yet.</div>"
        tail = note if self.note else ""
        return capped_html(f"<div class='lux-panel'>{body}{tail}</div>", self.text)

    @property
    def markdown(self) -> str:
        """The panel as Markdown."""
        from lux_nb.display.caps import capped_text

        parts = [f"### Lux: {self.title}" if self.kind != "all" else "### Lux"]
        parts += [f"**{part.title}**\n\n{part.markdown}" for part in self.sections]
        parts += [f"<sub>{self.note}</sub>"] if self.note else []
        return capped_text("\n\n".join(parts))

    @property
    def text(self) -> str:
        """The panel as plain text."""
        from lux_nb.display.caps import capped_text

        parts = [f"lux panel: {self.title}"]
        parts += [f"{part.title}\n{part.text}" for part in self.sections]
        parts += [self.note] if self.note else []
        return capped_text("\n\n".join(parts))

    def __repr__(self) -> str:
        return self.text

    def _repr_html_(self) -> str:
        return self.html

    def _repr_markdown_(self) -> str:
        return self.markdown

    def _repr_mimebundle_(self, **_: Any) -> dict[str, str]:
        return {"text/plain": self.text, "text/html": self.html, "text/markdown": self.markdown}


def snapshot(lux: "Lux", kind: str, options: Mapping[str, Any] | None = None) -> StaticPanel:
    """Return the state a panel shows, as it is now; first what its options choose."""
    asked: list[tuple[str, str, dict[str, Any]]] = []
    for one in list(SECTIONS) if kind == "all" else [kind]:
        chosen = [
            (title, name, {parameter: value})
            for option, value in (options or {}).items()
            for of_kind, title, name, parameter in [CHOSEN.get(option, ("", "", "", ""))]
            if of_kind == one and value is not None
        ]
        # What is chosen takes the place of the list it was chosen from, which comes last.
        rest = SECTIONS[one][:-1] if chosen else SECTIONS[one]
        asked += [*chosen, *((title, name, {}) for title, name in rest)]
    engine = lux.engine
    found = [engine.run(_section(engine, *section)) for section in asked]
    return StaticPanel(kind, [part for part in found if part is not None])


def static_of(result: "Result") -> StaticPanel:
    """Return a result as a static picture."""
    return StaticPanel("graph", [_section_of("", result)])


async def _section(
    engine: "Engine", title: str, name: str, parameters: dict[str, Any]
) -> Section | None:
    if name not in engine.operations:
        return None
    declared = engine.operations[name]
    enter_call(Call(name, current_author()))
    try:
        result = await declared.function(engine, declared.parse(parameters))
    except LuxError as error:
        message = str(error)
        return Section(title, f"<div>{escape(message)}</div>", message, message)
    return _section_of(title, result)


def _section_of(title: str, result: "Result") -> Section:
    from lux_nb.display.results import html_of, markdown_of, text_of

    return Section(title, html_of(result), markdown_of(result), text_of(result))
