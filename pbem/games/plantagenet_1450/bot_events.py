"""What the event of a card is worth to a side, roughly: its steps added up, dice by their mean."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pbem.errors import Impossible
from pbem.games.plantagenet_1450.conditions import Around, all_hold, side_of
from pbem.games.plantagenet_1450.facts import NEUTRAL, facts
from pbem.games.plantagenet_1450.state import State

FACES = 6
MEAN = 3.5
LEADER, POINT, COIN, UNIT, STEP = 2.0, 0.7, 0.2, 0.25, 0.5
"""What a leader, an Intrigue point, a point of Treasury, a unit and a diplomatic level are worth."""


def worth(state: State, side: str, steps: Sequence[dict[str, Any]]) -> float:
    """In points of Legitimacy for a side whose event it is."""
    return sum(_step(state, side, step) for step in steps)


def _step(state: State, side: str, step: dict[str, Any]) -> float:
    """What one step of an event is worth to `side`, in the points that the robot counts in."""
    for_it = 1.0 if side_of(state, str(step.get("side", side)), Around(side)) == side else -0.7
    match step["op"]:
        case "legitimacy":
            return for_it * _mean(step["amount"])
        case "treasury":
            return for_it * COIN * _mean(step["amount"])
        case "points":
            return for_it * POINT * _mean(step["amount"])
        case "control":
            return _control(state, side, step)
        case "place" | "flip" | "release" | "protector":
            return LEADER
        case "remove" | "incapacitate":
            return LEADER
        case "recruit":
            return for_it * UNIT * float(step.get("count", 2))
        case "diplomacy":
            return for_it * STEP * float(step["steps"])
        case "heir" | "loyalty" | "battle" | "capture_check":
            return STEP
        case "when":
            met = _holds(state, step["if"], side)
            return worth(state, side, step["then"] if met else step.get("else", ()))
        case "roll":
            return sum(_band(state, side, band) for band in step["bands"])
        case "choose":
            return max(worth(state, side, one["do"]) for one in step["options"])
        case _:
            return 0.0


def _holds(state: State, conditions: list[str], side: str) -> bool:
    """What hangs on somebody who is named only when it happens counts as not so."""
    if any("$" in text for text in conditions):
        return False
    return all_hold(state, conditions, Around(side))


def _band(state: State, side: str, band: dict[str, Any]) -> float:
    chance: float = (band["max"] - band["min"] + 1) / FACES
    return chance * worth(state, side, band["do"])


def _mean(amount: int | str) -> float:
    if isinstance(amount, int):
        return float(amount)
    if not amount.endswith("1d6"):
        raise Impossible(f"{amount} is no amount")
    return -MEAN if amount.startswith("-") else MEAN


def _control(state: State, side: str, step: dict[str, Any]) -> float:
    """A marker that changes: for an area that is named what it is worth, else one for each that may be picked."""
    to = side_of(state, step["to"], Around(side))
    area = step["area"]
    if isinstance(area, dict):
        return float(area.get("pick", 1)) * (1.0 if to == side else 0.8)
    if area not in facts().areas:
        return 0.0
    group = facts().areas[area].group
    holder = state.control.get(group, NEUTRAL)
    lost = {side: -1.0, state.enemy(side): 0.8}.get(holder, 0.0)
    won = {side: 1.0, state.enemy(side): -0.8}.get(to, 0.0)
    return facts().worth[group] * (lost + won) if holder != to else 0.0
