"""What grounding gives back: claims, the evidence of each, conflicts, score and reasons."""

from dataclasses import dataclass, field
from typing import Any, Literal

Verdict = Literal["supported", "refuted", "unmentioned"]
Status = Literal["ACCEPT", "WARN", "REJECT"]
Risk = Literal["low", "medium", "high"]

ACCEPT_FROM = 0.7
WARN_FROM = 0.3

_MESSAGES: dict[Status, str] = {
    "ACCEPT": "Response is well-grounded with sufficient evidence",
    "WARN": "Response is partly grounded: manual review needed",
    "REJECT": "Response is not grounded in the evidence: likely hallucination",
}


def status_of(score: float) -> Status:
    """Return the status that a grounding score stands for."""
    return "ACCEPT" if score >= ACCEPT_FROM else "WARN" if score >= WARN_FROM else "REJECT"


def risk_of(score: float) -> Risk:
    """Return the risk that a grounding score stands for."""
    return "low" if score >= ACCEPT_FROM else "medium" if score >= WARN_FROM else "high"


@dataclass(frozen=True, slots=True)
class Evidence:
    """A text that claims are held against, and what to call it."""

    id: str
    text: str
    first_line: int = 1


@dataclass(frozen=True, slots=True)
class Claim:
    """A statement of a text, where it stands, and how sure its words are (0 to 1)."""

    text: str
    start: int
    end: int
    fuzzy_confidence: float


@dataclass(frozen=True, slots=True)
class Match:
    """The sentence of evidence nearest to a claim."""

    evidence_id: str
    text: str
    start: int
    end: int
    first_line: int
    last_line: int
    coverage: float
    """Share of the claim's weighted words that this sentence has."""


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two words or numbers that cannot both be true: what kind, and which they are."""

    kind: Literal["negation", "number", "date", "opposite", "quantifier", "role"]
    said: str
    found: str


@dataclass(frozen=True, slots=True)
class GroundedClaim:
    """A claim with its verdict, score, best evidence, conflicts, and what the score is made of."""

    claim: Claim
    verdict: Verdict
    score: float
    refuted: float
    """How likely it is that the evidence says the contrary rather than nothing."""
    matches: tuple[Match, ...]
    conflicts: tuple[Conflict, ...]
    contributions: dict[str, float]
    """What each measurement added to (or took from) the score, in log-odds."""
    features: dict[str, float]
    judged_by: Literal["offline", "llm"] = "offline"
    reason: str = ""
    """What a model gave as its reason, where one was asked."""

    @property
    def verified(self) -> bool:
        """Say whether the evidence supports the claim."""
        return self.verdict == "supported"


@dataclass(frozen=True, slots=True)
class Contradiction:
    """Two statements that exclude each other, and why."""

    claim: str
    against: str
    source: str
    """``response`` where the text contradicts itself, else the id of the evidence."""
    conflicts: tuple[Conflict, ...]


@dataclass(frozen=True, slots=True)
class Grounding:
    """How far a text is grounded in its evidence, claim by claim."""

    score: float
    verdict: Verdict
    fuzzy_confidence: float
    claims: tuple[GroundedClaim, ...]
    contradictions: tuple[Contradiction, ...]
    contributions: dict[str, float] = field(default_factory=dict)
    judge: Literal["offline", "llm"] = "offline"
    """Who gave the verdicts: the offline measurements, or a language model that was asked for."""
    judge_model: str | None = None

    @property
    def status(self) -> Status:
        """ACCEPT from 0.7, WARN from 0.3, else REJECT."""
        return status_of(self.score)

    @property
    def risk_level(self) -> Risk:
        """Risk that the text says what is not so: low, medium or high."""
        return risk_of(self.score)

    @property
    def claims_verified(self) -> int:
        """How many of the claims the evidence supports."""
        return sum(claim.verified for claim in self.claims)

    @property
    def message(self) -> str:
        """One sentence for a reader."""
        if not self.claims:
            return "Response holds no statement that could be checked"
        by = f" (judged by the language model {self.judge_model})" if self.judge == "llm" else ""
        return _MESSAGES[self.status] + by

    def to_dict(self) -> dict[str, Any]:
        """Return the fields of the wire answer."""
        return {
            "grounding_score": round(self.score, 4),
            "status": self.status,
            "risk_level": self.risk_level,
            "claims_extracted": len(self.claims),
            "claims_verified": self.claims_verified,
            "evidence_items": [_item(claim) for claim in self.claims],
            "fuzzy_confidence": round(self.fuzzy_confidence, 4),
            "contradictions": [_contradiction(one) for one in self.contradictions],
            "message": self.message,
            "judge": self.judge,
            "judge_model": self.judge_model,
        }

    def _repr_html_(self) -> str:
        from lux_nb.display.grounding import grounding_html

        return grounding_html(self)

    def _repr_markdown_(self) -> str:
        from lux_nb.display.grounding import grounding_markdown

        return grounding_markdown(self)


def _item(grounded: GroundedClaim) -> dict[str, Any]:
    best = grounded.matches[0] if grounded.matches else None
    return {
        "claim": grounded.claim.text,
        "start": grounded.claim.start,
        "end": grounded.claim.end,
        "evidence": f"{best.evidence_id} line {best.first_line}: {best.text}" if best else None,
        "grounding": round(grounded.score, 4),
        "verified": grounded.verified,
        "verdict": grounded.verdict,
        "judged_by": grounded.judged_by,
        "reason": grounded.reason,
    }


def _contradiction(one: Contradiction) -> dict[str, Any]:
    reasons = [{"kind": c.kind, "said": c.said, "found": c.found} for c in one.conflicts]
    return {"claim": one.claim, "against": one.against, "source": one.source, "reasons": reasons}
