"""16.4.5.3 Zones of Control, and which hexes a force may enter at all."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State


def zones(state: State, side: str, leaving: str = "") -> set[str]:
    """The hexes in enemy Zones of Control, for a side, or for a force of it that leaves a hex: enemies who share
    that do not hold it (C116).

    Only a leader with a combat unit has one, none inside a fortification (C67, C70); it reaches neither
    across a river side nor into a fortification.
    """
    near, enemy = facts().zone_of, state.enemy(side)
    hexes: set[str] = set()
    for leader in state.leaders.values():
        if (
            leader.side != enemy
            or leader.status != "free"
            or not leader.army
            or leader.at == leaving
        ):
            continue
        if leaders.in_field(leader) and not board.is_abroad(leader.at):
            hexes |= near[leader.at]
    return hexes


def enemies(state: State, side: str) -> set[str]:
    """The hexes where free enemy leaders stand; no force passes through them (C16)."""
    enemy = state.enemy(side)
    return {one.at for one in state.leaders.values() if one.side == enemy and one.status == "free"}


def closed_hexes(state: State, side: str, among: Iterable[str] | None = None) -> set[str]:
    """The hexes that nobody of a side may enter, whoever stands there: unreduced fortifications that the enemy
    holds (C66, C117), and Berwick in Scottish hands (C11). March, retreat, placing, exile, landings and odds all
    ask here.

    Args:
        among: only of these hexes; left out, of all.
    """
    game_facts, enemy = facts(), state.enemy(side)
    if among is None:
        shut = board.forts_of(state, enemy) if enemy else set()
    else:
        forts = [at for at in among if at in game_facts.forts]
        shut = {at for at in forts if enemy and board.holds_fort(state, enemy, at)}
    if board.is_scottish(state, game_facts.berwick):
        shut.add(game_facts.berwick)
    return shut


def barred(state: State, id: str) -> set[str]:
    """The hexes that a leader cannot enter on the march: what is closed to him, and hexes with enemies, which only
    a force may enter and only to take lone leaders (16.4.7): who has no combat unit, in the open (C180)."""
    mover = state.leaders[id]
    enemy = state.enemy(mover.side)
    return closed_hexes(state, mover.side) | {
        leader.at
        for leader in state.leaders.values()
        if leader.side == enemy
        and leader.status == "free"
        and (leader.army or leader.inside or not mover.army)
    }


def can_enter(state: State, id: str, at: str) -> bool:
    return at not in barred(state, id)


def open_hexes(state: State, side: str, among: Collection[str]) -> list[str]:
    """Those in which a leader of a side may be set down: no enemies, and not closed to him (C16, C117)."""
    shut = closed_hexes(state, side, among) | enemies(state, side)
    return [at for at in among if at not in shut]


def is_open(state: State, side: str, at: str) -> bool:
    """May a leader of a side be set down there?"""
    return bool(open_hexes(state, side, (at,)))


def nearest_free(state: State, side: str, at: str) -> str:
    """P5 Where who comes free or changes sides among enemies is set down: in the area, or beyond it where the enemy
    holds every hex of several; in a one-hex area he stays with them (C115)."""
    inside = board.hexes_in(at)
    crowded = len(inside) > 1 and not open_hexes(state, side, inside)
    return nearest_open(state, side, at, facts().hexes if crowded else inside)


def nearest_open(state: State, side: str, at: str, among: Collection[str]) -> str:
    """Where he is set down: the nearest of some hexes that are open; the hex itself if none of them is."""
    return nearest(at, open_hexes(state, side, among))


def nearest(at: str, able: Collection[str]) -> str:
    """Of equally near hexes that with the lower id (C118, C199); the hex itself if it is one of them, or if there are
    none."""
    if at in able:
        return at
    return min(able, key=lambda to: (board.distance(at, to), to), default=at)
