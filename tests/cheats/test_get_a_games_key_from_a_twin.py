"""A side game with the same nonce is ended and its keys revealed: they open the real game."""

from __future__ import annotations

import pytest

from pbem.errors import BadOpening
from pbem.gm.game import Game
from pbem.ledger import sealed
from pbem.protocol import bodies
from pbem.protocol.offices import MOVE, chain_of
from tests.moderator.people import NONCE, joined

from .table import ANN, BOB, GM, Post, mustering


def twin() -> Post:
    """The same nonce, rules, people; only the invitation is worded otherwise."""
    cards = {
        side: f"twin {who.public.fingerprint}"
        for side, who in {"york": ANN, "lancaster": BOB}.items()
    }
    return joined(Post(Game.new(GM, "plantagenet", "Ib", cards, None, NONCE).dumps()))


def test_every_key_of_the_twin_is_another() -> None:
    real, other = mustering(), twin()
    assert real.look().ledger.genesis.nonce == other.look().ledger.genesis.nonce
    for side in ("york", "lancaster", "gm"):
        keys = [
            {key.root for key in game.holder.keys.values()} or {game.key.root}  # type: ignore[union-attr]
            for game in (real.look(side), other.look(side))
        ]
        assert not keys[0] & keys[1], side
    a, b = (p.look("york").key for p in (real, other))
    assert a is not None
    assert b is not None
    links = [key.chain(chain_of("york", MOVE), 0).link(5) for key in (a, b)]
    assert links[0] != links[1]


def test_the_twins_key_opens_nothing_that_is_sealed_in_the_real_game() -> None:
    real, other = mustering(), twin()
    order = real.look().save.entries[-1].body.step.order.body  # type: ignore[union-attr]
    assert isinstance(order, bodies.Order)
    for side in ("york", "lancaster"):
        key = other.look(side).key
        assert key is not None
        with pytest.raises(BadOpening):
            sealed.unseal(key, order, order.author)
    (gm,) = other.look("gm").holder.keys.values()
    with pytest.raises(BadOpening):
        sealed.unseal(gm, order, "gm")


def test_a_game_whose_genesis_is_equal_is_the_same_game_and_not_its_twin() -> None:
    """Two accepts of one genesis name one head, and so have one key; the pins hold one log for it."""
    first, second = (Game.new(GM, "plantagenet", "Ib", {}, None, NONCE) for _ in range(2))
    assert first.head == second.head
