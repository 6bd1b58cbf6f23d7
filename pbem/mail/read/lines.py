"""Order lines that somebody tapped together on the page of a report and mailed to himself, in clear.

    [PBEM2 LINES]
    [game] towton-3f9c
    [side] york
    [answers] levy-7
    [order] march: parley st_albans +1
    [order] if failed: march: parley st_albans +3
    [card 1] march: march york; march: tax
    [on intercept] norfolk if valour norfolk >= 3; else no
    [sum] 3f9a21bc
    [PBEM2 END]

White space is the end of a word and no more, so that a mail program may wrap and indent as it likes; the
CRC-32 of all that stands between (RFC 1952, 8) tells what got lost or was put in.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from typing import NamedTuple

from pbem.drawing.ink import UNPRINTABLE
from pbem.errors import Garbled, NothingInside, OtherBlock, Truncated, TwoBlocks
from pbem.mail.read.message import text_of
from pbem.mail.read.orders_file import OrdersFile
from pbem.protocol import textfile
from pbem.protocol.armour import FORMAT, describe_foreign_text, visible

KIND = "an email of order lines from a report's page, as its buttons `Copy` and `Mail` make it,"
NOTHING = "a text without tapped order lines"
MOST = 64 * 1024
"""Characters of all lines."""
SUM = "sum"
ONCE = ("game", "side", "answers", SUM)
_MARK = re.compile(rf"\[\s*{FORMAT}\s+(LINES|END)\s*\]")
_KEY = re.compile(r"\[\s*(game|side|answers|order|sum|card\s+\d+|on\s+\w+)\s*\]")
_STOPS = re.compile(r" ?([:;,]) ?")
_QUOTES = re.compile(r"^[>|\s]+", re.MULTILINE)
# Quoted-printable that nobody undid (RFC 2045, 6.7).
_RAW = re.compile(r"=[ \t]*\n|=([0-9A-F]{2})")
# What Markdown and plain text made of bold put around marks and words.
_ESCAPES = re.compile(r"\\(?=[\[\]_*>#.:+-])|\*(?=\[)|(?<=\])\*")
_TYPED = str.maketrans(
    {"‘": "'", "’": "'", "“": '"', "”": '"', "–": "-", "−": "-", "\xa0": " ", "Â": " "}
)
LONGEST_QUOTE = 8


class TappedNote(NamedTuple):
    """The lines between two marks: `[key] value`, in their order."""

    items: tuple[tuple[str, str], ...]

    def of(self, key: str) -> str:
        return next((value for one, value in self.items if one == key), "")

    @property
    def whole(self) -> bool:
        """Is it as it was copied?"""
        rest = [f"{key} {value}" for key, value in self.items if key != SUM]
        return self.of(SUM).lower() == checksum("\n".join(rest))


def checksum(text: str) -> str:
    """Eight digits, of the words of a text; blanks beside its stops do not count."""
    words = _STOPS.sub(r"\1", " ".join(text.split()))
    return f"{zlib.crc32(words.encode()):08x}"


def read(raw: bytes) -> OrdersFile:
    """The lines in a mail, or in a text that was copied out of one.

    Raises:
        OtherBlock, Truncated, TwoBlocks, Garbled; and as `message.text_of`.
    """
    try:
        text = text_of(raw)
    except NothingInside as error:
        raise OtherBlock(found=NOTHING, kind=KIND) from error
    textfile.refuse_branch(text)
    blocks = dict.fromkeys(_block(form) for form in _between(text))
    if not blocks:
        raise OtherBlock(found=describe_foreign_text(text) or NOTHING, kind=KIND)
    if len(blocks) > 1:
        raise TwoBlocks(count=len(blocks))
    return _orders(next(iter(blocks)))


def _between(text: str) -> Iterator[tuple[str, str]]:
    """What stands between each pair of marks, and what stands before the first mark on its line."""
    text = _ESCAPES.sub("", visible(text)).translate(_TYPED)
    begin: re.Match[str] | None = None
    for mark in _MARK.finditer(text):
        if mark[1] == "LINES":
            if begin is not None:
                raise Truncated
            begin = mark
        elif begin is not None:
            quote = text[text.rfind("\n", 0, begin.start()) + 1 : begin.start()]
            yield quote, text[begin.end() : mark.start()]
            begin = None
    if begin is not None:
        raise Truncated


def _block(form: tuple[str, str]) -> TappedNote:
    """The note in a quoted block, read with and without its quote marks; the reading that is whole. Raises Garbled."""
    quote, inside = form
    if len(inside) > MOST:
        raise Garbled(why=f"there are more than {MOST} characters between its marks")
    readings = [_QUOTES.sub("", inside), inside]
    if 0 < len(quote) <= LONGEST_QUOTE:
        line = re.compile(rf"^{re.escape(quote.rstrip())}[ \t]*", re.MULTILINE)
        readings.insert(0, line.sub("", inside))
    readings.append(
        _RAW.sub(lambda escaped: chr(int(escaped[1] or "0", 16)), inside).replace("\0", "")
    )
    blocks = [_items(one) for one in readings]
    complete = next((block for block in blocks if block.whole), None)
    if complete is None:
        raise Garbled(
            why=(
                "its lines were changed after the page wrote them; change them on your computer instead"
            )
        )
    return complete


def _items(inside: str) -> TappedNote:
    """Each key with the text up to the next one; what stands before the first is nothing of ours."""
    marks = list(_KEY.finditer(inside))
    ends = [mark.start() for mark in marks[1:]] + [len(inside)] * bool(marks)
    return TappedNote(
        tuple(
            (" ".join(mark[1].split()), " ".join(inside[mark.end() : end].split()))
            for mark, end in zip(marks, ends, strict=True)
        )
    )


def _orders(block: TappedNote) -> OrdersFile:
    """The orders of a note that was tapped on a phone, as an orders file would hold them. Raises Garbled."""
    if any(UNPRINTABLE.compiled.search(value) for _, value in block.items):
        raise Garbled(why="there are characters in it that cannot be printed")
    keys = [key for key, _ in block.items if key in ONCE or not key.startswith("order")]
    for key in keys:
        if keys.count(key) > 1:
            raise Garbled(why=f"[{key}] stands in it twice")
    for key in ("game", "side"):
        if not block.of(key):
            raise Garbled(why=f"the line [{key}] is missing")
    lines = tuple(value for key, value in block.items if key == "order")
    if lines and not block.of("answers"):
        raise Garbled(why="the line [answers] is missing")
    scripts = {k.removeprefix("card "): v for k, v in block.items if k.startswith("card ")}
    reactions = {k.removeprefix("on "): v for k, v in block.items if k.startswith("on ")}
    if not lines and not scripts and not reactions:
        raise Garbled(why="there is no order line in it")
    return OrdersFile(
        block.of("game"),
        block.of("side"),
        block.of("answers"),
        lines,
        scripts,
        reactions or None,
    )
