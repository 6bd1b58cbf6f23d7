"""The contract: a small core that every game has, and facets that it may bring.

A game declares sides, endings, scenarios, steps and data, and brings `setup`, `result`, `report` and `picture`. A facet
is an attribute with an honest default (`engine.facets`): nothing hidden, no robot of its own, no odds.
`pbem/games/README.md` shows how a game is written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Coroutine, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from msgspec import Struct

from pbem.engine.declared import DRAW, Ending, GameOption, Side
from pbem.engine.facets.chances import Chances
from pbem.engine.facets.conditions import Conditions
from pbem.engine.facets.data import RulesData
from pbem.engine.facets.imagination import Imagination
from pbem.engine.facets.policies import PolicyRules
from pbem.engine.facets.robot import Robot
from pbem.engine.facets.secrets import Secrets
from pbem.engine.facets.words import Words
from pbem.engine.picture import Token, tray
from pbem.engine.state import GameState
from pbem.engine.table import Table

if TYPE_CHECKING:
    from pbem.engine.card_text import CardText
    from pbem.engine.document import Document
    from pbem.engine.picture import Picture, Tray

S = TypeVar("S", bound=GameState)


class Result(Struct, frozen=True):
    """How a game ended: the sides that have won, none in a draw."""

    winners: tuple[str, ...]
    reason: str

    @classmethod
    def of(cls, winner: str, reason: str) -> Result | None:
        """Of a game that keeps who has won: a side, DRAW, or "" while it goes on."""
        if not winner:
            return None
        return cls(() if winner == DRAW else (winner,), reason)

    @property
    def told(self) -> str:
        """Who won, and why: `York wins: lancaster resigns`, `a draw: all sides agree to a draw`."""
        names = " and ".join(side.capitalize() for side in self.winners)
        won = f"{names} {'win' if len(self.winners) > 1 else 'wins'}"
        return f"{won if self.winners else 'a draw'}: {self.reason.removeprefix(f'{won}: ')}"


class Score(Struct, frozen=True):
    """What the sides have of what decides: where one marker tells a lead, the others have 0."""

    name: str
    points: Mapping[str, int]

    @property
    def lines(self) -> dict[str, int]:
        """Name to value of the lines that a chart draws: two sides need one, by how much the first leads."""
        if len(self.points) == 2:
            first, second = self.points.values()
            return {self.name: first - second}
        return {f"{self.name} of {side}": points for side, points in self.points.items()}


class RuleSet(ABC, Generic[S]):
    """One rule set. `S` is its public state, a plain struct on top of `engine.state.GameState`. It is only equal to
    itself, so that what is worked out from it once can be kept.

    Attributes:
        name: folder name of the game, such as `plantagenet`.
        title: for people.
        version: the newest, from 1 on; a new one comes whenever the same orders could give another game. The
            code plays each version that was ever released: rules ask `state.has_rules(2)`, and a new version adds
            only fields of the state that say nothing while they have their defaults.
        sides: id to side, in a fixed order; their links enter the dice in this order.
        state_type: the struct `S`.
        endings: all ways in which a game can end; a result's reason is the sentence of one of them.
        counts: the rules that count something just before a game ends, each with what they count. The page about the
            end adds their sentence to the reason.
    """

    name: str
    title: str
    version: int
    sides: Mapping[str, Side]
    state_type: type[S]
    endings: type[Ending]
    counts: Mapping[str, str] = {}

    @cached_property
    def data(self) -> RulesData:
        return RulesData(self.name)

    @cached_property
    def secrets(self) -> Secrets[S]:
        return Secrets()

    @cached_property
    def imagination(self) -> Imagination[S]:
        return Imagination()

    @cached_property
    def conditions(self) -> Conditions[S]:
        return Conditions(self.picture)

    @cached_property
    def policies(self) -> PolicyRules[S]:
        return PolicyRules()

    @cached_property
    def words(self) -> Words[S]:
        return Words()

    @cached_property
    def robot(self) -> Robot[S]:
        return Robot()

    @cached_property
    def chances(self) -> Chances[S]:
        return Chances()

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Scenario id to title, in the rulebook's order."""

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        """What can be chosen for a game of this scenario. Rules ask `state.option(...)` for it; what
        one changes in the setup, the first step changes."""
        return ()

    @abstractmethod
    def setup(self, scenario: str) -> S:
        """The public state before the first step; `scenario` is an id. `starting_state` adds the options."""

    @abstractmethod
    def step(self, table: Table[S]) -> Coroutine[Any, Any, None]:
        """The coroutine of the step that `table.state` stands at; it moves the state on."""

    @abstractmethod
    def result(self, state: S) -> Result | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def report(self, state: S, side: str, known: Mapping[str, str]) -> Document:
        """The position as `side` (or "public") may see it; `known`: its secret slots, with their cards."""

    @abstractmethod
    def picture(self, state: S, side: str) -> Picture:
        """The board, drawn; `state` is veiled for `side` (or "public")."""

    def trays(self, state: S, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        """Hands, mats and lines, drawn beside the board; `state` and `known` as for `report`. Here: one's own cards."""
        held = (
            Token("card", self.words.card_name(card), side, card=card) for card in known.values()
        )
        return tray("Your cards", *held, side=side, near=True)

    def cards(self) -> tuple[CardText, ...]:
        """The cards with text of their own, for reading; none in a game without such cards."""
        return ()

    def score(self, state: S) -> Score | None:
        """Who leads, for a chart over the turns; None where no public number says so."""
        return None

    def charted(self, state: S) -> Score | None:
        """What the chart at the end of a game counts: its score, or what says who is ahead in a scenario without one."""
        return self.score(state)

    def tally(self, state: S, side: str) -> Mapping[str, int]:
        """What a side has that it can win and lose, counted: `Troops`, `Strongholds`. `state` is whole.
        Here: its pieces on the board."""
        spaces = self.picture(self.secrets.veil(state, side), side).spaces
        return {"Pieces": sum(piece.side == side for space in spaces for piece in space.pieces)}

    def check(self, state: S) -> None:
        """The invariants (piece counts, one place each, ...). Raises Impossible."""
