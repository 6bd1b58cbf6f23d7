"""4.0 Setup: the 1460 campaign game (4.3, 4.4) and the two scenarios of the website."""

from __future__ import annotations

from typing import Any

from pbem.engine.declared import NO, YES, GameOption
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, facts
from pbem.games.richard_iii.state import BlockState, State
from pbem.games.richard_iii.whereabouts import learn

BOMBARDS = GameOption("bombard_sea_move", (YES, NO), "Bombards may sail", "C22", changes=True)
OPTIONS = (BOMBARDS,)


def titles() -> dict[str, str]:
    return {id: f"{row['name']}, {row['year']}" for id, row in facts().scenarios.items()}


def setup(id: str) -> State:
    """4.1 The position before the first deal, every block at full strength."""
    row = facts().scenarios[id]
    state = State(
        scenario=row["id"],
        step="deal",
        campaign=row["first_campaign"],
        last_campaign=row["first_campaign"] + row["campaigns"] - 1,
        turns=row["turns_per_campaign"],
        king_side=row["king_side"],
        king=row["king"],
        blocks={id: BlockState("dead", 0) for id in sorted(facts().blocks)},
    )
    for side in SIDES:
        place_by_block = {id: place for place, ids in row[side]["setup"].items() for id in ids}
        place_by_block |= {id: box for box in ("pool", "minor", "enemy") for id in row[side][box]}
        place_by_block |= dict.fromkeys(row[side].get("prisoner", []), "tower")
        for id, at in place_by_block.items():
            strength = 0 if at == "enemy" else blocks.block_facts(id).strength
            state.blocks[id] = BlockState(at, strength)
            learn(state, id)
    return state


def scenario_row(state: State) -> dict[str, Any]:
    return facts().scenarios[state.scenario]


def prison(state: State) -> dict[str, Any]:
    """Kingmaker: the rule about the prisoner, his block and his area; empty in other scenarios."""
    special: list[dict[str, Any]] = scenario_row(state).get("special", [])
    return next((rule for rule in special if rule["id"] == "prisoner"), {})
