"""Public keys: of a person on his card, of his seat in a game. Weak ones never become a value, though libraries load them.

With an Ed25519 key of small order one signature fits every message, and a second encoding of the
same key (y >= p) is a second name for one player. An X25519 key of small order makes every shared
secret zero, so everybody could read what is sealed to it.
"""

import hashlib
from functools import lru_cache

import msgspec

from pbem.errors import BadText, WeakKey
from pbem.protocol import canonical, sshsig
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
    digest = hashlib.sha256(sshsig.public_blob(ed25519)).digest()
    return "SHA256:" + base64_text(digest).rstrip("=")


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


P = 2**255 - 19
_D = -121665 * pow(121666, -1, P) % P
# y of the points of order 1, 2, 4 and 8 (RFC 7748 section 4.1 gives the curve, cofactor 8).
_Y8 = 0x7A03AC9277FDC74EC6CC392CFA53202A0F67100D760B3CBA4FD84D3D706A17C7
_SMALL_ORDER_Y = frozenset({0, 1, P - 1, _Y8, P - _Y8})
# u of the points of order 1, 2, 4 and 8 of Curve25519, u = (1 + y) / (1 - y), and of its twist (-1).
_SMALL_ORDER_U = frozenset(
    {0, 1, P - 1, *((1 + y) * pow(1 - y, -1, P) % P for y in (_Y8, P - _Y8))}
)


def check_ed25519(raw: bytes) -> None:
    """Pass the 32 bytes of a sound Ed25519 public key (RFC 8032, 5.1.3), else raise WeakKey."""
    if len(raw) != 32:
        raise WeakKey(why="an Ed25519 key has 32 bytes")
    y = int.from_bytes(raw, "little") & (2**255 - 1)
    if y >= P:
        raise WeakKey(why="the Ed25519 key is not in its one canonical form")
    if y in _SMALL_ORDER_Y:
        raise WeakKey(why="the Ed25519 key is of small order, one signature would fit everything")
    # x^2 = (y^2 - 1) / (d y^2 + 1) must be a square; u/v is one exactly when u*v is (Euler).
    if pow((y * y - 1) * (_D * y * y + 1), (P - 1) // 2, P) != 1:
        raise WeakKey(why="the Ed25519 key is not a point of the curve")


def check_x25519(raw: bytes) -> None:
    """Pass the 32 bytes of a sound X25519 public key (RFC 7748, section 6.1), else raise WeakKey."""
    u = int.from_bytes(raw, "little")
    if len(raw) != 32 or u >= P:
        raise WeakKey(why="the X25519 key is not in its one canonical form")
    if u in _SMALL_ORDER_U:
        raise WeakKey(why="the X25519 key is of small order, anybody could read the secrets")
