"""16.4.3 A force is activated: attrition, a die for its movement points, then it moves."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Piece, decision
from pbem.engine.request import Menu, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_4_attrition as attrition
from pbem.games.plantagenet_1450 import s16_4_5_5_riding as riding
from pbem.games.plantagenet_1450 import s16_4_5_movement as movement
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State

RESPONSE = "own_activation"


@decision("activate {leader} [playing {card}] [with {riders}]", rule="16.4.3")
class Activate(Decision):
    """Henry VI may mount with him (16.4.5.5); a Response is named in the same order (C161)."""

    leader: Piece
    card: Card = ""
    riders: tuple[Piece, ...] = ()


def able(state: State, side: str) -> list[str]:
    """16.4.3 Free leaders with a Fatigue value of less than 4 who go by themselves."""
    return [
        id
        for id in leaders.free(state, side)
        if state.leaders[id].fatigue < leaders.MOST_FATIGUE
        and not state.leaders[id].rides
        and leaders.commands(state, id)
    ]


def fill_activations(menu: Menu, state: State, side: str) -> None:
    card_ids = [card.id for card in cards.playable(state, side, RESPONSE)]
    in_england = [id for id in able(state, side) if not board.is_abroad(state.leaders[id].at)]
    riders = riding.riders(state, side)
    for leader in menu.pick("leader", in_england):
        may_mount = [rider for rider in riders if riding.can_carry(state, leader, rider)]
        for card in menu.pick("card", ["", *card_ids]):
            menu.offer(
                Activate(leader, card),
                partial(note, state, leader, card),
                shows=card,
                riders=subset_of(may_mount, 1),
            )
    menu.bar_more(partial(bar_activations, state=state, side=side))


def note(state: State, id: str, card: str) -> str:
    leader = state.leaders[id]
    points = leaders.rating(state, id).quality
    points += cards.effect(card, "modify", "movement_points") if card else 0
    due = attrition.is_due(leader.fatigue)
    rolls = f"; attrition +{attrition.modifier(leader.fatigue)}" if due else ""
    return f"{points} movement points and a die; fatigue {leader.fatigue}{rolls}"


def bar_activations(menu: Menu, state: State, side: str) -> None:
    for id in leaders.free(state, side):
        leader = state.leaders[id]
        if leader.rides:
            menu.bar(Activate(id), f"he rides with {leaders.the(leader.rides)} (16.4.5.5)")
        elif leader.mad:
            menu.bar(Activate(id), "he is out of his wits (8.9, C145)")
        elif board.is_abroad(leader.at):
            menu.bar(Activate(id), "he is abroad: he can only return (16.4.5.4.2)")
        elif leader.fatigue >= leaders.MOST_FATIGUE:
            menu.bar(Activate(id), "with a +2 marker nobody is activated (16.4.4)")


async def activate(table: Table[State], order: Activate) -> None:
    """C161 Activate a leader: attrition where his marker lies, then the movement die, then his march."""
    state = table.state
    id = order.leader
    leader = state.leaders[id]
    extra_points, unseen = 0, False
    for rider in order.riders:
        riding.mount(table, rider, id)
    if order.card:
        await cards.lay_down(table, leader.side, order.card)
        extra_points = cards.effect(order.card, "modify", "movement_points")
        unseen = cards.sets(order.card, "ignore_zoc")
        card = facts().cards[order.card]
        table.say(
            "6.4",
            f"{board.side_name(leader.side)} plays the card {card.title}.",
            about=(order.card,),
        )
    await begin(table, id)
    die = await table.roll(f"movement {id}", "", "16.4.3")
    await movement.move(table, id, die + leaders.rating(state, id).quality + extra_points, unseen)


async def begin(table: Table[State], id: str) -> None:
    """16.4.4 Attrition, then one level of fatigue."""
    await attrition.check(table, id)
    leaders.tire(table.state, id)
