"""Plantagenet, The Wars of the Roses, 1450-1500, as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import cached_property, partial
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.chances import Chances
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import InForce, RulesData
from pbem.engine.facets.imagination import Imagination
from pbem.engine.facets.policies import PolicyRules
from pbem.engine.facets.robot import Robot
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.plantagenet_1450 import s20_scenarios as scenarios
from pbem.games.plantagenet_1450.conditions import units_in_england
from pbem.games.plantagenet_1450.facts import FILES, SIDES, in_force
from pbem.games.plantagenet_1450.position_words import WORDS
from pbem.games.plantagenet_1450.s6_cards import Plantagenet1450Secrets
from pbem.games.plantagenet_1450.s20_victory import End
from pbem.games.plantagenet_1450.state import State

if TYPE_CHECKING:
    from pbem.engine.card_text import CardText
    from pbem.engine.declared import GameOption
    from pbem.engine.document import Document
    from pbem.engine.picture import Picture, Tray
    from pbem.engine.table import Table


class Plantagenet1450Data(RulesData):
    replaceable = FILES

    def in_force(self, files: Mapping[str, str]) -> InForce:
        from pbem.games.plantagenet_1450 import own_data  # only owners of the game need it

        return partial(in_force, own_data.read(tuple(sorted(files.items()))))


class Plantagenet1450(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there. The hands of a campaign scenario lie open."""

    name = "plantagenet_1450"
    title = "Plantagenet: The Wars of the Roses, 1450-1500"
    version = 1
    sides = SIDES
    state_type = State
    endings = End

    @cached_property
    def data(self) -> RulesData:
        return Plantagenet1450Data(self.name, FILES)

    @cached_property
    def secrets(self) -> Secrets[State]:
        return Plantagenet1450Secrets()

    @cached_property
    def imagination(self) -> Imagination[State]:
        from pbem.games.plantagenet_1450.imagination import (
            Plantagenet1450Imagination,  # only who looks ahead needs it
        )

        return Plantagenet1450Imagination()

    @cached_property
    def conditions(self) -> Conditions[State]:
        from pbem.games.plantagenet_1450.guards import (
            Plantagenet1450Conditions,  # only conditions need it
        )

        return Plantagenet1450Conditions(self.picture)

    @cached_property
    def policies(self) -> PolicyRules[State]:
        from pbem.games.plantagenet_1450.s6_2_3_absent_owner import (
            Plantagenet1450Policies,  # few sides are ever absent
        )

        return Plantagenet1450Policies()

    @cached_property
    def words(self) -> Words[State]:
        return WORDS

    @cached_property
    def robot(self) -> Robot[State]:
        from pbem.games.plantagenet_1450.robot import (
            Plantagenet1450Robot,  # only players that are programs need it
        )

        return Plantagenet1450Robot()

    @cached_property
    def chances(self) -> Chances[State]:
        from pbem.games.plantagenet_1450.odds import (
            Plantagenet1450Chances,  # only who asks for odds needs it
        )

        return Plantagenet1450Chances(self)

    def scenarios(self) -> dict[str, str]:
        return scenarios.titles()

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return scenarios.options(scenario)

    def setup(self, scenario: str) -> State:
        return scenarios.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.plantagenet_1450 import sequence  # who only looks takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def score(self, state: State) -> Score | None:
        """Legitimacy; in a Campaign on its own the units in England, which decides most of these (20.0)."""
        if state.turn:
            return Score("Legitimacy", {side: state.legitimacy[side] for side in SIDES})
        return Score("Units in England", {side: units_in_england(state, side) for side in SIDES})

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.plantagenet_1450 import position  # only reports need it

        return position.position(state, known)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.plantagenet_1450 import board_picture

        return board_picture.map_picture(state)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.plantagenet_1450 import board_trays

        return board_trays.trays(state, side, known)

    def cards(self) -> tuple[CardText, ...]:
        from pbem.games.plantagenet_1450 import card_texts  # only `pbem card` needs it

        return card_texts.card_texts()

    def tally(self, state: State, side: str) -> dict[str, int]:
        free = [one for one in state.leaders.values() if (one.side, one.status) == (side, "free")]
        counted = {
            "Leaders free": len(free),
            "Units in armies": sum(len(one.army) for one in free),
            "Areas": sum(owner == side for owner in state.control.values()),
            "Fortifications": sum(one.side == side for one in state.garrisons.values()),
        }
        return counted | ({"Treasury": state.treasury[side]} if state.turn else {})

    def check(self, state: State) -> None:
        from pbem.games.plantagenet_1450 import invariants

        invariants.check(state)


PLANTAGENET_1450 = Plantagenet1450()
