"""The footer line of an answer: model, tokens, time and cost."""

from collections.abc import Sequence

from lux_nb.models.types import Completion


def footer_of(
    model: str, completion: Completion | None, thread_id: str, notes: Sequence[str] = ()
) -> str:
    """Return ``model · 36 + 12 tokens · 0.4 s · $0 · thread 1a2b3c4d``."""
    parts = [model]
    if completion is not None:
        usage = completion.usage
        about = "≈" if usage.counted else ""
        parts.append(f"{about}{usage.prompt_tokens} + {usage.completion_tokens} tokens")
        parts.append(f"{completion.seconds:.1f} s")
        parts.append(money(completion.cost))
        if completion.cached:
            parts.append("cached")
    parts.append(f"thread {thread_id[:8]}")
    return " · ".join([*parts, *notes])


def money(cost: float | None) -> str:
    """Return a cost in dollars with as many digits as it needs."""
    if cost is None:
        return "cost unknown"
    if cost == 0:
        return "$0"
    return f"${cost:.4f}" if cost < 0.1 else f"${cost:.2f}"


def answer_markdown(text: str, footer: str) -> str:
    """Return an answer with its footer, as Markdown that also reads well unrendered."""
    return f"{text}\n\n<sub>{footer}</sub>"
