"""Who sent a mail, and which one it was, by its own header: a claim, that nobody has signed."""

from __future__ import annotations

import re

from msgspec import Struct

from pbem.errors import TooTangled
from pbem.mail.read import header

MOST_BEFORE = 10
"""Of the mails that a mail answers, as many are kept: the first, and the youngest."""
# RFC 5321, 4.1.2 without quoted names and numbers in brackets, which no club's address has.
ADDRESS = re.compile(
    r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@(?:[A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}"
)
_ID = re.compile(r"<[!-;=?-~]{1,250}>")
# RFC 5322, 3.4: one mailbox, with or without a name before it.
_MAILBOX = re.compile(r'(?:"(?:[^"\\]|\\.)*"\s*|[^",<>]*)<([^<>\s,]+)>\s*|\s*([^<>\s,"]+)\s*')


class Sender(Struct, frozen=True):
    """Attributes: `address`, `id` (Message-ID) and `before` (References), all "" or empty if not told."""

    address: str = ""
    id: str = ""
    before: tuple[str, ...] = ()


NOBODY = Sender()


def of(raw: bytes) -> Sender:
    """The sender of a saved mail; `NOBODY` of a text without a header, or with one past reading."""
    mail = header.below(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n"))
    if not header.is_mail(mail):
        return NOBODY
    try:
        top, _ = header.split(mail)
    except TooTangled:
        return NOBODY
    found = _MAILBOX.fullmatch(top.get("from"))
    address = (found[1] or found[2]) if found and len(list(top.all("from"))) == 1 else ""
    name = _ID.fullmatch(top.get("message-id").strip())
    before = tuple(_ID.findall(top.get("references"))) or tuple(_ID.findall(top.get("in-reply-to")))
    if len(before) > MOST_BEFORE:
        before = (before[0], *before[1 - MOST_BEFORE :])
    return Sender(address if ADDRESS.fullmatch(address) else "", name[0] if name else "", before)
