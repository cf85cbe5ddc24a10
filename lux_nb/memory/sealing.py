"""Sealing: what leaves the machine is encrypted and named so that only the passphrase reads it.

The key comes from the passphrase by scrypt with a random salt that lies beside the backups.
Each object is sealed with AES-256-GCM together with its own name, so that one put in another's
place is noticed. Names are keyed digests and tell nothing either.
"""

import hashlib
import hmac
import os
from typing import Any

from lux_nb.errors import NotConfigured, StorageError

MAGIC = b"LUXNB\x00S2"
SALT_BYTES = 16
_NONCE = 12
_CHECK = 8
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 128 * 1024**2}


def new_salt() -> bytes:
    """Return what is stored as the salt of a new place for backups."""
    salt = os.urandom(SALT_BYTES)
    return MAGIC + salt + hashlib.sha256(salt).digest()[:_CHECK]


def read_salt(stored: bytes) -> bytes:
    """Return the salt that was stored, or say that it is damaged."""
    salt = stored[len(MAGIC) : len(MAGIC) + SALT_BYTES]
    if stored != MAGIC + salt + hashlib.sha256(salt).digest()[:_CHECK]:
        raise StorageError(
            "The salt of the backups is damaged, so that no key fits them.",
            hint="Nothing was changed. Bring the object salt.bin back, or use another sync_url.",
        )
    return salt


class Seal:
    """The keys of one passphrase in one place: one to encrypt with, one to name with."""

    def __init__(self, passphrase: str, salt: bytes) -> None:
        try:
            from cryptography.hazmat.primitives.ciphers.aead import AESGCM
        except ImportError as error:
            raise not_installed("cryptography") from error
        both = hashlib.scrypt(passphrase.encode(), salt=salt, dklen=64, **_COST)
        self._cipher: Any = AESGCM(both[:32])
        self._naming = both[32:]

    def name(self, *parts: str | bytes) -> str:
        """Return the name of what these parts describe; without the key it can't be guessed."""
        digest = hmac.new(self._naming, digestmod="sha256")
        for part in parts:
            encoded = part.encode() if isinstance(part, str) else part
            digest.update(len(encoded).to_bytes(8, "big") + encoded)
        return digest.hexdigest()[:40]

    def close(self, content: bytes, name: str) -> bytes:
        """Encrypt the content of the object of this name."""
        nonce = os.urandom(_NONCE)
        sealed: bytes = self._cipher.encrypt(nonce, content, MAGIC + name.encode())
        return MAGIC + nonce + sealed

    def open(self, sealed: bytes, name: str) -> bytes:
        """Decrypt an object, or say that the passphrase is wrong or the object damaged."""
        from cryptography.exceptions import InvalidTag

        start = len(MAGIC)
        if len(sealed) < start + _NONCE or sealed[:start] != MAGIC:
            raise unreadable()
        nonce, body = sealed[start : start + _NONCE], sealed[start + _NONCE :]
        try:
            content: bytes = self._cipher.decrypt(nonce, body, MAGIC + name.encode())
        except InvalidTag:
            raise unreadable() from None
        return content


def not_installed(package: str) -> NotConfigured:
    """Return the error for a package that sync needs."""
    return NotConfigured(f"Sync needs {package}.", hint="pip install 'lux-nb[sync]'")


def unreadable() -> StorageError:
    """Return the error for a backup that does not decrypt."""
    return StorageError(
        "The backup can't be decrypted: the passphrase is wrong or the backup is damaged.",
        hint="Nothing was changed. Check sync_passphrase.",
    )
