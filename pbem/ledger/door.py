"""The check of every envelope, whichever step of an entry or email brings it (PROTOCOL.md, section 18.3)."""

from __future__ import annotations

from pbem.errors import Forked, GameOver, OldCopy, Oversized, Stale, WrongGame, WrongSide
from pbem.ledger.ledger import Ledger
from pbem.ledger.values import GM
from pbem.protocol import bodies, envelope, gms
from pbem.protocol.bodies import Answer, Claim, Envelope, Standing
from pbem.protocol.public import Keys


def check_said(ledger: Ledger, mail: Envelope, keys: Keys | None = None) -> str:
    """The side (or `gm`) that signed this envelope, after the checks that all envelopes have in common.

    Args:
        keys: of the signer, who has no seat yet; by default those of the seat that the body names.

    Raises: WrongGame, WrongSide, BadSignature: it is not by this side for this game. OldCopy, Forked, Stale: it was
    written against an entry that this log lacks. GameOver: this side has signed the end. Oversized.
    """
    body = mail.body
    if body.game != ledger.game:
        raise WrongGame(found=body.game[:8], expected=ledger.game[:8])
    chair = isinstance(body, Claim) and body.author == GM
    if body.author not in ledger.sides and not chair:
        raise WrongSide(signer=keys.name if keys else "somebody", claimed=body.author)
    envelope.verify(mail, keys or ledger.seat_of(body.author).keys)
    size = len(bodies.encode_again(mail))
    if size > envelope.LIMIT:
        raise Oversized(size=size, unit="bytes", limit=envelope.LIMIT)
    if isinstance(body, Answer | Standing):
        _check_newest(ledger, body)
    if body.head not in ledger.heads:
        raise Stale(found="?", expected=ledger.n)
    if body.author in ledger.cases.overs:
        raise GameOver(
            result=f"{body.author} has signed the end, and can say nothing more in this game"
        )
    return body.author


def _check_newest(ledger: Ledger, body: Answer | Standing) -> None:
    """Pass if this copy holds the newest entry that the author has (rule 13).

    Raises:
        OldCopy: the author has a later entry, signed by a GM of the moment. Forked: the author has
            another entry under a number of this log, signed by a GM of that time. Stale: neither.
    """
    newest = body.newest
    own_digest = ledger.marks[newest.n].sha512 if newest.n <= ledger.n else ""
    if newest.sha512 == own_digest:
        return
    # Another entry 0 is another game, so a GM of several may well have signed it.
    if newest.n and gms.signed_digest(_signers(ledger, newest.n), ledger.game, newest):
        if not own_digest:
            raise OldCopy(side=body.author, last=ledger.n)
        witness = f"{body.author}'s email names"
        raise Forked(n=newest.n, who=witness, seen=newest.sha512[:16], found=own_digest[:16])
    raise Stale(found="?", expected=ledger.n)


def _signers(ledger: Ledger, n: int) -> tuple[Keys, ...]:
    """Who may sign what follows here, and the GM who signed entry `n`."""
    then = next((chair.keys for chair in reversed(ledger.table.chairs) if chair.since < n), None)
    return (*ledger.table.gms, then) if then and n <= ledger.n else ledger.table.gms
