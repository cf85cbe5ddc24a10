"""The event that a knowledge base changed."""

from collections.abc import Iterable
from itertools import islice
from typing import Any

from lux_nb.engine.calls import current_call
from lux_nb.engine.events import Event
from lux_nb.logic.clauses import KnowledgeBase

MOST_CHARACTERS = 200_000
MOST_FACTS = 100


def kb_updated(base: KnowledgeBase, added: Iterable[str]) -> Event:
    """Make the event with what is new and the whole, or where that is large with a part of it."""
    payload: dict[str, Any] = {"sessionId": base.head.id}
    # No clause is shorter than this, so that a long text need not be made to be refused.
    text = base.text if 3 * len(base.clauses) <= MOST_CHARACTERS else None
    if text is not None and len(text) <= MOST_CHARACTERS:
        payload |= {"newFacts": list(added), "fullKnowledgeBase": text}
    else:
        # The log would outgrow the knowledge base; the resource has all of it.
        payload |= {"newFacts": list(islice(added, MOST_FACTS)), "truncated": True}
    subject = f"lux://kb/{base.head.id}"
    return Event("kb_updated", current_call().author, subject, payload=payload)
