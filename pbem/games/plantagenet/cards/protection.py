"""Capabilities that change Protection, or Hits, of a Lord's units in Battle (4.4.2); never Losses (C69)."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import TROOPS
from pbem.games.plantagenet.hooks import Change
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.state import State

PIKES = ("men_at_arms", "militia")
ENOUGH = 3
"""Routed units that break the Piquiers."""


@hooks.UNIT.capability("Y9")
def barricades(state: State, lord: str, unit: str, strike: str) -> Change:
    """At a Friendly Stronghold: Men-at-Arms 1-4, Longbowmen and Militia 1-2."""
    if not board.friendly(state, current(state).at, lords.side_of(lord)):
        return Change()
    return Change(safe={"men_at_arms": 4, "longbowmen": 2, "militia": 2}.get(unit, 0))


@hooks.UNIT.capability("L5")
def church_blessing(state: State, lord: str, unit: str, strike: str) -> Change:
    """Men-at-Arms 1-4."""
    return Change(safe=4 if unit == "men_at_arms" else 0)


@hooks.UNIT.capability("L23")
def montagu(state: State, lord: str, unit: str, strike: str) -> Change:
    """Retinue 1-5 while Montagu is on the mat, Routed or not."""
    return Change(safe=5 if unit == "retinue" and "montagu" in state.lords[lord].vassals else 0)


@hooks.UNIT.capability("L27")
def barded_horse(state: State, lord: str, unit: str, strike: str) -> Change:
    """Retinue and all Vassals: 1-3 against Missiles, 1-5 in Melee."""
    if unit in TROOPS:
        return Change()
    return Change(safe=3 if strike == "missile" else 5)


@hooks.UNIT.capability("L34")
def piquiers(state: State, lord: str, unit: str, strike: str) -> Change:
    """Men-at-Arms and Militia 1-4 until three of them have Routed."""
    routed = current(state).lords[lord].routed
    broken = sum(int(getattr(routed, kind)) for kind in PIKES) >= ENOUGH
    return Change(safe=4 if unit in PIKES and not broken else 0)


@hooks.UNIT.capability("L36")
def chevaliers(state: State, lord: str, unit: str, strike: str) -> Change:
    """Men-at-Arms: two Melee Hits instead of one, Protection against Missiles one lower."""
    if unit != "men_at_arms":
        return Change()
    return Change(half_hits=2) if strike == "melee" else Change(worse=1)
