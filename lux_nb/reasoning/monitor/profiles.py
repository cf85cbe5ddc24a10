"""The two ways to judge: the published rules as they stand, and the measured default."""

from dataclasses import dataclass
from typing import Literal

from lux_nb.errors import InvalidRequest

ProfileName = Literal["classic", "tuned"]


@dataclass(frozen=True, slots=True)
class Profile:
    """The thresholds of the detectors."""

    name: ProfileName
    similar: float = 0.85  # a thought this like an earlier one goes in circles …
    similar_for: int = 3  # … when so many in a row are alike
    relevant: float = 0.30  # a thought less relevant than this wanders …
    irrelevant_for: int = 2  # … when so many in a row do
    quality_drop: float = 0.40
    baseline_thoughts: int = 3
    decay: float = 0.7  # what the rolling quality keeps of itself at each thought
    cooldown: int = 3  # thoughts before the same intervention is made again
    alert: float = 0.5  # a score from which on the tuned detectors speak up


CLASSIC = Profile("classic")
TUNED = Profile("tuned", relevant=0.11, irrelevant_for=3, decay=0.75)
_PROFILES = {"classic": CLASSIC, "tuned": TUNED}


def profile_named(name: str) -> Profile:
    """Return a profile by its name."""
    if name not in _PROFILES:
        raise InvalidRequest(
            f"There is no monitor profile {name!r}.", hint="Use 'tuned' or 'classic'."
        )
    return _PROFILES[name]
