"""Identities: everything secret about a person comes from one 32-byte root (PROTOCOL.md)."""

from __future__ import annotations

import contextlib
import os
from functools import cached_property
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from msgspec import Struct

from pbem.arguments import checked
from pbem.errors import BadPassphrase, UnreadableFile
from pbem.protocol import armour, bodies, rootfile, sshsig, textfile
from pbem.protocol.atomic import create_file
from pbem.protocol.chain import Chain
from pbem.protocol.hashing import derive
from pbem.protocol.public import Keys, check_name
from pbem.protocol.textfile import read_text
from pbem.protocol.wire import base64_text

CARD_NAMESPACE = "pbem2-card"
CARD_LIMIT = 4096  # bytes of a card inside its armour


class GameKey(Struct, frozen=True, dict=True):
    """What one person keeps secret about one seat of one game; published when it is over.

    His chains and the key under which secrets are sealed to him follow from these 32 bytes, and
    nothing of another seat or game does.
    """

    root: bytes

    def __repr__(self) -> str:
        return "GameKey()"

    def __post_init__(self) -> None:
        if len(self.root) != 32:
            raise ValueError("a game key has 32 bytes")

    @cached_property
    def x25519(self) -> str:
        """The public key, in hex, under which secrets of this game are sealed to him."""
        return self.hpke_private.public_key().public_bytes_raw().hex()

    def chain(self, chain_id: str, base: int = 0) -> Chain:
        """One hash chain; `base` is the number at which its anchor was given."""
        return Chain(derive(self.root, f"pbem2/chain/{chain_id}"), chain_id, base)

    def secret(self, info: str, length: int = 32) -> bytes:
        """Bytes for another purpose within this game."""
        return derive(self.root, f"pbem2/secret/{info}", length)

    def agree(self, x25519: str) -> bytes:
        """The X25519 shared secret with somebody; only for a key derivation (RFC 7748, 6.1)."""
        return self.hpke_private.exchange(X25519PublicKey.from_public_bytes(bytes.fromhex(x25519)))

    @cached_property
    def hpke_private(self) -> X25519PrivateKey:
        """The key that opens what is sealed to this person in this game."""
        return X25519PrivateKey.from_private_bytes(derive(self.root, "pbem2/x25519"))


class Identity(Struct, frozen=True, dict=True):
    """A person with the secret root; never leaves the machine, never shows in a traceback."""

    root: bytes
    name: str

    def __repr__(self) -> str:
        return f"Identity({self.name!r})"

    def __post_init__(self) -> None:
        if len(self.root) != 32:
            raise ValueError("a root has 32 bytes")
        check_name(self.name)

    @classmethod
    @checked
    def new(cls, name: str) -> Identity:
        """A new person, from the system's random source."""
        return cls(os.urandom(32), name)

    @cached_property
    def public(self) -> Keys:
        """What the others may know."""
        x25519 = self._x25519.public_key().public_bytes_raw().hex()
        return Keys(self.name, self.ssh, x25519)

    @cached_property
    def ssh(self) -> str:
        """As whom others know him: `public.ssh`, without the X25519 key, that few commands need."""
        blob = sshsig.public_blob(self._ed25519.public_key().public_bytes_raw())
        return f"ssh-ed25519 {base64_text(blob)}"

    def sign(self, namespace: str, message: bytes) -> str:
        """The SSHSIG blob over a message, base64 on one line."""
        return base64_text(sshsig.sign(self._ed25519, namespace, message))

    def card(self) -> str:
        """The text to mail around: an armoured block with the public keys, signed with them."""
        return _card_text(self.public, self._card)

    @property
    def _card(self) -> bytes:
        raw = bodies.encode(self.public)
        return bodies.encode(bodies.Card(body=self.public, sig=self.sign(CARD_NAMESPACE, raw)))

    def game_key(self, role: str, genesis: str, head: str, nonce: str = "") -> GameKey:
        """The secrets of one seat of one game.

        Args:
            role: `gm` or the side.
            genesis: the hash of the genesis, for who writes it that of its stub.
            head: which the accept or claim names; empty for who writes the genesis.
            nonce: of the claim, which gives other chains than any before at the same head.
        """
        info = f"pbem2/game/{role}/{genesis}/{head}"
        return GameKey(derive(self.root, f"{info}/{nonce}" if nonce else info))

    def public_in(self, key: GameKey) -> Keys:
        """What a game knows him by: his signing key, and the sealing key of that seat alone."""
        return Keys(self.name, self.ssh, key.x25519)

    def secret(self, info: str) -> bytes:
        """32 bytes for another purpose of this person's own."""
        return derive(self.root, f"pbem2/secret/{info}")

    @checked
    def save(self, path: str | Path, passphrase: str) -> None:
        """Write the identity file, mode 0600; an empty passphrase leaves it protected by that alone.

        Raises WouldOverwrite, OSError.
        """
        text = rootfile.seal_root(self.root, self.name, passphrase, self._card)
        create_file(Path(path), text.encode("utf-8"), mode=0o600)

    @classmethod
    @checked
    def load(cls, path: str | Path, passphrase: str) -> Identity:
        """Read an identity file. Raises BadPassphrase, UnreadableFile, OSError."""
        opened = rootfile.open_root(_text(path), passphrase)
        if opened is None:
            raise BadPassphrase(path=path)
        return cls(*opened)

    @cached_property
    def _ed25519(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(derive(self.root, "pbem2/ed25519"))

    @cached_property
    def _x25519(self) -> X25519PrivateKey:
        return X25519PrivateKey.from_private_bytes(derive(self.root, "pbem2/x25519"))


def read_card(text: str | bytes) -> Keys:
    """The keys on an identity card (`Identity.card`), whose own signature must fit.

    Raises what `armour.unwrap` and `bodies.decode` raise, WeakKey, BadSignature.
    """
    if isinstance(text, bytes):
        with contextlib.suppress(UnicodeDecodeError):  # a byte of an old mailer: armour's to judge
            text = read_text(text)
    card = bodies.decode(bodies.Card, armour.unwrap("CARD", text, CARD_LIMIT), CARD_LIMIT)
    sshsig.verify(card.body, CARD_NAMESPACE, bodies.encode(card.body), card.sig)
    return card.body


def shown_card(path: str | Path) -> str:
    """The text of `Identity.card`, read from an identity file without its passphrase.

    Raises what `read_card` raises, Garbled, OSError.
    """
    raw = rootfile.card_of(_text(path))
    return _card_text(read_card(armour.wrap("CARD", raw)), raw)


def _card_text(keys: Keys, card: bytes) -> str:
    block = armour.wrap("CARD", card)
    return f"Identity card of {keys.name}, {keys.fingerprint}\n{keys.ssh}\n{block}"


def needs_passphrase(path: str | Path) -> bool:
    """Whether an identity file asks for a passphrase. Raises UnreadableFile, OSError."""
    return rootfile.has_passphrase(_text(path))


def _text(path: str | Path) -> str:
    with open(path, "rb") as file:
        raw = file.read(rootfile.LIMIT + 1)
    textfile.refuse_branch(raw)
    try:
        return read_text(raw)
    except UnicodeDecodeError as error:
        raise UnreadableFile(why="it is not a pbem identity file") from error
