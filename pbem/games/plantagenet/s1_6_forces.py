"""1.6 Forces: the common pool of Troop pieces, and units in words."""

from __future__ import annotations

from pbem.engine.prose import listing
from pbem.games.plantagenet.facts import TROOPS, facts
from pbem.games.plantagenet.state import State, Troops


def in_pool(state: State, kind: str) -> int:
    """Pieces of one type that nobody uses; both sides share the pool (C26)."""
    mats = [lord.troops for lord in state.lords.values()]
    used = sum(getattr(troops, kind) for troops in (*mats, state.screened))
    return int(facts().units[kind].pool - used)


def available(state: State, asked_for: dict[str, int]) -> dict[str, int]:
    """What the pool has of some Troops."""
    from_pool = {kind: min(n, in_pool(state, kind)) for kind, n in asked_for.items() if n}
    return {kind: n for kind, n in from_pool.items() if n}


def muster(state: State, lord: str, troops_due: dict[str, int]) -> dict[str, int]:
    """Add Troops from the pool as far as it goes; returns what came."""
    troops, came = state.lords[lord].troops, available(state, troops_due)
    for kind, n in came.items():
        setattr(troops, kind, getattr(troops, kind) + n)
    return came


def present(troops: Troops) -> dict[str, int]:
    """Types that are there, with their numbers, in the order of the Forces table."""
    return {kind: n for kind in TROOPS if (n := getattr(troops, kind))}


def counted(kind: str, count: int) -> str:
    """`2 Longbowmen`, `1 Longbowman`."""
    name = facts().units[kind].name
    return f"{count} {name.replace('men', 'man').replace('Men', 'Man') if count == 1 else name}"


def in_words(troops: dict[str, int]) -> str:
    """`2 Men-at-Arms and 1 Longbowman`."""
    return listing(counted(kind, n) for kind, n in troops.items()) or "nothing"


def fed_by(count: int) -> int:
    """Coin or Provender that so many Troops need: one per six or part (3.2.1, 4.7)."""
    return -(-count // int(facts().limits["troops_per_coin"]))
