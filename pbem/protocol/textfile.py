"""Text as editors and shells leave it in a file; and how a file begins that holds a branch of `pbem try`."""

from __future__ import annotations

from pbem.errors import TriedOnly

# PowerShell's `>` and old editors write UTF-16 with a byte order mark.
MARKS = {b"\xef\xbb\xbf": "utf-8-sig", b"\xff\xfe": "utf-16", b"\xfe\xff": "utf-16"}
BRANCH_HEAD = "# A branch tried with pbem: not a game, not orders, not a mail."
"""So that nobody takes it for anything that was played."""


def encoding_marked(raw: bytes) -> str:
    """The encoding that a byte order mark says, or ""."""
    return next((encoding for mark, encoding in MARKS.items() if raw.startswith(mark)), "")


def read_text(raw: bytes) -> str:
    """The text in the encoding that its byte order mark says, else UTF-8; its lines end in LF.

    Raises UnicodeDecodeError.
    """
    return raw.decode(encoding_marked(raw) or "utf-8").replace("\r\n", "\n").replace("\r", "\n")


def refuse_branch(data: bytes | str) -> None:
    """Whoever reads a save, orders, a mail or keys calls this first. Raises TriedOnly."""
    text = data[:200].decode("utf-8", "replace") if isinstance(data, bytes) else data[:200]
    if text.lstrip("\ufeff \r\n").startswith(BRANCH_HEAD):
        raise TriedOnly
