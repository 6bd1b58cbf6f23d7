"""What the log says of hidden cards without laying them open, until they lie open.

The GM answers what the rules ask of a hand (`table.prove`), and lets an order line pass or not that hangs on
a whole hand; the rules go on with that. Who reads the log checks it as soon as the cards that it is about
have been turned up; a side with its own key at once; the audit, with all keys, does the GM's work again.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbem.engine.request import Option
from pbem.engine.table import Holds, cards_in
from pbem.errors import ReplayMismatch
from pbem.ledger.draft import Draft, commit
from pbem.ledger.values import Lock
from pbem.protocol.bodies import Record

Truth = Callable[[Sequence[str]], bool | None]
"""Is it so, for cards of which "" is not known? None if that cannot be told yet."""


def holding(holds: Holds) -> Truth:
    """Is this true of a hand?"""
    return lambda cards: None if "" in cards else holds(cards)


def allowing(option: Option) -> Truth:
    """Does a hand allow this option?"""
    return lambda cards: False if option.against(cards) else None if "" in cards else True


class Claims:
    """Answers that nobody but the GM can check yet."""

    def __init__(self) -> None:
        self._open: list[_Claim] = []

    def __len__(self) -> int:
        return len(self._open)

    def add(self, draft: Draft, slots: Sequence[str], truth: Truth, answer: bool) -> None:
        """An answer given in the entry of this draft."""
        cards = dict(zip(slots, cards_in(slots, draft.known()), strict=True))
        locks = {slot: draft.locks[slot] for slot, card in cards.items() if not card}
        self._open.append(_Claim(draft.n, cards, locks, truth, answer))

    def learn(self, game: str, record: Record) -> None:
        """What an entry turns up. Raises ReplayMismatch naming the entry whose answer was wrong."""
        for claim in self._open:
            for opening in record.openings:
                # The slot's name is not enough: a deck shuffled anew has the same names.
                lock = claim.locks.get(opening.slot)
                known = (game, opening.slot, lock.k if lock else 0, opening.salt, opening.card)
                if lock is not None and commit(*known) == lock.commitment:
                    claim.cards[opening.slot] = opening.card
        self._open = [claim for claim in self._open if not claim.settled()]


class _Claim:
    """One answer. `locks`: what its hidden cards were committed to when it was given."""

    def __init__(
        self, n: int, cards: dict[str, str], locks: dict[str, Lock], truth: Truth, answer: bool
    ) -> None:
        self.n, self.cards, self.locks = n, cards, locks
        self.truth, self.answer = truth, answer

    def settled(self) -> bool:
        """Has it been shown right? Raises ReplayMismatch if it has been shown wrong."""
        true = self.truth(list(self.cards.values()))
        if true is not None and true != self.answer:
            why = "what it says of hidden cards is not true of the cards that were turned up later"
            raise ReplayMismatch(n=self.n, why=why)
        return true is not None
