"""What is underneath: hashes, canonical bodies, keys and signatures (PROTOCOL.md, sections 1 to 4)."""

import base64
import binascii
import hashlib
import hmac
import json
import os
import re
import subprocess
import tempfile
import unicodedata
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from visible import VISIBLE

Json = Any


class Bad(Exception):
    pass


def need(ok: Any, why: str) -> None:
    if not ok:
        raise Bad(why)


# ------------------------------------------------------------------ §1, §2: hashes and canonical bodies
def sha(data: str | bytes) -> str:
    return hashlib.sha256(data.encode() if isinstance(data, str) else data).hexdigest()


def H(tag: str, *fields: str | int) -> str:
    texts = [str(f) for f in fields]
    need(
        all(re.fullmatch(r"[ -~]+", t) for t in texts),
        f"a field of H({tag}) is empty or not printable ASCII",
    )
    return sha("pbem2/" + "".join(t + "\n" for t in (tag, *texts)))


def hkdf(key: bytes, info: str, size: int = 32) -> bytes:
    prk = hmac.digest(bytes(32), key, "sha256")
    return hmac.digest(prk, info.encode() + b"\x01", "sha256")[:size]


def encode(v: Json) -> str:
    if isinstance(v, bool):
        return "true" if v else "false"
    if isinstance(v, int):
        need(abs(v) < 2**53, "a number of 2^53 or more")
        return str(v)
    if isinstance(v, str):
        return '"' + v.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n") + '"'
    if isinstance(v, list):
        return "[" + ",".join(map(encode, v)) + "]"
    need(isinstance(v, dict), "null")
    need(all(re.fullmatch(r"[A-Za-z0-9_.-]+", k) for k in v), "a key with other characters")
    return "{" + ",".join(f'"{k}":{encode(v[k])}' for k in sorted(v)) + "}"


DASHES = {"-": 1, "‐": 1, "‑": 1, "‒": 2, "–": 2, "—": 3, "―": 3, "−": 1}
TAG = re.compile(r"\[/?[A-Za-z]{1,12}(?:=[^\]\n]{0,60})?\]")
MARKER = re.compile(rf"([{''.join(DASHES)}]{{2,}})[\s>]*(?:BEGIN|END)[\s>]+PBEM")


def marked(v: Json) -> bool:
    """Does a string in it hold the marker of a block?"""
    if isinstance(v, str):
        return any(sum(map(DASHES.get, m[1])) >= 5 for m in MARKER.finditer(TAG.sub("", v)))  # type: ignore[arg-type]
    return any(map(marked, v.values() if isinstance(v, dict) else v if isinstance(v, list) else ()))


def no_float(text: str) -> None:
    raise Bad(f"{text}: not an integer")


def parse(raw: bytes, limit: int) -> Json:
    need(len(raw) <= limit, f"more than {limit} bytes")
    depth = deepest = 0
    for bracket in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", raw, flags=re.S):
        depth += (bracket in b"[{") - (bracket in b"]}")
        deepest = max(deepest, depth)
    need(deepest <= 32, "nested deeper than 32 levels")
    try:
        text = raw.decode()
        value = json.loads(text, parse_float=no_float, parse_constant=no_float)
        again = encode(value).encode()
    except (ValueError, RecursionError) as e:
        raise Bad(f"not JSON in UTF-8: {e}") from None
    for c in sorted(set(text)):
        need(ord(c) in VISIBLE, f"the character U+{ord(c):04X}")
    need("'''" not in text and unicodedata.is_normalized("NFC", text), "''' or not NFC")
    need(not marked(value), "a text with the marker of a block")
    need(again == raw, "not canonical: written out again it is other bytes")
    return value


def b64(text: str) -> bytes:
    try:
        raw = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise Bad("not base64") from None
    need(base64.b64encode(raw).decode() == text, "base64 in another spelling")
    return raw


# ------------------------------------------------------------------ §3, §4: keys and signatures
P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER_L = 2**252 + 27742317777372353535851937790883648493


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
    need(re.fullmatch(r"\S(.{0,62}\S)?", keys["name"]), "a name")
    need(keys["ssh"].startswith("ssh-ed25519 "), "not an ssh-ed25519 key")
    kind, point = strings(b64(keys["ssh"][12:]), 2)
    need(kind == b"ssh-ed25519" and len(point) == 32, "not an ssh-ed25519 key")
    y = int.from_bytes(point, "little") % 2**255
    need(
        y < P and y not in (0, 1, P - 1) and (D * y**4 + 2 * y * y - 1) % P,
        "an Ed25519 key of small order or out of range",
    )
    xx = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
    need(pow(xx, (P - 1) // 2, P) == 1, "an Ed25519 key that is no point")
    u = bytes.fromhex(keys["x25519"])
    need(
        int.from_bytes(u, "little") < P and any(x25519(b"\x08" * 32, u)),
        "an X25519 key of small order or out of range",
    )


def fingerprint(ssh: str) -> str:
    return "SHA256:" + base64.b64encode(hashlib.sha256(b64(ssh[12:])).digest()).decode().rstrip("=")


class Signatures:
    """Signatures to be checked: form and key at once, the mathematics by ssh-keygen, many at a time, at the end."""

    def __init__(self) -> None:
        self.jobs: dict[tuple[str, bytes, str], tuple[int, str]] = {}

    def add(self, n: int, what: str, sig: str, data: bytes, namespace: str, keys: list[str]) -> str:
        """Who signed it, of these keys."""
        blob = b64(sig)
        need(blob[:10] == b"SSHSIG\0\0\0\1", f"{what}: not an SSHSIG of version 1")
        key, space, reserved, alg, inner = strings(blob[10:], 5)
        kind, raw = strings(inner, 2)
        need(
            (space, reserved, alg, kind, len(raw))
            == (namespace.encode(), b"", b"sha512", b"ssh-ed25519", 64),
            f"{what}: a signature of another kind or namespace",
        )
        need(
            int.from_bytes(raw[32:], "little") < ORDER_L, f"{what}: a signature with S out of range"
        )  # OpenSSH takes S + L too
        signer = "ssh-ed25519 " + base64.b64encode(key).decode()
        need(signer in keys, f"{what}: signed by {fingerprint(signer)}, who has no say in it")
        self.jobs.setdefault((sig, data, namespace), (n, what))
        return signer

    def run(self) -> list[tuple[int, str]]:
        with (
            tempfile.TemporaryDirectory() as folder,
            ThreadPoolExecutor(2 * (os.cpu_count() or 1)) as pool,
        ):

            def one(
                job: tuple[int, tuple[tuple[str, bytes, str], tuple[int, str]]],
            ) -> tuple[int, str] | None:
                i, ((sig, data, namespace), (n, what)) = job
                path = os.path.join(folder, str(i))
                lines = [sig[j : j + 70] for j in range(0, len(sig), 70)]
                with open(path, "w") as f:
                    f.write(
                        "\n".join(
                            [
                                "-----BEGIN SSH SIGNATURE-----",
                                *lines,
                                "-----END SSH SIGNATURE-----",
                                "",
                            ]
                        )
                    )
                # check-novalidate uses the key in the blob, and that is the expected one: add() saw to it
                done = subprocess.run(
                    ["ssh-keygen", "-Y", "check-novalidate", "-n", namespace, "-s", path],
                    input=data,
                    capture_output=True,
                    close_fds=False,
                )
                return None if done.returncode == 0 else (n, f"{what}: the signature is not good")

            return [x for x in pool.map(one, enumerate(self.jobs.items())) if x]
