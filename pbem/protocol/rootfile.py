"""The identity file: a root key under a passphrase (Argon2id, RFC 9106; ChaCha20-Poly1305, RFC 8439).

A TOML file. Everything but `sealed` is public and is the associated data of the encryption, so a
change of the name or of the cost shows as a wrong passphrase.
"""

from __future__ import annotations

import os
import tomllib
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.kdf.argon2 import Argon2id
from msgspec import Struct
from msgspec.structs import asdict

from pbem.errors import PbemError, UnreadableFile
from pbem.protocol import canonical, toml
from pbem.protocol.wire import base64_bytes, base64_text

VERSION = 1
LIMIT = 16 * 1024  # bytes of an identity file
_COMMENT = """\
# A pbem identity. Keep this file and a copy of it to yourself: whoever has it (and its passphrase)
# can play as you. Nobody can restore it.
"""
# The salt, and with it the key, is new for every file, so the nonce may stay the same.
_NONCE = bytes(12)


class Cost(Struct, frozen=True):
    """What one guess of a passphrase costs: passes, lanes, memory in KiB (RFC 9106, section 3.1)."""

    iterations: int
    lanes: int
    memory_kib: int


STRONG = Cost(iterations=3, lanes=4, memory_kib=64 * 1024)  # RFC 9106, section 4, second choice
NONE = Cost(iterations=1, lanes=1, memory_kib=8)  # no passphrase: nothing to slow down
_MOST = Cost(iterations=32, lanes=16, memory_kib=1024 * 1024)


def seal_root(root: bytes, name: str, passphrase: str, card: bytes) -> str:
    """The text of an identity file; with an empty passphrase it is protected by its mode alone.

    Args:
        card: the public card, which is shown without a passphrase.
    """
    salt = os.urandom(16)
    cost = STRONG if passphrase else NONE
    public = {
        "version": VERSION,
        "name": name,
        "card": base64_text(card),
        "passphrase": bool(passphrase),
        "kdf": "argon2id",
        "salt": salt.hex(),
        **asdict(cost),
    }
    key = _key(passphrase, salt, cost)
    sealed = ChaCha20Poly1305(key).encrypt(_NONCE, root, canonical.encode(public))
    return _COMMENT + toml.dumps({**public, "sealed": base64_text(sealed)})


def open_root(text: str, passphrase: str) -> tuple[bytes, str] | None:
    """The root and the name, or None when the passphrase does not fit. Raises UnreadableFile."""
    public = _parse(text)
    try:
        sealed = base64_bytes(public.pop("sealed"))
        salt = bytes.fromhex(public["salt"])
        cost = Cost(*(_within(public[name], most) for name, most in asdict(_MOST).items()))
        key = _key(passphrase, salt, cost)
        root = ChaCha20Poly1305(key).decrypt(_NONCE, sealed, canonical.encode(public))
    except InvalidTag:
        return None
    except (KeyError, TypeError, ValueError, AttributeError, PbemError) as error:
        raise UnreadableFile(why="it is not a whole pbem identity file") from error
    return root, public["name"]


def card_of(text: str) -> bytes:
    """The public card in the file. Raises UnreadableFile."""
    try:
        return base64_bytes(_parse(text)["card"])
    except (KeyError, TypeError, ValueError, AttributeError, PbemError) as error:
        raise UnreadableFile(why="it is not a whole pbem identity file") from error


def has_passphrase(text: str) -> bool:
    """Whether the file asks for a passphrase. Raises UnreadableFile."""
    return _parse(text).get("passphrase") is not False


def _parse(text: str) -> dict[str, Any]:
    try:
        if len(text) > LIMIT:
            raise ValueError("too long")
        public = tomllib.loads(text)
    except ValueError as error:
        raise UnreadableFile(why="it is not a pbem identity file") from error
    if public.get("version") != VERSION or public.get("kdf") != "argon2id":
        raise UnreadableFile(why=f"it is not a pbem identity file of version {VERSION}")
    return public


def _within(value: Any, most: int) -> int:
    # A file from elsewhere must not be able to ask for a terabyte.
    if not isinstance(value, int) or not 1 <= value <= most:
        raise ValueError("cost out of range")
    return value


def _key(passphrase: str, salt: bytes, cost: Cost) -> bytes:
    return Argon2id(
        salt=salt,
        length=32,
        iterations=cost.iterations,
        lanes=cost.lanes,
        memory_cost=cost.memory_kib,
    ).derive(passphrase.encode("utf-8"))
