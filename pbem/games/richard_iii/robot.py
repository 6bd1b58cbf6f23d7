"""How a program plays a side."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.engine.facets.robot import Level, Robot
from pbem.engine.request import Request
from pbem.games.richard_iii import bot, bot_simple
from pbem.games.richard_iii.state import State


class RichardIIIRobot(Robot[State]):
    def choose(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request, known)
