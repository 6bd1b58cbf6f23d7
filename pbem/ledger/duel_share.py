"""How much one side adds to the log of a duel by long answers (PROTOCOL.md, section 19)."""

from __future__ import annotations

from pbem.errors import BadStatement
from pbem.ledger.draft import Draft
from pbem.ledger.frozen import frozen
from pbem.ledger.ledger import Ledger
from pbem.protocol import bodies
from pbem.protocol.bodies import DuelEnvelope

USUAL = 16 * 1024
"""Bytes of an answer that are free."""
SHARE = 2 * 1024 * 1024
"""Bytes for each side, in the whole log: the file still goes through everybody's email."""


def counted(mail: DuelEnvelope) -> int:
    """The bytes of an answer that count: what it has above the usual."""
    return max(0, len(bodies.encode_again(mail)) - USUAL)


def check(ledger: Ledger, mail: DuelEnvelope) -> None:
    """Pass if an answer fits into the share of its side. Raises BadStatement."""
    side, more = mail.body.author, counted(mail)
    if more and ledger.cases.filled.get(side, 0) + more > SHARE:
        why = (
            f"long orders of {side} have used up its share of the file, {SHARE // 1024**2} MB. Orders of up to "
            f"{USUAL // 1024} kB still work"
        )
        raise BadStatement(why=why)


def count(draft: Draft, mail: DuelEnvelope) -> None:
    """Add an answer to what its side has used."""
    if more := counted(mail):
        side, filled = mail.body.author, draft.cases.filled
        draft.change(filled=frozen({**filled, side: filled.get(side, 0) + more}))
