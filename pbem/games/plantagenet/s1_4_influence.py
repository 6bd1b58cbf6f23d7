"""1.4 Influence: the track, and checks against a Lord's rating."""

from __future__ import annotations

from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State

BONUS = {0: 0, 1: 1, 3: 2}
"""Added Influence points and what they add to the rating (1.4.2); never two points."""


def gain(state: State, side: str, points: int) -> None:
    """1.4.1 Shift the net marker towards `side` (negative: away); it stops at 45."""
    limit = facts().influence["max_net"]
    moved = state.influence + (points if side == "york" else -points)
    state.influence = max(-limit, min(limit, moved))


def lose(state: State, side: str, points: int) -> None:
    gain(state, side, -points)


def score(state: State, side: str) -> int:
    """Points of `side` on the net track; negative if the enemy is ahead."""
    return state.influence if side == "york" else -state.influence


def rating(state: State, lord: str, vassal: str = "", bonus: int = 0) -> int:
    """1.4.2 The highest roll that succeeds: modified rating, 1 always works and 6 never (C15)."""
    value = lords.influence(state, lord) + BONUS[bonus]
    if vassal:
        counter = lords.vassal(vassal)
        same = counter.loyalty_side == lords.side_of(lord)
        value += counter.loyalty if same else -counter.loyalty
    return max(1, min(5, value))


def bonuses(state: State, lord: str, vassal: str = "") -> list[int]:
    """The added spendings that still help: none that would not raise the effective rating.

    Spending more is never of use, so such lines are not offered (play note to 1.4.2).
    """
    useful = [0]
    for extra in (1, 3):
        if rating(state, lord, vassal, extra) > rating(state, lord, vassal, useful[-1]):
            useful.append(extra)
    return useful


def price(state: State, lord: str, bonus: int, ways: int = 0, vassal: str = "") -> str:
    """What a check costs and needs, for a menu: `costs 2, succeeds on 1-4`."""
    return f"costs {1 + bonus + ways}, succeeds on 1-{rating(state, lord, vassal, bonus)}"


async def check(
    table: Table[State],
    lord: str,
    what: str,
    rule: str,
    bonus: int = 0,
    ways: int = 0,
    vassal: str = "",
) -> bool:
    """1.4.2 Pay, roll, compare. `what` completes the die's label: `york parley bedford`."""
    state = table.state
    needed = rating(state, lord, vassal, bonus)
    lose(state, lords.side_of(lord), 1 + bonus + ways)
    die = await table.roll(f"{lord} {what}", needed=f"1-{needed}", rule=rule)
    return die <= needed
