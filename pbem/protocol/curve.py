"""Public keys that prove nothing: refused at enrolment, because libraries load them.

With an Ed25519 key of small order one signature fits every message, and a second encoding of the
same key (y >= p) is a second name for one player. An X25519 key of small order makes every shared
secret zero, so everybody could read what is sealed to it.
"""

from __future__ import annotations

from pbem.errors import WeakKey

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
