"""Warriors of England as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.chances import Chances
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import InForce, RulesData
from pbem.engine.facets.robot import Robot
from pbem.engine.facets.words import Words
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.warriors import (
    s3_setup,
)
from pbem.games.warriors.facts import FILES, SIDES, facts, in_force
from pbem.games.warriors.position_words import WORDS
from pbem.games.warriors.s13_game_end import End
from pbem.games.warriors.state import State

if TYPE_CHECKING:
    from pbem.engine.document import Document
    from pbem.engine.picture import Picture, Tray
    from pbem.engine.table import Table


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
    endings = End

    @cached_property
    def data(self) -> RulesData:
        return WarriorsData(self.name, FILES)

    @cached_property
    def conditions(self) -> Conditions[State]:
        from pbem.games.warriors.guards import WarriorsConditions  # only conditions need it

        return WarriorsConditions(self.picture)

    @cached_property
    def words(self) -> Words[State]:
        return WORDS

    @cached_property
    def robot(self) -> Robot[State]:
        from pbem.games.warriors.robot import (
            WarriorsRobot,  # only players that are programs need it
        )

        return WarriorsRobot()

    @cached_property
    def chances(self) -> Chances[State]:
        from pbem.games.warriors.odds import WarriorsChances  # only who asks for odds needs it

        return WarriorsChances(self)

    def scenarios(self) -> dict[str, str]:
        return s3_setup.titles()

    def setup(self, scenario: str) -> State:
        return s3_setup.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.warriors import sequence  # who only looks at a position takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.warriors import position  # only reports need it

        return position.position(state)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.warriors import board_picture

        return board_picture.map_picture(state)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.warriors import board_trays

        return board_trays.trays(state)

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


WARRIORS = Warriors()
