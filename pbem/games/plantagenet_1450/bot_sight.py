"""What the simple player looks at: where the Campaign is decided, ways there, and who is stronger."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from pbem.engine.once import Once
from pbem.games.plantagenet_1450 import bot_crown as crown
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.conditions import all_hold, parsed
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s16_4_5_movement import Moving, reached
from pbem.games.plantagenet_1450.s16_4_6_2_subsidiaries import highest, those_who_try
from pbem.games.plantagenet_1450.s16_4_6_12_reorganisation import excess
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.s20_victory import RESULTS
from pbem.games.plantagenet_1450.state import State

HUNT, BOLD, CAREFUL = 1.2, 1.5, 1.2
"""How much stronger hunters must be together than their prey, and an enemy than those whom he frightens; who must
not be lost is frightened sooner."""
NEAR = 8
"""So many movement points make little difference: about an activation."""
A_DIE = 3
"""What it reckons with before the die of an activation falls."""
TERRAIN = 0.25
"""What a column of terrain is worth to the defender, as a part of his units."""


def ways_to_win(state: State, whose: str, predicate: str) -> list[list[str]]:
    """For each alternative of a side's victory what it speaks of in this way: the last of what a condition is about."""
    alternatives = scenario_row(state).get("victory", {}).get(whose, ())
    conditions = [[parsed(one) for one in some] for some in alternatives]
    return [
        [x.about[-1] for x in some if x.name == predicate and not x.negated] for some in conditions
    ]


def named(state: State, whose: str, predicate: str) -> list[str]:
    """All of them."""
    some = ways_to_win(state, whose, predicate)
    return list(dict.fromkeys(one for alternative in some for one in alternative))


def aims(state: State, side: str) -> list[str]:
    """The hexes where a side wants a leader: its own victory asks for one there; or the enemy's does, it has one
    there now, and keeps none of the others that go with it."""
    own = named(state, side, "leader_in_hex")
    theirs = [
        next((at for at in some if strength(state, at, side)), "")
        for some in ways_to_win(state, state.enemy(side), "leader_in_hex")
        if not set(some) & set(own)
    ]
    return list(dict.fromkeys([*own, *filter(None, theirs)]))


def hunters(state: State, side: str) -> list[str]:
    """Leaders with a unit, on the map and in the field."""
    return [
        id
        for id in leaders.free(state, side)
        if state.leaders[id].army
        and leaders.in_field(state.leaders[id])
        and state.leaders[id].at in facts().hexes
    ]


def keepers(state: State, side: str, aim_hexes: Sequence[str] | None = None) -> dict[str, str]:
    """Who holds or takes each aim that no enemy force occupies: of the leaders who are about as near the one with
    the fewest units. `aim_hexes`: its aims, where they are known already."""
    keeper_of: dict[str, str] = {}
    ready = hunters(state, side)
    for at in aims(state, side) if aim_hexes is None else aim_hexes:
        far = board.costs_to(at)
        able = [id for id in ready if id not in keeper_of.values()]
        if able and not strength(state, at, state.enemy(side)):
            keeper_of[at] = min(able, key=lambda id: _distance_and_units(state, id, far))
    return keeper_of


def _distance_and_units(state: State, id: str, far: dict[str, int]) -> tuple[int, int]:
    leader = state.leaders[id]
    return far.get(leader.at, board.NOWHERE) // NEAR, len(leader.army)


def quarry(state: State, side: str) -> list[str]:
    """Leaders with whose loss a side wins: its victory names them, or in the whole game the next goal that decides it
    and speaks of an enemy (20.1), and who is crowned."""
    if not state.turn:
        return named(state, side, "dead_or_captive")
    deciding = [
        name
        for goal in facts().tables["goal"]
        if goal["turn"] >= state.turn and goal.get("result") in RESULTS
        for text in goal["condition"]
        for name in parsed(text).about
    ]
    foes = leaders.free(state, state.enemy(side))
    return [id for id in foes if id in deciding[:1] or state.leaders[id].crowned]


def prey(state: State, side: str) -> str:
    """As `prey_of` says, with the side's aims and their keepers."""
    aim_hexes = aims(state, side)
    return prey_of(state, side, aim_hexes, keepers(state, side, aim_hexes))


def prey_of(state: State, side: str, aim_hexes: Sequence[str], keeper_of: Mapping[str, str]) -> str:
    """The hex that all hunters of a side make for: an enemy force that they can beat together, first one that its
    victory speaks of, then the nearest; "" if there is none."""
    enemy = state.enemy(side)
    bound = keeper_of.values()
    able = [id for id in hunters(state, side) if id not in bound]
    together = sum(len(state.leaders[id].army) for id in able)
    lone = [
        id
        for id in quarry(state, side)
        if leaders.is_free(state, id) and state.leaders[id].side == enemy
    ]
    goals = {state.leaders[id].at for id in lone} | set(aim_hexes)
    places = {state.leaders[id].at for id in (*hunters(state, enemy), *lone)}
    far = {at: board.costs_to(at) for at in sorted(places & set(facts().hexes))}

    def rank(at: str) -> tuple[bool, bool, int, str]:
        ways = sum(far[at].get(state.leaders[id].at, board.NOWHERE) for id in able)
        return strength(state, at, enemy) * HUNT > together, at not in goals, ways, at

    return min(far, key=rank, default="")


