"""Warriors of England as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Mapping, Sequence
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.data import InForce, RulesData
from pbem.engine.level import Level
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.warriors import (
    position_words,
    s3_setup,
)
from pbem.games.warriors.facts import FILES, SIDES, facts, in_force
from pbem.games.warriors.s13_game_end import End
from pbem.games.warriors.state import State

if TYPE_CHECKING:
    from pbem.engine.decision import Decision
    from pbem.engine.document import Document
    from pbem.engine.ending import Ending
    from pbem.engine.odds import Odds, Question
    from pbem.engine.picture import Picture
    from pbem.engine.request import Request
    from pbem.engine.standing import StandingOrders
    from pbem.engine.table import Table
    from pbem.engine.trays import Tray


class WarriorsData(RulesData):
    replaceable = FILES

    def in_force(self, files: Mapping[str, str]) -> InForce:
        from pbem.games.warriors import own_data  # only owners of the game need it

        return partial(in_force, own_data.read(tuple(sorted(files.items()))))


class Warriors(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there. C29 Nothing is hidden but the order of the
    draw, which lies in slots: Covert Boxes are open, and nobody holds a secret."""

    name = "warriors"
    title = "Warriors of England: The Wars of the Roses"
    version = 1
    sides = SIDES
    state_type = State

    @cached_property
    def data(self) -> RulesData:
        return WarriorsData(self.name, FILES)

    def scenarios(self) -> dict[str, str]:
        return s3_setup.titles()

    def setup(self, scenario: str) -> State:
        return s3_setup.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.warriors import sequence  # who only looks at a position takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def endings(self) -> type[Ending]:
        return End

    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        from pbem.games.warriors import guards

        return guards.look(state, side, words)

    def terms(self) -> str:
        from pbem.games.warriors import guards

        return guards.KNOWN

    def now(self, state: State) -> str:
        return position_words.now(state)

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.warriors import position  # only reports need it

        return position.position(state)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.warriors import drawn_map  # only maps need it

        return drawn_map.drawn(state)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.warriors import laid_out  # only who draws needs it

        return laid_out.trays(state)

    def piece_called(self, piece: str) -> str:
        known = facts().nobles
        return known[piece].front.short if piece in known else super().piece_called(piece)

    def score(self, state: State) -> Score | None:
        return Score(
            "Victory Points", {"york": max(0, -state.lead), "lancaster": max(0, state.lead)}
        )

    def tally(self, state: State, side: str) -> dict[str, int]:
        mine = [noble for noble in state.nobles.values() if noble.side == side]
        mine = [noble for noble in mine if noble.at in facts().places or noble.at == "covert"]
        return {
            "Nobles": len(mine),
            "Troops": sum(noble.troops for noble in mine),
            "Regions": sum(owner == side for owner in state.control.values()),
        }

    def check(self, state: State) -> None:
        from pbem.games.warriors import invariants

        invariants.check(state)

    def bot(
        self, state: State, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        from pbem.games.warriors import bot, bot_simple  # only players that are programs need it

        choose = bot_simple.choose if level is Level.SIMPLE else bot.choose
        return choose(state, request)

    def bot_standing(
        self, state: State, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """There are no plan cards: policies only."""
        from pbem.games.warriors import bot_standing

        return bot_standing.standing(state, side)

    def bot_ahead(self, state: State, side: str) -> tuple[str, ...]:
        from pbem.games.warriors import bot_standing

        return bot_standing.campaigns_ahead(state, side)

    def odds(self) -> dict[str, Odds]:
        from pbem.games.warriors import odds  # only `pbem odds` needs it

        return odds.odds(self)

    def asks(self, state: State, side: str, decision: Decision) -> Question | None:
        from pbem.games.warriors import odds_asked

        return odds_asked.question(state, side, decision)

    def turn(self, state: State) -> str:
        return f"turn {state.turn}, {facts().years[state.turn]}"

    def names(self) -> Collection[str]:
        return {*facts().nobles, *facts().places}


WARRIORS = Warriors()
