"""Locks: a hidden card is sealed once, and leaves its lock in one way (PROTOCOL.md, section 8).

One table for whoever runs the rules, whoever cannot, and the audit. Which slots are sealed is worked out here
and never taken from the record: a record that is compared with itself is always right.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from pbem.errors import FalseEntry
from pbem.ledger import sight
from pbem.ledger.values import Lock
from pbem.slots import deck_of, slot_words

if TYPE_CHECKING:
    from pbem.engine.request import Request
    from pbem.ledger.draft import Draft
    from pbem.protocol.bodies import Dealt, Locked, Opening, Shuffled


SLOTS = (
    re.compile(rb'"(deck:[^"]*)"'),
    re.compile(rb'"(plan:[^"]*)"'),
)  # both at once take thrice as long


def slots_in(text: bytes) -> list[str]:
    """The slots that stand in something in JSON: those of decks, then those of stacks, each as they come."""
    return [slot.decode() for kind in SLOTS for slot in kind.findall(text)]


def stack_slots(request: Request | None) -> list[str]:
    """Names of the slots that a secret stack fills: `plan:york:14:1` ..., the top card first."""
    if request is None or request.stack is None:
        return []
    return [f"{_stack(request)}:{place}" for place in range(1, request.stack.size + 1)]


def _stack(request: Request) -> str:
    return f"plan:{request.side}:{request.id.rpartition('-')[2]}"


def deck_slots(deck: str, count: int) -> list[str]:
    """Names of the slots of a deck: `deck:draft:0` ..."""
    return [f"deck:{deck}:{place}" for place in range(count)]


def free_name(draft: Draft, deck: str) -> str:
    """A name for a deck that is shuffled now. The rules never give one twice, but a correction may set
    the turn back by which they name it."""
    name, times = deck, 1
    while f"deck:{name}" in draft.sealed:
        times += 1
        name = f"{deck}_{times}"
    return name


def check_stack(draft: Draft, request: Request | None, rows: Sequence[Locked]) -> None:
    """May an answer to this request seal these cards? Raises FalseEntry."""
    slots = stack_slots(request)
    if [row.slot for row in rows] != slots:
        expected = f"the {len(slots)} cards that are asked for" if slots else "no cards"
        raise FalseEntry(n=draft.n, why=f"its answer seals {expected}, and others stand here")
    if request is not None and slots and _stack(request) in draft.sealed:
        raise FalseEntry(n=draft.n, why=f"it seals {slot_words(slots[0])} a second time")


def lock_stack(draft: Draft, request: Request | None, rows: Sequence[Locked]) -> None:
    """What an answer to this request seals. Raises FalseEntry."""
    check_stack(draft, request, rows)
    if request is not None and rows:
        draft.sealed.append(_stack(request))
        draft.locks.update({row.slot: Lock(row.commitment) for row in rows})


def lock_shuffle(draft: Draft, shuffle: Shuffled) -> None:
    """Lock the cards that a shuffle seals: a whole new deck, or the rest of one of which a card came back that was
    seen.

    Raises FalseEntry: the shuffle is not due, or of other cards.
    """
    deck = f"deck:{shuffle.deck}"
    if shuffle.again:
        if shuffle.deck not in draft.stale:
            raise FalseEntry(
                n=draft.n, why=f"nothing makes it shuffle the deck `{shuffle.deck}` again"
            )
        slots = draft.undrawn(shuffle.deck)
    else:
        if deck in draft.sealed:
            raise FalseEntry(n=draft.n, why=f"the deck `{shuffle.deck}` was shuffled before")
        slots = deck_slots(shuffle.deck, len(shuffle.slots))
        draft.sealed.append(deck)
    if list(shuffle.slots) != slots or len(shuffle.cards) != len(slots):
        raise FalseEntry(
            n=draft.n, why=f"it shuffles other cards than those of the deck `{shuffle.deck}`"
        )
    draft.stale = [name for name in draft.stale if name != shuffle.deck]
    for slot, commitment in zip(slots, shuffle.cards, strict=True):
        draft.locks[slot] = Lock(commitment, shuffle.k)


def check_opening(draft: Draft, opening: Opening) -> None:
    """May this card be turned up now? Raises FalseEntry."""
    _check_there(draft, opening.slot)
    if opening.slot in draft.shown:
        raise FalseEntry(n=draft.n, why=f"{slot_words(opening.slot)} was turned up before")


def check_next(draft: Draft, slot: str) -> None:
    """Is no card of its stack or deck left above this one? Raises FalseEntry.

    A card that the rules have dropped unseen lies there no more: who runs them has no lock of it any longer.
    """
    pile, _, place = slot.rpartition(":")
    above = f"{pile}:{int(place) - 1}"
    if above in draft.locks and above not in draft.shown and above not in draft.drawn:
        why = f"it takes {slot_words(slot)} before {slot_words(above)}"
        raise FalseEntry(n=draft.n, why=why)


def covered(draft: Draft, text: bytes) -> list[str]:
    """The cards of stacks and decks that nobody has drawn or turned up, as a position names them, in its order.

    Args:
        text: the position in JSON.
    """
    known_slots = {*draft.shown, *draft.drawn}
    return [slot for slot in slots_in(text) if slot in draft.locks and slot not in known_slots]


def check_asked(draft: Draft, side: str, words: str) -> None:
    """Does a question to open a card name the next one of its side's stack? Raises FalseEntry."""
    slot = sight.card_to_turn_up(draft.locks, side, words)
    if not slot or slot in draft.shown:
        raise FalseEntry(n=draft.n, why=f"it asks {side} to open a card that does not lie there")
    check_next(draft, slot)


def check_deals(draft: Draft, deals: Sequence[Dealt]) -> None:
    """May these cards be dealt now? Raises FalseEntry."""
    seen: set[tuple[str, str]] = set()
    for deal in deals:
        _check_there(draft, deal.slot)
        if not deck_of(deal.slot):
            raise FalseEntry(n=draft.n, why=f"it deals {slot_words(deal.slot)}, a card of no deck")
        if deal.slot in draft.shown or (deal.slot, deal.to) in seen:
            why = f"it deals {slot_words(deal.slot)} to {deal.to}, which had been seen already"
            raise FalseEntry(n=draft.n, why=why)
        seen.add((deal.slot, deal.to))


def _check_there(draft: Draft, slot: str) -> None:
    if slot not in draft.locks:
        raise FalseEntry(n=draft.n, why=f"{slot_words(slot)} was never sealed")
    if deck_of(slot) in draft.stale and slot not in draft.drawn:
        raise FalseEntry(
            n=draft.n,
            why=f"it draws from the deck `{deck_of(slot)}`, which is to be shuffled again",
        )
