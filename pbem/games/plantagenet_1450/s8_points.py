"""8.0 What Intrigue points may buy: `action` in `tables.toml`."""

from __future__ import annotations

from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Points


def can_buy(points: Points, action: str, cost: int = 0) -> bool:
    """Are there points enough, `cost` or the least that the action takes, and are they good for it (C139)?"""
    least = cost or int(facts().actions[action]["cost_min"])
    return points.left >= least and (not points.uses or action in points.uses)


def amounts(points: Points, action: str) -> range:
    """How many points may be spent on an action that takes some or more."""
    known = facts().actions[action]
    return range(known["cost_min"], min(points.left, known["cost_max"]) + 1)
