"""A tiny rule set in several versions, for tests of a game that outlives its program.

Rounds in which each side strikes, waits or plays a hidden card; a hit may be parried by the enemy.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Annotated, Any

from msgspec import field
from msgspec.structs import replace

from pbem.engine.decision import Decision, Kind, decision
from pbem.engine.declared import Side
from pbem.engine.ending import Ending
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
    """Versions 1 to 3: two counters of hits."""

    secret: bool = False
    round: int = 0
    york: int = 0
    lancaster: int = 0
    hands: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)

    def hit(self, side: str) -> None:
        setattr(self, side, getattr(self, side) + 1)

    def total(self, side: str) -> int:
        return int(getattr(self, side))


class Tabled(GameState):
    """Version 4: hits in a table."""

    secret: bool = False
    round: int = 0
    hits: dict[str, int] = field(default_factory=lambda: dict.fromkeys(SIDES, 0))
    hands: dict[str, list[str]] = field(default_factory=dict)
    gold: dict[str, int] = field(default_factory=dict)

    def hit(self, side: str) -> None:
        self.hits[side] += 1

    def total(self, side: str) -> int:
        return self.hits[side]


AnyState = State | Tabled
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


@decision("swear")
class Swear(Decision):
    """9 In one version only."""


@decision("refuse")
class Refuse(Decision):
    """9 In one version only."""


@dataclasses.dataclass(frozen=True, eq=False)
class Skirmish(RuleSet[Any]):
    """One version.

    Attributes:
        needed: a strike hits with so much or less. `asks_first`: another step altogether.
        breaks: a bug: from this round on a strike ends in an error of the program.
    """

    version: str = "1"
    needed: int = 3
    state_type: Any = State
    asks_first: bool = False
    breaks: int = LAST + 1
    name: str = "skirmish"
    title: str = "Skirmish"
    sides: Mapping[str, Side] = dataclasses.field(
        default_factory=lambda: {s: Side(s) for s in SIDES}
    )

    def scenarios(self) -> Mapping[str, str]:
        return {"open": "In the open", "fog": "In the fog"}

    def setup(self, scenario: str) -> AnyState:
        gold = dict.fromkeys(SIDES, 7)
        made: AnyState = self.state_type(secret=scenario == "fog", gold=gold)
        return made

    def data_hash(self) -> str:
        return 64 * "d"

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
        if self.asks_first:
            await table.ask(Request[Swear | Refuse](side, "oath", "Swear?", "9", _oath))
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
        die = await table.roll(f"strike of {side}", f"1-{self.needed}", "2")
        if state.round >= self.breaks:
            raise ZeroDivisionError
        if die > self.needed:
            return
        match await table.ask(
            Request[Parry | Stand](enemy, "parry", "Parry the strike?", "3", _parries)
        ):
            case Parry():
                if await table.roll(f"parry of {enemy}", "1-2", "3") > 2:
                    state.hit(side)
            case Stand():
                state.hit(side)

    def result(self, state: AnyState) -> Result | None:
        if state.round <= LAST:
            return None
        return Result(("york",) if state.total("york") else (), End.DARK.reason())

    def endings(self) -> type[End]:
        return End

    def veiled(self, state: AnyState) -> bool:
        return state.secret

    def veil(self, state: AnyState, side: str) -> AnyState:
        if not state.secret:
            return state
        return replace(state, gold={s: n if s == side else 0 for s, n in state.gold.items()})

    def carry(self, plain: dict[str, Any], version: str) -> dict[str, Any]:
        if self.state_type is State or "hits" in plain:
            return plain
        kept = {name: value for name, value in plain.items() if name not in SIDES}
        return {**kept, "hits": {side: plain[side] for side in SIDES}}

    def reactions(self) -> Mapping[str, str]:
        return {"parry": "Parry a strike?"}

    def look(self, state: AnyState, side: str, words: tuple[str, ...]) -> int | bool | str:
        return state.round

    def now(self, state: AnyState) -> str:
        return f"Round {state.round}"

    turn = now

    def hand(self, state: AnyState, side: str) -> tuple[str, ...]:
        return tuple(state.hands.get(side, ()))

    def report(self, state: AnyState, side: str, known: Mapping[str, str]) -> dict[str, Any]:
        return {"round": state.round}

    def check(self, state: AnyState) -> None:
        if state.round < 0:
            raise Impossible("a round before the first")

    def picture(self, state: AnyState, side: str) -> Picture:
        return Picture(tuple(self.sides.items()), "", (), (), (), ())


def _oath(menu: Menu) -> None:
    menu.offer(Swear())
    menu.offer(Refuse())


def _parries(menu: Menu) -> None:
    menu.offer(Parry())
    menu.offer(Stand())


ONE = Skirmish("1")
SAME = Skirmish("2")
"""A fix of what does not happen in these games."""
HITS_MORE = Skirmish("3", needed=4)
TABLED = Skirmish("4", state_type=Tabled)
ANOTHER_STEP = Skirmish("5", asks_first=True)
BREAKS = Skirmish("0", breaks=3)
INSTALLED = ONE
