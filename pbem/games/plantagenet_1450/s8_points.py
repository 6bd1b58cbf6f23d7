"""8.0 What Intrigue points may buy: `action` in `tables.toml`."""

from __future__ import annotations

from pbem.engine.table import OUT_OF_REACH
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Points, State


def can_buy(points: Points, action: str, cost: int = 0) -> bool:
    """Are there points enough, `cost` or the least that the action takes, and are they good for it (C139)?"""
    least = cost or int(facts().actions[action]["cost_min"])
    return points.left >= least and (not points.uses or action in points.uses)


def amounts(points: Points, action: str) -> range:
    """How many points may be spent on an action that takes some or more."""
    action_facts = facts().actions[action]
    return range(action_facts["cost_min"], min(points.left, action_facts["cost_max"]) + 1)


def changes(state: State, side: str, what: str) -> int:
    """What cards have changed for the rest of the turn in the dice that a side rolls (`modify` in effects.md)."""
    return sum(one.amount for one in state.changes if (one.side, one.what) == (side, what))


def at_least(number: int) -> str:
    """The dice that succeed where a high one does, for whoever reads the roll."""
    return f"{max(1, number)}-6" if number <= 6 else OUT_OF_REACH[0]


def at_most(number: int) -> str:
    """The dice that succeed where a low one does."""
    return f"1-{min(6, number)}" if number >= 1 else OUT_OF_REACH[1]


def points_text(many: int) -> str:
    """`1 point`, `3 points`."""
    return f"{many} point" + "s" * (many != 1)
