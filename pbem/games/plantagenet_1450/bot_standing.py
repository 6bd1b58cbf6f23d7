"""What the simple player prepares: what its points go to after a die, for a campaign turn who attacks and who marches
where, and policies for the rest.

It plans each play of an impulse, and a Campaign once a campaign turn.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.engine.script import ASK
from pbem.games.plantagenet_1450 import bot_sight as sight
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s10_leaders as leaders
from pbem.games.plantagenet_1450 import s11_1_stacks as stacks
from pbem.games.plantagenet_1450.bot_politics import nearer, reaches
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State

PRESET = "bold"
MOST_MOVES = 20
"""What a policy names at most before the last resorts."""
GOOD_ODDS = 120
"""In percent of the enemy's units: it attacks from here on."""
RESTED, LAST_TURN = 2, 3
"""The fatigue up to which it activates a leader; in the last campaign turn up to the second one."""


def politics(state: State, side: str) -> list[str]:
    """8.0 What points go to when a die has fallen otherwise than was hoped: the first of these that can be done."""
    told = ["recover wits", "control", "remove", "heir check"]
    reach = reaches(state, side)
    for id in stacks.able(state, side):
        area = board.area_of(state.leaders[id].at)
        around = () if area is None else facts().areas[area.id].adjacent
        worth = {to: nearer(state, id, to, reach) for to in around}
        best = max(worth, key=lambda to: worth[to], default="")
        if best and worth[best] > 0:
            told.append(f"{id}: move {best}")
    return [*told[:MOST_MOVES], "besiege", "recruit longbowmen", "done"]


def able(state: State, side: str) -> list[str]:
    """Leaders in the field with a force, the largest first."""
    some = [id for id in leaders.free(state, side) if state.leaders[id].army]
    some = [id for id in some if leaders.in_field(state.leaders[id])]
    some = [id for id in some if not board.is_abroad(state.leaders[id].at)]
    return sorted(some, key=lambda id: -len(state.leaders[id].army))


def actions(state: State, side: str) -> Iterator[str]:
    """Attack whoever is weaker, else bring up who is not where he should be."""
    yield f"{ASK} if campaign turn != {state.campaign_turn}"
    for id in able(state, side):
        strong = f"stack {id} >= {GOOD_ODDS}% of threat {id}"
        yield f"{id}: attack if threat {id} > 0 and fatigue {id} < 4 and {strong}"
    rested = LAST_TURN if state.campaign_turn == state.campaign_turns else RESTED
    for id in able(state, side):
        goal = sight.goal(state, id)
        should = sight.should_move(state, id, leaders.MOST_FATIGUE)
        if should and sight.can_advance(state, id, goal):
            yield (
                f"activate {id} if fatigue {id} <= {rested} and units {id} > 0 and threat {id} = 0 "
                f"and not {id} at {goal}"
            )


def marches(state: State, side: str) -> Iterator[str]:
    """Everybody to his goal, or as far as he gets."""
    for id in able(state, side):
        goal = sight.goal(state, id)
        if goal != state.leaders[id].at:
            yield f"{id}: march towards {goal}"
