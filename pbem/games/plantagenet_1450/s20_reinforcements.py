"""20.0 Leaders who come into a campaign scenario while it runs, as Queen Margaret does in 1471."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s16_4_5_3_zones as zones
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State


def expected(state: State) -> Iterator[tuple[int, dict[str, Any]]]:
    """Who still waits, with the campaign turn from which he comes."""
    for group in scenario_row(state).get("reinforcements", ()):
        for one in group["leaders"]:
            if state.leaders[one["id"]].status == "waiting":
                yield group["campaign_turn"], one


async def arrive(table: Table[State]) -> None:
    """At the beginning of a campaign turn, in the hex that the scenario names, or in the nearest one of its area
    that he may enter; if there is none he waits another turn (P7)."""
    state = table.state
    for turn, data in list(expected(state)):
        id = data["id"]
        one = state.leaders[id]
        inside = board.hexes_in(data["hex"])
        at = zones.nearest_open(state, one.side, data["hex"], inside)
        if turn > state.campaign_turn:
            continue
        if not zones.is_open(state, one.side, at):
            where = board.name(at)
            table.say("20.0", f"{leaders.name(id)} cannot come to {where} yet.", about=(id,))
            continue
        one.at, one.status = at, "free"
        told = f"{leaders.name(id)} comes to {board.name(at)} with {leaders.army_text(one.army)}."
        table.say("20.0", told, about=(at, id))
