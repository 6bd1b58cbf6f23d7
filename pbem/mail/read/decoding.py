"""From the bytes of a part to text: transfer encodings, character sets, HTML. Each in linear time."""

from __future__ import annotations

import binascii
import re

from pbem.patterns import Pattern
from pbem.protocol.textfile import encoding_marked

# Character sets of text; Python has codecs beside them that are none, and one that is slow.
_CHARSET = Pattern(
    r"(?:utf|us-ascii|ascii|iso|latin|windows|cp|koi8|gb|big5|hz|shift|sjis|euc|mac|tis)[\w.:-]{0,30}",
    re.ASCII | re.IGNORECASE,
)
_HTML = Pattern(
    r"<(?:!doctype html|html|body|div|br|p|pre|table|span|blockquote)\b[^<>]*>", re.IGNORECASE
)
_INLINE = Pattern(r"</?wbr\b[^<>]*>", re.IGNORECASE)
_TAG = Pattern(r"<[A-Za-z/!?][^<>]*>")
# Python reads a reference of any length as a number, and refuses one of thousands of digits.
_LONG_REFERENCE = Pattern(r"&#[xX]?[0-9a-fA-F]{8,};?")


def transferred(raw: bytes, encoding: str) -> bytes:
    """Undo a transfer encoding (RFC 2045 6); what is none, or not in order, stays as it is."""
    if encoding.startswith("base64"):
        return _base64(raw)
    if encoding.startswith("quoted-printable"):
        return binascii.a2b_qp(raw)
    return raw


def _base64(raw: bytes) -> bytes:
    """Base64 of a transfer, which may come in pieces, each with its own padding."""
    digits = re.sub(rb"[^A-Za-z0-9+/=]+", b"", raw)
    decoded = bytearray()
    for piece in re.findall(rb"[^=]+", digits):
        # One digit too many is no byte.
        whole = piece[:-1] if len(piece) % 4 == 1 else piece
        decoded += binascii.a2b_base64(whole + b"=" * (-len(whole) % 4))
    return bytes(decoded)


def text(raw: bytes, charset: str = "") -> str:
    """Bytes as text: by their mark, as they say, or as most programs would read them."""
    encoding = encoding_marked(raw)
    if not encoding and _CHARSET.compiled.fullmatch(charset):
        encoding = charset
    for name in filter(None, (encoding, "utf-8", "cp1252")):
        try:
            return raw.decode(name)
        except (UnicodeError, LookupError):
            continue
    return raw.decode("latin-1")


def looks_like_html(words: str) -> bool:
    return _HTML.compiled.search(words) is not None


def without_tags(page: str) -> str:
    """The text of an HTML page, a line for each tag; entities once."""
    from html import unescape  # a table of 2,000 names, which an email in plain text does without

    # sendmail breaks a line that is too long wherever it is.
    page = _INLINE.compiled.sub("", page.replace("!\n ", ""))
    return unescape(_LONG_REFERENCE.compiled.sub("", _TAG.compiled.sub("\n", page)))
