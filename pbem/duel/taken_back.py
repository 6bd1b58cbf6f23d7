"""Where a take-back goes, to which both players agree."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.ledger import duels
from pbem.ledger.fold import Past, ledger_after
from pbem.ledger.ledger import Ledger
from pbem.protocol.bodies import DuelAgree, DuelEnvelope
from pbem.protocol.entry import Entry


def past_of(ledger: Ledger, entries: Sequence[Entry], order: DuelEnvelope) -> Past:
    """The position to which an entry with this order goes back; none if it agrees to no take-back."""
    proposal = ledger.cases.proposal
    if proposal is None or not proposal.entry or not isinstance(order.body, DuelAgree):
        return Past(())
    past = Past(entries, (proposal.entry - 1,))
    ledger_after(entries, past=past, until=proposal.entry - 1, duel=duels.told)
    return past
