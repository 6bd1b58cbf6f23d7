"""13.0 Game end and victory: a lead of 15 wins at once, after the last turn any lead; then 3-star nobles."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.state import State

DRAW = "draw"


async def advance_turn(table: Table[State]) -> None:
    """4.10 Check for victory, then advance the turn marker."""
    state = table.state
    winner, reason = verdict(state)
    if winner:
        state.winner, state.ending = winner, reason
        table.say("13.0", reason, kind="heading")
        return
    state.turn += 1


def verdict(state: State) -> tuple[str, str]:
    """13.0 The winner and why; "" while the game goes on."""
    row = facts().scenarios[state.scenario]
    side = "lancaster" if state.lead > 0 else "york"
    ahead = nobles.side_name(side)
    if abs(state.lead) >= row["auto_victory_vp"]:
        return (
            side,
            f"{ahead} wins with a lead of {abs(state.lead)} VP in turn {state.turn} (13.0).",
        )
    if state.turn < row["last_turn"]:
        return "", ""
    if state.lead:
        return (
            side,
            f"The last turn is over: {ahead} wins with a lead of {abs(state.lead)} VP (13.0).",
        )
    return tie_break(state)


def heirs(state: State, side: str) -> int:
    """13.0 Its 3-star nobles in regions under its own control, an infirm Henry included (C26)."""
    needed = facts().tables["control"]["london_needs_stars"]
    return sum(
        nobles.stars(state, id) >= needed
        for place in facts().regions
        if board.controller(state, place) == side
        for id in nobles.at(state, place, side)
    )


def tie_break(state: State) -> tuple[str, str]:
    """13.0 Most 3-star nobles at home; still level: nobody wins."""
    counts = {side: heirs(state, side) for side in SIDES}
    best = max(counts.values())
    if min(counts.values()) == best:
        return DRAW, (
            "VP and 3-star nobles are level: England falls into chaos and becomes "
            "a vassal of France (13.0)."
        )
    (side,) = (side for side in SIDES if counts[side] == best)
    return (
        side,
        f"VP are level; {nobles.side_name(side)} wins with more 3-star nobles in its regions (13.0).",
    )
