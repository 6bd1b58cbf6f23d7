"""A GM's signed refusal of an order, checked by the order's author: was there a reason for it?

A refusal names the order and the head at which it was tried. Whoever has the order does the same again, as
far as it can be done before any die; a refusal without a reason is kept, and proves something.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from pbem.errors import BadSignature, BadStatement, PbemError
from pbem.ledger import sealed
from pbem.ledger.fold import EyesOf, ledger_after
from pbem.ledger.orders import check_answer
from pbem.ledger.sight import Eyes
from pbem.player.dry import dry_run
from pbem.protocol import envelope
from pbem.protocol.bodies import Envelope, Order, SignedRefusal
from pbem.protocol.entry import Entry


class RefusalCheck(Struct, frozen=True):
    """What became of checking a refusal.

    Attributes:
        order: what was refused. `head`: the entry at which it was tried.
        given: the reason that the GM gave. `found`: the reason that is found here, "" if there is none.
    """

    order: Order
    head: int
    given: str
    found: str

    @property
    def justified(self) -> bool:
        return bool(self.found)


def check(
    refusal: SignedRefusal,
    sent: Sequence[Envelope],
    entries: Sequence[Entry],
    eyes: EyesOf,
    own: Eyes,
) -> RefusalCheck:
    """Try a refused order again where the GM tried it; the result names the GM's words and this program's reason.

    Raises:
        BadStatement: it is about no order of one's own, or a head that is not in this copy.
        BadSignature: no GM of this game has signed it. What `fold` raises.
    """
    body = refusal.body
    ledger = ledger_after(entries, eyes=eyes)
    if body.game != ledger.game:
        raise BadStatement(why="it is about another game")
    _check_signature(refusal, entries, eyes)
    mail = next((mail for mail in sent if envelope.digest(mail) == body.order), None)
    if mail is None or not isinstance(mail.body, Order):
        raise BadStatement(why="it is about an order that was not written on this machine")
    if body.head not in ledger.heads:
        raise BadStatement(why="it was tried at an entry that is not in this copy of the game")
    tried_at = ledger.heads.index(body.head)
    if mail.body.head in ledger.heads and tried_at < ledger.heads.index(mail.body.head):
        # Nobody refuses an order at an entry that its author had seen beyond.
        return RefusalCheck(mail.body, tried_at, body.words, "")
    ledger_at = ledger_after(entries[: tried_at + 1], eyes=eyes)
    why = ""
    try:
        check_answer(ledger_at, mail)
        orders = sealed.unseal(own.key, mail.body, own.side)
        lines = [statement.text for statement in orders.statements if statement.text]
        request = ledger_at.request(own.side)
        if request.stack is not None:
            lines = [" ".join([request.stack.verb, *(card.card for card in orders.cards)])]
        dry_run(ledger_at, own.side, lines)
    except PbemError as error:
        why = str(error)
    return RefusalCheck(mail.body, tried_at, body.words, why)


def _check_signature(refusal: SignedRefusal, entries: Sequence[Entry], eyes: EyesOf) -> None:
    last: BadSignature | None = None
    for gm in ledger_after(entries, eyes=eyes).table.gms:
        try:
            envelope.verify(refusal, gm)
        except BadSignature as error:
            last = error
        else:
            return
    raise last or BadSignature(why="no GM of this game signed it")
