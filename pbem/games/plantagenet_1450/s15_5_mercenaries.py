"""15.5 Mercenaries are hired where they live; C181 in a Campaign at redeployment."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.conditions import level
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.s6_6_side_bars import side_bars
from pbem.games.plantagenet_1450.s16_2_campaign import into_pool
from pbem.games.plantagenet_1450.s16_4_6_3_levies import number
from pbem.games.plantagenet_1450.state import State, Unit


@decision("hire {card} {leader}", rule="15.5")
class Hire(Decision):
    """By the side bar of a card; he stands in the country of these men."""

    card: Card
    leader: Piece


@decision("hire none", rule="15.5", passes=True)
class HireNobody(Decision):
    pass


def hirers(state: State, side: str, unit: str) -> list[str]:
    """15.5 Leaders of the side in the country where such units are hired; who rides commands nobody (16.4.5.5)."""
    country = facts().units[unit].territory
    return [
        id
        for id in leaders.free(state, side)
        if board.is_abroad(state.leaders[id].at)
        and board.territory(state.leaders[id].at) == country
        and leaders.in_field(state.leaders[id])
        and leaders.commands(state, id)
    ]


def hiring(state: State, side: str) -> list[Hire]:
    """C54 With a leader in the country where they live; C137 whatever colour the card has."""
    return [
        Hire(card, leader)
        for card, side_bar in side_bars(state, side).items()
        for leader in hirers(state, side, side_bar.unit)
    ]


async def hire_at_redeployment(table: Table[State]) -> None:
    """C181 Each side in turn hires until it can or will hire no more: a leader takes units up to his Command, the
    others go into the Force Pool.
    """
    state = table.state
    for side in SIDES:
        while hiring(state, side):
            match await table.ask(
                Request[Hire | HireNobody](
                    side,
                    "hire",
                    "Do you hire Mercenaries abroad?",
                    "15.5",
                    partial(fill_hiring, state=state, side=side),
                    forced=False,
                    slots=cards.slots(state, side),
                )
            ):
                case Hire(card, leader):
                    await hire(table, card, leader)
                case HireNobody():
                    break


def fill_hiring(menu: Menu, state: State, side: str) -> None:
    for offer in hiring(state, side):
        menu.offer(offer, partial(note, state, offer), shows=offer.card)
    menu.offer(HireNobody())


def note(state: State, offer: Hire) -> str:
    bar = facts().cards[offer.card].side_bar
    return f"{facts().units[bar.unit].name}, {relations(state, offer.leader):+}" if bar else ""


def relations(state: State, id: str) -> int:
    """15.5 His own side's level in the country helps, the enemy's hinders (C54)."""
    leader = state.leaders[id]
    country = board.territory(leader.at)
    return level(state, leader.side, country) - level(state, state.enemy(leader.side), country)


async def hire(table: Table[State], card: str, id: str) -> None:
    """Play the card: in a Campaign the leader takes what he has room for, otherwise all join the Force Pool (C54, C204)."""
    state = table.state
    leader = state.leaders[id]
    side_bar = facts().cards[card].side_bar
    if side_bar is None:
        return
    await cards.lay_down(table, leader.side, card)
    mercenaries = await roll_for_mercenaries(table, id, side_bar.unit)
    with_him = mercenaries[: leaders.room(state, id)] if state.in_campaign else []
    leader.army += with_him
    into_pool(state, leader.side, mercenaries[len(with_him) :])
    text = f"{leaders.subject(id)} hires {leaders.army_text(mercenaries)}"
    remainder = len(mercenaries) - len(with_him)
    text += (
        f", {remainder if with_him else 'all'} of them for the Force Pool." if remainder else "."
    )
    table.say("15.5", text, about=(id,))


async def roll_for_mercenaries(table: Table[State], id: str, unit: str) -> list[Unit]:
    """The units that a roll brings: the Recruitment Table, changed by Treasury and relations, within the counters (C49)."""
    state = table.state
    side = state.leaders[id].side
    die = await treasury.bid(table, side, f"the {facts().units[unit].name}", about="mercenaries")
    die += relations(state, id) + await table.roll(f"{unit} {side}", "", "15.5")
    number_rolled = number(facts().units[unit].column, die)
    return [Unit(unit)] * min(number_rolled, leaders.counters_left(state, side, unit))
