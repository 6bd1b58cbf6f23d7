"""The parts of a mail that hold text, at any depth within bounds (RFC 2046).

Python's own parser recurses as deep as a mail is nested, takes a time that grows with the square of
its parts, and before 3.13 stops in the middle of some base64; a block needs no more than leaves.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from pbem.errors import Oversized, TooTangled
from pbem.mail.read import decoding, header
from pbem.mail.read.header import Header
from pbem.protocol.armour import FORMAT, UNSEALED, blocks, describe_foreign_text, mentions_format
from pbem.protocol.textfile import encoding_marked

MOST_NESTED = 10
MOST_PARTS = 500
MOST_TEXT = 3 * 1024 * 1024
"""Bytes of all that is read as text; pictures beside it may be as large as they like."""

PICTURES = {"image": "picture", "audio": "sound", "video": "film", "font": "font"}
TNEF = b"\x78\x9f\x3e\x22"


class EmailContents:
    """What was found in a mail so far.

    Attributes:
        found: what each leaf is, in words, also those that hold no text.
        sealed: what cannot be opened here: `encrypted`, `winmail.dat`, `signed`.
    """

    def __init__(self) -> None:
        self.parts = 0
        self.size = 0
        self.found: list[str] = []
        self.sealed: list[str] = []


class Leaf:
    """The text of a part without parts of its own, or one way to read it."""

    def __init__(self, text: str) -> None:
        self.text = text

    @cached_property
    def is_named(self) -> bool:
        """Does it name the format, so that a block may be in it?"""
        return mentions_format(self.text)

    @cached_property
    def blocks(self) -> tuple[int, int]:
        """How many blocks can be read, and how many cannot; found once, however deep it is nested."""
        return blocks(self.text) if self.is_named else (0, 0)


def leaves(raw: bytes, opened: EmailContents) -> list[str]:
    """The texts of all leaves of a mail, header included.

    Raises:
        TooTangled: more parts, fields or depth than a mail has. Oversized: more text.
    """
    return [leaf.text for leaf in _leaves(raw, opened, 0, "text/plain")]


def _leaves(raw: bytes, contents: EmailContents, depth: int, kind: str) -> list[Leaf]:
    """The leaves of a mail or of a part; `kind` is its type if it names none."""
    contents.parts += 1
    if contents.parts > MOST_PARTS:
        raise TooTangled(why=f"it has more than {MOST_PARTS} parts")
    if depth > MOST_NESTED:
        raise TooTangled(why=f"it has mails or parts nested more than {MOST_NESTED} deep")
    top, body = header.split(raw)
    kind = top.type or kind
    if kind.startswith("multipart/"):
        if kind == "multipart/encrypted":
            contents.sealed.append("encrypted")
        parts = list(_between(body, top.parameter("boundary")))
        if parts:
            inner = "message/rfc822" if kind == "multipart/digest" else "text/plain"
            if kind == "multipart/alternative":
                return _one_of(parts, contents, depth + 1)
            return [leaf for part in parts for leaf in _leaves(part, contents, depth + 1, inner)]
        kind = "text/plain"
    if kind in ("message/rfc822", "message/global"):
        inside = decoding.transferred(body, top.encoding)
        return _leaves(header.below(inside), contents, depth + 1, "text/plain")
    return _leaf(top, kind, body, contents, depth)


def enclosed(raw: bytes, begins: bytes | tuple[bytes, ...], nested: int = 0) -> list[bytes]:
    """The files in a mail that begin in one of these ways, at any depth that `leaves` allows. Raises TooTangled."""
    if nested > MOST_NESTED:
        raise TooTangled(why=f"it has parts nested more than {MOST_NESTED} deep")
    raw = raw.replace(b"\r\n", b"\n") if not nested else raw
    top, body = header.split(header.below(raw) if not nested else raw)
    if top.type.startswith("multipart/"):
        parts = list(_between(body, top.parameter("boundary")))
        return [file for part in parts for file in enclosed(part, begins, nested + 1)]
    inside = decoding.transferred(body, top.encoding)
    if top.type in ("message/rfc822", "message/global"):
        return enclosed(header.below(inside), begins, nested + 1)
    return [inside] if inside.startswith(begins) else []


def _between(body: bytes, boundary: str) -> Iterator[bytes]:
    """The parts of a multipart body; one that is cut off in the middle counts too."""
    if not boundary or len(boundary) > 200:
        return
    line = re.compile(rb"\n--" + re.escape(boundary.encode("latin-1")) + rb"(--)?[ \t]*(?=\n|\Z)")
    body, start = b"\n" + body, -1
    for count, edge in enumerate(line.finditer(body)):
        if count > MOST_PARTS:
            raise TooTangled(why=f"it has more than {MOST_PARTS} parts")
        if start >= 0:
            yield body[start : edge.start() + 1]
        start = edge.end() + 1
        if edge[1]:
            return
    if start >= 0:
        yield body[start:]


def _one_of(parts: list[bytes], opened: EmailContents, nested: int) -> list[Leaf]:
    """The text of an email that comes in several forms: the first of those in which the most can be read."""
    return _best([_leaves(part, opened, nested, "text/plain") for part in parts])


def _best(readings: Sequence[list[Leaf]]) -> list[Leaf]:
    """The first in which all blocks are whole, else one is, else the format is named at all."""

    def rank(reading: list[Leaf]) -> int:
        if not any(leaf.is_named for leaf in reading):
            return 3
        readable = sum(leaf.blocks[0] for leaf in reading)
        damaged = sum(leaf.blocks[1] for leaf in reading)
        return (1 if damaged else 0) if readable else 2

    return min(readings, key=rank)


def _leaf(top: Header, kind: str, body: bytes, contents: EmailContents, depth: int) -> list[Leaf]:
    """The readings of one part of an email: its text, or the parts of an email inside it; nothing of a picture or a large file."""
    main = kind.partition("/")[0]
    if main in PICTURES and not _names_the_format(body, top.encoding):
        contents.found.append(PICTURES[main])
        return []
    encodings = (top.encoding, "") if top.encoding not in ("", "7bit", "8bit") else ("",)
    if main not in ("text", "message") and len(body) > MOST_TEXT:
        contents.found.append(f"{kind} of {len(body)} bytes")
        return []
    contents.size += len(body)
    if contents.size > MOST_TEXT:
        raise Oversized(size=contents.size, unit="bytes of text", limit=MOST_TEXT)
    charset, readings = top.parameter("charset"), []
    for encoding in encodings:
        raw = decoding.transferred(body, encoding)
        if main == "application" and encoding == encodings[0]:
            inside = header.below(raw)
            if header.is_mail(inside):
                return _leaves(inside, contents, depth + 1, "text/plain")
            _note_sealed(top, kind, raw, contents)
        readings.append([Leaf(plain(decoding.text(raw, charset), kind == "text/html"))])
    # A transfer encoding that is only claimed leaves the text as it stands.
    (best,) = _best(readings) if len(readings) > 1 else readings[0]
    if (
        main not in ("text", "message")
        and not best.is_named
        and describe_foreign_text(best.text) != UNSEALED
    ):
        contents.found.append("winmail.dat" if kind == "application/ms-tnef" else kind)
        return []
    if "-----BEGIN PGP MESSAGE-----" in best.text:
        contents.sealed.append("encrypted")
    contents.found.append("HTML" if kind == "text/html" else "text" if main == "text" else kind)
    return [best]


def _names_the_format(body: bytes, encoding: str) -> bool:
    """Is something that is called a picture a text of ours? Pictures themselves are not searched."""
    if len(body) > MOST_TEXT:
        return False
    raw = decoding.transferred(body, encoding)
    return FORMAT.encode() in (decoding.text(raw).encode() if encoding_marked(raw) else raw)


def plain(text: str, page: bool = False) -> str:
    """A text as a reader sees it, also a web page that nothing says is one."""
    if not page and not decoding.looks_like_html(text):
        return text
    stripped = decoding.without_tags(text)
    return stripped if page or mentions_format(stripped) or not mentions_format(text) else text


def _note_sealed(top: Header, kind: str, raw: bytes, opened: EmailContents) -> None:
    """Notes what no reader without a key or another program can open."""
    if kind in ("application/pkcs7-mime", "application/x-pkcs7-mime"):
        signed = top.parameter("smime-type").lower() == "signed-data"
        opened.sealed.append("signed" if signed else "encrypted")
    elif kind in ("application/ms-tnef", "application/vnd.ms-tnef") or raw.startswith(TNEF):
        opened.sealed.append("winmail.dat")
