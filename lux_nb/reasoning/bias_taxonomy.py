"""The kinds of bias that reasoning is checked for: what each is, and words that give it away.

The kinds are those that written reasoning shows in itself; each has a definition a verifier
judges by, a suggestion for mending it and, where single phrases are telling, cues that need no
model. A cue is a hint of low severity: it points at a phrase worth a second look.
"""

import re
from dataclasses import dataclass
from typing import Literal

BiasName = Literal[
    "confirmation",
    "anchoring",
    "availability",
    "overgeneralization",
    "selection",
    "survivorship",
    "bandwagon",
    "authority",
    "false_dichotomy",
    "false_cause",
    "overconfidence",
    "framing",
    "stereotyping",
    "status_quo",
    "novelty",
    "sunk_cost",
]


@dataclass(frozen=True, slots=True)
class BiasKind:
    """One kind of bias."""

    name: BiasName
    definition: str
    suggestion: str
    cues: re.Pattern[str] | None = None


def _cues(pattern: str) -> re.Pattern[str]:
    return re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE)


KINDS: tuple[BiasKind, ...] = (
    BiasKind(
        "confirmation",
        "Only what supports the view is looked for or counted.",
        "Name the strongest evidence against it and weigh it.",
        _cues(r"as expected|which confirms|this confirms|just as (?:we|i) thought|proves us right"),
    ),
    BiasKind(
        "anchoring",
        "The first figure or idea that came up sets the scale for all that follows.",
        "Judge again from independent figures, without the first one.",
    ),
    BiasKind(
        "availability",
        "A vivid or recent example stands in for how frequent something is.",
        "Give the frequency, or say that it is not known.",
        _cues(r"(?:i|we) (?:all )?remember when|we(?:'ve| have) all seen|everyone has heard"),
    ),
    BiasKind(
        "overgeneralization",
        "A claim about all is drawn from some.",
        "Limit the claim to what was seen, and name exceptions.",
        _cues(
            r"always|never|all (?:people|users|developers|students|beginners|women|men|companies)"
            r"|every single|without exception|in every case|no one ever"
        ),
    ),
    BiasKind(
        "selection",
        "The cases that were looked at are not typical of those the claim is about.",
        "Say how the cases came to be chosen and whom they leave out.",
    ),
    BiasKind(
        "survivorship",
        "Only those that came through are looked at.",
        "Count those that failed, too.",
        _cues(r"(?:all|most) successful (?:\w+ )?(?:people|companies|founders|startups)"),
    ),
    BiasKind(
        "bandwagon",
        "Something is held to be right because many hold it.",
        "Give a reason that does not depend on how many agree.",
        _cues(
            r"everyone (?:knows|agrees|uses)|everybody (?:knows|agrees|uses)|most people (?:agree|"
            r"know|think)|widely (?:accepted|agreed)|the most popular|it is common knowledge"
        ),
    ),
    BiasKind(
        "authority",
        "Something is held to be right because of who says it.",
        "Give the evidence behind what was said.",
        _cues(r"experts (?:say|agree)|scientists say|studies show|according to experts"),
    ),
    BiasKind(
        "false_dichotomy",
        "Two options are offered as if there were no others.",
        "Name a third option, or show that there is none.",
        _cues(r"the only (?:two )?(?:options?|choices?|ways?)|there is no (?:other|alternative)"),
    ),
    BiasKind(
        "false_cause",
        "What comes together or in sequence is taken for cause and effect.",
        "Name another cause that would look the same, and how to tell them apart.",
        _cues(r"ever since|and that is why|must have caused|can only be because"),
    ),
    BiasKind(
        "overconfidence",
        "A claim is put more surely than what supports it allows.",
        "Say how sure this is, and what would change it.",
        _cues(
            r"obviously|clearly|undoubtedly|without (?:a )?doubt|certainly|of course|"
            r"it is (?:clear|obvious|certain) that|there is no question|definitely|guaranteed"
        ),
    ),
    BiasKind(
        "framing",
        "Loaded words or a one-sided description decide the matter.",
        "Say it in neutral words, then from the other side.",
        _cues(r"disastrous|so-called|ridiculous|absurd|amazing|revolutionary|a no-brainer"),
    ),
    BiasKind(
        "stereotyping",
        "A person or thing is judged by its group.",
        "Judge the case by its own features.",
        _cues(
            r"(?:women|men|girls|boys|old people|young people|foreigners|immigrants) (?:are|tend)"
        ),
    ),
    BiasKind(
        "status_quo",
        "What exists is preferred because it exists.",
        "Judge both as if neither existed yet.",
        _cues(
            r"has always been|we have always|that is how it is done|if it (?:ain't|is not) broke"
        ),
    ),
    BiasKind(
        "novelty",
        "What is new is preferred because it is new.",
        "Say what the new does better, and what it costs.",
        _cues(r"outdated|old-fashioned|the latest and greatest|cutting[- ]edge|modern is better"),
    ),
    BiasKind(
        "sunk_cost",
        "What was already spent is a reason to go on.",
        "Weigh only what is still to come.",
        _cues(r"already (?:invested|spent)|too late to (?:stop|change|turn back)|come this far"),
    ),
)
BY_NAME: dict[str, BiasKind] = {kind.name: kind for kind in KINDS}


def described() -> str:
    """Return the taxonomy as lines that a verifier reads."""
    return "\n".join(f"- {kind.name}: {kind.definition}" for kind in KINDS)
