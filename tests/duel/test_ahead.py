"""In a duel a turn is played ahead with what an order answers on the way, and policies wait for the other side's."""

from __future__ import annotations

import functools

from pbem.imagine.ahead import Open, turn_ahead
from pbem.player.orders import Orders
from pbem.player.player import Player
from pbem.round.duels import as_player

from .test_stacks import Planner, at_plans

GAMES = 2


@functools.cache
def at_battle() -> Planner:
    """Bosworth: Lancaster is asked who Flees; the dice then ask Lancaster for the order of the fights."""
    ann, bob = at_plans()
    for _ in range(30):
        for one, other in ((ann, bob), (bob, ann)):
            if one.player.decides and not one.stack:
                if one is bob:
                    return bob
                one.player.decide(["stand"])
            else:
                one.decide()
            other.take(one.player.email())
    raise AssertionError("Lancaster is asked nothing")


def questions(orders: Orders) -> dict[str, Open]:
    """What stays open, by the kind of the question."""
    game: Player = as_player(at_battle().player)
    return {row.kind: row for row in turn_ahead(game, orders, GAMES).open}


def test_in_ones_own_order_its_answers_count_and_no_policy_does() -> None:
    request = at_battle().player.ledger.request("lancaster")
    assert request.kind == "flee"
    stand = ("stand",)
    row = questions(Orders(stand))["order"]
    assert (row.place.kind, row.place.card) == ("", "")
    line = {"order": row.robot[0][0]}
    assert "order" in questions(Orders(stand, reactions=line))
    assert "order" not in questions(Orders(stand, on_the_way=line))


def test_while_the_other_sides_order_is_carried_out_a_policy_counts_and_no_line_waits() -> None:
    assert "flee" in questions(Orders(("stand", "anyway: stand"), on_the_way={"flee": "stand"}))
    assert "flee" not in questions(Orders(("stand",), reactions={"flee": "stand"}))
