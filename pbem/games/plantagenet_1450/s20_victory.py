"""20.0 How a game ends. A campaign scenario is judged after its last campaign turn (C187)."""

from __future__ import annotations

import re

from pbem.engine.ending import DRAW, Ending, Reason
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450.facts import SIDES, facts
from pbem.games.plantagenet_1450.state import State

_PREDICATE = re.compile(r"(!?)(\w+)\(([\w,]+)\)(?:<=(\d+))?")


class End(Ending):
    """How the game can end."""

    CAMPAIGN = "20.0", "The Campaign is over: {winner} has what it fought for (20.0, C187)."
    CAMPAIGN_DRAW = (
        "20.0",
        "The Campaign is over, and neither side has what it fought for: a draw (C187).",
    )
    CAMPAIGN_BOTH = (
        "20.0",
        "The Campaign is over, and both sides have what they fought for: a draw (C187).",
    )


async def victory(table: Table[State]) -> None:
    state = table.state
    state.winner, reason = verdict(state)
    state.ending = reason
    table.say("20.0", reason, kind="heading")


def verdict(state: State) -> tuple[str, Reason]:
    """A side whose conditions hold, those of one alternative together; both or neither are a
    draw."""
    conditions = facts().scenarios[state.scenario]["victory"]
    met = [
        side
        for side in SIDES
        if any(all(holds(state, one) for one in some) for some in conditions[side])
    ]
    if len(met) == 1:
        return met[0], End.CAMPAIGN.reason(winner=board.side_name(met[0]))
    if met:
        return DRAW, End.CAMPAIGN_BOTH.reason()
    return DRAW, End.CAMPAIGN_DRAW.reason()


def parsed(condition: str) -> tuple[bool, str, list[str], int]:
    """Is it negated, its predicate, what that is about, and the number it is compared with. Raises Impossible
    for what is written otherwise."""
    found = _PREDICATE.fullmatch(condition)
    if found is None:
        raise Impossible(f"{condition} is no condition of victory")
    negated, name, given, most = found.groups()
    return bool(negated), name, given.split(","), int(most or 0)


def holds(state: State, condition: str) -> bool:
    """A predicate of `effects.md` for campaign scenarios; `!` negates. Raises Impossible for another one."""
    negated, name, given, most = parsed(condition)
    return truth(state, name, given, most) != negated


def truth(state: State, name: str, given: list[str], most: int) -> bool:
    match name, given:
        case "leader_in_hex", [side, at]:
            return bool(leaders.at(state, at, side))
        case "units_in_england", [side]:
            return units_in_england(state, side) <= most
        case "dead_or_captive", [id]:
            return state.leaders[id].status in ("dead", "captive")
        case _:
            raise Impossible(f"{name}({','.join(given)}) is no condition of victory")


def units_in_england(state: State, side: str) -> int:
    """Units of its armies and garrisons, leaders' own Men-at-Arms among them; the Force Pool is nowhere."""
    armies = [
        state.leaders[id].army
        for id in leaders.free(state, side)
        if board.in_england(state.leaders[id].at)
    ]
    held = [
        one.units
        for at, one in state.garrisons.items()
        if one.side == side and board.in_england(at)
    ]
    return sum(map(len, armies + held))
