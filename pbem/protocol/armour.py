"""Mail armour: base64 between BEGIN and END lines that survives mailers and forums (DESIGN 6).

Reading forgives what programs do to text on its way: line ends, quoting with `>`, wrapping, exotic
spaces, typographic dashes, BBCode tags, quoted-printable padding, prose around the block. It
forgives nothing in the base64 itself: that has exactly one spelling.
"""

from __future__ import annotations

import re

from pbem.errors import Garbled, NoBlock, Oversized, Truncated, TwoBlocks
from pbem.protocol.wire import base64_bytes, base64_text

COLUMNS = 64
# What may surround a block in one mail: an old thread, a long signature. In characters.
PROSE = 1 << 20

_QUOTING = re.compile(r"^[\s>]+", re.MULTILINE)
_BBCODE = re.compile(r"\[/?[A-Za-z]{1,12}(?:=[^\]\n]{0,200})?\]")
_SPACES = re.compile("[\\s\u200b\u2060\ufeff]+")
# How many hyphens of `-----` one typographic dash may have swallowed.
_DASHES = {"-": 1, "‐": 1, "‑": 1, "‒": 2, "–": 2, "—": 3, "―": 3, "−": 1}
_DASH = "[" + "".join(_DASHES) + "]"
_RUN = f"(?<!{_DASH})({_DASH}{{2,5}})(?!{_DASH})"
_MARK = re.compile(rf"{_RUN}\s*(BEGIN|END)\s+PBEM2\s+([A-Z]+)\s*{_RUN}")


def wrap(kind: str, payload: bytes) -> str:
    """The payload as an armoured block of that kind (`ORDER`, `CARD`, ...), in 64 columns."""
    text = base64_text(payload)
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    return "\n".join([f"-----BEGIN PBEM2 {kind}-----", *lines, f"-----END PBEM2 {kind}-----", ""])


def unwrap(kind: str, text: str | bytes, limit: int) -> bytes:
    """The payload of the one block of that kind in a mail; `limit` is its size in bytes.

    Raises NoBlock, Truncated (no END), TwoBlocks, Oversized or Garbled (not canonical base64).
    """
    if len(text) > PROSE + 8 * limit:
        raise Oversized(size=len(text), unit="characters of mail", limit=PROSE + 8 * limit)
    clean = _QUOTING.sub("", _BBCODE.sub("", _decoded(text)))
    begins, ends = _marks("BEGIN", kind, clean), _marks("END", kind, clean)
    if not begins:
        raise NoBlock(kind=kind)
    if len(begins) > 1:
        raise TwoBlocks(count=len(begins))
    ends = [end for end in ends if end.start() >= begins[0].end()]
    if not ends:
        raise Truncated
    if len(ends) > 1:
        raise TwoBlocks(count=len(ends))
    # `=3D` is `=` in quoted-printable, and can stand nowhere in base64.
    digits = _SPACES.sub("", clean[begins[0].end() : ends[0].start()]).replace("=3D", "=")
    if len(digits) > (limit + 2) // 3 * 4:
        raise Oversized(size=len(digits) // 4 * 3, unit="bytes", limit=limit)
    try:
        payload = base64_bytes(digits)
    except ValueError as error:
        raise Garbled(why=str(error)) from error
    if not payload:
        raise Garbled(why="the block is empty")
    if len(payload) > limit:
        raise Oversized(size=len(payload), unit="bytes", limit=limit)
    return payload


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _decoded(text.decode("utf-8"))
    except UnicodeDecodeError:
        # Old mailers send a non-breaking space as one byte.
        return _decoded(text.decode("latin-1"))


def _marks(word: str, kind: str, text: str) -> list[re.Match[str]]:
    """The BEGIN or END lines of that kind, wherever wrapping has put them."""
    return [
        found
        for found in _MARK.finditer(text)
        if found.group(2, 3) == (word, kind) and _five(found[1]) and _five(found[4])
    ]


def _five(run: str) -> bool:
    """Whether a run of dashes can have been `-----`."""
    return sum(_DASHES[dash] for dash in run) >= 5
