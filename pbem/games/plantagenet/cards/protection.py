"""Capabilities that change Protection, or Hits, of a Lord's units in Battle (4.4.2); never Losses (C69)."""

from __future__ import annotations

from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Change
from pbem.games.plantagenet.s4_4_1_array import current
from pbem.games.plantagenet.s4_4_2_strike import forces_row
from pbem.games.plantagenet.state import State

ENOUGH = 3
"""Routed units that break the Piquiers."""


def as_printed(card: str, unit: str, strike: str) -> Change:
    """What the foldout's table says that a card does to a unit."""
    kind = forces_row(unit)
    for modifier in facts().modifiers[card]:
        if kind.id in modifier.units:
            more = (modifier.melee_multiplier - 1) * kind.melee if strike == "melee" else 0
            return Change(modifier.safe[strike], modifier.worse[strike], more)
    return Change()


@hooks.UNIT.capability("Y9")
def barricades(state: State, lord: str, unit: str, strike: str) -> Change:
    """At a Friendly Stronghold: Men-at-Arms 1-4, Longbowmen and Militia 1-2."""
    at_home = board.friendly(state, current(state).at, lords.side_of(lord))
    return as_printed("Y9", unit, strike) if at_home else Change()


@hooks.UNIT.capability("L5")
def church_blessing(state: State, lord: str, unit: str, strike: str) -> Change:
    """Men-at-Arms 1-4."""
    return as_printed("L5", unit, strike)


@hooks.UNIT.capability("L23")
def montagu(state: State, lord: str, unit: str, strike: str) -> Change:
    """Retinue 1-5 while Montagu is on the mat, Routed or not."""
    serves = "montagu" in state.lords[lord].vassals
    return as_printed("L23", unit, strike) if serves else Change()


@hooks.UNIT.capability("L27")
def barded_horse(state: State, lord: str, unit: str, strike: str) -> Change:
    """Retinue and all Vassals: 1-3 against Missiles, 1-5 in Melee."""
    return as_printed("L27", unit, strike)


@hooks.UNIT.capability("L34")
def piquiers(state: State, lord: str, unit: str, strike: str) -> Change:
    """Men-at-Arms and Militia 1-4 until three of them have Routed."""
    routed = current(state).lords[lord].routed
    pikes = facts().modifiers["L34"][0].units
    broken = sum(int(getattr(routed, kind)) for kind in pikes) >= ENOUGH
    return Change() if broken else as_printed("L34", unit, strike)


@hooks.UNIT.capability("L36")
def chevaliers(state: State, lord: str, unit: str, strike: str) -> Change:
    """Men-at-Arms: two Melee Hits instead of one, Protection against Missiles one lower."""
    return as_printed("L36", unit, strike)
