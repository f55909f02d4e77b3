"""Snapshot tokens: a signed pin on a generation. A bad token never errors, it says what is wrong with it."""

from __future__ import annotations

import hashlib
import os
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Literal

from itsdangerous import BadData, SignatureExpired, TimestampSigner, URLSafeTimedSerializer

from store.envelope import Snapshot
from store.index.database import make_folder
from store.settings import Settings

TTL_SECONDS = 30 * 60
KEY_FILE = "snapshot.key"
_SALT = "record-snapshot/1"

Refused = Literal["expired", "foreign_deployment", "unknown_key", "invalid", "withdrawn"]


@dataclass(frozen=True)
class Pin:
    """A token that holds: the generation it pins."""

    generation: int


class Snapshots:
    """Mints and reads the tokens of one deployment of one corpus."""

    def __init__(self, settings: Settings, corpus_id: str, clock: Callable[[], datetime]) -> None:
        keys = settings.snapshot_keys or (_own_key(settings.home),)
        self._clock = clock
        self._corpus_id = corpus_id
        self._deployment = settings.deployment
        self._signing = _key_id(keys[0])
        self._serializers = {_key_id(key): _serializer(key, clock) for key in keys}

    def mint(self, generation: int) -> Snapshot:
        """A token for `generation`, signed with the first key."""
        pin = {"corpus": self._corpus_id, "deployment": self._deployment, "generation": generation}
        signed = self._serializers[self._signing].dumps(pin)
        expires = self._clock().astimezone(UTC).replace(microsecond=0) + timedelta(seconds=TTL_SECONDS)
        token = f"{self._signing}.{signed if isinstance(signed, str) else signed.decode()}"
        return Snapshot(
            corpus_id=self._corpus_id, generation=generation, token=token, expires_at=expires.isoformat()
        )

    def check(self, token: str) -> Pin | Refused:
        """What the token pins, or why it does not. Never raises."""
        key_id, dot, signed = token.partition(".")
        if not dot or not _is_key_id(key_id):
            return "invalid"
        if key_id not in self._serializers:
            return "unknown_key"
        try:
            pin = self._serializers[key_id].loads(signed, max_age=TTL_SECONDS)
        except SignatureExpired:
            return "expired"
        except BadData:
            return "invalid"
        if (pin["corpus"], pin["deployment"]) != (self._corpus_id, self._deployment):
            return "foreign_deployment"
        return Pin(int(pin["generation"]))


def _serializer(key: str, clock: Callable[[], datetime]) -> URLSafeTimedSerializer:
    class Signer(TimestampSigner):
        """The record's own clock, so that minting and expiry agree with everything else it says."""

        def get_timestamp(self) -> int:
            return int(clock().timestamp())

    return URLSafeTimedSerializer(
        key,
        salt=_SALT,
        signer=Signer,
        signer_kwargs={"digest_method": hashlib.sha256, "key_derivation": "hmac"},
    )


def _key_id(key: str) -> str:
    """Names a key without giving anything of it away."""
    return hashlib.sha256(f"{_SALT}:{key}".encode()).hexdigest()[:8]


def _is_key_id(text: str) -> bool:
    return len(text) == 8 and all(character in "0123456789abcdef" for character in text)


def _own_key(home: Path) -> str:
    """The key this home made for itself on first use; whoever comes second takes the first one's."""
    make_folder(home)
    path = home / KEY_FILE
    fresh = home / f"{KEY_FILE}.{secrets.token_hex(8)}"
    if not path.exists():
        with os.fdopen(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(secrets.token_urlsafe(32))
        try:
            os.link(fresh, path)  # atomic, and it does not replace another process's key
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    return path.read_text(encoding="ascii")
