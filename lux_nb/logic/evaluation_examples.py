"""A small set of texts with a question and its answer, to compare strategies with."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Example:
    """A text, a question about it and the right answer: a verdict, or the names it asks for."""

    text: str
    question: str
    answer: str | tuple[str, ...]


EXAMPLES = (
    Example("Every whale is a mammal. Moby is a whale.", "Is Moby a mammal?", "yes"),
    Example("No reptile is a mammal. Sly is a reptile.", "Is Sly a mammal?", "no"),
    Example("Every whale is a mammal. Rex is a mammal.", "Is Rex a whale?", "unknown"),
    Example("Ann is a parent of Bob. Bob is a parent of Eve.", "Who is a parent of Eve?", ("bob",)),
    Example(
        "If X is a parent of Y and Y is a parent of Z then X is a grandparent of Z. "
        "Ann is a parent of Bob. Bob is a parent of Eve.",
        "Is Ann a grandparent of Eve?",
        "yes",
    ),
    Example("Bob is tall or Ann is short. Ann is not short.", "Is Bob tall?", "yes"),
    Example("Carl lives in Oslo. Dora lives in Bern.", "Who lives in Bern?", ("dora",)),
    Example(
        "Every document that is secret is encrypted. Plan is a document. Plan is secret.",
        "Is Plan encrypted?",
        "yes",
    ),
    Example(
        "No intern may open the vault. Ida is an intern.",
        "Is it true that Ida is an intern?",
        "yes",
    ),
    Example("Only members are voters. Gus is a voter.", "Is Gus a member?", "yes"),
    Example("Hal is neither rich nor famous.", "Is Hal famous?", "no"),
    Example("Iris is older than Jan. Jan is older than Kim.", "Is Iris older than Jan?", "yes"),
    Example("The mouse is chased by the cat.", "Who chases the mouse?", ("cat",)),
    Example(
        "Everyone who is careful and patient is trusted. Lea is careful. Lea is patient.",
        "Is Lea trusted?",
        "yes",
    ),
    Example(
        "Everyone who is careful and patient is trusted. Max is careful.",
        "Is Max trusted?",
        "unknown",
    ),
    Example("Nora gives the key to Otto.", "Does Nora give the key to Otto?", "yes"),
    Example(
        "Sam is a student. Tess is a student. Uwe is a teacher.",
        "Who is a student?",
        ("sam", "tess"),
    ),
    Example(
        "Whoever signed the form gets a badge, which goes for Vera too: she signed it.",
        "Does Vera get a badge?",
        "yes",
    ),
    Example(
        "Apart from Wim, nobody in the team has ever been late; Xena is in the team.",
        "Is Xena late?",
        "no",
    ),
    Example(
        "Because the pump in hall two failed, all tanks it feeds ran dry, tank A among them.",
        "Is tank A dry?",
        "yes",
    ),
)
"""The last three are in an English that goes beyond the grammar, on purpose."""
