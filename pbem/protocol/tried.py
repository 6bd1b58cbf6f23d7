"""How a file begins that holds a branch of `pbem try`: so that nobody takes it for anything that was played."""

from __future__ import annotations

from pbem.errors import TriedOnly

HEAD = "# A branch tried with pbem: not a game, not orders, not a mail."


def refuse(data: bytes | str) -> None:
    """Whoever reads a save, orders, a mail or keys calls this first. Raises TriedOnly."""
    text = data[:200].decode("utf-8", "replace") if isinstance(data, bytes) else data[:200]
    if text.lstrip("\ufeff \r\n").startswith(HEAD):
        raise TriedOnly
