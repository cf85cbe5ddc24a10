"""Which earlier turns are sent with a message, within a limit of tokens.

1. All turns of the last five minutes, newest first.
2. Older turns of high quality, best first.
3. If space is left, a summary of the older ones that did not fit: the first sentence of each.

What is chosen is sent in the order it was said.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from lux_nb.models.tokens import count_tokens, truncate_tokens
from lux_nb.models.types import Message, Role
from lux_nb.reasoning.turns import Turn

RECENT = timedelta(minutes=5)
HIGH_QUALITY = 0.6
LEAST_SUMMARY_TOKENS = 48
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+|\n+")


@dataclass(frozen=True, slots=True)
class ContextReconstructor:
    """Rebuilds a conversation for the model."""

    max_tokens: int = 4000
    prioritize_recent: bool = True

    def reconstruct(self, turns: Sequence[Turn], now: datetime) -> list[Message]:
        """Return the messages to send before the new one."""
        recent = [turn for turn in turns if now - turn.created_at <= RECENT]
        # Not what comes before them: copied turns keep their time, and clocks are set back.
        recent_positions = {turn.position for turn in recent}
        older = [turn for turn in turns if turn.position not in recent_positions]
        best = sorted(
            (turn for turn in older if (turn.quality or 0.0) >= HIGH_QUALITY),
            key=lambda turn: (-(turn.quality or 0.0), -turn.position),
        )
        newest_first = list(reversed(recent))
        order = [newest_first, best] if self.prioritize_recent else [best, newest_first]
        chosen, left = self._choose([turn for group in order for turn in group])
        if not chosen and turns:
            return [_shortened(turns[-1], self.max_tokens)]
        kept = {turn.position for turn in chosen}
        messages = [_message(turn) for turn in turns if turn.position in kept]
        summary = _summary([turn for turn in turns if turn.position not in kept], left)
        return [summary, *messages] if summary else messages

    def _choose(self, candidates: Sequence[Turn]) -> tuple[list[Turn], int]:
        left = self.max_tokens
        chosen = []
        for turn in candidates:
            if turn.tokens <= left:
                chosen.append(turn)
                left -= turn.tokens
        return chosen, left


def _message(turn: Turn) -> Message:
    return Message(_role(turn), turn.shown_to_model())


def _shortened(turn: Turn, limit: int) -> Message:
    return Message(_role(turn), truncate_tokens(turn.shown_to_model(), limit))


def _role(turn: Turn) -> Role:
    return "assistant" if turn.role == "assistant" else "user"


def _summary(turns: Sequence[Turn], left: int) -> Message | None:
    heading = "Earlier in this conversation, in short:"
    left -= count_tokens(heading)
    if not turns or left < LEAST_SUMMARY_TOKENS:
        return None
    lines: list[str] = []
    for turn in reversed(turns):
        first = _SENTENCE_END.split(turn.content.strip(), maxsplit=1)[0]
        line = f"- {turn.role}: {first}"
        cost = count_tokens(line) + 1
        if cost > left:
            break
        lines.append(line)
        left -= cost
    if not lines:
        return None
    return Message("system", "\n".join([heading, *reversed(lines)]))
