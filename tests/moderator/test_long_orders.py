"""The longest orders that may be sealed fit into a mail, and longer ones are refused before they are signed."""

from __future__ import annotations

import pytest

from pbem.errors import UnreadableOrders
from pbem.ledger import sealed
from pbem.player.robots import bot_lines
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import MOST_STATEMENTS, Locked, Order, Orders, SealedStatement

from .people import PLAYERS
from .test_audit import veiled


def longest(room: int) -> Orders:
    """Orders of so many bytes, with all the statements that there may be."""
    said = tuple(SealedStatement(32 * "a", "norfolk: done") for _ in range(MOST_STATEMENTS))
    bare = Orders(salt=32 * "b", statements=said, standing=True, reactions=(("default", ""),))
    left = room - len(bodies.encode(bare))
    return bodies.replace(bare, reactions=(("default", left * "x"),))


def order(room: int) -> Order:
    post = veiled("plantagenet", "Ib", {}).ready()
    while "york" not in post.asked():
        post.turn()
    game = post.look("york")
    body = game.orders(bot_lines(game, 1)).envelope.body
    assert isinstance(body, Order)
    plan = tuple(Locked(f"plan:york:9999:{n}", 64 * "c") for n in range(1, 65))
    full = bodies.replace(body, statements=(64 * "d",) * MOST_STATEMENTS, plan=plan)
    gm, own = game.ledger.chair.keys.x25519, game.ledger.seats["york"].keys.x25519
    parts = sealed.seal_orders(full, longest(room), gm, own, escrow=True)
    made: Order = bodies.replace(full, sealed=parts)
    return made


def test_the_longest_orders_fit_into_a_mail() -> None:
    mail = envelope.sign(PLAYERS["york"], order(sealed.LIMIT))
    assert envelope.from_text(envelope.to_text(mail), "ORDER") == mail


@pytest.mark.slow
def test_longer_ones_are_refused_before_they_are_signed() -> None:
    with pytest.raises(UnreadableOrders, match="scripts and policies"):
        order(sealed.LIMIT + 1)
