"""Is what was said in the sources? Claims, their evidence, and a score that shows its reasons.

Everything runs offline: word tables made from WordNet, the static vectors of wordllama, and a
small logistic model whose weights are data. ``data/NOTICE.md`` says where each came from.
"""

from lux_nb.memory.grounding.claims import extract_claims
from lux_nb.memory.grounding.frame import ground_frame
from lux_nb.memory.grounding.grounder import Grounder, default_grounder, ground
from lux_nb.memory.grounding.results import (
    Claim,
    Conflict,
    Contradiction,
    Evidence,
    GroundedClaim,
    Grounding,
    Match,
    risk_of,
    status_of,
)

__all__ = [
    "Claim",
    "Conflict",
    "Contradiction",
    "Evidence",
    "GroundedClaim",
    "Grounder",
    "Grounding",
    "Match",
    "default_grounder",
    "extract_claims",
    "ground",
    "ground_frame",
    "risk_of",
    "status_of",
]
