"""Consents: what shortens somebody's time, changes the rules or gives a seat away needs signatures of players."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from pbem.errors import BadStatement, Garbled
from pbem.ledger.door import check_said
from pbem.ledger.ledger import Ledger
from pbem.protocol import bodies, canonical, envelope
from pbem.protocol.bodies import Clocked, Consent, Envelope, Rules
from pbem.protocol.hashing import digest

LASTS = 14 * 24 * 3600
"""Seconds for which a consent to a step counts."""


def step_digest(step: Rules | Clocked) -> str:
    """What a consent to a step names: SHA-256 of the canonical step without its `agreed` and `at`."""
    plain: dict[str, Any] = msgspec.json.decode(bodies.encode(step))
    return digest(canonical.encode({k: v for k, v in plain.items() if k not in ("agreed", "at")}))


def consenting_sides(
    ledger: Ledger,
    mails: Sequence[Envelope],
    agreed_digest: str,
    *,
    to_step: bool = False,
    at: int = 0,
) -> list[str]:
    """The sides whose signed consent is to exactly this, given by its SHA-256.

    Args:
        mails: the consents.
        agreed_digest: of the step or the claim that they consent to.
        to_step: it is a step, not a claim: a consent from before the last change of terms, or older than `LASTS`,
            counts no more.
        at: when the step says that it is; 0 if it does not say.

    Raises: Garbled, WrongGame, BadSignature. BadStatement: to something else, twice, used before, or too old.
    """
    sides: list[str] = []
    terms_entry = ledger.cases.clock.pace.n if to_step else 0
    time_now = at or ledger.cases.clock.said
    for mail in mails:
        body = mail.body
        if not isinstance(body, Consent):
            raise Garbled(why="this is no consent")
        side = check_said(ledger, mail)
        if side in sides:
            raise BadStatement(why="a consent comes from each player once")
        if body.text != agreed_digest:
            raise BadStatement(why=f"the consent of {side} is to something else")
        if envelope.digest(mail) in ledger.cases.said:
            raise BadStatement(why=f"the consent of {side} is in the log already")
        if ledger.heads.index(body.head) < terms_entry:
            raise BadStatement(
                why=f"the consent of {side} is older than the terms of entry {terms_entry}; ask for a new one"
            )
        if to_step and time_now > body.at + LASTS:
            raise BadStatement(
                why=f"the consent of {side} is more than 14 days old; ask for a new one"
            )
        sides.append(side)
    return sides


def need_all(ledger: Ledger, sides: Sequence[str], what: str) -> None:
    """Raises BadStatement unless each side is among those that agree, or absent and silent since."""
    absent = ledger.table.absent
    need_each(ledger, [*sides, *(s for s in absent if ledger.seats[s].signed <= absent[s])], what)


def need_each(ledger: Ledger, sides: Sequence[str], what: str) -> None:
    """Raises BadStatement unless each side, absent ones too, is among those that agree."""
    silent = [s for s in ledger.sides if s not in sides]
    if silent:
        raise BadStatement(why=f"{what} needs the consent of {' and '.join(silent)} too")


def agreed_by_all(ledger: Ledger, step: Clocked) -> bool:
    """Has each player consented to these terms? Raises BadStatement where only some have, or to something else."""
    if not step.agreed:
        return False
    digest = step_digest(step)
    sides = consenting_sides(ledger, step.agreed, digest, to_step=True, at=step.at)
    need_each(ledger, sides, "a change of the terms")
    return True
