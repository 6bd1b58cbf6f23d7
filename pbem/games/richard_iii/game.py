"""Richard III as a rule set for the engine."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

from pbem.engine.facets.chances import Chances
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.imagination import Imagination
from pbem.engine.facets.robot import Robot
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.games.richard_iii import s1_1_cards as card_texts
from pbem.games.richard_iii import (
    s2_map,
)
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii import s4_scenarios as s4
from pbem.games.richard_iii.facts import FILES, SIDES
from pbem.games.richard_iii.position_words import WORDS
from pbem.games.richard_iii.s9_victory import End
from pbem.games.richard_iii.state import State
from pbem.games.richard_iii.veil import RichardIIISecrets

if TYPE_CHECKING:
    from pbem.engine.card_text import CardText
    from pbem.engine.declared import GameOption
    from pbem.engine.document import Document
    from pbem.engine.picture import Picture, Tray
    from pbem.engine.table import Table

COUNTS = {"8.2": "heirs, nobles and churches on the map, London and a prisoner in the Tower"}
"""Usurpation: what makes somebody King."""


class RichardIII(RuleSet[State]):
    """What `engine.ruleset.RuleSet` asks for; see there."""

    name = "richard_iii"
    title = "Richard III: The Wars of the Roses"
    version = 1
    sides = SIDES
    state_type = State
    endings = End
    counts = COUNTS

    @cached_property
    def data(self) -> RulesData:
        return RulesData(self.name, FILES)

    @cached_property
    def secrets(self) -> Secrets[State]:
        return RichardIIISecrets()

    @cached_property
    def imagination(self) -> Imagination[State]:
        from pbem.games.richard_iii.imagination import (
            RichardIIIImagination,  # only who looks ahead needs it
        )

        return RichardIIIImagination()

    @cached_property
    def conditions(self) -> Conditions[State]:
        from pbem.games.richard_iii.guards import RichardIIIConditions  # only conditions need it

        return RichardIIIConditions(self.picture)

    @cached_property
    def words(self) -> Words[State]:
        return WORDS

    @cached_property
    def robot(self) -> Robot[State]:
        from pbem.games.richard_iii.robot import (
            RichardIIIRobot,  # only players that are programs need it
        )

        return RichardIIIRobot()

    @cached_property
    def chances(self) -> Chances[State]:
        from pbem.games.richard_iii.odds import RichardIIIChances  # only who asks for odds needs it

        return RichardIIIChances(self)

    def scenarios(self) -> dict[str, str]:
        return s4.titles()

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return s4.OPTIONS

    def setup(self, scenario: str) -> State:
        return s4.setup(scenario)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        from pbem.games.richard_iii import sequence  # who only looks at a position takes no step

        return sequence.step(table)

    def result(self, state: State) -> Result | None:
        return Result.of(state.winner, state.ending)

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        from pbem.games.richard_iii import position  # only reports need it

        return position.position(state, side, known)

    def picture(self, state: State, side: str) -> Picture:
        from pbem.games.richard_iii import board_picture

        return board_picture.map_picture(state, side)

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        from pbem.games.richard_iii import board_trays

        return board_trays.trays(state, side, known)

    def cards(self) -> tuple[CardText, ...]:
        return card_texts.card_texts()

    def score(self, state: State) -> Score | None:
        """Who holds more of the map: all can see it, and no other number tells who is ahead."""
        return Score("Lead in areas held", s2_map.friendly_areas(state))

    def check(self, state: State) -> None:
        from pbem.games.richard_iii import invariants

        invariants.check(state)

    def tally(self, state: State, side: str) -> dict[str, int]:
        on_map = [id for id in blocks.blocks_of(state, side) if blocks.on_map(state, id)]
        steps = sum(state.blocks[id].strength for id in on_map)
        areas = s2_map.friendly_areas(state)[side]
        return {"Blocks on the map": len(on_map), "Their steps": steps, "Areas": areas}


RICHARD_III = RichardIII()
