"""Text as editors and shells leave it in a file."""

from __future__ import annotations

# PowerShell's `>` and old editors write UTF-16 with a byte order mark.
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}


def encoding_marked(raw: bytes) -> str:
    """The encoding that a byte order mark says, or ""."""
    return next((encoding for mark, encoding in MARKS.items() if raw.startswith(mark)), "")


def read_text(raw: bytes) -> str:
    """The text in the encoding that its byte order mark says, else UTF-8; its lines end in LF.

    Raises UnicodeDecodeError.
    """
    return raw.decode(encoding_marked(raw) or "utf-8").replace("\r\n", "\n").replace("\r", "\n")
