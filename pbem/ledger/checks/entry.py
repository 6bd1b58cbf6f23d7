"""What the GM's own program checks of an entry before it signs it, as everybody else will."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pbem.ledger.checks import classes, questions

if TYPE_CHECKING:
    from pbem.ledger.checks.classes import Kind
    from pbem.ledger.ledger import Ledger
    from pbem.protocol.bodies import AnyStep, Record


def check(ledger: Ledger, step: AnyStep, record: Record) -> Kind:
    """Check all of an entry that follows on `ledger` which needs neither rules nor keys; its kind.

    Raises FalseEntry.
    """
    kind = classes.check(ledger, step, record)
    questions.check(ledger, step, kind, record)
    return kind
