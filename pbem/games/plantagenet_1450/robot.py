"""How a program plays a side, and what it prepares: what its points go to after a die, for a campaign turn who attacks
and who marches where, and policies for the rest.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.engine.facets.robot import Level, Robot
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.standing import StandingOrders
from pbem.games.plantagenet_1450 import bot, bot_simple
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


class Plantagenet1450Robot(Robot[State]):
    def choose(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)

    def standing_orders(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """The preset; in a Campaign also who acts and where he goes."""
        reactions = dict(presets[PRESET])
        if not state.in_campaign:
            reactions["intrigue"] = ", ".join(politics(state, side))
        else:
            reactions["act"] = "; ".join([*actions(state, side), "pass"])
            reactions["march"] = ", ".join([*marches(state, side), "stop"])
            reactions["break_off"] = "retreat if strength <= 50% of enemy; fight"
        return StandingOrders(reactions)


def politics(state: State, side: str) -> list[str]:
    """8.0 What points go to when a die has fallen otherwise than was hoped: the first of these that can be done."""
    parts = ["recover wits", "control", "remove", "heir check"]
    reach = reaches(state, side)
    for id in stacks.able(state, side):
        area = board.area_of(state.leaders[id].at)
        around = () if area is None else facts().areas[area.id].adjacent
        worth = {to: nearer(state, id, to, reach) for to in around}
        best = max(worth, key=lambda to: worth[to], default="")
        if best and worth[best] > 0:
            parts.append(f"{id}: move {best}")
    return [*parts[:MOST_MOVES], "besiege", "recruit longbowmen", "done"]


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
    goals = sight.Goals(state)
    for id in able(state, side):
        goal = goals.of(id)
        should = goals.should_move(id, leaders.MOST_FATIGUE)
        if should and sight.can_advance(state, id, goal):
            yield (
                f"activate {id} if fatigue {id} <= {rested} and units {id} > 0 and threat {id} = 0 "
                f"and not {id} at {goal}"
            )


def marches(state: State, side: str) -> Iterator[str]:
    """Everybody to his goal, or as far as he gets."""
    goals = sight.Goals(state)
    for id in able(state, side):
        goal = goals.of(id)
        if goal != state.leaders[id].at:
            yield f"{id}: march towards {goal}"
