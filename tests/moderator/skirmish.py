"""A tiny rule set in two versions, for tests of a game that outlives its program.

Rounds in which each side strikes, waits or plays a hidden card; a hit may be parried by the enemy.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cached_property
from typing import Annotated, Any

from msgspec import field
from msgspec.structs import replace

from pbem.engine.codec import SPARSE
from pbem.engine.decision import Decision, Kind, decision
from pbem.engine.declared import Ending, Side
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.picture import Picture
from pbem.engine.request import Menu, Request
from pbem.engine.ruleset import Result, RuleSet
from pbem.engine.state import GameState
from pbem.engine.table import Table
from pbem.errors import Impossible

SIDES = ("york", "lancaster")
DECK = ["axe", "bow", "cap", "dog", "elm", "fog"]
LAST = 40


class End(Ending):
    """How a skirmish ends."""

    DARK = "4", "it is dark"


class State(GameState):
    """Two counters of hits; version 2 also counts the strikes."""

    secret: bool = False
    round: int = 0
    york: int = 0
    lancaster: int = 0
    hands: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)
    strikes: Annotated[int, SPARSE] = 0

    def hit(self, side: str) -> None:
        setattr(self, side, getattr(self, side) + 1)

    def total(self, side: str) -> int:
        return int(getattr(self, side))

    @property
    def needed(self) -> int:
        """A strike hits with so much or less."""
        return 4 if self.has_rules(2) else 3


Drawn = Annotated[str, Kind("card")]


@decision("strike")
class Strike(Decision):
    """1 On so much or less the enemy may parry it."""


@decision("wait", passes=True)
class Wait(Decision):
    """1 For gold."""


@decision("play {card}")
class Play(Decision):
    """1 One of the hidden cards."""

    card: Drawn


@decision("parry")
class Parry(Decision):
    """3 On 1-2 the strike misses."""


@decision("stand", passes=True)
class Stand(Decision):
    """3 The strike hits."""


class SkirmishData(RulesData):
    """No files: as if these were read."""

    def hash(self, version: int) -> str:
        return 64 * str(version)

    def table(self, name: str) -> dict[str, Any]:
        return {"kinds": {"parry": "Parry a strike?"}} if name == "policies" else {}


class SkirmishSecrets(Secrets[Any]):
    def veiled(self, state: State) -> bool:
        return state.secret

    def veil(self, state: State, side: str) -> State:
        if not state.secret:
            return state
        return replace(state, gold={s: n if s == side else 0 for s, n in state.gold.items()})

    def hand(self, state: State, side: str) -> tuple[str, ...]:
        return tuple(state.hands.get(side, ()))

    def stage(self, state: State) -> str:
        return str(state.round)


class SkirmishConditions(Conditions[Any]):
    def look(self, state: State, side: str, words: tuple[str, ...]) -> int | bool | str:
        return state.round


class SkirmishWords(Words[Any]):
    def now(self, state: State) -> str:
        return f"Round {state.round}"

    turn = now


@dataclasses.dataclass(frozen=True, eq=False)
class Skirmish(RuleSet[Any]):
    """The rules as one program has them.

    Attributes:
        breaks: a bug: from this round on a strike ends in an error of the program.
    """

    version: int = 1
    state_type: Any = State
    endings: type[Ending] = End
    breaks: int = LAST + 1
    name: str = "skirmish"
    title: str = "Skirmish"
    sides: Mapping[str, Side] = dataclasses.field(
        default_factory=lambda: {s: Side(s) for s in SIDES}
    )

    @cached_property
    def data(self) -> RulesData:
        return SkirmishData(self.name)

    @cached_property
    def secrets(self) -> Secrets[Any]:
        return SkirmishSecrets()

    @cached_property
    def conditions(self) -> Conditions[Any]:
        return SkirmishConditions(self.picture)

    @cached_property
    def words(self) -> Words[Any]:
        return SkirmishWords()

    def scenarios(self) -> Mapping[str, str]:
        return {"open": "In the open", "fog": "In the fog"}

    def setup(self, scenario: str) -> State:
        return State(secret=scenario == "fog", gold=dict.fromkeys(SIDES, 7))

    async def step(self, table: Table[Any]) -> None:
        if table.state.round == 0:
            await self._deal(table)
            table.state.round = 1
            return
        for side in SIDES:
            await self._move(table, side, SIDES[1 - SIDES.index(side)])
        table.state.round += 1

    async def _deal(self, table: Table[Any]) -> None:
        state = table.state
        if state.secret:
            return
        slots = await table.shuffle("cards", len(DECK), lambda known: list(DECK))
        for place, side in enumerate(SIDES):
            state.hands[side] = slots[3 * place : 3 * place + 3]
            for slot in state.hands[side]:
                await table.deal(slot, side, lambda card: False)

    async def _move(self, table: Table[Any], side: str, enemy: str) -> None:
        state = table.state
        hand = tuple(state.hands.get(side, ()))

        def moves(menu: Menu) -> None:
            menu.offer(Strike())
            menu.offer(Wait())
            for card in menu.pick("card", DECK if hand else ()):
                menu.offer(Play(card), shows=card)

        match await table.ask(
            Request[Strike | Wait | Play](side, "move", "What now?", "1", moves, slots=hand)
        ):
            case Play(card):
                state.hands[side].remove(await table.show(hand, card))
            case Wait():
                state.gold[side] += 1
            case Strike():
                await self._strike(table, side, enemy)

    async def _strike(self, table: Table[Any], side: str, enemy: str) -> None:
        state = table.state
        state.strikes += state.has_rules(2)
        die = await table.roll(f"strike of {side}", f"1-{state.needed}", "2")
        if state.round >= self.breaks:
            raise ZeroDivisionError
        if die > state.needed:
            return
        match await table.ask(
            Request[Parry | Stand](enemy, "parry", "Parry the strike?", "3", _parries)
        ):
            case Parry():
                if await table.roll(f"parry of {enemy}", "1-2", "3") > 2:
                    state.hit(side)
            case Stand():
                state.hit(side)

    def result(self, state: State) -> Result | None:
        if state.round <= LAST:
            return None
        return Result(("york",) if state.total("york") else (), End.DARK.reason())

    def report(self, state: State, side: str, known: Mapping[str, str]) -> dict[str, Any]:
        return {"round": state.round}

    def check(self, state: State) -> None:
        if state.round < 0:
            raise Impossible("a round before the first")

    def picture(self, state: State, side: str) -> Picture:
        return Picture(tuple(self.sides.items()), "", (), (), (), ())


def _parries(menu: Menu) -> None:
    menu.offer(Parry())
    menu.offer(Stand())


ONE = Skirmish()
TWO = Skirmish(2)
BREAKS = Skirmish(breaks=3)
INSTALLED = ONE
