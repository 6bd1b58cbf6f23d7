"""Plantagenet as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.chances import Chances
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.imagination import Imagination
from pbem.engine.facets.policies import PolicyRules
from pbem.engine.facets.robot import Robot
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.plantagenet import (
    cards,
)
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as s6
from pbem.games.plantagenet.facts import FILES, SIDES
from pbem.games.plantagenet.policies import PlantagenetPolicies
from pbem.games.plantagenet.position_words import WORDS
from pbem.games.plantagenet.s4_4_2_strike import units_left
from pbem.games.plantagenet.s5_victory import End
from pbem.games.plantagenet.secrets import PlantagenetSecrets
from pbem.games.plantagenet.state import State

if TYPE_CHECKING:
    from pbem.engine.card_text import CardText
    from pbem.engine.declared import GameOption
    from pbem.engine.document import Document
    from pbem.engine.picture import Picture, Tray
    from pbem.engine.table import Table

__all__ = ["PLANTAGENET", "Plantagenet", "cards"]


class Plantagenet(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there.

    `version` changes whenever the same orders and dice could give another game; a game is replayed
    only with the version it was begun with. `tests/versions` notices a change.
    """

    name = "plantagenet"
    title = "Plantagenet: Cousins' War for England, 1459-1485"
    version = 1
    sides = SIDES
    state_type = State
    endings = End

    @cached_property
    def data(self) -> RulesData:
        return RulesData(self.name, FILES)

    @cached_property
    def secrets(self) -> Secrets[State]:
        return PlantagenetSecrets()

    @cached_property
    def imagination(self) -> Imagination[State]:
        from pbem.games.plantagenet.imagination import (
            PlantagenetImagination,  # only who looks ahead needs it
        )

        return PlantagenetImagination()

    @cached_property
    def conditions(self) -> Conditions[State]:
        from pbem.games.plantagenet.guards import PlantagenetConditions  # only conditions need it

        return PlantagenetConditions(self.picture)

    @cached_property
    def policies(self) -> PolicyRules[State]:
        return PlantagenetPolicies()

    @cached_property
    def words(self) -> Words[State]:
        return WORDS

    @cached_property
    def robot(self) -> Robot[State]:
        from pbem.games.plantagenet.robot import (
            PlantagenetRobot,  # only players that are programs need it
        )

        return PlantagenetRobot()

    @cached_property
    def chances(self) -> Chances[State]:
        from pbem.games.plantagenet.odds import (
            PlantagenetChances,  # only who asks for odds needs it
        )

        return PlantagenetChances(self)

    def scenarios(self) -> dict[str, str]:
        return s6.titles()

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return s6.options(scenario)

    def setup(self, scenario: str) -> State:
        return s6.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.plantagenet import sequence  # who only looks at a position takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.plantagenet import position  # only reports need it

        return position.position(state, side, known)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.plantagenet import board_picture

        return board_picture.map_picture(state)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.plantagenet import board_trays

        return board_trays.trays(state, side, known)

    def cards(self) -> tuple[CardText, ...]:
        from pbem.games.plantagenet import card_texts  # only `pbem card` needs it

        return card_texts.card_texts()

    def score(self, state: State) -> Score | None:
        return Score("Influence", {side: max(0, influence.score(state, side)) for side in SIDES})

    def charted(self, state: State) -> Score | None:
        """Influence; in a Battle on its own, which has none, the units that have not Routed."""
        if not s6.scenario_row(state)["battle_only"]:
            return self.score(state)
        if state.battle is None:
            return None
        return Score("Lead in units not Routed", {side: units_left(state, side) for side in SIDES})

    def check(self, state: State) -> None:
        from pbem.games.plantagenet import invariants

        invariants.check(state)

    def tally(self, state: State, side: str) -> dict[str, int]:
        mats = [
            lord for id, lord in lords.lords_of(state, side).items() if lords.mustered(state, id)
        ]
        return {
            "Lords on the map": len(mats),
            "Troops": sum(mat.troops.total() for mat in mats),
            "Vassals": sum(len(mat.vassals) for mat in mats),
            "Strongholds": sum(favour == side for favour in state.favour.values()),
        }


PLANTAGENET = Plantagenet()
