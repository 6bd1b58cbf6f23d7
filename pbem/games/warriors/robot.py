"""How a program plays a side, and what it prepares: policies for all that the enemy or the dice can ask, and in one
go who comes from the Covert Box where, which otherwise takes an email for every noble.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from pbem.engine.facets.robot import Level, Robot
from pbem.engine.request import Request
from pbem.engine.script import ASK
from pbem.engine.standing import StandingOrders
from pbem.games.warriors import bot, bot_simple
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.bot_sight import placed, state_after_march
from pbem.games.warriors.passing import PassAll
from pbem.games.warriors.s6_campaigns import March, asks_campaign
from pbem.games.warriors.s11_2_placing import PlaceNoble, asks_placing, troops_along
from pbem.games.warriors.state import State

PRESET = "cautious"


class WarriorsRobot(Robot[State]):
    worlds = 32  # its games are soon over

    def choose(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request)

    def standing_orders(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """A preset, and while nobles are placed the order in which they come this turn."""
        place = placing_list(state, side) if state.step == "place_noble" else ASK
        return StandingOrders({**presets[PRESET], "place": place})

    def lines_ahead(self, state: State, side: str) -> tuple[str, ...]:
        """6.1 Order lines for the campaigns that are left, each with the condition that its target is as it is now.

        They are planned as if the enemy stood still; the last is `pass all` while no enemy has come to one's own
        nobles.
        """
        if state.step != "campaign" or side in state.stood_down:
            return ()
        lines: list[str] = []
        state_then = replace(state, impulses=dict(state.impulses))
        while state_then.impulses[side]:
            best = bot.best(state_then, asks_campaign(state_then, side), bot.campaign)
            if not isinstance(best, March):
                lines.append(f"{PassAll()} if {quiet(state_then, side)}")
                break
            lines.append(f"{best} if {as_it_was(state_then, side, best.to)}")
            state_then = state_after_march(state_then, [best.noble, *best.others], best.to)
            state_then = replace(
                state_then, impulses={**state_then.impulses, side: state_then.impulses[side] - 1}
            )
        return tuple(lines)


def as_it_was(state: State, side: str, place: str) -> str:
    """The enemy at a place is no stronger than now."""
    most = nobles.strength(state, nobles.at(state, place, state.enemy(side)))
    return f"enemy strength at {place} <= {most}" if most else f"no enemy at {place}"


def quiet(state: State, side: str) -> str:
    """Every army stands as it does now."""
    places = sorted(nobles.armies(state)[side])
    return " and ".join(as_it_was(state, side, place) for place in places) or "turn > 0"


def placing_list(state: State, side: str) -> str:
    """11.2 A policy for this turn's Covert Box: `warwick wales, talbot east, pass if turn < 4; else ask`.

    Planned as if the enemy did nothing; nobody comes whom the simple player would keep back.
    """
    placings: list[str] = []
    state_then = state
    while True:
        points = bot.place(state_then, side)
        choices = asks_placing(state_then, side).decisions()
        rated = [(points(choice) or 0.0, str(choice), choice) for choice in choices]
        best = max(rated, key=lambda row: row[:2])[2]
        if not isinstance(best, PlaceNoble):
            break
        placings.append(f"{best.noble} {best.to}")
        state_then = placed(state_then, best.noble, side, best.to, troops_along())
    return f"{', '.join([*placings, 'pass'])} if turn < {state.turn + 1}; else ask"
