"""Consents: what shortens somebody's time, changes the rules or gives a seat away needs signatures of players."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import BadStatement, Garbled
from pbem.moderator.ledger.door import check_said
from pbem.moderator.ledger.ledger import Ledger
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import Consent, Envelope, Rules
from pbem.protocol.hashing import digest


def step_digest(step: Rules) -> str:
    """What a consent to a step names: SHA-256 of the canonical step without its `agreed`."""
    return digest(bodies.encode(bodies.replace(step, agreed=())))


def agreed(ledger: Ledger, mails: Sequence[Envelope], named: str) -> list[str]:
    """The sides that consent to what has the SHA-256 `named`.

    Raises:
        Garbled, WrongGame, BadSignature. BadStatement: to something else, twice, or used before.
    """
    sides: list[str] = []
    for mail in mails:
        said = mail.body
        if not isinstance(said, Consent):
            raise Garbled(why="this is no consent")
        side = check_said(ledger, mail)
        if side in sides:
            raise BadStatement(why="a consent comes from each player once")
        if said.text != named:
            raise BadStatement(why=f"the consent of {side} is to something else")
        if envelope.digest(mail) in ledger.cases.said:
            raise BadStatement(why=f"the consent of {side} is in the log already")
        sides.append(side)
    return sides


def need_all(ledger: Ledger, sides: Sequence[str], what: str) -> None:
    """Raises BadStatement unless each side that is not absent is among those that agree."""
    silent = [s for s in ledger.sides if s not in sides and s not in ledger.table.absent]
    if silent:
        raise BadStatement(why=f"{what} needs the consent of {' and '.join(silent)} too")
