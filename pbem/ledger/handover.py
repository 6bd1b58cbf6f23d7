"""What a newcomer is told: a player what his side knew, a GM the key of the game."""

from __future__ import annotations

from pbem.engine.play import Play
from pbem.errors import BadInput, BadOpening, FalseEntry
from pbem.ledger.chance import Chance
from pbem.ledger.chances import GmChance, LogChance
from pbem.ledger.draft import Draft
from pbem.ledger.values import GmTenure
from pbem.protocol import bodies, seal
from pbem.protocol.bodies import Body, Keys, Opening, Sealed
from pbem.protocol.keys import GameKey

HAND_BUCKET = 8192
ESCROW_BUCKET = 1024
LIMIT = 256 * 1024


class Hand(Body, frozen=True):
    """The hidden cards that a side may look at."""

    cards: tuple[Opening, ...] = ()


class GmKeys(Body, frozen=True):
    """The keys of a game's GMs so far, in their order."""

    keys: tuple[bodies.Hex, ...]


def give(draft: Draft, chance: Chance, side: str) -> None:
    """Deal to a side's new player what the side may look at. Raises BadOpening."""
    if isinstance(chance, GmChance):
        known = draft.secrets
        cards = [
            Opening(slot, known[slot].salt, known[slot].card)
            for slot in draft.hand(side)
            if slot in known
        ]
        plain = bodies.encode(Hand(tuple(cards)))
        info = seal.info("handover", draft.game, side, draft.n)
        data = seal.deal(chance.key, draft.seats[side].keys.x25519, info, plain, HAND_BUCKET)
        draft.notes.handover.append(Sealed(side, data))
        return
    if isinstance(chance, LogChance):
        part = next((part for part in chance.record.handover if part.to == side), None)
        if part is None:
            raise chance.mismatch(f"it hands nothing over to the new player of {side}")
        draft.notes.handover.append(part)
        if chance.eyes is not None and chance.eyes.side == side:
            _learn(draft, chance.eyes.key, side, part)


def _learn(draft: Draft, key: GameKey, side: str, part: Sealed) -> None:
    info = seal.info("handover", draft.game, side, draft.n)
    plain = seal.undeal(key, draft.writer.keys.x25519, info, part.data)
    for card in bodies.decode(Hand, plain, LIMIT).cards:
        draft.learn(card.slot, card.salt, card.card)
    if isinstance(draft.play, Play):
        for slot in draft.hand(side):
            if slot in draft.locks and slot not in draft.secrets:
                raise BadOpening(slot=slot, why="it is not among what was handed over")


def escrow(draft: Draft, chance: Chance, newcomer: Keys) -> None:
    """Give a new GM the keys of those before him."""
    if isinstance(chance, GmChance):
        keys = [chance.keys[chair.keys.x25519].root.hex() for chair in draft.chairs]
        plain = bodies.encode(GmKeys(tuple(keys)))
        info = seal.info("escrow", draft.game, draft.n)
        draft.notes.escrow = seal.deal(chance.key, newcomer.x25519, info, plain, ESCROW_BUCKET)
    elif isinstance(chance, LogChance):
        draft.notes.escrow = chance.record.escrow


def keys_handed_over(
    key: GameKey, game: str, n: int, chair: GmTenure, sealed: str
) -> list[GameKey]:
    """The keys that entry `n` gave to a new GM; `chair` is the GM's before him.

    Raises BadOpening, FalseEntry: they are not his.
    """
    try:
        plain = seal.undeal(key, chair.keys.x25519, seal.info("escrow", game, n), sealed)
        found = bodies.decode(GmKeys, plain, LIMIT).keys
    except BadOpening as error:
        error.in_entry(n)
        raise
    except BadInput as error:
        raise FalseEntry(n=n, why=f"what it hands over is no key: {error}") from error
    keys = [GameKey(bytes.fromhex(text)) for text in found]
    if not keys or keys[-1].x25519 != chair.keys.x25519:
        raise FalseEntry(n=n, why="what it hands over is not the GM's key")
    return keys
