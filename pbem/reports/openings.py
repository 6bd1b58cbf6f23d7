"""What an entry hides, in words, for who has a key that opens it: plans, scripts, decks, deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.errors import BadOpening, BadStatement, PbemError
from pbem.ledger import sealed
from pbem.ledger.draft import commit
from pbem.ledger.fold import fold
from pbem.ledger.ledger import Ledger
from pbem.ledger.story import Story
from pbem.ledger.values import GM
from pbem.proof.reader import Reader
from pbem.proof.revealed_keys import RevealedKeys, at_hand
from pbem.protocol import bodies, seal
from pbem.protocol.bodies import Mailed, Opening, Order, Orders, SignedReveal, Standing
from pbem.protocol.commitment import deck_salt
from pbem.protocol.entry import Entry
from pbem.protocol.offices import DECK, chain_of
from pbem.slots import slot_words


def sealed_in(entry: Entry, keys: RevealedKeys) -> Iterator[str]:
    """The lines, plan, scripts and policies that an order sealed, as far as one of these keys opens it."""
    step = entry.body.step
    if not isinstance(step, Mailed) or not isinstance(step.order.body, Order | Standing):
        return
    orders = _orders(step.order.body, keys, entry.n)
    if orders is None:
        return
    for place, statement in enumerate(orders.statements, 1):
        if statement.text:
            yield f"{place}. {statement.text}"
    if orders.cards:
        yield "plan: " + " ".join(opening.card for opening in orders.cards)
    for slot, text in orders.scripts:
        yield f"script for {slot_words(slot)}: {' '.join(text.split()) or 'none'}"
    for kind, text in orders.reactions:
        yield f"policy on {kind}: {' '.join(text.split())}"


def _orders(body: Order | Standing, keys: RevealedKeys, n: int) -> Orders | None:
    """From its author's copy, which has all its cards, or else from the GM's."""
    for to in (body.author, GM):
        key = keys.at(to, n)
        if key is not None:
            try:
                return sealed.unseal(key, body, to)
            except PbemError:  # garbage, of which the audit speaks
                continue
    return None


def everything(game: Reader, reveals: Iterable[SignedReveal] = ()) -> str:
    """All that was ever hidden, entry by entry. Raises BadStatement without the GM's key."""
    keys = at_hand(game, reveals)
    chairs = [place for place in keys.places if place.party == GM]
    if any(keys.key(chair) is None for chair in chairs):
        raise BadStatement(why="the GM has not revealed its key, so nobody can open the rest")
    title = f"{game.title} ({game.id}): what was hidden, entry by entry"
    return "\n".join([title, "", *_opened(game, keys)]) + "\n"


def _opened(game: Reader, keys: RevealedKeys) -> Iterator[str]:
    names: dict[str, None] = {}  # of all cards seen so far, in their order
    for ledger, story in fold(game.save.entries, keys=keys.gm):
        entry = game.save.entries[story.n]
        names |= dict.fromkeys(ledger.known().values())
        lines = [f"sealed: {line}" for line in sealed_in(entry, keys)]
        lines += [*_decks(ledger, entry, keys, names), *_dealt(ledger, entry, keys)]
        lines += _private(story)
        if lines:
            yield f"Entry {story.n}, {story.key}"
            yield from (f"  {line}" for line in lines)


def _decks(ledger: Ledger, entry: Entry, keys: RevealedKeys, names: Iterable[str]) -> Iterator[str]:
    """Decks in the order in which they lay: each card is found by its commitment."""
    for shuffle in entry.body.record.shuffles:
        chair = next(p for p in keys.places if p.party == GM and p.holds(entry.n))
        key = keys.key(chair)
        if key is None:
            continue
        deck = chain_of(GM, DECK)
        link = key.chain(deck, chair.anchors[deck][0]).link(shuffle.k)
        cards = []
        for slot, commitment in zip(shuffle.slots, shuffle.cards, strict=True):
            salt = deck_salt(link, int(slot.rpartition(":")[2]))
            fits = (c for c in names if commit(ledger.game, slot, shuffle.k, salt, c) == commitment)
            cards.append(next(fits, "another"))
        yield f"the deck {shuffle.deck.replace('_', ' ')} lay: {' '.join(cards)}"


def _dealt(ledger: Ledger, entry: Entry, keys: RevealedKeys) -> Iterator[str]:
    """Cards that one side alone got to see."""
    for deal in entry.body.record.deals:
        gm, place = keys.at(GM, entry.n), ledger.seats[deal.to].keys
        if gm is None:
            continue
        info = seal.info("deal", ledger.game, deal.slot)
        try:
            plain = seal.dealt(gm, place.x25519, info, deal.sealed)
            card = bodies.decode(Opening, plain, sealed.LIMIT).card
        except BadOpening:
            card = "something that does not open"
        yield f"dealt to {deal.to}: {card}"


def _private(story: Story) -> Iterator[str]:
    """By which words standing orders decided, and what one side alone was told."""
    for decision in story.decisions:
        if decision.why:
            yield f"{decision.side} by {decision.by}: {decision.line}"
    for event in story.events:
        if event.to:
            yield f"told to {event.to}: {event.text}"
    for side, text in story.private:
        yield f"told to {side}: {text}"
