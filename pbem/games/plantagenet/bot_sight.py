"""What the simple player looks at: strength, distance, stores."""

from __future__ import annotations

from functools import cache
from heapq import heappop, heappush

from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import Asset
from pbem.games.plantagenet.facts import TROOPS, Unit, facts
from pbem.games.plantagenet.s4_3_1_group_march import followers
from pbem.games.plantagenet.s4_3_2_haul import owned
from pbem.games.plantagenet.s6_0_i_special_rules import TEST_OF_ARMS
from pbem.games.plantagenet.state import State

FAR = 99
LENGTH = {"highway": 1, "road": 2, "path": 4}


def worth(unit: Unit) -> float:
    """A unit's Strikes, weighed by how many Hits it stands on average."""
    return float(unit.missile + unit.melee + 1) * 6 / (6 - unit.protection)


@cache
def worths() -> dict[str, float]:
    """Of every unit."""
    return {kind: worth(unit) for kind, unit in facts().units.items()}


def power(state: State, lord: str) -> float:
    """All his Unrouted Forces together."""
    each, piece = worths(), state.lords[lord]
    troops: float = sum([each[kind] * getattr(piece.troops, kind) for kind in TROOPS])
    return troops + each["retinue"] + each["vassal"] * len(piece.vassals)


def powers(state: State, group: list[str]) -> float:
    return sum(power(state, id) for id in group)


def distance(start: str, goals: list[str]) -> int:
    """How far a Locale is from the nearest goal: Highways count 1, Roads 2, Paths a whole card."""
    far = distances(start)
    return min([far[goal] for goal in goals if goal in far], default=FAR)


@cache
def distances(start: str) -> dict[str, int]:
    """How far all Locales are that can be reached."""
    settled: dict[str, int] = {}
    heap = [(0, start)]
    while heap:
        steps, place = heappop(heap)
        if place in settled:
            continue
        settled[place] = steps
        for neighbour, way in board.ways(place).items():
            if neighbour not in settled:
                heappush(heap, (steps + LENGTH[way], neighbour))
    return settled


def goals(state: State, side: str) -> list[str]:
    """Where his army wants to go: York in Towton, else to Enemy Lords who are weaker."""
    if scenario.has_rule(state, "test_of_arms"):
        return [TEST_OF_ARMS]
    own = max(
        (powers(state, together(state, id)) for id in lords.on_map_lords(state, side)), default=0.0
    )
    return [
        state.lords[id].at
        for id in lords.on_map_lords(state, state.enemy(side))
        if board.is_stronghold(state.lords[id].at) and powers(state, together(state, id)) < own
    ]


def group_of(state: State, lord: str) -> list[str]:
    """He and all whom he may take along."""
    return [lord, *followers(state, lord)]


def together(state: State, lord: str) -> list[str]:
    """He and the own Lords with him."""
    return [lord, *lords.companions(state, lord)]


def hunger(state: State, lord: str) -> int:
    """Provender that he lacks for two meals."""
    meals = 2 * forces.fed_by(state.lords[lord].troops.total())
    return max(0, meals - state.lords[lord].provender)


def debt(state: State, lord: str) -> int:
    """Coin that he lacks for the next Levy."""
    return max(0, forces.fed_by(state.lords[lord].troops.total()) - state.lords[lord].coin)


def starves(state: State, group: list[str]) -> bool:
    """Would they have too little to eat after a March (4.3.2, 4.7)?"""
    store = min(owned(state, group, Asset.PROVENDER), owned(state, group, Asset.CARTS))
    return store < sum(forces.fed_by(state.lords[id].troops.total()) for id in group)
