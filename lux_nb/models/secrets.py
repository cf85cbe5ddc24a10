"""Keeping keys out of everything that is shown, logged or stored."""

import re
from collections.abc import Iterable
from typing import Any

from lux_nb.config import MASK, Settings

# A key has a digit, or stars where its owner masked it; key_performance_index has neither.
_LOOKS_LIKE_KEY = re.compile(
    r"\b(?:sk-[A-Za-z0-9_\-*]{16,}|(?:sk|pk|rk|xai|gsk)[-_](?=[A-Za-z_\-]*[0-9*])[A-Za-z0-9_\-*]{8,}"
    r"|key[-_](?=[A-Za-z_\-]*[0-9*])[A-Za-z0-9_\-*]{16,})"
    r"|Bearer\s+[^\s\"',]+"
)


def known_secrets(settings: Settings) -> list[str]:
    """Return the keys that are configured."""
    from pydantic import SecretStr

    values = (getattr(settings, name) for name in type(settings).model_fields)
    return [v.get_secret_value() for v in values if isinstance(v, SecretStr)]


def mask_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Replace configured keys, and whatever looks like a key, by dots."""
    return _LOOKS_LIKE_KEY.sub(MASK, mask_known(text, secrets))


def mask_known(value: Any, secrets: Iterable[str]) -> Any:
    """Replace configured keys in a text, or in every text of a JSON value."""
    if isinstance(value, str):
        for secret in secrets:
            if secret:
                value = value.replace(secret, MASK)
        return value
    if isinstance(value, dict):
        return {key: mask_known(item, secrets) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [mask_known(item, secrets) for item in value]
    return value
