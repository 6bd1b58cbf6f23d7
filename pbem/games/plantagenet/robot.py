"""How a program plays a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.facets.robot import Robot
from pbem.engine.level import Foresight, Level
from pbem.engine.request import Request
from pbem.engine.standing import StandingOrders
from pbem.games.plantagenet import bot, bot_simple, bot_standing, policies
from pbem.games.plantagenet import bot_sight as sight
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_1_plan import PASS
from pbem.games.plantagenet.state import State

WON = 200.0
"""What a victory is worth, in the Strikes that `bot_sight.power` counts."""
POINT = 3.0
"""What an Influence point is."""
TRIED = {"approach": ("all battle", "all exile"), "intercept": ("no",)}
"""The lines that are played ahead beside the one that is best by a look (4.3.5, 4.3.4). A Lord alone decides
by a look: played on by robots he fled too often, and York won 123 games of 200 where it had won 181."""


class PlantagenetRobot(Robot[State]):
    def choose(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)

    def standing_orders(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """Policies, and scripts by the number of the card; the other side's own cards do nothing."""
        scripts: dict[str, str] = {}
        for steps in range(bot_standing.STEPS, 0, -1):
            scripts = {
                str(number): bot_standing.script(state, lord, steps)
                for number, lord in enumerate(plan, 1)
                if lord != PASS and lord in state.lords
            }
            if sum(map(len, scripts.values())) <= bot_standing.MOST_CHARACTERS:
                break
        return StandingOrders(
            {**policies.bot(), "intercept": bot_standing.intercept(state, side)}, scripts
        )

    def foresight(
        self, state: State, request: Request, known: Mapping[str, str]
    ) -> Foresight | None:
        """At an Approach and an Intercept; None elsewhere."""
        if request.kind not in TRIED:
            return None
        held = {known[slot] for slot in request.slots if slot in known}
        legal = [option.line for option in request.menu.possible(held)]
        others = [line for line in TRIED[request.kind] if line in legal]
        return Foresight(
            tuple(dict.fromkeys([bot.choose(state, request, known), *others])), outlook
        )


def outlook(state: State, side: str) -> float:
    """Its Forces on the map and its Influence, less the enemy's."""
    if state.winner:
        return WON if state.winner == side else -WON
    enemy = state.enemy(side)
    forces = sight.powers(state, lords.on_map_lords(state, side))
    theirs = sight.powers(state, lords.on_map_lords(state, enemy))
    return forces - theirs + POINT * influence.score(state, side)
