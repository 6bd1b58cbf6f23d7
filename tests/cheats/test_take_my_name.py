"""A dishonest opponent in a duel takes new secret numbers under the name of the honest player."""

from __future__ import annotations

from pbem.proof.revealed_keys import places
from pbem.protocol import bodies, envelope
from pbem.protocol.bodies import DuelClaim
from tests.duel.test_orders import asked


def test_both_go_by_the_names_under_which_the_game_began() -> None:
    crook, honest = asked("name")
    name, side = crook.player.identity.name, crook.player.side
    crook.lose(crook.player.email())
    order = crook.player.order
    assert order is not None
    assert isinstance(order.body, DuelClaim)
    keys = bodies.replace(order.body.keys, name=honest.player.identity.name)
    body = bodies.replace(order.body, keys=keys)
    crook.player.order = envelope.sign_in_duel(crook.player.identity, body)
    applied = honest.take(crook.player.email())
    assert applied.trouble is None
    assert [event.text.partition(" has ")[0] for event in applied.news[-1].events] == [name]
    assert honest.player.ledger.seats[side].keys == bodies.replace(keys, name=name)
    assert {place.keys.name for place in places(honest.player.entries) if place.party == side} == {
        name
    }
