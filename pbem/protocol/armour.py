"""Mail armour: base64 between BEGIN and END lines that survives mailers and forums (PROTOCOL.md).

Reading forgives what programs do to text on its way: line ends, quoting with `>` or otherwise,
wrapping, exotic spaces and invisible characters, typographic dashes, BBCode tags, escapes of
Markdown, PGP and quoted-printable, prose around the block, the same block twice. It forgives
nothing in the base64 itself: that has exactly one spelling.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from itertools import pairwise

from pbem.errors import (
    BadInput,
    Garbled,
    NoBlock,
    OtherBlock,
    OtherVersion,
    Oversized,
    Truncated,
    TwoBlocks,
)
from pbem.patterns import Pattern
from pbem.protocol import textfile
from pbem.protocol.wire import base64_bytes, base64_text

FORMAT = "PBEM2"
"""What BEGIN and END lines name."""
COLUMNS = 64
# What may surround a block in one mail: an old thread, a long signature. In characters.
PROSE = 1 << 20
LEAST = 300  # bytes of a signed body with its signature
_BEGINS = base64_text(b'{"body":{')
LONGEST_QUOTE = 8  # characters of `| ` or `Anne> ` before each line

_INVISIBLE = Pattern(
    "[\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]+"
)
_QUOTING = Pattern(r"^[\s>]+", re.MULTILINE)
_BBCODE = Pattern(r"\[/?[A-Za-z]{1,12}(?:=[^\]\n]{0,60})?\]")
# An `Â` is what is left of a non-breaking space that was read in the wrong charset.
_SPACES = Pattern("[\\sÂ]+")
# Quoted-printable writes a blank at a line's end as `=20` and breaks a line with `=`; sendmail
# breaks one with `!`. None of it can be base64 where it stands.
_LINE_ENDS = Pattern(r"(?:=20|!)[ \t]*(?=\n|\Z)|=[ \t]*\n(?=\s*[A-Za-z0-9+/])")
_BASE64 = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/=")
# How many hyphens of `-----` one typographic dash may have swallowed.
_DASHES = {"-": 1, "‐": 1, "‑": 1, "‒": 2, "–": 2, "—": 3, "―": 3, "−": 1}
_DASH = "[" + "".join(_DASHES) + "]"
_RUN = f"(?<!{_DASH})({_DASH}{{2,5}})(?!{_DASH})"
_MARK = Pattern(rf"{_RUN}\s*(BEGIN|END)\s+{FORMAT}\s+([A-Z]+)\s*{_RUN}")
# Of longer runs too, and with `>` anywhere: programs shorten the one, and wrapping puts the other first.
_ANY_MARK = Pattern(rf"({_DASH}{{2,}})[\s>]*(?:BEGIN|END)[\s>]+PBEM")
_OF_ANY_FORMAT = Pattern(rf"{_RUN}\s*BEGIN\s+(PBEM[0-9]{{0,3}})\s+[A-Z]+\s*{_DASH}{{2}}")
_DAMAGED = Pattern(rf"""[^\sA-Za-z0-9`"'(]\s?BEGIN {FORMAT} ([A-Z]+)\s?[^\sA-Za-z0-9`"')]""")


SAVED = "# A game moderated by pbem"
"""How a save begins."""
DUEL = "# A duel played with pbem"
"""How a file of a game without a GM begins."""
GAMES = (SAVED.encode(), DUEL.encode())
NOTE = f"[{FORMAT} LINES]"
"""How lines begin that somebody mails to himself (`pbem.mail.read.lines`)."""
CALLED = {
    "CARD": "somebody's public card",
    "ORDER": "an email with orders",
    "READY": "an email that decides nothing",
    "ACCEPT": "an email that takes a seat",
    "WORD": "an email with a word to the table",
    "REVEAL": "somebody's key for the audit",
    "REFUSAL": "a refusal",
    "REFUSED": "a refusal that only its reader can open",
    "POSTED": "a return slip, which only says where somebody wants their emails",
}


UNSEALED = (
    "an orders file that is not sealed yet (its player does that with `pbem orders GAME.toml FILE`, and mails "
    "what it writes)"
)
TAPPED = "a note of unsealed order lines, which their author seals with `pbem orders game.toml --from mail.eml`"
# The script of a report's page has the same words in quotes.
TYPED = "an email with order lines that are not sealed (their author seals them with `pbem orders GAME.toml`)"
_TAPPED = Pattern(rf"\[\s*{FORMAT}\s+LINES\s*\](?![\"'])")
_ORDERS_FILE = [Pattern(rf"^{field} = ['\"]", re.M) for field in ("game", "side", "orders")]
# The orders file that comes with a report has no order line, or only `ready`.
_WRITTEN = Pattern(
    r"^orders = (?:\"[^\"\s]|'{3}\s*(?!'{3}|ready\s)[^\s#])|^plan = \[\s*[\"']", re.M
)
# As text, and as a page.
_REPORT = Pattern(r"^Log fingerprint \d+:\s+[0-9a-f]{16}|<p>Log fingerprint \d+: <code", re.M)
OWN_KEY = "# A pbem identity"
"""How the file of an identity begins."""


