"""The simple player's Action Phase: recruits, landings, marches on London and attacks."""

from __future__ import annotations

from pbem.games.richard_iii import s2_map as board
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.bot_sight import GUESS, Sight, steps, worth
from pbem.games.richard_iii.facts import facts
from pbem.games.richard_iii.s5_1_events import Muster, Plague
from pbem.games.richard_iii.s5_2_land_moves import Move, phase_of, room
from pbem.games.richard_iii.s5_3_sea_moves import Sail, ferry
from pbem.games.richard_iii.s5_4_recruits import Recruit
from pbem.games.richard_iii.s5_actions import Action, End

ENOUGH = 1.25
"""Own steps for each one that the enemy is taken to have before an attack is made."""
NEVER = -1.0
"""Below `end`, which scores nothing."""


def score(sight: Sight, action: Action | End) -> float:
    """1.2 How good an action looks; 0 for `end`, so that a worse one is not played."""
    match action:
        case End():
            return 0
        case Plague(place):
            return sight.foes(place)
        case Muster():
            return NEVER
        case Recruit(id, place):
            return recruit(sight, id, place)
        case Move(id, to) | Sail(id, to) if sight.foes(to):
            return attack(sight, id, to)
        case Sail(id, to):
            return landing(sight, id, to)
        case Move(id, to):
            return march(sight, id, to)


def recruit(sight: Sight, id: str, to: str) -> float:
    """5.4 What counts for Usurpation first, where it is safe and fed."""
    if sight.crowded(to):
        return NEVER
    counts = 3 if blocks.block_facts(id).counts else 0
    return 6 + counts + blocks.block_facts(id).strength / 2 + safety(sight, to) / 4


def safety(sight: Sight, place: str) -> float:
    """Friends there, less the enemies next door."""
    own = len(sight.own(place))
    crown = 0.5 if board.area(place).crown else 0
    return min(own, 3) + crown - sight.threat(place) / 2


def raiders(sight: Sight, to: str) -> list[str]:
    """Own blocks that could still join an attack by crossing one border."""
    phase = phase_of(sight.state)
    joining: list[str] = []
    for near in board.neighbours(to):
        border = board.border(near, to)
        ready = [id for id in sight.own(near) if id not in phase.moved or id == phase.moving]
        if near in phase.active or phase.ap > 0:
            free = border.limit - phase.crossed.get(border.key, 0)
            joining += ready[: max(0, free)] if room(phase, border) else []
    return joining


def attack(sight: Sight, id: str, to: str) -> float:
    """6.3 With the odds, and with the King or Pretender only where they are overwhelming."""
    defenders = sight.own(to)
    joining = raiders(sight, to)
    strength = steps(sight.state, [*defenders, *joining])
    enemy = sight.foes(to) * GUESS
    if strength < ENOUGH * enemy and not (defenders and strength >= enemy):
        return NEVER
    if worth(sight.state, id) > 10 and strength < 2 * ENOUGH * enemy:
        return NEVER
    return 12 + strength / enemy - worth(sight.state, id) / 10 + sight.state.blocks[id].strength / 4


def landing(sight: Sight, id: str, to: str) -> float:
    """5.3 Out of exile to friends, where a block counts for the crown (8.2)."""
    origin = board.area(sight.state.blocks[id].at)
    destination = board.area(to)
    if not origin.exile or not destination.counts or sight.crowded(to):
        return NEVER
    free = 3 if ferry(origin.id, to) in phase_of(sight.state).ferries else 0
    port = 1 if origin.port and destination.port else 0
    counts = 2 if blocks.block_facts(id).counts else 0
    return 4 + free + port + counts + safety(sight, to)


def march(sight: Sight, id: str, to: str) -> float:
    """5.2 Into an empty London, out of hunger, or towards an enemy who can be beaten."""
    origin = sight.state.blocks[id].at
    if sight.crowded(to):
        return NEVER
    if board.area(to).city == "London" and not sight.own(to):
        return 7 - worth(sight.state, id) / 10
    limit = board.area(origin).limit
    if len(sight.own(origin)) > limit and phase_of(sight.state).moving != id:
        return 5 + safety(sight, to)
    if id in (sight.state.king, blocks.pretender(sight.state)) or board.area(origin).exile:
        return NEVER
    return approach(sight, id, to)


def approach(sight: Sight, id: str, to: str) -> float:
    """A step next to enemies whom the blocks of this area could beat; not back and forth."""
    origin = sight.state.blocks[id].at
    if sight.threat(origin) or len(facts().borders[to]) < 2:
        return NEVER
    army = steps(sight.state, sight.own(origin))
    weak = [near for near in board.neighbours(to) if 0 < sight.foes(near) * GUESS * ENOUGH < army]
    return 2 + len(weak) / 4 if weak else NEVER
