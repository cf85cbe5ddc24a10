"""A proof as a picture: what is shown on top, what it rests on below, down to the sentences."""

import textwrap
from collections.abc import Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING

from lux_nb.display.marks import BAD, CALM, FAIR, GOOD
from lux_nb.display.pictures import INK, picture

if TYPE_CHECKING:
    from lux_nb.logic.results import LackView, ProofView

COLOURS = {"fact": GOOD, "rule": CALM, "absence": FAIR, "missing": BAD}
WIDTH, GAP, RISE, PAD = 196.0, 14.0, 30.0, 10.0
LINE, SMALL = 17.0, 14.0
STATEMENT_CHARACTERS, NOTE_CHARACTERS = 25, 31
MOST_LEAVES = 9
"""More of them would be too wide to read; the outline shows such a proof."""


@dataclass
class Box:
    """A box of the picture: what it says, why, and the boxes below it."""

    statement: str
    notes: list[str]
    colour: str
    below: list["Box"] = field(default_factory=list)
    x: float = 0.0
    y: float = 0.0

    def __post_init__(self) -> None:
        self.lines = textwrap.wrap(self.statement, STATEMENT_CHARACTERS)[:4] or [""]
        self.small = [
            line for note in self.notes for line in textwrap.wrap(note, NOTE_CHARACTERS)[:4]
        ]

    @property
    def height(self) -> float:
        """How high it is with all its lines."""
        return 2 * PAD + LINE * len(self.lines) + SMALL * len(self.small)

    def leaves(self) -> int:
        """Count the boxes with nothing below."""
        return sum(box.leaves() for box in self.below) or 1

    def all(self) -> list["Box"]:
        """Return it and all below it."""
        return [self, *(inner for box in self.below for inner in box.all())]


def proof_box(proof: "ProofView") -> Box:
    """Make the boxes of a proof."""
    notes = []
    if _is_formula(proof):
        # The sentence says it to more readers than the formula does.
        return Box(proof.source, ["told", proof.statement], COLOURS["fact"])
    if proof.source and proof.premises:
        notes.append(f"by: {proof.source}")
    elif proof.kind == "fact":
        notes.append(f"told: {proof.source}" if _differs(proof.source, proof.statement) else "told")
    elif proof.kind != "rule":
        notes.append("nothing says otherwise" if proof.kind == "absence" else proof.kind)
    bound = ", ".join(f"{name} = {value}" for name, value in proof.bindings.items())
    if bound and proof.premises:
        notes.append(bound)
    colour = COLOURS.get(proof.kind, INK)
    return Box(proof.statement, notes, colour, [proof_box(each) for each in proof.premises])


def lack_box(lack: "LackView") -> Box:
    """Make the boxes of what could not be shown: red is missing, green is there."""
    below: list[Box] = []
    for attempt in lack.attempts:
        parts = [Box(held, ["holds"], GOOD) for held in attempt.held]
        parts.append(lack_box(attempt.lacks))
        below.append(Box(attempt.rule, ["this rule would show it"], CALM, parts))
    return Box(lack.statement, [] if below else ["nothing shows it"], BAD, below)


def tree_picture(root: Box, label: str) -> str | None:
    """Return the picture of a tree, or None where it would be too wide."""
    if root.leaves() > MOST_LEAVES:
        return None
    _place(root, _tops(root), {})
    boxes = root.all()
    width = max(box.x for box in boxes) + WIDTH + 2
    height = max(box.y + box.height for box in boxes) + 2
    body = "".join([*map(_edges, boxes), *map(_drawn, boxes)])
    return picture(body, width, height, label)


def _tops(root: Box) -> list[float]:
    """Return where each level begins: below the highest box of the one before."""
    tops, level, y = [], [root], 1.0
    while level:
        tops.append(y)
        y += max(box.height for box in level) + RISE
        level = [below for box in level for below in box.below]
    return tops


def _place(box: Box, tops: Sequence[float], taken: dict[int, float], depth: int = 0) -> None:
    """Put a box over the middle of what is below it, as far left as its level is free."""
    box.y = tops[depth]
    for below in box.below:
        _place(below, tops, taken, depth + 1)
    free = taken.get(depth, 1.0)
    middle = (box.below[0].x + box.below[-1].x) / 2 if box.below else free
    box.x = middle
    if middle < free:
        _move(box, free - middle, taken, depth)
    taken[depth] = box.x + WIDTH + GAP


def _move(box: Box, distance: float, taken: dict[int, float], depth: int) -> None:
    """Move a box to the right with all below it."""
    box.x += distance
    taken[depth] = max(taken.get(depth, 1.0), box.x + WIDTH + GAP)
    for below in box.below:
        _move(below, distance, taken, depth + 1)


def _edges(box: Box) -> str:
    start_x, start_y = box.x + WIDTH / 2, box.y + box.height
    paths = []
    for below in box.below:
        end_x, end_y = below.x + WIDTH / 2, below.y
        bend = end_y - RISE / 2
        paths.append(
            f"<path d='M{start_x:g} {start_y:g}V{bend:g}H{end_x:g}V{end_y:g}' fill='none' "
            f"stroke='{INK}' stroke-width='1.2'/>"
        )
    return "".join(paths)


def _drawn(box: Box) -> str:
    middle = box.x + WIDTH / 2
    parts = [
        f"<rect x='{box.x:g}' y='{box.y:g}' width='{WIDTH:g}' height='{box.height:g}' rx='7' "
        f"fill='{box.colour}' fill-opacity='.12' stroke='{box.colour}' stroke-width='1.2'/>"
    ]
    y = box.y + PAD + LINE - 4
    for line in box.lines:
        parts.append(_text(line, middle, y, size=13, colour=box.colour, weight="600"))
        y += LINE
    y -= LINE - SMALL
    for line in box.small:
        parts.append(_text(line, middle, y, size=11, colour=INK, weight="400"))
        y += SMALL
    return "".join(parts)


def _text(line: str, x: float, y: float, *, size: int, colour: str, weight: str) -> str:
    return (
        f"<text x='{x:g}' y='{y:g}' font-size='{size}' font-weight='{weight}' fill='{colour}' "
        f"text-anchor='middle'>{escape(line)}</text>"
    )


def _is_formula(proof: "ProofView") -> bool:
    told = proof.kind == "fact" and not proof.premises
    return told and proof.source.endswith(".") and not proof.statement.endswith(".")


def _differs(source: str, statement: str) -> bool:
    return bool(source) and source.rstrip(". ").lower() != statement.rstrip(". ").lower()
