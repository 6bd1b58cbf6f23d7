"""8.12, 14.0 Sieges: a point is one roll against a fortification."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Place, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s9_2_treasury as treasury
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450.facts import Area, facts
from pbem.games.plantagenet_1450.s8_2_control import areas_of
from pbem.games.plantagenet_1450.s8_points import at_least, can_buy, changes
from pbem.games.plantagenet_1450.state import Points, Siege, State

ACTION = "siege"
RESPONSE = "own_siege_roll"
DIE = "siege_die"


@decision("besiege {area} [playing {card}]", rule="8.12")
class Besiege(Decision):
    """The fortification of an area; a Response is named in the same order (6.4)."""

    area: Place
    card: Card = ""


def fill_sieges(menu: Menu, state: State, points: Points) -> None:
    if not can_buy(points, ACTION):
        return
    side = points.side
    for id in menu.pick("area", [area.id for area in facts().forts.values()]):
        area = facts().areas[id]
        if bar(state, side, area):
            continue
        menu.offer(Besiege(id), partial(note, state, side, area, ""))
        for card in menu.pick("card", [one.id for one in cards.playable(state, side, RESPONSE)]):
            menu.offer(Besiege(id, card), partial(note, state, side, area, card), shows=card)
    menu.bar_more(partial(bar_sieges, state=state, side=side))


def bar_sieges(menu: Menu, state: State, side: str) -> None:
    for area in facts().forts.values():
        menu.bar(Besiege(area.id), bar(state, side, area))


def bar(state: State, side: str, area: Area) -> str:
    """14.2 Why a side cannot besiege it; "" if it can."""
    if board.is_reduced(state, area.fort_hex):
        return f"{area.fort_name} is reduced already (14.3)"
    if not board.holds_fort(state, state.enemy(side), area.fort_hex):
        return f"the enemy does not hold {area.fort_name} (14.2)"
    if not before(area) & set(areas_of(state, side)):
        return f"no leader of yours who can act is before {area.fort_name} (14.2)"
    if any(stands_in(state, id, area) for id in leaders.free(state, state.enemy(side))):
        return f"an enemy leader is in {area.name} (14.2, C154)"
    return ""


def before(area: Area) -> set[str]:
    """The areas from which a fortification is besieged: its own, for the Tower London too (C9)."""
    gates = area.adjacent if facts().hexes[area.fort_hex].r < 0 else ()
    return {area.id, *gates}


def stands_in(state: State, id: str, area: Area) -> bool:
    return board.area_of(state.leaders[id].at) == area


def inside(state: State, area: Area) -> int:
    """The units of its garrison."""
    garrison = state.garrisons.get(area.fort_hex)
    return len(garrison.units) if garrison is not None else 0


def bonus(state: State, area: Area) -> int:
    """What an Under Siege marker adds to the next roll (C155)."""
    siege = state.sieges.get(area.fort_hex)
    return siege.bonus if siege is not None else 0


def lowest(area: Area, garrison: int, under_siege: int) -> int:
    """14.3 The lowest die that reduces it before Treasury: above fortification value and garrison, less Under Siege."""
    return area.fort_value + garrison - under_siege + 1


def least(state: State, side: str, area: Area, added: int = 0) -> int:
    """14.3 The lowest die that reduces an area, after what its side's cards, and `added`, add to the die."""
    lowest_die = lowest(area, inside(state, area), bonus(state, area))
    return lowest_die - changes(state, side, DIE) - added


def response_bonus(card: str) -> int:
    """What a Response adds to the die (L46)."""
    return cards.effect(card, "modify", DIE) if card else 0


def note(state: State, side: str, area: Area, card: str) -> str:
    needed = at_least(least(state, side, area, response_bonus(card)))
    return f"1 point, {area.fort_name} is reduced on {needed} before Treasury (14.3)"


async def besiege(table: Table[State], points: Points, order: Besiege) -> None:
    """C50 One roll of a siege (14.3); both sides may bid Treasury, the defender also against nothing (C189)."""
    state = table.state
    points.left -= 1
    side, area = points.side, facts().areas[order.area]
    if order.card:
        await cards.lay_down(table, side, order.card)
        title = facts().cards[order.card].title
        table.say("6.4", f"{board.side_name(side)} plays the card {title}.", about=(order.card,))
    modifier = response_bonus(order.card)
    modifier += await treasury.bid(
        table, side, f"the siege of {area.fort_name}", about=ACTION, defended=True
    )
    least_die = least(state, side, area, modifier)
    die = await table.roll(f"siege of {area.id}", at_least(least_die), "14.3")
    if die >= least_die:
        reduce(table, side, area)
        return
    if die == 1:
        thin_out(table, area)
    siege = state.sieges.setdefault(area.fort_hex, Siege(side))
    siege.by = side
    siege.bonus = min(siege.bonus + 1, facts().tables["siege"]["under_siege_bonus_max"])
    text = f"{area.fort_name} holds out; the next roll of this siege has +{siege.bonus}."
    table.say("14.3", text, about=(area.fort_hex,))


def thin_out(table: Table[State], area: Area) -> None:
    """14.4 A natural 1 costs the garrison a unit."""
    state = table.state
    garrison = state.garrisons.get(area.fort_hex)
    if garrison is None:
        return
    lost = facts().tables["siege"]["natural_1_kills_garrison_units"]
    garrison.units = garrison.units[lost:]
    if not garrison.units:
        del state.garrisons[area.fort_hex]
    captures.change_hands(table, area.fort_hex, garrison.side)
    remainder = f"; {len(garrison.units)} left" if garrison.units else ", the last one"
    text = f"The garrison of {area.fort_name} loses a unit{remainder}."
    table.say("14.4", text, about=(area.fort_hex,))


def reduce(table: Table[State], side: str, area: Area) -> None:
    """14.4 All its garrison is eliminated; C146 captives of the besieger are free."""
    state = table.state
    state.garrisons.pop(area.fort_hex, None)
    state.sieges[area.fort_hex] = Siege(side, 0, reduced=True)
    table.say("14.3", f"{area.fort_name} is reduced.", about=(area.fort_hex,))
    for id, leader in state.leaders.items():
        is_prisoner = leader.status == "captive" and leader.side == side and not leader.captor
        if is_prisoner and leader.at == area.fort_hex:
            captures.set_free(table, id, "C146")


def lift(table: Table[State]) -> None:
    """C51 An Under Siege marker goes with the attacker's last leader; the Tower's when none is left in London or
    the Tower (C201)."""
    state = table.state
    for at, siege in list(state.sieges.items()):
        area = facts().forts[at]
        areas = [board.area_of(state.leaders[id].at) for id in leaders.free(state, siege.by)]
        if siege.reduced or any(one is not None and one.id in before(area) for one in areas):
            continue
        del state.sieges[at]
        table.say("14.3", f"The siege of {area.fort_name} is lifted (C51).", about=(at,))
