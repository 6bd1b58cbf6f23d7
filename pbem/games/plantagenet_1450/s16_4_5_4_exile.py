"""16.4.5.4 Flight into exile from a port or over the Scottish border, and the way back."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_3_2_interception as interception
from pbem.games.plantagenet_1450 import s16_4_3_activation as activation
from pbem.games.plantagenet_1450 import s16_4_4_attrition as attrition
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.facts import ABROAD, facts
from pbem.games.plantagenet_1450.state import State, Unit


@decision("{leader}: flee {to}", rule="16.4.5.4.1")
class Flee(Decision):
    leader: Piece
    to: Place


@decision("{leader}: return {at}", rule="16.4.5.4.2")
class ComeBack(Decision):
    leader: Piece
    at: Place


def fill_crossings(menu: Menu, state: State, side: str) -> None:
    for leader in menu.pick("leader", activation.able(state, side)):
        mover = state.leaders[leader]
        if board.is_abroad(mover.at):
            for at in menu.pick("at", landings(state, leader)):
                menu.offer(ComeBack(leader, at), partial(return_note, state, leader))
        else:
            for to in menu.pick("to", refuges(state, mover.at)):
                menu.offer(Flee(leader, to), partial(flight_note, state, mover.at, to))


def refuges(state: State, at: str) -> list[str]:
    """C69, C125 Any territory from the hex of an open port; Scotland by land from Carlisle and Berwick."""
    some = list(facts().territories)
    return some if board.port(state, at) else [id for id in some if by_land(state, at, id)]


def by_land(state: State, at: str, to: str) -> bool:
    return at in board.borders(state, to)


def is_near(state: State, at: str, to: str) -> bool:
    """Does the territory lie on the sea zone of the port, or across the border?"""
    land = facts().territories[to]
    return by_land(state, at, to) or bool(set(board.port(state, at)) & set(land.zones))


def flight_note(state: State, at: str, to: str) -> str:
    return "each unit is lost on 5-6" if is_near(state, at, to) else "all units are lost"


async def flee(table: Table[State], id: str, to: str) -> None:
    """16.4.5.4.1 A leader flees abroad when he is activated (C69); if he is intercepted he stays, less what the
    crossing cost."""
    state = table.state
    leader = state.leaders[id]
    start = leader.at
    await activation.begin(table, id)
    end = ABROAD + to
    if not by_land(state, start, to) and await interception.is_stopped_by_card(table, id, end):
        return
    if is_near(state, start, to):
        flight = facts().tables["attrition"]["flight_overseas_eliminated_on"]
        await attrition.attrition(table, id, 0, "16.4.5.4.1", eliminated_on=flight)
    else:
        abandon(table, id, list(leader.army))
    if not by_land(state, start, to) and await interception.is_intercepted(
        table, id, end, route(board.port(state, start), facts().territories[to].zones)
    ):
        table.say(
            "11.3.2",
            f"{leaders.subject(id)} is intercepted and stays {board.at_place(leader.at)}.",
            about=(id,),
        )
        return
    leaders.go(state, id, end)
    leader.fled = state.campaign_turn
    table.say(
        "16.4.5.4.1",
        f"{leaders.subject(id)} flees to {board.name(leader.at)}{leaders.along(state, id)}.",
        "exile",
        about=leaders.move_event(state, id, start, board.word(leader.at)),
    )


def abandon(table: Table[State], id: str, units: list[Unit]) -> None:
    leader = table.state.leaders[id]
    for unit in units:
        leader.army.remove(unit)
    if units:
        table.say(
            "16.4.5.4",
            f"{leaders.subject(id)} leaves {leaders.army_text(units)} behind.",
            about=(id,),
        )


def route(ports: tuple[str, ...], ends: tuple[str, ...]) -> list[str]:
    """C122 The zones of a crossing: all that both ends share (C206), else the shortest chain from one to the other."""
    shared = [zone for zone in ports if zone in ends]
    if shared:
        return shared
    chains = [[zone] for zone in ports]
    while True:
        complete = [chain for chain in chains if chain[-1] in ends]
        if complete:
            return complete[0]
        chains = [[*c, to] for c in chains for to in facts().zones[c[-1]] if to not in c]


def landings(state: State, id: str) -> list[str]:
    """C69 Ports on the territory's zone, and the border hexes; not in the campaign turn in which he fled."""
    leader = state.leaders[id]
    if leader.fled == state.campaign_turn:
        return []
    land = facts().territories[board.territory(leader.at)]
    some = [at for ports in facts().ports.values() for at in ports]
    ports = [at for at in some if set(board.port(state, at)) & set(land.zones)]
    legal = [ashore(state, leader.side, port) for port in ports]
    legal += zones.open_hexes(state, leader.side, board.borders(state, land.id))
    return sorted({at for at in legal if at})


def ashore(state: State, side: str, port: str) -> str:
    """C124 The port's hex, or where the enemy holds its fortification the first open hex of that area beside it."""
    area = board.area_of(port)
    beside = [at for at in facts().beside[port] if board.area_of(at) == area]
    if port not in zones.closed_hexes(state, side, (port,)):
        return port if zones.is_open(state, side, port) else ""
    return min(zones.open_hexes(state, side, beside), default="")


def return_note(state: State, id: str) -> str:
    leader = state.leaders[id]
    if not leader.army:
        return "he has no units to pay for"
    paid = min(len(leader.army), state.treasury.get(leader.side, 0))
    return f"you can pay for {paid} of {count_text(len(leader.army), 'unit')}; each of them is lost on 5-6"


async def come_back(table: Table[State], id: str, at: str) -> None:
    """16.4.5.4.2 A leader comes back from abroad; each unit costs a Treasury point or stays behind (P2).

    He checks for attrition at +1, and by sea he may be intercepted.
    """
    state = table.state
    leader = state.leaders[id]
    start = leader.at
    home = board.territory(start)
    await activation.begin(table, id)
    if not by_land(state, at, home) and await interception.is_stopped_by_card(table, id, at):
        return
    best = sorted(leader.army, key=lambda unit: -facts().units[unit.kind].morale)
    paid = min(len(best), state.treasury.get(leader.side, 0))
    if paid:
        state.treasury[leader.side] -= paid
    abandon(table, id, best[paid:])
    modifier = facts().tables["attrition"]["return_overseas_mod"]
    await attrition.attrition(table, id, modifier, "16.4.5.4.2")
    sea = facts().territories[home].zones
    if not by_land(state, at, home) and await interception.is_intercepted(table, id, at, list(sea)):
        table.say(
            "11.3.2",
            f"{leaders.subject(id)} is intercepted and stays {board.at_place(leader.at)}.",
            about=(id,),
        )
        return
    leaders.go(state, id, at)
    leader.fled = 0
    table.say(
        "16.4.5.4.2",
        f"{leaders.subject(id)} returns to {board.name(at)}{leaders.along(state, id)}.",
        "move",
        about=leaders.move_event(state, id, board.word(start), at),
    )