def describe_foreign_text(text: str) -> str:
    """What a text is that somebody took for something else, such as `the save of a game`; "" if it is nothing of
    ours."""
    if text.lstrip().startswith(SAVED):
        return "the save of a game"
    if text.lstrip().startswith(OWN_KEY):
        return (
            "an identity file, which is secret (if it came by email, its owner should make a new identity and ask "
            "for the seat with it)"
        )
    if _TAPPED.compiled.search(text):
        return TAPPED
    kinds = (mark[3] for mark in _marks(_clean_text(text)))
    if name := next((CALLED[kind] for kind in kinds if kind in CALLED), ""):
        return name
    is_file = all(one.compiled.search(text) for one in _ORDERS_FILE)
    if _REPORT.compiled.search(text) and not (is_file and _WRITTEN.compiled.search(text)):
        return "a report"
    return UNSEALED if is_file else ""


def refuse_other_version(text: str) -> None:
    """Pass unless a block in a text is of another format than `FORMAT`. Raises OtherVersion."""
    if text.count("PBEM") == text.count(f"{FORMAT} "):  # mostly so, and counting takes no pattern
        return
    for run, format in _OF_ANY_FORMAT.compiled.findall(text):
        if _five(run) and format != FORMAT:
            newer = (len(format), format) > (len(FORMAT), FORMAT)
            which = "a newer" if newer else "an early"
            raise OtherVersion(which=which, found=format, expected=FORMAT)


def wrap(kind: str, payload: bytes) -> str:
    """The payload as an armoured block of that kind (`ORDER`, `CARD`, ...), in 64 columns."""
    text = base64_text(payload)
    lines = [text[at : at + COLUMNS] for at in range(0, len(text), COLUMNS)]
    begin, end = f"-----BEGIN {FORMAT} {kind}-----", f"-----END {FORMAT} {kind}-----"
    return "\n".join([begin, *lines, end, ""])


