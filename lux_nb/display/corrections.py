"""How a repair of arguments shows itself outside a call: its diff, and what is still wrong."""

from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.caps import capped_html, capped_text
from lux_nb.display.tools import Diff

if TYPE_CHECKING:
    from lux_nb.tools.correction.model import CallCorrection, Change, Correction


def correction_html(correction: "Correction") -> str:
    """Return the changes as a diff with their reasons, and the problems that are left."""
    shown = _diffs(correction)
    parts = [diff._repr_html_() for diff in shown]
    parts += [f"<div>✗ {escape(text)}</div>" for text in _remaining(correction)]
    body = "".join(parts) or f"<div>{_nothing(correction)}</div>"
    return capped_html(f"<div>{body}</div>", correction_markdown(correction))


def correction_markdown(correction: "Correction") -> str:
    """Return the changes as a diff in Markdown, and the problems that are left."""
    parts = [_diff_markdown(diff) for diff in _diffs(correction)]
    if correction.remaining:
        parts.append("\n".join(f"- ✗ {text}" for text in _remaining(correction)))
    return capped_text("\n\n".join(parts) or _nothing(correction))


def call_html(call: "CallCorrection") -> str:
    """Return which tool is meant, and the repair of its arguments."""
    name = _name_diff(call)
    head = name._repr_html_() if name else f"<div><b>{escape(call.name)}</b></div>"
    return f"<div>{head}<div>{escape(_unknown(call))}</div>{correction_html(call.correction)}</div>"


def call_markdown(call: "CallCorrection") -> str:
    """Return which tool is meant, and the repair of its arguments, as Markdown."""
    name = _name_diff(call)
    head = _diff_markdown(name) if name else f"**{call.name}**"
    parts = [head, _unknown(call), correction_markdown(call.correction)]
    return "\n\n".join(part for part in parts if part)


def _diffs(correction: "Correction") -> list[Diff]:
    made = []
    if correction.changes:
        made.append(_diff(correction.changes, "repaired"))
    if correction.proposed:
        made.append(_diff(correction.proposed, "proposed, not done"))
    return made


def _diff(changes: "tuple[Change, ...]", title: str) -> Diff:
    return Diff([change.to_dict() for change in changes], title)


def _name_diff(call: "CallCorrection") -> Diff | None:
    if call.name_change is None:
        return None
    return _diff((call.name_change,), "tool" if call.applied else "tool, proposed")


def _unknown(call: "CallCorrection") -> str:
    if call.known:
        return ""
    near = f"; near are {', '.join(call.alternatives)}" if call.alternatives else ""
    return f"There is no tool {call.name!r}{near}."


def _diff_markdown(diff: Diff) -> str:
    lines = [line for change in diff.changes for line in str(change["diff"]).splitlines()]
    text = "\n".join(lines)
    fence = "````" if "```" in text else "```"
    reasons = "\n".join(f"- {change['reasoning']}" for change in diff.changes)
    return f"**{diff.title}**\n\n{fence}diff\n{text}\n{fence}\n\n{reasons}"


def _remaining(correction: "Correction") -> list[str]:
    return [str(problem.message) for problem in correction.remaining]


def _nothing(correction: "Correction") -> str:
    return "The arguments are valid as they are." if correction.valid else "Nothing could be done."
