"""Identities: everything secret about a person comes from one 32-byte root (DESIGN 6)."""

from __future__ import annotations

import contextlib
import hashlib
import os
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from pbem.errors import BadPassphrase, BadSignature, BadText, Garbled, WeakKey
from pbem.protocol import armour, canonical, rootfile, sshsig
from pbem.protocol.atomic import create_file
from pbem.protocol.curve import check_ed25519, check_x25519
from pbem.protocol.hashing import is_digest
from pbem.protocol.hkdf import derive
from pbem.protocol.textfile import read_text
from pbem.protocol.wire import base64_bytes, base64_text, ssh_strings

CARD_NAMESPACE = "pbem1-card"
CARD_LIMIT = 4096  # bytes of a card inside its armour
NAME_LIMIT = 64  # characters


@dataclass(frozen=True)
class PublicKeys:
    """Who somebody is to a game: a name, `ssh-ed25519 AAAA...` without a comment, X25519 in hex.

    Construction raises WeakKey or BadText, so an instance is always sound.
    """

    name: str
    ssh: str
    x25519: str

    def __post_init__(self) -> None:
        check_name(self.name)
        check_ed25519(self.ed25519)
        if not is_digest(self.x25519):
            raise WeakKey(why="the X25519 key is not 64 lowercase hex digits")
        check_x25519(bytes.fromhex(self.x25519))

    @cached_property
    def ed25519(self) -> bytes:
        """The 32 bytes of the signing key."""
        kind, _, text = self.ssh.partition(" ")
        try:
            algorithm, key = ssh_strings(base64_bytes(text), 2)
        except ValueError as error:
            raise WeakKey(why="it is not an `ssh-ed25519 AAAA...` line") from error
        if kind != "ssh-ed25519" or algorithm != sshsig.ALGORITHM:
            raise WeakKey(why="it is not an `ssh-ed25519 AAAA...` line")
        return key

    @property
    def fingerprint(self) -> str:
        """`SHA256:...` exactly as `ssh-keygen -l` shows it."""
        found = hashlib.sha256(sshsig.public_blob(self.ed25519)).digest()
        return "SHA256:" + base64_text(found).rstrip("=")

    def to_dict(self) -> dict[str, str]:
        """For a signed body: `{name, ssh, x25519}`."""
        return {"name": self.name, "ssh": self.ssh, "x25519": self.x25519}

    @classmethod
    def from_dict(cls, value: Any) -> PublicKeys:
        """From a signed body; raises Garbled unless it has exactly the three strings, WeakKey."""
        if not isinstance(value, dict) or sorted(value) != ["name", "ssh", "x25519"]:
            raise Garbled(why="public keys are a name, an ssh line and an x25519 key")
        if not all(isinstance(text, str) for text in value.values()):
            raise Garbled(why="public keys are three strings")
        return cls(**value)

    @classmethod
    def from_card(cls, text: str | bytes) -> PublicKeys:
        """The keys on an identity card (`Identity.card`), whose own signature must fit.

        Raises what `armour.unwrap` and `canonical.decode` raise, WeakKey, BadSignature.
        """
        if isinstance(text, bytes):
            with contextlib.suppress(
                UnicodeDecodeError
            ):  # a byte of an old mailer: armour's to judge
                text = read_text(text)
        card = canonical.decode(armour.unwrap("CARD", text, CARD_LIMIT), CARD_LIMIT)
        if not isinstance(card, dict) or sorted(card) != ["keys", "sig"]:
            raise Garbled(why="an identity card holds keys and a signature")
        public = cls.from_dict(card["keys"])
        if not isinstance(card["sig"], str):
            raise BadSignature(why="it is not text")
        sshsig.verify(public, CARD_NAMESPACE, canonical.encode(card["keys"]), card["sig"])
        return public


@dataclass(frozen=True)
class GameKey:
    """What one person keeps secret about one game; published when it is over (DESIGN 6, "End").

    His chains and the key under which secrets are sealed to him follow from these 32 bytes, and
    nothing of another game does.
    """

    root: bytes = field(repr=False)

    def __post_init__(self) -> None:
        if len(self.root) != 32:
            raise ValueError("a reveal key has 32 bytes")

    @cached_property
    def x25519(self) -> str:
        """The public key, in hex, under which secrets of this game are sealed to him."""
        return self.hpke_private.public_key().public_bytes_raw().hex()

    def chain_seed(self, chain_id: str) -> bytes:
        """The seed of one hash chain (`chain.Chain`) of the game."""
        return derive(self.root, f"pbem1/chain/{chain_id}")

    def agree(self, public: PublicKeys) -> bytes:
        """The X25519 shared secret with somebody; only for a key derivation (RFC 7748, 6.1)."""
        return _agree(self.hpke_private, public)

    @cached_property
    def hpke_private(self) -> X25519PrivateKey:
        """The key that opens what is sealed to this person in this game."""
        return X25519PrivateKey.from_private_bytes(derive(self.root, "pbem1/x25519"))


