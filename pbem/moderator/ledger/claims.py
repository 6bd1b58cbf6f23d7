"""What the GM says of hidden cards without laying them open (`table.prove`), until they lie open.

The GM answers, the rules go on with the answer, and the log holds it. Who reads the log checks it as soon
as every card that it was about has been turned up; the audit, with all keys, does the GM's work again.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.table import Holds, cards_in
from pbem.errors import ReplayMismatch
from pbem.moderator.ledger.values import Known
from pbem.protocol.bodies import Record


class Claims:
    """Answers that nobody but the GM can check yet."""

    def __init__(self) -> None:
        self._open: list[_Claim] = []

    def __len__(self) -> int:
        return len(self._open)

    def add(
        self,
        n: int,
        slots: tuple[str, ...],
        holds: Holds,
        answer: bool,
        secrets: Mapping[str, Known],
    ) -> None:
        """An answer given in entry `n`. Raises ReplayMismatch if it can be seen to be wrong."""
        known = {slot: secrets[slot].card for slot in slots if slot in secrets}
        cards = dict(zip(slots, cards_in(slots, known), strict=True))
        claim = _Claim(n, cards, holds, answer)
        if not claim.settled():
            self._open.append(claim)

    def learn(self, record: Record) -> None:
        """What an entry turns up. Raises ReplayMismatch naming the entry whose answer was wrong."""
        shuffled = {slot for shuffle in record.shuffles for slot in shuffle.slots}
        for claim in self._open:
            for opening in record.openings:
                if opening.slot in claim.cards:
                    claim.cards[opening.slot] = opening.card
            # After a rewind a slot holds another card: then only the audit can tell.
            claim.lost |= {slot for slot, card in claim.cards.items() if not card} & shuffled
        self._open = [claim for claim in self._open if not claim.settled()]


class _Claim:
    """One answer. `lost`: slots that were shuffled anew before they lay open."""

    def __init__(self, n: int, cards: dict[str, str], holds: Holds, answer: bool) -> None:
        self.n, self.cards, self.holds, self.answer = n, cards, holds, answer
        self.lost: set[str] = set()

    def settled(self) -> bool:
        """Has it been shown right? Raises ReplayMismatch if it has been shown wrong."""
        if self.lost or not all(self.cards.values()):
            return False
        if self.holds(list(self.cards.values())) != self.answer:
            why = "what it says of hidden cards is not true of the cards that were turned up later"
            raise ReplayMismatch(n=self.n, why=why)
        return True
