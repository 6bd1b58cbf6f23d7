"""Public keys: of a person on his card, of his seat in a game. Weak ones never become a value."""

import hashlib
from functools import lru_cache

import msgspec

from pbem.errors import BadText, WeakKey
from pbem.protocol import canonical, sshsig
from pbem.protocol.curve import check_ed25519, check_x25519
from pbem.protocol.hashing import is_digest
from pbem.protocol.wire import base64_bytes, base64_text, ssh_strings

NAME_LIMIT = 64  # characters


class Keys(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Who somebody is: a name, `ssh-ed25519 AAAA...` without a comment, X25519 in hex.

    On a card `x25519` is the person's, in a game that of his seat. Making or decoding one raises
    WeakKey or BadText, so an instance is always sound.
    """

    name: str
    ssh: str
    x25519: str

    def __post_init__(self) -> None:
        check_name(self.name)
        _sound(self.ssh, self.x25519)

    @property
    def ed25519(self) -> bytes:
        """The 32 bytes of the signing key."""
        return _sound(self.ssh, self.x25519)

    @property
    def fingerprint(self) -> str:
        """`SHA256:...` exactly as `ssh-keygen -l` shows it."""
        return fingerprint(self.ed25519)


def fingerprint(ed25519: bytes) -> str:
    """`SHA256:...` of a signing key, as `ssh-keygen -l` shows it."""
    found = hashlib.sha256(sshsig.public_blob(ed25519)).digest()
    return "SHA256:" + base64_text(found).rstrip("=")


def check_name(name: str) -> None:
    """Pass a name that people can read and type: one line, no spaces around it, at most 64 long."""
    if not name or len(name) > NAME_LIMIT or "\n" in name or name != name.strip():
        raise BadText(why=f"a name is one line of 1 to {NAME_LIMIT} characters")
    canonical.check_text(name)


@lru_cache(maxsize=256)
def _sound(ssh: str, x25519: str) -> bytes:
    """The Ed25519 key of a sound pair; kept, for a log names the same few keys at every reading."""
    kind, _, text = ssh.partition(" ")
    try:
        algorithm, key = ssh_strings(base64_bytes(text), 2)
    except ValueError as error:
        raise WeakKey(why="it is not an `ssh-ed25519 AAAA...` line") from error
    if kind != "ssh-ed25519" or algorithm != sshsig.ALGORITHM:
        raise WeakKey(why="it is not an `ssh-ed25519 AAAA...` line")
    check_ed25519(key)
    if not is_digest(x25519):
        raise WeakKey(why="the X25519 key is not 64 lowercase hex digits")
    check_x25519(bytes.fromhex(x25519))
    return key
