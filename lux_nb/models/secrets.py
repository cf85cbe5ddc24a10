"""Keeping keys out of everything that is shown, logged or stored."""

import re
from collections.abc import Iterable

from lux_nb.config import MASK, Settings

_LOOKS_LIKE_KEY = re.compile(
    r"\b(?:sk|pk|rk|key|xai|gsk)[-_][A-Za-z0-9_\-*]{8,}|Bearer\s+[^\s\"',]+"
)


def known_secrets(settings: Settings) -> list[str]:
    """Return the keys that are configured."""
    from pydantic import SecretStr

    values = (getattr(settings, name) for name in type(settings).model_fields)
    return [v.get_secret_value() for v in values if isinstance(v, SecretStr)]


def mask_secrets(text: str, secrets: Iterable[str] = ()) -> str:
    """Replace configured keys, and whatever looks like a key, by dots."""
    for secret in secrets:
        if secret:
            text = text.replace(secret, MASK)
    return _LOOKS_LIKE_KEY.sub(MASK, text)
