"""Keeping keys out of what an assistant reads of the kernel."""

from typing import TYPE_CHECKING, Any, TypeVar

from lux_nb.engine.operations import Result

if TYPE_CHECKING:
    from lux_nb.engine.engine import Engine

Answer = TypeVar("Answer", bound=Result)


def without_secrets(engine: "Engine", result: Answer) -> Answer:
    """Return a result with configured keys, and what looks like a key, replaced by dots."""
    from lux_nb.models.secrets import known_secrets

    _mask(result, tuple(known_secrets(engine.settings)))
    return result


def _mask(value: Any, secrets: tuple[str, ...]) -> Any:
    from lux_nb.models.secrets import mask_secrets

    if isinstance(value, str):
        return mask_secrets(value, secrets)
    if isinstance(value, Result):
        for name, part in list(value):
            setattr(value, name, _mask(part, secrets))
        return value
    if isinstance(value, list):
        return [_mask(part, secrets) for part in value]
    if isinstance(value, dict):
        return {name: _mask(part, secrets) for name, part in value.items()}
    return value
