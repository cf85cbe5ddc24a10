"""What traces, bias checks and plans look like, as HTML that stands alone and as text."""

import base64
import re
from collections.abc import Callable
from html.parser import HTMLParser
from typing import Any

import pytest

from lux_nb.display.trace import trace_html, trace_text
from tests.reasoning.conftest import THOUGHTS, in_turn, scripted, serve_script  # noqa: F401

VOID = {"br", "rect", "path", "circle"}
Make = Callable[..., Any]


class Checker(HTMLParser):
    """Follows the tags, to see that each is closed and none runs code."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.opened_details = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.opened_details += tag == "details" and any(name == "open" for name, _ in attrs)
        assert not any(name.startswith("on") for name, _ in attrs)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    @classmethod
    def of(cls, html: str) -> "Checker":
        checker = cls()
        checker.feed(html)
        checker.close()
        assert checker.open == []
        assert not {"script", "style", "link", "iframe"} & set(checker.seen)
        return checker


def step(call: Any, session: str, number: int, **more: Any) -> None:
    given = {"thought": "Go on.", "total_thoughts": 9, "next_thought_needed": True, **more}
    call("traced_reasoning", thought_number=number, session_id=session, **given)


@pytest.fixture
def branched(scripted: Make) -> Any:  # noqa: F811
    call, _, _ = scripted(in_turn(THOUGHTS))
    session = call("trace", question="Is <b>this</b> & that so?", steps=3).session_id
    step(call, session, 3, branch_from_thought=2, branch_id="people <x>")
    step(call, session, 4, is_revision=True, revises_thought=2)
    return call("trace_get", session_id=session)


def drawn(html: str) -> str:
    """The SVG inside the pictures of a display."""
    pictures = re.findall(r"data:image/svg\+xml;base64,([A-Za-z0-9+/=]+)", html)
    return "".join(base64.b64decode(picture).decode() for picture in pictures)


def test_a_trace_is_a_tree_with_branches_revisions_gauges_and_synthesis(branched: Any) -> None:
    html = trace_html(branched)
    checker = Checker.of(html)
    assert checker.seen.count("details") == 5
    for part in (
        "Is &lt;b&gt;this&lt;/b&gt; &amp; that so?",
        "people &lt;x&gt;",
        "from thought 2",
        "revised by thought 4",
        "Revision of 2",
        "Understanding",
        "tokens",
        "data:image/svg+xml",
    ):
        assert part in html
    assert drawn(html).count("<circle") == 5
    assert "#fff" not in html
    assert "background" not in html


def test_the_same_tree_reads_as_text(branched: Any) -> None:
    text = trace_text(branched)
    lines = text.splitlines()
    assert lines[0] == "Is <b>this</b> & that so?"
    place = lines.index("  └ branch people <x> from thought 2")
    assert lines[place + 1].startswith("  3 Branch [circular ")
    assert "Understanding: " in text
    assert str(branched) == text


def test_interventions_are_shown_where_they_happened_and_stay_unfolded(scripted: Make) -> None:  # noqa: F811
    call, _, _ = scripted(in_turn([THOUGHTS[1]]))
    details = call("trace", question="Why is it slow?", steps=12)
    html = trace_html(details)
    checker = Checker.of(html)
    spoken = [thought for thought in details.thoughts if thought.intervention]
    assert html.count("⚠ loop") >= 1
    assert spoken[0].intervention in html
    assert 3 <= checker.opened_details < checker.seen.count("details")


def test_bias_findings_are_marked_in_the_text(scripted: Make) -> None:  # noqa: F811
    text = "Obviously the <new> one, because everyone uses it."
    call, _, _ = scripted(in_turn([text], {"findings": []}))
    details = call("bias", query="Which one?", max_analysis_rounds=1)
    html = details._repr_mimebundle_()["text/html"]
    Checker.of(html)
    assert ">Obviously</u> the &lt;new&gt; one" in html
    assert "by cues" in html
    assert "overconfidence (low): “Obviously”" in str(details)


def test_a_plan_is_a_tree(scripted: Make) -> None:  # noqa: F811
    call, _, _ = scripted(in_turn(THOUGHTS))
    plan = call("plan", task="Mend <it>.", steps=2)
    given = {"step": "x", "total_steps": 3, "next_step_required": True}
    call("planner", step_number=2, branch_from_step=1, branch_id="b", **given)
    plan = call("plan_get", session_id=plan.session_id)
    html = plan._repr_mimebundle_()["text/html"]
    Checker.of(html)
    assert "Mend &lt;it&gt;." in html
    assert "from step 1" in html


def test_single_steps_and_the_status_show_themselves(scripted: Make) -> None:  # noqa: F811
    call, _, _ = scripted(in_turn(THOUGHTS))
    given = {"total_thoughts": 2, "next_thought_needed": True}
    shown = [
        call("traced_reasoning", thought="Why?", thought_number=1, **given),
        call("biased_reasoning", query="Why?"),
        call("planner", step="Do.", step_number=1, total_steps=1, next_step_required=False),
        call("illumination_status"),
    ]
    for result in shown:
        bundle = result._repr_mimebundle_()
        Checker.of(bundle["text/html"])
        assert bundle["text/plain"]
