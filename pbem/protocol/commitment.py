"""Salted commitments: a hash that binds now and opens later."""

from __future__ import annotations

import hmac
import os

import msgspec

from pbem.errors import BadOpening
from pbem.patterns import Pattern
from pbem.protocol import bodies
from pbem.protocol.hashing import H, derive, digest, is_field

SALT_BYTES = 16
_SALT = Pattern(r"(?:[0-9a-f]{2}){16,64}")


def new_salt() -> str:
    """128 random bits in hex: what is committed to must not be guessable from a short list."""
    return os.urandom(SALT_BYTES).hex()


def deck_salt(deck_link: str, position: int) -> str:
    """The salt of a card in a shuffled deck, 128 bits in hex.

    It follows from the GM's secret deck link, so the same save and orders give the same bytes.
    """
    return derive(bytes.fromhex(deck_link), f"pbem2/deck-salt/{position}", SALT_BYTES).hex()


def commit_plan(genesis: str, side: str, turn: int, slot: int, salt: str, card: str) -> str:
    """The commitment of a plan card (slot from 1). Raises BadOpening for a bad salt or card."""
    _check_opening(f"plan:{side}:{turn}:{slot}", salt, card)
    return H("plan", genesis, side, turn, slot, salt, card)


def commit_card(genesis: str, k: int, deck: str, position: int, salt: str, card: str) -> str:
    """The commitment of a card of shuffle `k` (position from 0). Raises BadOpening likewise."""
    _check_opening(f"deck:{deck}:{position}", salt, card)
    return H("card", genesis, k, deck, position, salt, card)


def commit_statement(
    genesis: str, side: str, asking: int, revision: int, place: int, salt: str, text: str
) -> str:
    """The commitment of a statement of an order (place from 1); padding has the empty text."""
    _check_opening(f"statement {place} of {side}", salt, "-")
    return H("statement", genesis, side, asking, revision, place, salt, digest(text.encode()))


def commit_policy(genesis: str, side: str, question: int, kind: str, salt: str, text: str) -> str:
    """The commitment of a policy of a duel, which came with the order to this question. Raises BadOpening for a bad salt."""
    _check_opening(f"the policy of {side} for {kind}", salt, "-")
    return H("policy", genesis, side, question, kind, salt, digest(text.encode()))


def commit_orders(
    genesis: str, side: str, kind: str, number: int, revision: int, orders: bodies.Orders
) -> str:
    """The commitment of what is sealed in an order or a standing order, whose slots are apart.

    Args:
        kind: `order` (then `number` is the asking) or `standing` (the counter, revision 0).
    """
    _check_opening(f"what {side} sealed", orders.salt, "-")
    rest = bodies.encode(msgspec.structs.replace(orders, statements=(), cards=()))
    return H("standing", genesis, side, kind, number, revision, orders.salt, digest(rest))


def check(expected: str, actual: str, slot: str) -> None:
    """Pass if an opening gives the commitment that was made, else raise BadOpening."""
    if not hmac.compare_digest(expected.encode("utf-8"), actual.encode("utf-8")):
        raise BadOpening(slot=slot, why="it hashes to another value, so it was changed afterwards")


def _check_opening(slot: str, salt: str, card: str) -> None:
    if not _SALT.compiled.fullmatch(salt):
        raise BadOpening(slot=slot, why="a salt is 32 to 128 lowercase hex digits")
    if not is_field(card):
        raise BadOpening(slot=slot, why="the card is not named in printable ASCII")