@dataclass(frozen=True)
class Identity:
    """A person with the secret root; never leaves the machine, never shows in a traceback."""

    root: bytes = field(repr=False)
    name: str

    def __post_init__(self) -> None:
        if len(self.root) != 32:
            raise ValueError("a root has 32 bytes")
        check_name(self.name)

    @classmethod
    def new(cls, name: str) -> Identity:
        """A new person, from the system's random source."""
        return cls(os.urandom(32), name)

    @cached_property
    def public(self) -> PublicKeys:
        """What the others may know."""
        blob = sshsig.public_blob(self._ed25519.public_key().public_bytes_raw())
        x25519 = self._x25519.public_key().public_bytes_raw().hex()
        return PublicKeys(self.name, f"ssh-ed25519 {base64_text(blob)}", x25519)

    def sign(self, namespace: str, message: bytes) -> str:
        """The SSHSIG blob over a message, base64 on one line."""
        return base64_text(sshsig.sign(self._ed25519, namespace, message))

    def card(self) -> str:
        """The text to mail around: an armoured block with the public keys, signed with them."""
        keys = self.public.to_dict()
        sig = self.sign(CARD_NAMESPACE, canonical.encode(keys))
        block = armour.wrap("CARD", canonical.encode({"keys": keys, "sig": sig}))
        return (
            f"Identity card of {self.name}, {self.public.fingerprint}\n{self.public.ssh}\n{block}"
        )

    def reveal_key(self, nonce: str) -> bytes:
        """All secrets of the game with that nonce come from these 32 bytes; published at its end."""
        return derive(self.root, f"pbem1/reveal/{nonce}")

    def game_key(self, nonce: str) -> GameKey:
        """The secrets of the game with that nonce."""
        return GameKey(self.reveal_key(nonce))

    def public_in(self, nonce: str) -> PublicKeys:
        """What a game knows him by: his signing key, and the sealing key of that game alone."""
        return PublicKeys(self.name, self.public.ssh, self.game_key(nonce).x25519)

    def chain_seed(self, nonce: str, chain_id: str) -> bytes:
        """The seed of one hash chain (`chain.Chain`) of a game."""
        return self.game_key(nonce).chain_seed(chain_id)

    def secret(self, info: str) -> bytes:
        """32 bytes for another purpose of this person's own."""
        return derive(self.root, f"pbem1/secret/{info}")

    def agree(self, public: PublicKeys) -> bytes:
        """The X25519 shared secret with somebody; only for a key derivation (RFC 7748, 6.1)."""
        return _agree(self._x25519, public)

    @property
    def x25519(self) -> str:
        """The public sealing key, in hex."""
        return self.public.x25519

    @property
    def hpke_private(self) -> X25519PrivateKey:
        """The key that opens what is sealed to this person."""
        return self._x25519

    def save(self, path: str | Path, passphrase: str) -> None:
        """Write the identity file, mode 0600; an empty passphrase leaves it protected by that alone.

        Raises WouldOverwrite, OSError.
        """
        text = rootfile.seal_root(self.root, self.name, passphrase)
        create_file(Path(path), text.encode("utf-8"), mode=0o600)

    @classmethod
    def load(cls, path: str | Path, passphrase: str) -> Identity:
        """Read an identity file. Raises BadPassphrase, Garbled, OSError."""
        found = rootfile.open_root(_text(path), passphrase)
        if found is None:
            raise BadPassphrase(path=path)
        return cls(*found)

    @cached_property
    def _ed25519(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(derive(self.root, "pbem1/ed25519"))

    @cached_property
    def _x25519(self) -> X25519PrivateKey:
        return X25519PrivateKey.from_private_bytes(derive(self.root, "pbem1/x25519"))


def _agree(private: X25519PrivateKey, public: PublicKeys) -> bytes:
    return private.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(public.x25519)))


def needs_passphrase(path: str | Path) -> bool:
    """Whether an identity file asks for a passphrase. Raises Garbled, OSError."""
    return rootfile.has_passphrase(_text(path))


def check_name(name: str) -> None:
    """Pass a name that people can read and type: one line, no spaces around it, at most 64 long."""
    canonical.check_text(name)
    if not name or len(name) > NAME_LIMIT or "\n" in name or name != name.strip():
        raise BadText(why=f"a name is one line of 1 to {NAME_LIMIT} characters")


def _text(path: str | Path) -> str:
    with open(path, "rb") as file:
        raw = file.read(rootfile.LIMIT + 1)
    try:
        return read_text(raw)
    except UnicodeDecodeError as error:
        raise Garbled(why="this is not a pbem identity file") from error
