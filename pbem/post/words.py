"""What an email is and what became of it, in words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.post.context import Context
from pbem.post.journal import UNTOUCHED, Incoming

KINDS = {
    "sealed": "an acceptance, orders or a message",
    "refusal": "a refusal by the GM",
    "slip": "a return slip",
    "key": "a key for the audit",
    "save": "a save",
    "sequel": "new entries of a game",
    "bounce": "an email that came back",
    "machine": "an email of a program",
    "none": "nothing of a game; it stays where it is",
    "typed": "an email without a sealed text",
    "phone": "an answer from your phone",
    "damaged": "a sealed text that cannot be read",
    "tangled": "an email that cannot be read",
}
BECAME = {
    "taken": "Came",
    "refused": "Refused",
    "person": "For you",
    "own": "Left alone",
    "machine": "Left alone",
    "elsewhere": "Left alone",
}


def counted(count: int) -> str:
    """`1 email`, `2 emails`."""
    return f"{count} email{'s' * (count != 1)}"


def named(context: Context, row: Incoming) -> str:
    """What an email is, of whom, and for which game."""
    path = context.save_of(row.genesis) if row.genesis else None
    what = KINDS.get(row.kind, "an email")
    return f"{what} of {row.sender or 'nobody'}{f' for {path}' if path else ''}"


def came(context: Context, digests: Iterable[str]) -> Iterator[str]:
    """What became of emails, a sentence each."""
    for row in context.journal.incoming_among(digests):
        if row.state != UNTOUCHED:
            yield f"{BECAME.get(row.state, 'Waits')}: {named(context, row)}. {row.words}".rstrip()
