"""How a program plays a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.facets.robot import Robot
from pbem.engine.level import Level
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.standing import StandingOrders
from pbem.games.warriors import bot, bot_simple, bot_standing
from pbem.games.warriors.bot_sight import state_after_march
from pbem.games.warriors.passing import PassAll
from pbem.games.warriors.s6_campaigns import March, asks_campaign
from pbem.games.warriors.state import State


class WarriorsRobot(Robot[State]):
    def choose(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request)

    def standing_orders(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """A preset, and while nobles are placed the order in which they come this turn."""
        place = bot_standing.placing_list(state, side) if state.step == "place_noble" else ASK
        return StandingOrders({**presets[bot_standing.PRESET], "place": place})

    def lines_ahead(self, state: State, side: str) -> tuple[str, ...]:
        """6.1 The campaigns that are left, as if the enemy stood still, each while its target is as it
        was; in the end `pass all` while no enemy has come to where one's own nobles stand."""
        if state.step != "campaign" or side in state.stood_down:
            return ()
        lines: list[str] = []
        then = replace(state, impulses=dict(state.impulses))
        while then.impulses[side]:
            best = bot.best(then, asks_campaign(then, side), bot.campaign)
            if not isinstance(best, March):
                lines.append(f"{PassAll()} if {bot_standing.quiet(then, side)}")
                break
            lines.append(f"{best} if {bot_standing.as_it_was(then, side, best.to)}")
            then = state_after_march(then, [best.noble, *best.others], best.to)
            then = replace(then, impulses={**then.impulses, side: then.impulses[side] - 1})
        return tuple(lines)
