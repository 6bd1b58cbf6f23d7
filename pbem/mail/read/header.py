"""The header of a mail or of one of its parts (RFC 5322, RFC 2045), read in one pass and bounded; and who
sent the mail, and which one it was: a claim, that nobody has signed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec import Struct

from pbem.errors import TooTangled
from pbem.patterns import Pattern

MOST_BYTES = 256 * 1024
MOST_FIELDS = 1000
LONGEST = 4000
"""Characters of a field that are looked at."""
MOST_ABOVE = 12
"""Lines that may stand above the header of a saved mail."""

# 3.6.8: a name is any printable ASCII but a colon; what follows indented belongs to it.
_FIELDS = Pattern(rb"(?:[!-9;-~]++[ \t]*+:[^\n]*+\n(?:[ \t][^\n]*+\n)*+)++")
_FIELD = Pattern(rb"([!-9;-~]++)[ \t]*+:([^\n]*+(?:\n[ \t][^\n]*+)*+)\n")
_TYPE = Pattern(r"[\w!#$&^.+-]{1,60}/[\w!#$&^.+-]{1,120}", re.ASCII)
_PARAMETER = Pattern(r';\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]*))')
# `From ...` and `>From ...` of an mbox, the size of an .emlx, the answer of a POP3 server.
_ABOVE = Pattern(rb"(?:>?From [^\n]*|[0-9]{1,12}[ \t]*|\+OK[^\n]*|[ \t]*)\n")


class Header:
    """Fields by name in lower case, in their order."""

    def __init__(self, fields: Sequence[tuple[str, str]] = ()) -> None:
        self.fields = fields

    def get(self, name: str) -> str:
        """The first field of that name, "" if there is none."""
        return next(self.all(name), "")

    def all(self, name: str) -> Iterator[str]:
        return (value for field, value in self.fields if field == name)

    @property
    def type(self) -> str:
        """`text/plain`, in lower case; "" if the header does not say, or nothing that is a type."""
        media_type = self.get("content-type").partition(";")[0].strip().lower()
        return media_type if _TYPE.compiled.fullmatch(media_type) else ""

    @property
    def encoding(self) -> str:
        """Of the transfer, in lower case."""
        return self.get("content-transfer-encoding").strip().lower()

    def parameter(self, name: str) -> str:
        """A parameter of the Content-Type, "" if it is not there."""
        for match in _PARAMETER.compiled.finditer(self.get("content-type")):
            if match[1].lower() == name:
                return match[3] or re.sub(r"\\(.)", r"\1", match[2] or "")
        return ""


def split(raw: bytes) -> tuple[Header, bytes]:
    """Header and body of a part; without a header all of it is body. Raises TooTangled."""
    match = _FIELDS.compiled.match(raw, 0, MOST_BYTES)
    if match is None:
        return Header(), raw.removeprefix(b"\n")
    if match.end() + LONGEST > MOST_BYTES:
        raise TooTangled(why=f"its header has more than {MOST_BYTES} bytes, or no end")
    fields: list[tuple[str, str]] = []
    for field in _FIELD.compiled.finditer(match[0]):
        if len(fields) == MOST_FIELDS:
            raise TooTangled(why=f"its header has more than {MOST_FIELDS} fields")
        value = field[2][:LONGEST].decode("latin-1").replace("\n", " ").strip()
        fields.append((field[1].decode("ascii").lower(), value))
    return Header(fields), raw[match.end() :].removeprefix(b"\n")


def below(raw: bytes) -> bytes:
    """A saved mail without the lines that programs put above its header."""
    at = 0
    for _ in range(MOST_ABOVE):
        match = _ABOVE.compiled.match(raw, at)
        if match is None:
            break
        at = match.end()
    return raw[at:]


def is_mail(raw: bytes) -> bool:
    """Does it begin with the header of a mail, not with a text that has colons in it?"""
    match = _FIELDS.compiled.match(raw, 0, MOST_BYTES)
    if match is None:
        return False
    ended = raw[match.end() : match.end() + 1] in (b"\n", b"")
    if not ended and match.end() + LONGEST <= MOST_BYTES:
        return False
    known = (
        rb"(?im)^(?:content-[a-z-]+|mime-version|from|to|subject|date|return-path|received)[ \t]*:"
    )
    return len(re.findall(known, match[0])) >= 2 or b"\nContent-" in match[0]


MOST_BEFORE = 10
"""Of the mails that a mail answers, as many are kept: the first, and the youngest."""
# RFC 5321, 4.1.2 without quoted names and numbers in brackets, which no club's address has.
ADDRESS = Pattern(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}"
)
_ID = Pattern(r"<[!-;=?-~]{1,250}>")
# RFC 5322, 3.4: one mailbox, with or without a name before it.
_MAILBOX = Pattern(r'(?:"(?:[^"\\]|\\.)*"\s*|[^",<>]*)<([^<>\s,]+)>\s*|\s*([^<>\s,"]+)\s*')


class Sender(Struct, frozen=True):
    """Who sent an email, as its header says.

    Attributes:
        address, id (Message-ID), before (References): "" or empty if the header has none.
        automatic: a program sent it, so no program may answer it (RFC 3834).
        listed: a mailing list passed it on (List-Id), so the address may be that of the list.
    """

    address: str = ""
    id: str = ""
    before: tuple[str, ...] = ()
    automatic: bool = False
    listed: bool = False


NOBODY = Sender()


def sender_of(raw: bytes) -> Sender:
    """The sender of a saved mail; `NOBODY` of a text without a header, or with one past reading."""
    mail = below(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    if not is_mail(mail):
        return NOBODY
    try:
        top, _ = split(mail)
    except TooTangled:
        return NOBODY
    match = _MAILBOX.compiled.fullmatch(top.get("from"))
    address = (match[1] or match[2]) if match and len(list(top.all("from"))) == 1 else ""
    name = _ID.compiled.fullmatch(top.get("message-id").strip())
    ids_before = tuple(_ID.compiled.findall(top.get("references"))) or tuple(
        _ID.compiled.findall(top.get("in-reply-to"))
    )
    if len(ids_before) > MOST_BEFORE:
        ids_before = (ids_before[0], *ids_before[1 - MOST_BEFORE :])
    return Sender(
        address if ADDRESS.compiled.fullmatch(address) else "",
        name[0] if name else "",
        ids_before,
        any(auto_submitted(value) != "no" for value in top.all("auto-submitted")),
        bool(top.get("list-id")),
    )


def auto_submitted(value: str) -> str:
    """The keyword of an Auto-Submitted field, in lower case; `no` is a person's (RFC 3834, 5)."""
    return re.split(r"[;\s(]", value.lower())[0]
