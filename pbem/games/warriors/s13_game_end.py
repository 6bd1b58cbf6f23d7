"""13.0 Game end and victory: a lead of 15 wins at once, after the last turn any lead; then 3-star nobles."""

from __future__ import annotations

from pbem.engine.declared import DRAW, Ending, Reason
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.s3_setup import last_turn, scenario_row
from pbem.games.warriors.state import State


class End(Ending):
    """How the game can end."""

    AUTOMATIC = "13.0", "{winner} wins with a lead of {lead} VP in turn {turn} (13.0)."
    LAST_TURN = "13.0", "The last turn is over: {winner} wins with a lead of {lead} VP (13.0)."
    NOBLES = "13.0", "VP are level; {winner} wins with more 3-star nobles in its regions (13.0)."
    CHAOS = (
        "13.0",
        "VP and 3-star nobles are level: England falls into chaos and becomes a vassal of France "
        "(13.0).",
    )


async def advance_turn(table: Table[State]) -> None:
    """4.10 Check for victory, then advance the turn marker."""
    state = table.state
    winner, reason = verdict(state)
    if reason:
        state.winner, state.ending = winner, reason
        table.say("13.0", reason, kind="heading")
        return
    state.turn += 1


def verdict(state: State) -> tuple[str, Reason | None]:
    """13.0 The winner and why; "" while the game goes on."""
    needed = scenario_row(state)["auto_victory_vp"]
    side = "lancaster" if state.lead > 0 else "york"
    ahead = nobles.side_name(side)
    if abs(state.lead) >= needed:
        reason = End.AUTOMATIC.reason(winner=ahead, lead=abs(state.lead), turn=state.turn)
        return side, reason
    if state.turn < last_turn(state):
        return "", None
    if state.lead:
        return side, End.LAST_TURN.reason(winner=ahead, lead=abs(state.lead))
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


def tie_break(state: State) -> tuple[str, Reason]:
    """13.0 Most 3-star nobles at home; still level: nobody wins."""
    counts = {side: heirs(state, side) for side in SIDES}
    best = max(counts.values())
    if min(counts.values()) == best:
        return DRAW, End.CHAOS.reason()
    (side,) = (side for side in SIDES if counts[side] == best)
    return side, End.NOBLES.reason(winner=nobles.side_name(side))
