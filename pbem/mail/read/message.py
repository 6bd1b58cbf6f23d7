"""Real mails: the text of whatever a mail program saved, and a message ready to send."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from pbem.errors import (
    EncryptedMail,
    NothingInside,
    OtherBlock,
    OtherVersion,
    OutlookFile,
    Oversized,
    PbemError,
    SignedMail,
    WinmailDat,
)
from pbem.mail.read import decoding, header, machine
from pbem.mail.read.parts import MOST_PARTS, MOST_TEXT, EmailContents, leaves, plain
from pbem.patterns import Pattern
from pbem.protocol.armour import (
    CALLED,
    describe_foreign_text,
    mentions_format,
    refuse_other_version,
)
from pbem.protocol.textfile import encoding_marked

MOST_NAMED = 6
LIMIT = 24 * 1024 * 1024
"""Bytes of a mail with its pictures: what most servers let through."""
OUTLOOK = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
# Where the next mail of an mbox begins.
_NEXT = Pattern(rb"\n\nFrom [^\n]*\n(?=>?[!-9;-~]+[ \t]*:)")
WORDS: dict[str, type[PbemError]] = {
    "encrypted": EncryptedMail,
    "winmail.dat": WinmailDat,
    "signed": SignedMail,
}


def read(path: Path) -> str:
    """The text of a mail in a file. Raises as `text_of`; OSError."""
    return text_of(raw(path))


def raw(path: Path) -> bytes:
    """A mail as it lies in a file, cut one byte after the limit. Raises OSError."""
    with path.open("rb") as file:
        return file.read(LIMIT + 1)


def text_of(raw: bytes) -> str:
    """The text of a mail file: what a program saved with its header, decoded, or a bare text.

    A block may stand in the mail or be attached, at any depth; armour refuses two that differ.

    Raises:
        Bounced and other words for the mail of a machine; EncryptedMail, WinmailDat, SignedMail,
        OutlookFile for what cannot be opened; OtherBlock, NothingInside, Oversized, TooTangled.
    """
    if len(raw) > LIMIT:
        raise Oversized(size=f"more than {LIMIT}", unit="bytes", limit=LIMIT)
    if raw.startswith(OUTLOOK):
        raise OutlookFile
    if encoding_marked(raw):
        raw = decoding.text(raw).encode("utf-8", "replace")
    raw = raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    mail = header.below(raw)
    if not header.is_mail(mail):
        if len(raw) > MOST_TEXT:
            raise Oversized(size=len(raw), unit="bytes of text", limit=MOST_TEXT)
        return plain(decoding.text(raw))
    in_a_folder = raw[: len(raw) - len(mail)].lstrip(b"\n").startswith(b"From ")
    mails = _NEXT.compiled.split(mail, MOST_PARTS) if in_a_folder else [mail]
    contents, texts = EmailContents(), []
    for single in mails:
        machine.refuse_machines(*header.split(single))
        texts += leaves(single, contents)
    text = "\n".join(texts)
    if mentions_format(text):
        return text
    # Between its parts, or where it is not built as it says, a block may still stand in the clear.
    text = plain(decoding.text(raw[:MOST_TEXT]))
    if not mentions_format(text):
        raise _without_a_block(contents, "\n".join(texts))
    return text


def _without_a_block(opened: EmailContents, text: str) -> PbemError:
    """The word for a mail in which nothing names a block."""
    for what, word in WORDS.items():
        if what in opened.sealed:
            return word()
    try:
        refuse_other_version(text)
    except OtherVersion as error:
        return error
    if other := describe_foreign_text(text):
        return OtherBlock(found=other, kind=CALLED["ORDER"])
    counted = Counter(opened.found)
    kinds = [f"{n} x {what}" if n > 1 else what for what, n in counted.items()]
    more = f", {len(kinds) - MOST_NAMED} other things" if len(kinds) > MOST_NAMED else ""
    return NothingInside(found=", ".join(kinds[:MOST_NAMED]) + more or "nothing")


def message(to: str, subject: str, words: str, block: str) -> str:
    """A text to paste into a mail program or a forum: address, subject, a sentence, the block."""
    return "\n\n".join(part for part in (f"To: {to}\nSubject: {subject}", words, block) if part)
