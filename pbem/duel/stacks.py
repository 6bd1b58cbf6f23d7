"""A player's own secret stack in a duel: how it is laid down, and how its cards are turned up (PROTOCOL.md, section 19).

Nothing is random: salts and copy follow from the player's game key and the cards.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.errors import BadOpening
from pbem.ledger.draft import commit
from pbem.protocol import commitment, seal
from pbem.protocol.bodies import DuelOrder, Locked, Opening
from pbem.protocol.hashing import digest
from pbem.protocol.keys import GameKey


def laid(
    key: GameKey, game: str, slots: Sequence[str], cards: Sequence[str]
) -> tuple[tuple[Locked, ...], str]:
    """The commitments to the cards of a stack, in the order of its slots, and the copy that only this key reads."""
    openings = _openings(key, slots, cards)
    plan = tuple(Locked(o.slot, commit(game, o.slot, 0, o.salt, o.card)) for o in openings)
    return plan, seal.store(key, _info(game, plan), _plain(cards))


def turned_up(
    keys: Sequence[GameKey], game: str, side: str, words: Sequence[object], slot: str
) -> Opening:
    """A card of this side, from all that was signed in the log. Raises BadOpening: none of its orders has laid it down."""
    for body in reversed(words):
        if not isinstance(body, DuelOrder) or body.author != side:
            continue
        slots = [row.slot for row in body.plan]
        if slot not in slots:
            continue
        for key in keys:
            try:
                plain = seal.unstore(key, _info(game, body.plan), body.copy)
            except BadOpening:
                continue
            return _openings(key, slots, plain.decode().split())[slots.index(slot)]
    raise BadOpening(slot=slot, why="no order of yours has laid it down")


def _openings(key: GameKey, slots: Sequence[str], cards: Sequence[str]) -> list[Opening]:
    """With salts that follow from all cards of the stack, so two stacks for one question have none in common."""
    whole = digest(_plain(cards))
    size = commitment.SALT_BYTES
    salts = [key.secret(f"stack/{slot}/{whole}", size).hex() for slot in slots]
    return [Opening(*row) for row in zip(slots, salts, cards, strict=True)]


def _plain(cards: Sequence[str]) -> bytes:
    return " ".join(cards).encode()


def _info(game: str, plan: Sequence[Locked]) -> bytes:
    return seal.info("stack", game, digest("".join(row.commitment for row in plan).encode()))
