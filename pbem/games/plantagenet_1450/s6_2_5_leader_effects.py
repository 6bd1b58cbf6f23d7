"""6.2.5 What the text of a card does with leaders: operations of `effects.md`; 19.0 turns the King Maker with them."""

from __future__ import annotations

from typing import Any

from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_3_nobles as nobles
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_allegiance as allegiance
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450 import s16_4_6_11_captures as captures
from pbem.games.plantagenet_1450 import s17_sole_king as kings
from pbem.games.plantagenet_1450.facts import ABROAD, facts
from pbem.games.plantagenet_1450.s6_2_5_selectors import Resolution, leaders_named, side_of
from pbem.games.plantagenet_1450.s8_2_control import convert
from pbem.games.plantagenet_1450.s8_points import at_least
from pbem.games.plantagenet_1450.s20_scenarios import anchor
from pbem.games.plantagenet_1450.state import State

RULE = "6.2.5"
CAPTIVE = "captive:"


async def take_step(table: Table[State], play: Resolution, step: dict[str, Any]) -> None:
    """Do one step of an Event or Response that is about a leader. Raises Impossible for an operation that none has."""
    state = table.state
    for id in leaders_named(state, play, step["leader"]) if "leader" in step else ():
        match step["op"]:
            case "place":
                enter(table, id, step["at"])
            case "remove" if step["to"].startswith(CAPTIVE):
                await imprison(table, id, step["to"].removeprefix(CAPTIVE))
            case "remove":
                remove(table, id)
            case "release":
                release(table, id, step["at"])
            case "flip":
                flip(table, id, side_of(state, play, step["to"]), step["convert_area"])
            case "heir":
                advance(table, id, step["turns"])
            case "incapacitate":
                incapacitate(table, id)
            case "protector":
                protect(table, id)
            case _:
                raise Impossible(f"no Event has the operation {step['op']}")


def enter(table: Table[State], id: str, at: str) -> None:
    """He comes into play, in a foreign territory or an area (C118)."""
    state = table.state
    if state.leaders[id].status in ("free", "captive"):
        return
    side = facts().leaders[id].faction
    station = at if at.startswith(ABROAD) else stacks.stations(state, side, at)[0]
    nobles.enter(table, id, side, station, RULE)


def remove(table: Table[State], id: str) -> None:
    """C30, C136 He is dead for good, also when he has not entered; his card leaves the game where all can see it."""
    state = table.state
    leader = state.leaders[id]
    leader.gone = True
    if leader.status in ("free", "captive"):
        cards.discard_noble(state, id)
    card = facts().noble_cards.get(id, "")
    if card in state.discards:
        state.discards.remove(card)
        state.out.append(card)
    leave(table, id, "dead", "")
    table.say(RULE, f"{leaders.subject(id)} is put to death.", about=(id,))


async def imprison(table: Table[State], id: str, area: str) -> None:
    """Under a Captured marker in the fortification of an area (C214), unless he reaches sanctuary."""
    leader = table.state.leaders[id]
    if leader.status != "free" or await captures.reaches_sanctuary(table, id, "captured"):
        return
    leave(table, id, "captive", facts().areas[area].fort_hex or anchor(area))
    text = f"{leaders.subject(id)} is held at {board.name(leader.at)}."
    table.say(RULE, text, about=(id,))


def leave(table: Table[State], id: str, status: str, at: str) -> None:
    """He is taken from those who are with him; they stay where they are."""
    leader = table.state.leaders[id]
    leader.army, leader.fatigue, leader.inside, leader.captor = [], 0, False, ""
    leader.status, leader.at = status, at
    captures.part_company(table, id)


def release(table: Table[State], id: str, area: str) -> None:
    if table.state.leaders[id].status != "captive":
        return
    captures.set_free(table, id, RULE)
    stacks.set_down(table.state, id, area)
    text = f"{leaders.subject(id)} is led to {board.name(table.state.leaders[id].at)}."
    table.say(RULE, text, about=(id,))


def flip(table: Table[State], id: str, to: str, convert_area: bool) -> None:
    """C149 Nothing for who is on that face already; who is not in play enters for that side (C107). A captive of
    the side that he turns to is free in his hex. The area is that in which he was, wherever he is set down."""
    state = table.state
    leader = state.leaders[id]
    if leader.status not in ("free", "captive") or leader.side == to:
        return
    was_captive, area = leader.status == "captive", board.area_of(leader.at)
    allegiance.turn_coat(table, id, "19.0")
    if was_captive:
        captures.set_free(table, id, "C149")
    if convert_area and area is not None:
        convert(table, area, to, "19.0")


async def fails_loyalty(table: Table[State], play: Resolution, step: dict[str, Any]) -> bool:
    """Does a leader in play fail his Loyalty check? He then turns, unless `on_defect` says what happens instead.

    He fails on a die and bonus above his Loyalty, but never on a natural 1.
    """
    state = table.state
    for id in leaders_named(state, play, step["leader"]):
        leader = state.leaders[id]
        loyalty = leaders.rating(state, id).loyalty if leader.status in ("free", "captive") else 0
        if not loyalty:
            continue
        least = max(allegiance.ALWAYS_LOYAL + 1, loyalty - step["bonus"] + 1)
        needed_words = at_least(least)
        if await table.roll(f"loyalty of {id}", needed_words, "8.4") < least:
            table.say("8.4", f"{leaders.subject(id)} stays loyal.", about=(id,))
            return False
        if "on_defect" not in step:
            allegiance.turn_coat(table, id, "8.4")
        return True
    return False


def advance(table: Table[State], id: str, turns: int) -> None:
    """C152 So much earlier on the turn track; from the present turn back he is available at once. Who is out of the
    game comes no more (C92)."""
    state = table.state
    if state.leaders[id].status == "dead":
        table.say("8.8", f"{leaders.subject(id)} is out of the game.", about=(id,))
        return
    state.heirs[id] -= turns
    text = f"{leaders.subject(id)} comes of age in turn {max(state.heirs[id], state.turn)}."
    table.say("8.8", text, about=(id,))


def incapacitate(table: Table[State], id: str) -> None:
    """8.9 He is out of his wits; the impulses since are counted (C44, C145). The dead have none to lose."""
    state = table.state
    if state.leaders[id].status == "dead":
        table.say("8.9", f"{leaders.subject(id)} is dead.", about=(id,))
        return
    state.leaders[id].mad, state.wits = True, 0
    table.say("8.9", f"{leaders.subject(id)} has lost his wits.", about=(id,))


def protect(table: Table[State], id: str) -> None:
    """17.3 He governs while the king is out of his wits; what declares for him no card picks afterwards (C103)."""
    table.state.flags[kings.HELD] = ""
    table.say("17.3", f"{leaders.subject(id)} is Protector of the realm.", about=(id,))
