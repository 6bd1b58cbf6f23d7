"""Real mails: the text of whatever a mail program saved, and a message ready to send."""

from __future__ import annotations

import email
import email.policy
import re

from pbem.errors import Garbled, Oversized

LIMIT = 1024 * 1024
_HEADER = re.compile(rb"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\r?\n")


def text_of(raw: bytes) -> str:
    """The plain text of a mail file: an `.eml` with its parts decoded, or a bare text.

    Raises:
        Oversized, Garbled.
    """
    if len(raw) > LIMIT:
        raise Oversized(size=len(raw), unit="bytes", limit=LIMIT)
    if _HEADER.match(raw.replace(b"\r\n", b"\n")):
        message = email.message_from_bytes(raw, policy=email.policy.default)
        part = message.get_body(("plain", "html"))
        if part is None:
            raise Garbled(why="this mail has no text part")
        text: str = part.get_content()
        return re.sub(r"<[^>]+>", "\n", text) if part.get_content_type() == "text/html" else text
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def message(to: str, subject: str, words: str, block: str) -> str:
    """A text to paste into a mail program or a forum: address, subject, a sentence, the block."""
    return f"To: {to}\nSubject: {subject}\n\n{words}\n\n{block}"
