"""Real mails: the text of whatever a mail program saved, and a message ready to send."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from pbem.errors import Garbled, Oversized

if TYPE_CHECKING:
    from email.message import MIMEPart

LIMIT = 1024 * 1024
_HEADER = re.compile(rb"\A(?:[A-Za-z][A-Za-z0-9-]*:[^\n]*\n(?:[ \t][^\n]*\n)*){2,}\r?\n")


def text_of(raw: bytes) -> str:
    """The plain text of a mail file: an `.eml` with its parts decoded, or a bare text.

    An order may stand in the mail itself or be attached; armour refuses two.

    Raises:
        Oversized, Garbled.
    """
    if len(raw) > LIMIT:
        raise Oversized(size=len(raw), unit="bytes", limit=LIMIT)
    raw = raw.removeprefix(b"\xef\xbb\xbf")
    header = _HEADER.match(raw.replace(b"\r\n", b"\n"))
    if header is None or not re.search(rb"(?im)^content-", header[0]):
        return _decoded(raw)  # the header does not look like an order, so it may stay
    import email.policy  # slow to load

    try:
        message = email.message_from_bytes(raw, policy=email.policy.default)
        body = message.get_body(("plain", "html"))
        parts = [body] if body is not None else []
        parts += [p for p in message.iter_attachments() if p.get_content_maintype() != "multipart"]
        texts = [_text_of_part(part) for part in parts]
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise Garbled(why="this mail is not laid out as a mail") from error
    if not texts:
        raise Garbled(why="this mail has no text part")
    return "\n".join(texts)


def _text_of_part(part: MIMEPart) -> str:
    """A part's text, "" if it is a picture or the like."""
    if part.get_content_maintype() not in ("text", "application"):
        return ""
    raw = part.get_payload(decode=True)
    text = _decoded(raw if isinstance(raw, bytes) else b"", part.get_content_charset())
    if part.get_content_type() == "text/html":
        import html

        return html.unescape(re.sub(r"<[^>]+>", "\n", text))
    return text


def _decoded(raw: bytes, charset: str | None = None) -> str:
    for encoding in (charset or "utf-8", "utf-8"):
        try:
            return raw.decode(encoding)
        except (UnicodeError, LookupError):
            continue
    return raw.decode("latin-1")


def message(to: str, subject: str, words: str, block: str) -> str:
    """A text to paste into a mail program or a forum: address, subject, a sentence, the block."""
    return f"To: {to}\nSubject: {subject}\n\n{words}\n\n{block}"
