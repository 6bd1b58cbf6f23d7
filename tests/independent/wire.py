"""Hashes, canonical bodies and base64 (PROTOCOL.md, sections 1 and 2)."""

import base64
import binascii
import hashlib
import hmac
import json
import re
import unicodedata
from typing import Any

from .visible import VISIBLE

Json = Any


class Flaw(Exception):
    """Why an entry or a save is not good, in one sentence."""


def need(ok: Any, why: str) -> None:
    if not ok:
        raise Flaw(why)


# -- §1, §2: hashes and canonical bodies
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
    raise Flaw(f"{text}: not an integer")


def parse(raw: bytes, limit: int) -> Json:
    need(len(raw) <= limit, f"more than {limit} bytes")
    depth = deepest = 0
    for bracket in re.sub(rb'"(?:[^"\\]|\\.)*"', b"", raw, flags=re.DOTALL):
        depth += (bracket in b"[{") - (bracket in b"]}")
        deepest = max(deepest, depth)
    need(deepest <= 32, "nested deeper than 32 levels")
    try:
        text = raw.decode()
        value = json.loads(text, parse_float=no_float, parse_constant=no_float)
        again = encode(value).encode()
    except (ValueError, RecursionError) as e:
        raise Flaw(f"not JSON in UTF-8: {e}") from None
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
        raise Flaw("not base64") from None
    need(base64.b64encode(raw).decode() == text, "base64 in another spelling")
    return raw
