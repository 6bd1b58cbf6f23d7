"""What an entry hides, in words, for who has a key that opens it: plans, scripts, decks, deals."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from pbem.errors import BadStatement, slot_words
from pbem.moderator import secrets
from pbem.moderator.book import commit
from pbem.moderator.invitation import gm_chain
from pbem.moderator.openly import replay_openly
from pbem.moderator.sealed import Secret, unseal
from pbem.protocol.commitment import deck_salt

if TYPE_CHECKING:
    from pbem.moderator.game import Game
    from pbem.moderator.ledger import Ledger
    from pbem.moderator.story import Story
    from pbem.protocol.entry import Entry
    from pbem.protocol.keys import GameKey

GM = "gm"


def keys_at_hand(game: Game) -> dict[str, GameKey]:
    """The keys of this game that its reader has: revealed ones, and his own."""
    from pbem.reports.audit import keys_of

    found = keys_of(game, {})
    if game.ledger.key is not None:
        found[GM] = game.ledger.key
    if game.side in game.ledger.sides and game.key is not None:
        found[game.side] = game.key
    return found


def sealed_in(game: Game, entry: Entry, keys: Mapping[str, GameKey]) -> Iterator[str]:
    """What an order sealed, as far as one of these keys opens it."""
    if entry.type != "order":
        return
    body = entry.body["order"]["body"]
    side = body["from"]
    own = side in keys and entry.n >= game.ledger.seats[side].since
    secret = unseal(keys[side], body, side) if own else Secret()
    if not secret and GM in keys:
        secret = unseal(keys[GM], body, GM)
    yield from secret.lines
    if secret.cards:
        yield "plan: " + " ".join(opening.card for opening in secret.cards.values())
    for slot, text in secret.scripts.items():
        yield f"script for {slot_words(slot)}: {' '.join(text.split()) or 'none'}"
    for kind, text in (secret.reactions or {}).items():
        yield f"policy on {kind}: {' '.join(text.split())}"


def everything(game: Game, keys: Mapping[str, GameKey]) -> str:
    """All that was ever hidden, entry by entry. Raises BadStatement without the GM's key."""
    if GM not in keys:
        raise BadStatement(why="the GM has not revealed its key, so nobody can open the rest")
    title = f"{game.title} ({game.id}): what was hidden, entry by entry"
    return "\n".join([title, "", *_opened(game, keys)]) + "\n"


def _opened(game: Game, keys: Mapping[str, GameKey]) -> Iterator[str]:
    names: dict[str, None] = {}  # of all cards seen so far, in their order
    for ledger, story in replay_openly(game.save.entries, keys[GM]):
        entry = game.save.entries[story.n]
        names |= dict.fromkeys(ledger.book.known().values())
        lines = [f"sealed: {line}" for line in sealed_in(game, entry, keys)]
        lines += [*_decks(ledger, entry, keys[GM], names), *_dealt(game, entry, keys)]
        lines += _private(story)
        if lines:
            yield f"Entry {story.n}, {story.key}"
            yield from (f"  {line}" for line in lines)


def _decks(ledger: Ledger, entry: Entry, key: GameKey, names: Iterable[str]) -> Iterator[str]:
    """Decks in the order in which they lay: each card is found by its commitment."""
    for shuffle in entry.body.get("shuffles", []):
        link = gm_chain(key, ledger.game, "deck").link(shuffle["k"])
        cards = []
        for position, commitment in enumerate(shuffle["cards"]):
            slot, salt = f"deck:{shuffle['deck']}:{position}", deck_salt(link, position)
            fits = (card for card in names if commit(ledger.game, slot, salt, card) == commitment)
            cards.append(next(fits, "another"))
        yield f"the deck {shuffle['deck'].replace('_', ' ')} lay: {' '.join(cards)}"


def _dealt(game: Game, entry: Entry, keys: Mapping[str, GameKey]) -> Iterator[str]:
    """Cards that one side alone got to see, if its key is there."""
    for deal in entry.body.get("deals", []):
        side = deal["to"]
        if side in keys and entry.n >= game.ledger.seats[side].since:
            seen = secrets.told(keys[side], game.ledger, side, entry)
            yield f"dealt to {side}: {seen[deal['slot']].card}"


def _private(story: Story) -> Iterator[str]:
    """By which words standing orders decided, and what one side alone was told."""
    for decision in story.decisions:
        if decision.why:
            yield f"{decision.side} by {decision.by}: {decision.line}"
    for event in story.events:
        if event.to:
            yield f"told to {event.to}: {event.text}"
