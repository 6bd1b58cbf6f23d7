"""Keys and signatures (PROTOCOL.md, sections 3 and 4)."""

import base64
import hashlib
import re

from .wire import Json, b64, hkdf, need

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493
Point = tuple[int, int, int, int]  # of the curve of Ed25519, as X, Y, Z, XY/Z


# -- X25519
def x25519(scalar: bytes, u: bytes) -> bytes:
    k = int.from_bytes(scalar, "little") & ~7 & (2**254 - 1) | 2**254
    x1, x2, z2, x3, z3 = int.from_bytes(u, "little"), 1, 0, int.from_bytes(u, "little"), 1
    for bit in bin(k)[2:]:
        if bit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
        a, b, c, d = x2 + z2, x2 - z2, (x3 - z3) * (x2 + z2), (x3 + z3) * (x2 - z2)
        e = (a * a - b * b) % P
        x3, z3 = (c + d) ** 2 % P, x1 * (c - d) ** 2 % P
        x2, z2 = a * a * b * b % P, e * (a * a + 121665 * e) % P
        if bit == "1":
            x2, z2, x3, z3 = x3, z3, x2, z2
    return (x2 * pow(z2, -1, P) % P if z2 else 0).to_bytes(32, "little")


# -- Ed25519
def point(raw: bytes) -> Point:
    """The point with this spelling (RFC 8032, 5.1.3)."""
    number = int.from_bytes(raw, "little")
    y, odd = number % 2**255, number >> 255
    need(y < P, "an Ed25519 key out of range")
    square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    x = pow(square, (P + 3) // 8, P)
    if x * x % P != square:
        x = x * pow(2, (P - 1) // 4, P) % P
    need(x * x % P == square, "an Ed25519 key that is no point")
    x = P - x if x % 2 != odd else x
    return x, y, 1, x * y % P


def total(p: Point, q: Point) -> Point:
    a, b = (p[1] - p[0]) * (q[1] - q[0]), (p[1] + p[0]) * (q[1] + q[0])
    c, d = 2 * D * p[3] * q[3] % P, 2 * p[2] * q[2]
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


BASE = point((4 * pow(5, -1, P) % P).to_bytes(32, "little"))
ZERO = 0, 1, 1, 0


def signed(key: bytes, message: bytes, signature: bytes) -> bool:
    """Whether it is an Ed25519 signature (RFC 8032, 5.1.7, no cofactor, as in OpenSSH)."""
    digest = hashlib.sha512(signature[:32] + key + message).digest()
    s, h = int.from_bytes(signature[32:], "little"), int.from_bytes(digest, "little") % ORDER
    x, y, z, t = point(key)
    minus = P - x, y, z, P - t
    parts = {"00": ZERO, "10": BASE, "01": minus, "11": total(BASE, minus)}
    out: Point = ZERO
    for a, b in zip(f"{s:0256b}", f"{h:0256b}", strict=True):
        out = total(total(out, out), parts[a + b])
    scale = pow(out[2], -1, P)
    spelt = out[1] * scale % P | (out[0] * scale % P % 2) << 255
    return spelt.to_bytes(32, "little") == signature[:32]


# -- as they are written
def strings(raw: bytes, count: int) -> list[bytes]:
    """The SSH strings of which `raw` must consist, no byte more."""
    out = []
    for _ in range(count):
        size = int.from_bytes(raw[:4], "big")
        need(len(raw) >= 4 + size, "a blob that ends too early")
        out.append(raw[4 : 4 + size])
        raw = raw[4 + size :]
    need(not raw, "a blob with bytes behind it")
    return out


def check_keys(keys: Json) -> None:
    need(re.fullmatch(r"\S([^\n]{0,62}\S)?", keys["name"]), "a name that is not allowed")
    need(keys["ssh"].startswith("ssh-ed25519 "), "not an ssh-ed25519 key")
    kind, raw = strings(b64(keys["ssh"][12:]), 2)
    need(kind == b"ssh-ed25519" and len(raw) == 32, "not an ssh-ed25519 key")
    y = point(raw)[1]
    small = y in (0, 1, P - 1) or not (D * y**4 + 2 * y * y - 1) % P
    need(not small, "an Ed25519 key of small order")
    u = bytes.fromhex(keys["x25519"])
    need(
        int.from_bytes(u, "little") < P and any(x25519(b"\x08" * 32, u)),
        "an X25519 key of small order or out of range",
    )


def fingerprint(ssh: str) -> str:
    return "SHA256:" + base64.b64encode(hashlib.sha256(b64(ssh[12:])).digest()).decode().rstrip("=")


def check_signature(what: str, sig: str, data: bytes, namespace: str, keys: list[str]) -> str:
    """Which of these keys has signed it."""
    blob = b64(sig)
    need(blob[:10] == b"SSHSIG\0\0\0\1", f"{what}: not an SSHSIG of version 1")
    key, space, reserved, hashed, inner = strings(blob[10:], 5)
    kind, raw = strings(inner, 2)
    need(
        (space, reserved, hashed, kind, len(raw))
        == (namespace.encode(), b"", b"sha512", b"ssh-ed25519", 64),
        f"{what}: a signature of another kind or namespace",
    )
    in_range = int.from_bytes(raw[32:], "little") < ORDER
    need(in_range, f"{what}: a signature with S out of range")
    signer = "ssh-ed25519 " + base64.b64encode(key).decode()
    need(signer in keys, f"{what}: signed by {fingerprint(signer)}, who has no say in it")
    parts = space, reserved, hashed, hashlib.sha512(data).digest()
    message = b"SSHSIG" + b"".join(len(x).to_bytes(4, "big") + x for x in parts)
    need(signed(strings(key, 2)[1], message, raw), f"{what}: the signature is not good")
    return signer


def x25519_of(key: bytes) -> str:
    """The public x25519 key of a game key, in hex (§3)."""
    return x25519(hkdf(key, "pbem2/x25519"), (9).to_bytes(32, "little")).hex()