def unwrap(
    kind: str, text: str | bytes, limit: int, is_known: Callable[[bytes], bool] = lambda _: False
) -> bytes:
    """The payload of the one block of that kind in a mail; `limit` is its size in bytes.

    The same block several times is one: pasted and attached, or in the answer and its quote. Of several
    different ones those that were applied before do not count, nor those that cannot be signed bodies.

    Args:
        is_known: whether a payload was applied before.

    Raises NoBlock, Truncated (no END), TwoBlocks, Oversized or Garbled (not canonical base64).
    """
    if len(text) > PROSE + 8 * limit:
        raise Oversized(size=len(text), unit="characters of mail", limit=PROSE + 8 * limit)
    textfile.refuse_branch(text)
    clean = _clean_text(text)
    marks = [mark for mark in _marks(clean) if mark[3] == kind]
    first_begin = next((at for at, mark in enumerate(marks) if mark[2] == "BEGIN"), len(marks))
    marks = marks[first_begin:]
    if not marks:
        if any(match[1] == kind for match in _DAMAGED.compiled.finditer(clean)):
            raise Garbled(why=f"the dashes around BEGIN {FORMAT} {kind} are not as they should be")
        refuse_other_version(clean)
        foreign = describe_foreign_text(clean)
        if foreign and foreign != CALLED.get(kind):
            raise OtherBlock(found=foreign, kind=CALLED.get(kind, kind))
        raise NoBlock(kind=f"{FORMAT} {kind}")
    if len(marks) == 1:
        raise Truncated
    if [mark[2] for mark in marks] != ["BEGIN", "END"] * (len(marks) // 2):
        raise TwoBlocks(
            count=max(sum(mark[2] == word for mark in marks) for word in ("BEGIN", "END"))
        )
    return _payload_that_counts(clean, marks, limit, is_known)


def _payload_that_counts(
    clean: str, marks: list[re.Match[str]], limit: int, is_known: Callable[[bytes], bool]
) -> bytes:
    """The payload that counts, of one or several blocks; `marks` are their BEGIN and END lines, in turn.

    Of several different ones those known already do not count, nor damaged ones too short to be bodies. Raises
    TwoBlocks, and what `_payload` raises.
    """
    payloads: list[bytes] = []
    errors: list[BadInput] = []
    for begin, end in zip(marks[::2], marks[1::2], strict=True):
        try:
            payload = _payload(clean, begin, end, limit)
        except BadInput as error:
            digits = _digits(clean, begin, end)
            if len(marks) == 2 or (digits.startswith(_BEGINS) and len(digits) >= LEAST):
                errors.append(error)
            continue
        if payload not in payloads:
            payloads.append(payload)
    if len(payloads) == 1 and not errors:
        return payloads[0]
    fresh = [one for one in payloads if not is_known(one)]
    bodies_whole = [one for one in fresh if one.startswith(b'{"body":{') and len(one) >= LEAST]
    if len(bodies_whole) + len(errors) > 1:
        # Which of them is meant nobody knows; a damaged one may be the newest.
        raise TwoBlocks(count=len(bodies_whole) + len(errors))
    if bodies_whole:
        return bodies_whole[0]
    if errors:
        raise errors[0]
    if len(fresh) < len(payloads):
        return next(one for one in payloads if one not in fresh)
    raise TwoBlocks(count=len(marks) // 2)


def blocks(text: str) -> tuple[int, int]:
    """How many blocks in a text, of whatever kind, can be read, and how many cannot. In linear time."""
    clean = _clean_text(text)
    readable = damaged = 0
    for begin, end in pairwise(_marks(clean)):
        if (begin[2], end[2]) != ("BEGIN", "END") or begin[3] != end[3]:
            continue
        try:
            _payload(clean, begin, end, len(text))
        except BadInput:
            damaged += 1
        else:
            readable += 1
    return readable, damaged


def has_marker(text: str) -> bool:
    """Would a reader of emails see the beginning or end of a block in it, of whatever format?"""
    return any(_five(match[1]) for match in _ANY_MARK.compiled.finditer(_clean_text(text)))


def mentions_format(text: str) -> bool:
    """Does it name the format at all, so that a block may be in it?"""
    return FORMAT in visible(text)


def visible(text: str) -> str:
    """The text without characters that nobody sees."""
    return _INVISIBLE.compiled.sub("", text)


def _payload(clean: str, begin: re.Match[str], end: re.Match[str], limit: int) -> bytes:
    """What stands between two marks. Raises Garbled, Oversized."""
    digits = _digits(clean, begin, end)
    if len(digits) > (limit + 2) // 3 * 4:
        raise Oversized(size=len(digits) // 4 * 3, unit="bytes", limit=limit)
    try:
        payload = base64_bytes(digits)
    except ValueError as error:
        why = f"{error}; part of a line is missing, or was changed on the way"
        raise Garbled(why=why) from error
    if not payload:
        raise Garbled(why="the block is empty")
    if len(payload) > limit:
        raise Oversized(size=len(payload), unit="bytes", limit=limit)
    return payload


def _digits(clean: str, begin: re.Match[str], end: re.Match[str]) -> str:
    """The base64 between two marks, without what transport put into it."""
    quote = _quote(clean, begin.start())
    lines = clean[begin.end() : end.start()].split("\n")
    lines[0] = lines[0].lstrip("*_")
    lines = [
        line[len(quote) :].lstrip("> \t") if quote and line.startswith(quote) else line
        for line in lines
    ]
    if lines[-1].strip() in ("-", "\\", "*", "_"):  # what PGP and Markdown put before a dash
        lines[-1] = ""
    # `=3D` is `=` in quoted-printable, and can stand nowhere in base64.
    return _SPACES.compiled.sub("", _LINE_ENDS.compiled.sub("", "\n".join(lines))).replace(
        "=3D", "="
    )


def _quote(clean: str, at: int) -> str:
    """What stands before a BEGIN line and may stand before each line of its block: `|`, `AB>`.

    With a character that base64 does not have, so that nothing of the block can be taken for it.
    """
    line = clean[max(0, at - 4 * LONGEST_QUOTE) : at].rpartition("\n")
    if not line[1] and at > 4 * LONGEST_QUOTE:
        return ""
    quote = line[2].strip()
    return quote if len(quote) <= LONGEST_QUOTE and not _BASE64.issuperset(quote) else ""


@lru_cache(maxsize=4)
def _clean_text(text: str | bytes) -> str:
    """The text without what programs put into it or around it; whoever looks for several kinds of block asks often."""
    return _QUOTING.compiled.sub(
        "", _BBCODE.compiled.sub("", _INVISIBLE.compiled.sub("", _decoded(text)))
    )


def _decoded(text: str | bytes) -> str:
    if isinstance(text, str):
        return text.replace("\r\n", "\n").replace("\r", "\n")
    try:
        return _decoded(text.decode("utf-8"))
    except UnicodeDecodeError:
        # Old mailers send a non-breaking space as one byte.
        return _decoded(text.decode("latin-1"))


@lru_cache(maxsize=4)
def _marks(text: str) -> tuple[re.Match[str], ...]:
    """The BEGIN and END lines, wherever wrapping has put them."""
    marks = _MARK.compiled.finditer(text)
    return tuple(mark for mark in marks if _five(mark[1]) and _five(mark[4]))


def _five(run: str) -> bool:
    """Whether a run of dashes can have been `-----`."""
    return sum(_DASHES[dash] for dash in run) >= 5
