"""Encrypted backups elsewhere: nothing readable leaves the machine, not even a name.

A backup is the archive of a snapshot, sealed with AES-256-GCM under a key that scrypt derives
from the passphrase. Its file name is a keyed digest of the project's id and the time, and the
name is sealed in as well, so that a backup put in another's place is noticed.
"""

import hashlib
import hmac
import os
from datetime import UTC, datetime
from typing import Any

from lux_nb.errors import NotConfigured, NotFound, ProviderError, StorageError

FOLDER = "cortex-backups"
MAGIC = b"LUXNB\x00S1"
_SALT = 16
_NONCE = 12
_NAMES_SALT = b"lux_nb backup names"
_COST = {"n": 2**15, "r": 8, "p": 1, "maxmem": 128 * 1024**2, "dklen": 32}


def seal(content: bytes, passphrase: str, name: str) -> bytes:
    """Encrypt an archive for the backup of this name."""
    salt, nonce = os.urandom(_SALT), os.urandom(_NONCE)
    sealed: bytes = _cipher(passphrase, salt).encrypt(nonce, content, MAGIC + name.encode())
    return MAGIC + salt + nonce + sealed


def unseal(sealed: bytes, passphrase: str, name: str) -> bytes:
    """Decrypt a backup, or say that the passphrase is wrong or the backup damaged."""
    from cryptography.exceptions import InvalidTag

    head = len(MAGIC)
    if len(sealed) < head + _SALT + _NONCE or sealed[:head] != MAGIC:
        raise _unreadable()
    salt = sealed[head : head + _SALT]
    nonce = sealed[head + _SALT : head + _SALT + _NONCE]
    try:
        content: bytes = _cipher(passphrase, salt).decrypt(
            nonce, sealed[head + _SALT + _NONCE :], MAGIC + name.encode()
        )
    except InvalidTag:
        raise _unreadable() from None
    return content


class Cloud:
    """A folder or fsspec URL with the backups of projects."""

    def __init__(self, url: str, passphrase: str) -> None:
        self._url = url
        self._passphrase = passphrase

    def upload(self, project_id: str, content: bytes) -> tuple[str, int]:
        """Send a backup; returns its path and size."""
        stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%S%f}"
        name = f"{self._prefix(project_id)}_{stamp}.enc"
        sealed = seal(content, self._passphrase, name)
        try:
            system, root = self._open()
            folder = f"{root}/{FOLDER}"
            system.makedirs(folder, exist_ok=True)
            # Under its own name only when it is whole, so that no reader takes a part.
            system.pipe_file(f"{folder}/{name}.part", sealed)
            system.mv(f"{folder}/{name}.part", f"{folder}/{name}")
        except (OSError, ValueError) as error:
            raise self._failed(error) from error
        return f"{FOLDER}/{name}", len(sealed)

    def download(self, project_id: str) -> tuple[bytes, int]:
        """Fetch the newest backup of a project; returns the archive and the bytes fetched."""
        try:
            system, root = self._open()
            folder = f"{root}/{FOLDER}"
            found = system.glob(f"{folder}/{self._prefix(project_id)}_*.enc")
            if not found:
                message = "There is no backup of this project there under this passphrase."
                raise NotFound(
                    message, code="NETWORK_ERROR", hint="Check sync_url and sync_passphrase."
                )
            newest = max(found)
            sealed = system.cat_file(newest)
        except (OSError, ValueError) as error:
            raise self._failed(error) from error
        return unseal(sealed, self._passphrase, newest.rpartition("/")[2]), len(sealed)

    def _prefix(self, project_id: str) -> str:
        key = hashlib.scrypt(self._passphrase.encode(), salt=_NAMES_SALT, **_COST)
        return hmac.new(key, project_id.encode(), "sha256").hexdigest()[:24]

    def _open(self) -> tuple[Any, str]:
        try:
            import fsspec
        except ImportError as error:
            raise _not_installed("fsspec") from error
        try:
            system, root = fsspec.core.url_to_fs(self._url)
        except ImportError as error:
            message = f"{self._url.split('://')[0]} storage needs a package: {error}"
            raise NotConfigured(message) from error
        return system, str(root).rstrip("/")

    def _failed(self, error: Exception) -> ProviderError:
        reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
        return ProviderError(
            f"The backup storage can't be reached or written: {reason}.",
            code="NETWORK_ERROR",
            hint="Check sync_url and the connection, then try again.",
        )


def _cipher(passphrase: str, salt: bytes) -> Any:
    try:
        from cryptography.hazmat.primitives.ciphers.aead import AESGCM
    except ImportError as error:
        raise _not_installed("cryptography") from error
    return AESGCM(hashlib.scrypt(passphrase.encode(), salt=salt, **_COST))


def _not_installed(package: str) -> NotConfigured:
    return NotConfigured(f"Sync needs {package}.", hint="pip install 'lux-nb[sync]'")


def _unreadable() -> StorageError:
    return StorageError(
        "The backup can't be decrypted: the passphrase is wrong or the backup is damaged.",
        hint="Nothing was changed. Check sync_passphrase.",
    )
