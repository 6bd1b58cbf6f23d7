"""How a program plays a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.engine.facets.robot import Robot
from pbem.engine.level import Level
from pbem.engine.request import Request
from pbem.engine.standing import StandingOrders
from pbem.games.plantagenet_1450 import bot, bot_simple, bot_standing
from pbem.games.plantagenet_1450.state import State


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
        reactions = dict(presets[bot_standing.PRESET])
        if not state.in_campaign:
            reactions["intrigue"] = ", ".join(bot_standing.politics(state, side))
        else:
            reactions["act"] = "; ".join([*bot_standing.actions(state, side), "pass"])
            reactions["march"] = ", ".join([*bot_standing.marches(state, side), "stop"])
            reactions["break_off"] = "retreat if strength <= 50% of enemy; fight"
        return StandingOrders(reactions)
