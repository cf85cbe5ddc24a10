"""Keeping keys out of whatever an error tells."""

from collections.abc import Iterable, Mapping
from typing import Any

from lux_nb.models.secrets import mask_secrets


def masked(value: Any, secrets: Iterable[str] = ()) -> Any:
    """Return plain JSON data with every key replaced by dots."""
    known = tuple(secrets)
    if isinstance(value, str):
        return mask_secrets(value, known)
    if isinstance(value, Mapping):
        return {str(name): masked(item, known) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [masked(item, known) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    return mask_secrets(str(value), known)
