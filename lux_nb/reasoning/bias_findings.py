"""Findings of bias: each a span of the text that was checked, with kind, severity, suggestion."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, Field

from lux_nb.models.types import Completion, Message
from lux_nb.reasoning.bias_taxonomy import BY_NAME, KINDS, BiasName, described
from lux_nb.reasoning.structured import ask

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Severity = Literal["low", "medium", "high"]
MOST_CUES = 5
SHORTEST_QUOTE = 3
VERIFYING = (
    "You check reasoning for bias. Report only biases that the text really shows, as JSON: the "
    "kind from the list, the exact words of the text that show it (quote), how severe it is, why "
    "it is a bias here, and how to mend it. Report nothing where there is nothing.\n\nKinds:\n"
)


@dataclass(frozen=True, slots=True)
class Finding:
    """A bias in a text; ``source`` is the verifier, or the cues of the taxonomy."""

    kind: str
    severity: Severity
    start: int
    end: int
    span: str
    explanation: str
    suggestion: str
    source: Literal["verifier", "cues"]


class ReportedBias(BaseModel):
    """One bias as the verifier reports it."""

    kind: BiasName
    quote: Annotated[str, Field(min_length=SHORTEST_QUOTE)]
    severity: Severity
    explanation: str
    suggestion: str


class Verdict(BaseModel):
    """All that the verifier reports."""

    findings: list[ReportedBias]


class ShortReportedBias(ReportedBias):
    """One bias, in the lengths the embedded model is held to."""

    quote: Annotated[str, Field(min_length=SHORTEST_QUOTE, max_length=100)]
    explanation: Annotated[str, Field(max_length=100)]
    suggestion: Annotated[str, Field(max_length=100)]


class ShortVerdict(BaseModel):
    """A verdict in the lengths the embedded model is held to."""

    findings: Annotated[list[ShortReportedBias], Field(max_length=2)]


@dataclass(frozen=True, slots=True)
class Check:
    """What a check came to: findings in the order of the text, and how it was made."""

    findings: list[Finding]
    completions: list[Completion]
    problem: str


async def check_text(engine: "Engine", query: str, text: str, *, model: str | None) -> Check:
    """Check a text with the verifier and the cues; a finding without its words is left out."""

    def quotes_are_there(verdict: Verdict) -> None:
        if verdict.findings and not any(locate(item.quote, text) for item in verdict.findings):
            message = "findings.quote: none of the quotes is in the text word for word"
            raise ValueError(message)

    asked = await ask(
        engine,
        (
            Message("system", VERIFYING + described()),
            Message("user", f"Question: {query}\n\nText to check:\n\n{text}"),
        ),
        Verdict,
        asked_as=ShortVerdict,
        model=model,
        default="normal",
        check=quotes_are_there,
    )
    reported = _reported(asked.data, text) if asked.data else []
    taken = [(finding.start, finding.end) for finding in reported]
    cues = [
        finding
        for finding in cue_findings(text)
        if not any(start < finding.end and finding.start < end for start, end in taken)
    ]
    findings = sorted([*reported, *cues], key=lambda finding: finding.start)
    return Check(findings, asked.completions, asked.problem)


def cue_findings(text: str) -> list[Finding]:
    """Return the phrases of a text that the taxonomy's cues point at."""
    found = [
        Finding(
            kind=kind.name,
            severity="low",
            start=match.start(),
            end=match.end(),
            span=match.group(),
            explanation=kind.definition,
            suggestion=kind.suggestion,
            source="cues",
        )
        for kind in KINDS
        if kind.cues is not None
        for match in kind.cues.finditer(text)
    ]
    return sorted(found, key=lambda finding: finding.start)[:MOST_CUES]


def locate(quote: str, text: str) -> tuple[int, int] | None:
    """Return where a quote is in a text, whatever its spacing, case and quotation marks."""
    start = text.find(quote)
    if start >= 0:
        return start, start + len(quote)
    words = re.findall(r"\w+", quote)
    if sum(map(len, words)) < SHORTEST_QUOTE:
        return None
    pattern = r"\b" + r"\W+".join(re.escape(word) for word in words) + r"\b"
    found = re.search(pattern, text, re.IGNORECASE)
    return found.span() if found else None


def _reported(verdict: Verdict, text: str) -> list[Finding]:
    findings: list[Finding] = []
    for item in verdict.findings:
        place = locate(item.quote, text)
        if place is None or any(f.kind == item.kind and f.start == place[0] for f in findings):
            continue
        findings.append(
            Finding(
                kind=item.kind,
                severity=item.severity,
                start=place[0],
                end=place[1],
                span=text[place[0] : place[1]],
                explanation=_own(item.explanation, item) or BY_NAME[item.kind].definition,
                suggestion=_own(item.suggestion, item) or BY_NAME[item.kind].suggestion,
                source="verifier",
            )
        )
    return findings


def _own(text: str, item: ReportedBias) -> str:
    """Return a remark of the verifier, or nothing where it only says the quote again."""
    said = text.strip()
    return "" if said == item.quote.strip() else said


def findings_text(findings: list[Finding], problem: str = "") -> str:
    """Return findings as lines to read, and to give to the model that corrects them."""
    lines = [
        f"- {finding.kind} ({finding.severity}): “{finding.span}” — {finding.explanation} "
        f"Suggestion: {finding.suggestion}"
        for finding in findings
    ]
    if not findings:
        lines = ["No bias was found."]
    if problem:
        lines.append(f"(The verifier gave no usable answer: {problem}; only cues were checked.)")
    return "\n".join(lines)