def is_winning(state: State, side: str) -> bool:
    """Would its victory hold if the Campaign were over now?"""
    alternatives = scenario_row(state).get("victory", {}).get(side, ())
    return any(all_hold(state, some) for some in alternatives)


def has_won(state: State, side: str) -> bool:
    """Would it alone have won then?"""
    return is_winning(state, side) and not is_winning(state, state.enemy(side))


class Goals:
    """Where leaders should be in a position as it is when this is made; what a side wants is worked out once."""

    def __init__(self, state: State) -> None:
        self.state = state
        self._aims = Once[str, list[str]](partial(aims, state))
        self._wins = Once[str, bool](partial(is_winning, state))
        self._keepers = Once[str, dict[str, str]](
            lambda side: keepers(state, side, self._aims[side])
        )
        self._prey = Once[str, str](
            lambda side: prey_of(state, side, self._aims[side], self._keepers[side])
        )

    def of(self, id: str) -> str:
        """Where he should be: the aim that he keeps, else where all hunt. Who wins stays where he wins, who is to be
        crowned where he can be."""
        leader = self.state.leaders[id]
        if leader.at in self._aims[leader.side] and self._wins[leader.side]:
            return leader.at
        if self.state.turn and crown.stays(self.state, id):
            return leader.at
        aim_of = {keeper: at for at, keeper in self._keepers[leader.side].items()}
        return aim_of.get(id) or self._prey[leader.side] or leader.at

    def should_move(self, id: str, rested: int) -> bool:
        """Is he rested, and not where he should be?"""
        leader = self.state.leaders[id]
        if leader.fatigue >= rested or not leader.army or leader.at not in facts().hexes:
            return False
        return self.of(id) != leader.at


def can_advance(state: State, id: str, goal: str, careful: bool = True) -> bool:
    """Does a march bring him nearer to a goal? Not who stands on an island, or is shut in.

    Args:
        careful: only to a hex where it `is_safe`.
    """
    leader = state.leaders[id]
    far = board.costs_to(goal)
    origin_cost = far.get(leader.at, board.NOWHERE)
    points = leaders.rating(state, id).quality + A_DIE
    reach = reached(state, Moving(id, points, leader.at in zones.zones(state, leader.side)))
    nearer = (to for to in reach if far.get(to, board.NOWHERE) < origin_cost)
    return any(not careful or is_safe(state, id, to) for to in nearer)


def may_still_act(state: State, side: str) -> bool:
    """Has a side anybody who is not too tired?"""
    return any(
        state.leaders[id].fatigue < leaders.MOST_FATIGUE
        and not board.is_abroad(state.leaders[id].at)
        for id in leaders.free(state, side)
    )


def strength(state: State, at: str, side: str) -> int:
    return sum(len(state.leaders[id].army) for id in leaders.with_force(state, at, side))


def is_safe(state: State, id: str, to: str) -> bool:
    """Is no enemy beside it who is stronger than he and his friends around?"""
    side = state.leaders[id].side
    friends = [
        leader
        for leader in hunters(state, side)
        if board.distance(state.leaders[leader].at, to) <= 2
    ]
    mine = sum(len(state.leaders[one].army) for one in {id, *friends})
    enemy, bold = state.enemy(side), CAREFUL if is_vital(state, id) else BOLD
    return all(strength(state, at, enemy) <= bold * mine for at in facts().beside[to])


def is_vital(state: State, id: str) -> bool:
    """Does the enemy win with his loss?"""
    return id in named(state, state.enemy(state.leaders[id].side), "dead_or_captive")


def odds(state: State, id: str, at: str, hexes: tuple[str, ...]) -> float:
    """Units that can be expected for each of the enemy's; terrain counts as more of those."""
    leader = state.leaders[id]
    mine = float(strength(state, leader.at, leader.side))
    for hex in hexes:
        joins = highest(state, id, at, hex) / 6
        mine += joins * sum(
            len(state.leaders[x].army) for x in those_who_try(state, leader.side, hex)
        )
    shift = int(facts().terrain[facts().hexes[at].terrain]["defender_shift"])
    shift += board.is_river(leader.at, at)
    return mine / (strength(state, at, state.enemy(leader.side)) * (1 + TERRAIN * shift))


def loses(state: State, giver: str) -> bool:
    """Would units of his be lost as they are: he is gone, or has more than he commands?"""
    return not leaders.is_free(state, giver) or bool(excess(state, giver))
