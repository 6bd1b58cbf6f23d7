"""Decks and hands in a game whose rules this reader cannot play (PROTOCOL.md, section 8): the decks are those of the
game, and a card lies in one place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING, Any

from pbem.errors import FalseEntry
from pbem.ledger.glimpse import glimpse
from pbem.ledger.values import Glimpsed
from pbem.slots import deck_of, slot_words

if TYPE_CHECKING:
    from pbem.ledger.draft import Draft
    from pbem.ledger.values import Position
    from pbem.protocol.bodies import Dealt, Record, Shuffled


def check(draft: Draft, record: Record, before: Any, base: Position) -> None:
    """Check the shuffles, hands and deals of an entry once its position is known, but not those of a line that failed.

    Args:
        before: the state before the entry, as this reader saw it.
        base: from where the entry goes on, which in a rewind is an earlier position.

    Raises: FalseEntry.
    """
    fault = record.faults[-1] if record.faults else None
    shuffles, openings, deals = record.shuffles, record.openings, record.deals
    if fault is not None:
        shuffles = shuffles[: len(shuffles) - fault.shuffles]
        openings = openings[: len(openings) - fault.openings]
        deals = deals[: len(deals) - fault.deals]
    _check_shuffles(draft, shuffles, before)
    _check_hands(draft)
    if not any(change.path == ("scenario",) for change in record.changes):
        _check_deals(draft, deals, base.drawn)
    slots = [*(row.slot for row in openings), *(row.slot for row in deals)]
    _check_leftovers(draft, slots, {row.deck for row in shuffles}, base)
    for deck in dict.fromkeys(deck for slot in slots if (deck := deck_of(slot))):
        known_cards = [one.card for slot, one in draft.secrets.items() if deck_of(slot) == deck]
        _check_cards(draft, deck, known_cards, f"the deck `{deck}`")


def _wrong(draft: Draft, why: str) -> FalseEntry:
    return FalseEntry(n=draft.n, why=why)


def _check_shuffles(draft: Draft, rows: Sequence[Shuffled], before: Any) -> None:
    """Each deck is one that the game has now, as large as it can be."""
    secrets, now = draft.rules.secrets, draft.play.state
    for row in rows:
        sizes = secrets.deck_sizes(before, now, row.deck)
        if row.again or sizes is None:
            continue
        if not sizes:
            raise _wrong(draft, f"it shuffles `{row.deck}`, and the game has no such deck now")
        if len(row.slots) not in sizes:
            why = f"it shuffles {len(row.slots)} cards as `{row.deck}`, and that deck has {max(sizes)} at most"
            raise _wrong(draft, why)


def _check_cards(draft: Draft, deck: str, cards: Sequence[str], where: str) -> None:
    """Are there as many of each card as are known to be there?"""
    deck_cards = draft.rules.secrets.deck_cards(deck)
    if deck_cards is None:
        return
    for card, count in Counter(cards).items():
        exist = deck_cards.count(card)
        if count > exist:
            why = f"{where} holds `{card}` {count} times, and the game has it {exist} times"
            raise _wrong(draft, why if exist else f"{where} holds `{card}`, which is no card of it")


def _check_hands(draft: Draft) -> None:
    """No card is in two hands, and no hand has a card more often than it exists. Raises FalseEntry."""
    secrets, state = draft.rules.secrets, draft.play.state
    holders: dict[str, str] = {}
    for side in draft.sides:
        slots_shown = secrets.looked_at(state, side)
        own = [
            slot for slot in secrets.hand(state, side) if deck_of(slot) and slot not in slots_shown
        ]
        for slot in own:
            if slot in holders:
                why = (
                    f"{slot_words(slot)} lies in the hand of {holders[slot]} and in that of {side}"
                )
                raise _wrong(draft, why)
            holders[slot] = side
        known_cards = [draft.secrets[slot].card for slot in own if slot in draft.secrets]
        if known_cards:
            _check_cards(draft, deck_of(own[0]), known_cards, f"the hand of {side}")


def _check_deals(draft: Draft, deals: Sequence[Dealt], before: Sequence[str]) -> None:
    """What was dealt or turned up before is dealt to another side only if a card lets it look at a hand."""
    secrets, state = draft.rules.secrets, draft.play.state
    dealt_slots = {*before}
    for deal in deals:
        looks = deal.slot in draft.shown or deal.slot in secrets.looked_at(state, deal.to)
        if deal.slot in dealt_slots and not looks:
            why = f"it deals {slot_words(deal.slot)} to {deal.to}, and another hand holds that card"
            raise _wrong(draft, why)
        dealt_slots.add(deal.slot)


def _check_leftovers(
    draft: Draft, slots: Sequence[str], shuffled: Collection[str], base: Position
) -> None:
    """What is dealt or turned up for the first time is of a deck that the entry shuffles, or of one from which the step
    before it still deals."""
    decks = {"", *shuffled}
    fresh = [slot for slot in slots if slot not in base.drawn and deck_of(slot) not in decks]
    if not fresh or not isinstance(base.play, Glimpsed):
        return
    undealt = draft.rules.secrets.undealt(glimpse(draft.rules, base.play).state)
    for slot in fresh:
        if undealt is not None and slot not in undealt:
            raise _wrong(draft, f"it deals {slot_words(slot)} after all others of that deck")
