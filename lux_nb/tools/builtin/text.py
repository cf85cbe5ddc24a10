"""Text analysis that needs no network: sentiment, entities and extractive summaries."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import Field

from lux_nb.errors import NotConfigured

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Text = Annotated[str, Field(min_length=1, max_length=1_000_000, description="The text.")]
_SENTENCE = re.compile(r"(?<=[.!?])[\"')\]]?\s+(?=[A-Z0-9\"'(])|\n{2,}")
_WORD = re.compile(r"[A-Za-z][A-Za-z'-]+")
_MONTH = (
    r"(?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|"
    r"Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)"
)
_ENTITIES = (
    ("url", re.compile(r"https?://[^\s<>\"')\]]+[^\s<>\"')\].,;:!?]")),
    ("email", re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")),
    (
        "date",
        re.compile(
            rf"\b\d{{4}}-\d{{2}}-\d{{2}}\b|\b\d{{1,2}} {_MONTH} \d{{4}}\b|"
            rf"\b{_MONTH}\.? \d{{1,2}}(?:, \d{{4}})?\b"
        ),
    ),
    ("money", re.compile(r"[$€£¥]\s?\d[\d,]*(?:\.\d+)?(?:\s(?:thousand|million|billion))?")),
    ("percentage", re.compile(r"\b\d+(?:\.\d+)?\s?%")),
    ("number", re.compile(r"(?<![\w.])\d[\d,]*(?:\.\d+)?(?![\w%])")),
    ("name", re.compile(r"\b[A-Z][a-z]+(?:[ ](?:of |the |de |van |von )?[A-Z][\w&'-]*)+")),
    ("acronym", re.compile(r"\b[A-Z]{2,6}\b")),
)
_COMMON = frozenset(
    "the a an and or but if of to in on at by for with from as is are was were be been being it "
    "its this that these those he she they we you i his her their our your not no so than then "
    "there which who whom what when where how all any each more most other some such only own "
    "same too very can will just should now had has have do does did into over also may".split()
)


def tools(_engine: "Engine") -> Iterator[tuple[Callable[..., Any], dict[str, Any]]]:
    """Yield the text tools."""
    about = {"category": "analysis", "tags": ("text",)}
    for function in (sentiment_analysis, entity_extraction, summarization):
        yield function, dict(about)


def sentiment_analysis(text: Text) -> dict[str, Any]:
    """Tell whether an English text sounds positive or negative, by the VADER lexicon."""
    try:
        from vaderSentiment.vaderSentiment import (  # type: ignore[import-untyped]
            SentimentIntensityAnalyzer,
        )
    except ImportError:
        message = "Sentiment analysis needs the package vaderSentiment."
        raise NotConfigured(message, hint="pip install vaderSentiment") from None
    scores = SentimentIntensityAnalyzer().polarity_scores(text)
    compound = scores["compound"]
    # The bounds its authors give for the three classes.
    sentiment: Literal["positive", "negative", "neutral"] = (
        "positive" if compound >= 0.05 else "negative" if compound <= -0.05 else "neutral"
    )
    return {"sentiment": sentiment, "score": compound, "scores": scores, "method": "vader"}


def entity_extraction(
    text: Text,
    types: Annotated[
        list[Literal["url", "email", "date", "money", "percentage", "number", "name", "acronym"]],
        Field(description="Kinds to look for; all by default."),
    ] = [],  # noqa: B006 - it is read only
) -> dict[str, Any]:
    """Find addresses, dates, amounts and capitalised names in a text, by their form."""
    taken = [False] * (len(text) + 1)
    found: list[dict[str, Any]] = []
    for kind, pattern in _ENTITIES:
        for match in pattern.finditer(text):
            start, end = match.span()
            if any(taken[start:end]):
                continue
            taken[start:end] = [True] * (end - start)
            if not types or kind in types:
                found.append({"type": kind, "text": match.group(), "start": start, "end": end})
    found.sort(key=lambda entity: entity["start"])
    counts = Counter(str(entity["type"]) for entity in found)
    return {"entities": found, "counts": dict(counts), "method": "patterns"}


def summarization(
    text: Text,
    max_sentences: Annotated[int, Field(ge=1, le=50, description="Most sentences to keep.")] = 3,
    max_length: Annotated[
        int | None, Field(ge=20, description="Most characters of the summary.")
    ] = None,
) -> dict[str, Any]:
    """Summarise a text by its most telling sentences, taken as they are and in their order."""
    sentences = [piece.strip() for piece in _SENTENCE.split(text) if piece and piece.strip()]
    chosen = _most_telling(sentences, max_sentences)
    if max_length is not None:
        while len(chosen) > 1 and len(" ".join(sentences[i] for i in chosen)) > max_length:
            chosen = chosen[:-1]
    summary = " ".join(sentences[i] for i in sorted(chosen))
    if max_length is not None and len(summary) > max_length:
        summary = summary[: max_length - 1].rsplit(" ", 1)[0] + "…"
    return {
        "summary": summary,
        "sentences": len(chosen),
        "of": len(sentences),
        "method": "extractive",
    }


def _most_telling(sentences: list[str], count: int) -> list[int]:
    """Return the sentences whose words are frequent in the text, not repeating each other."""
    parts = [[word.lower() for word in _WORD.findall(sentence)] for sentence in sentences]
    parts = [[word for word in words if word not in _COMMON] for words in parts]
    weights = Counter(word for words in parts for word in set(words))
    chosen: list[int] = []
    covered: set[str] = set()

    def worth(position: int) -> float:
        words = set(parts[position])
        length = max(len(parts[position]), 4)
        # Words that other sentences share count, and less once the summary has them.
        shared = sum((weights[word] - 0.9) * (0.4 if word in covered else 1) for word in words)
        return float(shared / length**0.6 - position * 1e-6)  # an early one wins a tie

    while len(chosen) < min(count, len(sentences)):
        best = max((i for i in range(len(sentences)) if i not in chosen), key=worth)
        chosen.append(best)
        covered.update(parts[best])
    return chosen
