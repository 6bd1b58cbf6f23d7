"""Two Provinces as a rule set: what `pbem.engine.ruleset.RuleSet` cannot know by itself."""

from __future__ import annotations

from collections.abc import Coroutine, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.engine.chance import SeededChance
from pbem.engine.declared import GameOption
from pbem.engine.document import Document
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.imagination import Imagination
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.picture import Picture, Tray
from pbem.engine.ruleset import Result, RuleSet, Score
from pbem.engine.table import Table
from pbem.errors import Impossible
from tests.contract.toy import position, rules
from tests.contract.toy.state import SIDES, Army, State, facts, provinces, strengths


class ToyData(RulesData):
    """It is installed next to pbem; version 2 reads one file more."""

    def files_of(self, version: int) -> tuple[str, ...]:
        return self.files[:version]

    def file(self, name: str) -> Path:
        return Path(__file__).parent / name


class ToySecrets(Secrets[State]):
    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return tuple(state.hands.get(side, ()))


class ToyImagination(Imagination[State]):
    def deal(self, seen: State, side: str, chance: SeededChance) -> bool:
        left = [one for one in strengths() if one not in chance.secrets.values()]
        chance.random.shuffle(left)
        hidden = (slot for one in SIDES for slot in seen.hands.get(one, ()))
        slots = [slot for slot in hidden if slot not in chance.secrets]
        chance.secrets.update(zip(slots, left, strict=False))
        return True


class ToyWords(Words[State]):
    def names(self) -> set[str]:
        return {*provinces(), *SIDES}

    def turn(self, state: State) -> str:
        return f"round {state.round}"

    def now(self, state: State) -> str:
        return position.now(state)


class TwoProvinces(RuleSet[State]):
    """Three sides, two provinces, a secret, a die and a reaction; two versions of the rules."""

    name = "two_provinces"
    title = "Two Provinces"
    version = 2
    sides = SIDES
    state_type = State
    endings = rules.End

    @cached_property
    def data(self) -> RulesData:
        return ToyData(self.name, ("facts", "facts_2"))

    @cached_property
    def secrets(self) -> Secrets[State]:
        return ToySecrets()

    @cached_property
    def imagination(self) -> Imagination[State]:
        return ToyImagination()

    @cached_property
    def words(self) -> Words[State]:
        return ToyWords()

    def scenarios(self) -> dict[str, str]:
        return {row["id"]: row["name"] for row in facts()["scenario"]}

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        return (rules.ROUNDS,)

    def setup(self, scenario: str) -> State:
        (row,) = (row for row in facts()["scenario"] if row["id"] == scenario)
        armies = {side: Army(row["men"], row["at"].get(side, "")) for side in SIDES}
        return State(scenario, armies)

    def step(self, table: Table[State]) -> Coroutine[Any, Any, None]:
        return rules.step(table)

    def result(self, state: State) -> Result | None:
        return Result(tuple(state.winners), state.ending) if state.ending else None

    def report(self, state: State, side: str, known: Mapping[str, str]) -> Document:
        return position.document(state, side, known)

    def picture(self, state: State, side: str) -> Picture:
        return position.picture(state)

    # Everything above a game must bring. What follows only makes this one nicer.

    def trays(self, state: State, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        return position.trays(state, side, known)

    def score(self, state: State) -> Score:
        return Score("Points", {side: state.points[side] for side in SIDES})

    def check(self, state: State) -> None:
        for side, army in state.armies.items():
            if army.men < 0 or (army.at and army.at not in provinces()):
                raise Impossible(f"the army of {side} has {army.men} men at {army.at}")


TWO_PROVINCES = TwoProvinces()
