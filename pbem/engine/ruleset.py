"""The plug-in contract: what a game must bring. Adding a game adds a folder and a registry line."""

from __future__ import annotations

from collections.abc import Collection, Coroutine, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar, runtime_checkable

from pbem.engine.ending import Ending
from pbem.engine.request import Request
from pbem.engine.standing import Standing
from pbem.engine.table import Table

if TYPE_CHECKING:
    from pbem.engine.board import Board
    from pbem.engine.card_text import CardText
    from pbem.engine.odds import Odds

S = TypeVar("S")


class Result(NamedTuple):
    """How a game ended: `winner` is a side id, or "" for a draw."""

    winner: str
    reason: str


class Score(NamedTuple):
    """What the sides lead by: `value` is positive for the first side."""

    name: str
    value: int


class RuleSet(Protocol[S]):
    """One rule set. `S` is its public state, a plain dataclass (see `engine.codec`).

    Attributes:
        name: folder name of the game, such as `plantagenet`.
        title: for people.
        version: changes whenever the same orders could give another game.
        sides: side ids in a fixed order; their links enter the dice in this order.
        state_type: the dataclass `S`.
    """

    name: str
    title: str
    version: str
    sides: tuple[str, ...]
    state_type: type[S]

    def scenarios(self) -> Mapping[str, str]:
        """Scenario id to title, in the rulebook's order."""
        ...

    def setup(self, scenario: str, options: Mapping[str, Any]) -> S:
        """The public state before the first step. Raises UnknownScenario, BadOption."""
        ...

    def data_hash(self) -> str:
        """SHA-256 of the rules data in hex, part of the genesis."""
        ...

    def step(self, table: Table[S]) -> Coroutine[Any, Any, None]:
        """The coroutine of the step that `table.state` stands at; it moves the state on."""
        ...

    def result(self, state: S) -> Result | None:
        """How the game ended; None while it goes on."""
        ...

    def endings(self) -> type[Ending]:
        """All ways in which a game can end; a result's reason is the sentence of one of them."""
        ...

    def veiled(self, state: S) -> bool:
        """Does the state itself hold secrets (hidden blocks, hidden mats)?

        Then it is never published: orders and checkpoints are sealed, `report` is the only view,
        and only an audit after the game can replay it.
        """
        ...

    def veil(self, state: S, side: str) -> S:
        """What `side` (or "public") may know of a veiled state; the state itself if it is not."""
        ...

    def reactions(self) -> Mapping[str, str]:
        """Request kinds that the enemy can force on a side, with what each asks, for policies."""
        ...

    def presets(self) -> Mapping[str, Mapping[str, str]]:
        """Ready-made sets of policies: name to kind to policy text."""
        ...

    def script_slot(self, state: S, request: Request) -> str:
        """The secret slot whose script answers this request now, or ""."""
        ...

    def look(self, state: S, side: str, words: tuple[str, ...]) -> int | bool | str:
        """What a term of a condition means for `side` now; `state` is veiled for it.

        Raises:
            BadScript: there is no such term.
        """
        ...

    def now(self, state: S) -> str:
        """Where the game stands, in a few words: `Levy of January-March 1461: Muster`."""
        ...

    def hand(self, state: S, side: str) -> tuple[str, ...]:
        """The secret slots that `side` may look at."""
        ...

    def report(self, state: S, side: str, known: Mapping[str, str]) -> dict[str, Any]:
        """The position as `side` (or "public") may see it, as plain data for templates and JSON."""
        ...

    def board(self, state: S, side: str) -> Board:
        """The board for a map; `state` is veiled for `side` (or "public")."""

    def cards(self) -> tuple[CardText, ...]:
        """The cards with text of their own, for reading; none in a game without such cards."""
        ...

    def score(self, state: S) -> Score | None:
        """Who leads, for a line over the turns; None where no public number says so."""
        ...

    def check(self, state: S) -> None:
        """The invariants (piece counts, one place each, ...). Raises Impossible."""
        ...

    def bot(self, state: S, request: Request, known: Mapping[str, str]) -> str:
        """An order line that a simple player would choose; deterministic."""
        ...

    def odds(self) -> Mapping[str, Odds]:
        """What `pbem odds` can tell of this game, by name; may be empty."""
        ...

    def turn(self, state: S) -> str:
        """The game turn in a few words, the same for all of it: `January-March 1461`."""
        ...

    def names(self) -> Collection[str]:
        """Ids of people and places, which statistics leave out of the labels of dice."""
        ...


@runtime_checkable
class TakesData(Protocol):
    """A rule set whose data an owner of the printed game may replace by his own, file by file."""

    def data_files(self) -> tuple[str, ...]:
        """Names of the files that can be replaced, without `.toml`."""
        ...

    def with_data(self, files: Mapping[str, str]) -> RuleSet[Any]:
        """The rule set with these files (name to TOML) in place of its own. Raises BadData."""
        ...


@runtime_checkable
class Carries(Protocol):
    """A rule set that takes over positions of an earlier version of its own with another layout."""

    def carry(self, plain: dict[str, Any], version: str) -> dict[str, Any]:
        """A plain state of rules version `version` in today's layout; a fresh one, or `plain` itself.

        Raises Impossible where that version left something out that cannot be made up.
        """
        ...


def carry(rules: RuleSet[Any], plain: dict[str, Any], version: str) -> dict[str, Any]:
    """A plain state of an earlier version as this one keeps it: the same, unless it says otherwise."""
    return rules.carry(plain, version) if isinstance(rules, Carries) else plain


@runtime_checkable
class HasMoments(Protocol):
    """A rule set in which a side may act at moments at which nobody asks it (`table.moment`)."""

    def moments(self) -> Collection[str]:
        """Those of its reactions that are nothing but such moments: `default` is not for them."""
        ...


@runtime_checkable
class Prepares(Protocol):
    """A rule set whose simple player also prepares standing orders; others adopt a preset."""

    def bot_standing(self, state: Any, side: str, plan: Sequence[str]) -> Standing:
        """Policies, and for a secret stack `plan` scripts by card number, 1 on top.

        `state` is veiled for `side`; `plan` is empty where no stack is asked for.
        """
        ...


@runtime_checkable
class LooksAhead(Protocol):
    """A rule set in which the sides alternate, and whose simple player plans for several times."""

    def bot_ahead(self, state: Any, side: str) -> tuple[str, ...]:
        """Guarded lines for its further opportunities in this step; `state` is veiled for `side`."""
        ...


@runtime_checkable
class GoesOn(Protocol):
    """A rule set with veiled games in which a player can try several order lines on what he sees."""

    def from_here(self, table: Table[Any], kind: str) -> Coroutine[Any, Any, None] | None:
        """The rest of the step, from a veiled state that stands at a request of this kind.

        It must ask, allow and do what the step itself would, whatever the veil hides; None where
        that is not so.
        """
        ...
