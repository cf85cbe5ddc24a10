"""Where a trace stands after a thought: asked of the model, or taken from the thought's words."""

import re
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, Field

from lux_nb.engine.calls import Notice, current_call
from lux_nb.errors import LuxError
from lux_nb.models.types import Completion, Message
from lux_nb.reasoning.quality import content_words
from lux_nb.reasoning.structured import ask
from lux_nb.reasoning.thoughts import Readings, Thought

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Level = Literal["low", "medium", "high"]
_SENTENCES = re.compile(r"[^.!?\n]+[.!?]*")
_INFERENCE = re.compile(
    r"\b(?:because|therefore|thus|hence|since|so that|so the|it follows|follows that|implies|"
    r"implying|means that|if .+ then|consequently|as a result|given that|assuming|suppose|"
    r"unless|otherwise|which shows|we conclude|in turn)\b|[=<>≤≥⇒→]",
    re.IGNORECASE,
)
_ACTION = re.compile(
    r"\b(?:next|should|need to|needs to|must|let us|let's|we can|try|check|test|verify|compare|"
    r"consider)\b",
    re.IGNORECASE,
)
_CONCLUDES = re.compile(
    r"\b(?:in conclusion|to conclude|we conclude|the answer is|in summary|overall|finally)\b",
    re.IGNORECASE,
)
MOST_ITEMS = 3
LONGEST_ITEM = 240
INSTRUCTIONS = (
    "You keep the minutes of a reasoning trace. Report only what the thoughts say, in short "
    "sentences, as JSON: what is understood by now, the key insights, what to do next, how "
    "confident and how clear the reasoning is, and whether it is ready for a conclusion."
)


class Minutes(BaseModel):
    """What is accepted of a model."""

    current_understanding: Annotated[str, Field(min_length=1)]
    key_insights: list[str]
    next_actions: list[str]
    confidence_level: Level
    clarity_level: Level
    ready_for_conclusion: bool


_Item = Annotated[str, Field(max_length=100)]


class ShortMinutes(Minutes):
    """What the embedded model is held to: it would otherwise run on."""

    current_understanding: Annotated[str, Field(min_length=1, max_length=160)]
    key_insights: Annotated[list[_Item], Field(max_length=2)]
    next_actions: Annotated[list[_Item], Field(max_length=2)]


async def synthesize(
    engine: "Engine",
    query: str,
    earlier: Sequence[Thought],
    content: str,
    readings: Readings,
    *,
    model: str | None,
) -> tuple[dict[str, object], list[Completion]]:
    """Return the synthesis after a thought, with the calls it took.

    The thought is paid for and kept whatever happens here: a model that fails, or gives
    nothing usable twice, leaves a synthesis taken from the thought's own words.
    """
    try:
        asked = await ask(
            engine,
            _messages(query, earlier, content),
            Minutes,
            asked_as=ShortMinutes,
            model=model,
            default="reasoning",
            check=_about(query, *(thought.content for thought in earlier[-4:]), content),
        )
    except LuxError as error:
        current_call().emit(Notice(f"No synthesis from the model: {error.message}"))
        return computed(content, readings), []
    if asked.data is None:
        note = "The model gave no usable synthesis; it is taken from the thought's words."
        current_call().emit(Notice(note))
        return computed(content, readings), asked.completions
    minutes = asked.data.model_dump()
    for name in ("key_insights", "next_actions"):
        minutes[name] = [item.strip() for item in minutes[name] if item.strip()]
    return minutes, asked.completions


def computed(content: str, readings: Readings) -> dict[str, object]:
    """Return a synthesis taken from the thought itself: its sentences and its readings."""
    sentences = [part.strip()[:LONGEST_ITEM] for part in _SENTENCES.findall(content)]
    sentences = [part for part in sentences if re.search(r"\w", part)]
    inferences = [part for part in sentences if _INFERENCE.search(part)]
    actions = [part for part in sentences if _ACTION.search(part)]
    return {
        "current_understanding": sentences[0] if sentences else content.strip()[:LONGEST_ITEM],
        "key_insights": inferences[:MOST_ITEMS],
        "next_actions": actions[:MOST_ITEMS],
        "confidence_level": level(readings.confidence),
        "clarity_level": level(readings.coherence),
        "ready_for_conclusion": bool(_CONCLUDES.search(content)) or readings.phase == "conclusion",
    }


def level(value: float | None) -> Level:
    """Return a figure from 0 to 1 in a word."""
    if value is None or value < 0.4:
        return "low"
    return "medium" if value < 0.7 else "high"


def reasoning_depth(content: str) -> float:
    """Return the share of a thought's sentences that infer something rather than state it."""
    sentences = [part for part in _SENTENCES.findall(content) if part.strip()]
    if not sentences:
        return 0.0
    inferring = sum(bool(_INFERENCE.search(part)) for part in sentences)
    return round(inferring / len(sentences), 4)


def _messages(query: str, earlier: Sequence[Thought], content: str) -> tuple[Message, ...]:
    from lux_nb.models.tokens import truncate_tokens

    lines = [f"Question: {truncate_tokens(query, 400)}"]
    for thought in earlier[-4:]:
        understood = str(thought.synthesis.get("current_understanding") or thought.content)
        lines.append(f"After thought {thought.label}: {truncate_tokens(understood, 80)}")
    lines.append(f"Latest thought: {truncate_tokens(content, 1200)}")
    return Message("system", INSTRUCTIONS), Message("user", "\n\n".join(lines))


def _about(*texts: str) -> Callable[[Minutes], None]:
    """Return the check that an understanding is one of these texts, not any words at all."""
    known = {word for text in texts for word in content_words(text)}

    def check(minutes: Minutes) -> None:
        said = set(content_words(minutes.current_understanding))
        if not said or (known and not said & known):
            message = "current_understanding: it has nothing to do with the question and thoughts"
            raise ValueError(message)

    return check
