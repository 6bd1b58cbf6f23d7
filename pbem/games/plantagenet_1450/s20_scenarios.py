"""20.0, 5.0 Setting up a scenario."""

from __future__ import annotations

from typing import Any

from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import LeaderState, State, Unit


def titles() -> dict[str, str]:
    return {id: str(row["name"]) for id, row in facts().scenarios.items()}


def row(state: State) -> dict[str, Any]:
    return facts().scenarios[state.scenario]


def setup(id: str) -> State:
    """The position before the deployment of a campaign (16.3)."""
    data = facts().scenarios[id]
    state = State(
        scenario=id,
        step="deployment",
        leaders={one["id"]: placed(one) for one in data["forces"]},
        campaign_turns=data["campaign_turns"],
        won=data["first_initiative"],
    )
    for side in SIDES:
        for area in data[f"control_{side}"]:
            state.control[facts().areas[area].group] = side
        state.pool[side] = dict(data["force_pool"][side])
        state.hands[side] = cards.as_named(data["hands"][side]["fixed"])
    return state


def placed(data: dict[str, Any]) -> LeaderState:
    """His own Men-at-Arms are among the units that the scenario lists."""
    side = data.get("side", facts().leaders[data["id"]].faction)
    own = leaders.own_men(data["id"])
    units = [Unit(kind) for kind in facts().units for _ in range(data["units"].get(kind, 0))]
    for unit in own:
        units.remove(Unit(unit.kind))
    return LeaderState(side, data["hex"], "free", data.get("crowned", False), army=own + units)
