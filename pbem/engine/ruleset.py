"""The contract: what a game must say of itself, and what it has without a word.

A game declares sides, scenarios, options, steps and data, and brings `setup`, `result`, `report` and
`picture`. All else has a default here. `pbem/games/README.md` shows how one is written.
"""

from __future__ import annotations

import hashlib
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Coroutine, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from pbem.engine import codec
from pbem.engine.declared import GameOption, Side
from pbem.engine.ending import DRAW, Ending
from pbem.engine.facets.data import RulesData
from pbem.engine.level import Foresight, Level
from pbem.engine.request import Request
from pbem.engine.standing import StandingOrders
from pbem.engine.state import GameState
from pbem.engine.table import Table, cards_in
from pbem.errors import Impossible

if TYPE_CHECKING:
    from pbem.engine.card_text import CardText
    from pbem.engine.chance import SeededChance
    from pbem.engine.decision import Decision
    from pbem.engine.document import Document
    from pbem.engine.odds import Odds, Question
    from pbem.engine.picture import Picture
    from pbem.engine.trays import Tray
    from pbem.engine.unseen import Unseen

S = TypeVar("S", bound=GameState)
MOST_SHUFFLES = 1000


class Result(NamedTuple):
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
        """Who won, and why: `york wins: lancaster resigns`, `a draw: all sides agree to a draw`."""
        won = f"{' and '.join(self.winners)} {'win' if len(self.winners) > 1 else 'wins'}"
        return f"{won if self.winners else 'a draw'}: {self.reason}"


class Score(NamedTuple):
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
        moments: those of its reactions at which nobody is asked (`table.moment`): `default` is not
            for them.
    """

    name: str
    title: str
    version: int
    sides: Mapping[str, Side]
    state_type: type[S]
    moments: tuple[str, ...] = ()

    @cached_property
    def data(self) -> RulesData:
        return RulesData(self.name)

    # -- what a game brings -------------------------------------------------------------------

    @abstractmethod
    def scenarios(self) -> Mapping[str, str]:
        """Scenario id to title, in the rulebook's order."""

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
    def endings(self) -> type[Ending]:
        """All ways in which a game can end; a result's reason is the sentence of one of them."""

    @abstractmethod
    def report(self, state: S, side: str, known: Mapping[str, str]) -> Document:
        """The position as `side` (or "public") may see it; `known`: its secret slots, with their cards."""

    @abstractmethod
    def picture(self, state: S, side: str) -> Picture:
        """The board, drawn; `state` is veiled for `side` (or "public")."""

    def trays(self, state: S, side: str, known: Mapping[str, str]) -> tuple[Tray, ...]:
        """Hands, mats and lines, drawn beside the board; `state` and `known` as for `report`. Here: one's own cards."""
        from pbem.engine.trays import Token, tray  # only who draws needs it

        held = (Token("card", self.card_called(card), side, card=card) for card in known.values())
        return tray("Your cards", *held, side=side, near=True)

    # -- the beginning ------------------------------------------------------------------------

    def options(self, scenario: str) -> tuple[GameOption, ...]:
        """What can be chosen for a game of this scenario. Rules ask `state.option(...)` for it; what
        one changes in the setup, the first step changes."""
        return ()

    # -- secrets ------------------------------------------------------------------------------

    def veiled(self, state: S) -> bool:
        """Does the state itself hold secrets (hidden blocks, hidden mats)?

        Then it is never published: orders and checkpoints are sealed, `report` is the only view,
        and only an audit after the game can replay it.
        """
        return False

    def veil(self, state: S, side: str) -> S:
        """What `side` (or "public") may know of a veiled state; the state itself if it is not."""
        return state

    def hand(self, state: S, side: str) -> tuple[str, ...]:
        """The secret slots that `side` may look at."""
        return ()

    def stage(self, state: S) -> str:
        """A name of the step of the sequence of play that no other step of a game has, of a position as everybody
        may know it in which something is asked, but at a moment; "" where that cannot be told."""
        return ""

    def shows(self, kind: str, line: str) -> str:
        """The hidden card that an answer to a request of this kind turns up at once; "" for none that is known."""
        return ""

    def from_here(
        self, table: Table[S], kind: str, whole: bool = False
    ) -> Coroutine[Any, Any, None] | None:
        """The rest of the step, to its end, from a veiled state that stands at a request of this kind.

        With it a player of a veiled game can try several order lines on what he sees. It must ask,
        allow and do what the step itself would, whatever the veil hides; None where that is not so.

        Args:
            whole: nothing is veiled, the state is imagined.
        """
        return None

    def imagined(self, state: S, side: str, chance: SeededChance) -> S | None:
        """One way in which all might be that `side` cannot see: a whole, legal state that fits what it may
        know, its own secrets kept, everything else that is hidden dealt anew.

        Only what `side` sees goes in, so worlds that differ in what it may not know give the same.

        Args:
            state: the true one, or as `side` sees it; it stays as it is.
            chance: deals. `secrets` has the cards that `side` knows, by slot, when this is called; all
                others are forgotten, and afterwards it has one for each slot, so that play can go on with it.

        Returns:
            None if the game does not tell how its hidden things may lie.
        """
        hand = self.hand(state, side)
        chance.secrets = {slot: chance.secrets[slot] for slot in hand if slot in chance.secrets}
        seen = codec.copied(self.veil(state, side))
        return seen if self.dealt_anew(seen, side, chance) else None

    def dealt_anew(self, seen: S, side: str, chance: SeededChance) -> bool:
        """For `imagined`: fill a state as `side` sees it, and `chance.secrets`; False where a game does not
        tell. Here: true while nothing is hidden."""
        return not self.veiled(seen) and not any(self.hand(seen, one) for one in self.sides)

    def unseen(self, state: S, side: str, secrets: Mapping[str, str]) -> Sequence[Unseen]:
        """What of an imagined world is hidden from `side` and can be set by hand, place by place."""
        return ()

    def lay(self, state: S, side: str, secrets: dict[str, str], moved: Mapping[str, str]) -> None:
        """Put what `unseen` names where it shall lie, slot to what lies there; `state` and `secrets` change."""
        secrets.update(moved)

    # -- standing orders ----------------------------------------------------------------------

    def may_come(self, state: S, kind: str) -> bool:
        """Can a reaction of this kind still come in this game, as far as all can see? Only such are listed."""
        return True

    def script_slot(self, state: S, request: Request) -> str:
        """The secret slot whose script answers this request now, or ""."""
        return ""

    def flipped(self, state: S, side: str, card: str, below: int) -> str:
        """Change a state to how it would stand if this card of a side's secret stack were turned up now, with
        so many left `below` it, so that its script can be tried; returns the kind of request that comes then, "" if that cannot be told."""
        return ""

    def look(self, state: S, side: str, words: tuple[str, ...]) -> int | bool | str:
        """What a term of a condition means for `side` now; `state` is veiled for it.

        Raises:
            BadScript: there is no such term.
        """
        from pbem.engine import terms  # a game with terms of its own does without

        return terms.look(self.picture(state, side), side, words)

    def terms(self) -> str:
        """All terms that `look` knows, with commas between; a word in capitals stands for a name."""
        from pbem.engine import terms

        return terms.KNOWN

    def fills(self) -> Mapping[str, Sequence[str]]:
        """What can stand for a word in capitals of a term that is no name of a piece or a place."""
        return {}

    # -- sides that are absent ----------------------------------------------------------------

    def unattended(self, before: S, request: Request) -> Callable[[Sequence[str]], str] | None:
        """How the rules answer for a side that is declared absent; None where it is waited for, or its GM.

        Whether they do hangs on what all can see. The line hangs on the cards of the request's slots, "" for one
        that is not known ("" if it cannot be told without), and lays them open.

        Args:
            before: the state as this step began.
        """
        return None

    # -- words --------------------------------------------------------------------------------

    def turn(self, state: S) -> str:
        """The game turn in a few words, the same for all of it: `January-March 1461`."""
        return ""

    def now(self, state: S) -> str:
        """Where the game stands, in a few words: `Levy of January-March 1461: Muster`."""
        return self.turn(state) or self.title

    def names(self) -> Collection[str]:
        """Ids of people and places, which statistics leave out of the labels of dice."""
        return ()

    def cards(self) -> tuple[CardText, ...]:
        """The cards with text of their own, for reading; none in a game without such cards."""
        return ()

    def card_called(self, card: str) -> str:
        """A card's name in a sentence."""
        return card

    def piece_called(self, piece: str) -> str:
        """A piece's name in a sentence, where it is not in sight."""
        return piece.replace("_", " ").title()

    def piece_word(self, piece: str) -> str:
        """The word of a piece in order lines and questions."""
        return piece

    def score(self, state: S) -> Score | None:
        """Who leads, for a chart over the turns; None where no public number says so."""
        return None

    def tally(self, state: S, side: str) -> Mapping[str, int]:
        """What a side has that it can win and lose, counted: `Troops`, `Strongholds`. `state` is whole.
        Here: its pieces on the board."""
        spaces = self.picture(self.veil(state, side), side).spaces
        return {"Pieces": sum(piece.side == side for space in spaces for piece in space.pieces)}

    # -- programs -----------------------------------------------------------------------------

    def check(self, state: S) -> None:
        """The invariants (piece counts, one place each, ...). Raises Impossible."""

    def bot(
        self, state: S, request: Request, known: Mapping[str, str], level: Level = Level.STEADY
    ) -> str:
        """An order line that a robot of this level would choose, looking at what is there alone;
        deterministic. Here: any, by a hash."""
        if request.stack is not None:
            return " ".join([request.stack.verb, *_any_stack(request)])
        held = cards_in(request.slots, known)
        possible = [option.line for option in request.menu.possible(held)]
        return min(possible, key=lambda line: _drawn(request, line))

    def foresight(self, state: S, request: Request, known: Mapping[str, str]) -> Foresight | None:
        """What a steady robot plays ahead before it answers a request; None where a look does. As `bot`, it
        hangs on nothing but what is given."""
        return None

    def horizon(self, state: S) -> object:
        """What stays the same as far as a robot plays ahead; looked at after each step."""
        return self.turn(state)

    def outlook(self, state: S, side: str) -> float:
        """How a side stands, for a robot that played ahead to here: the more the better. `state` is whole."""
        return 0.0

    def bot_standing(
        self, state: S, side: str, plan: Sequence[str], presets: Mapping[str, Mapping[str, str]]
    ) -> StandingOrders:
        """What the simple player prepares: policies, and for a secret stack `plan` scripts by card
        number, 1 on top. Here: the last of the presets.

        `state` is veiled for `side`; `plan` is empty where no stack is asked for.
        """
        return StandingOrders(dict(list(presets.values())[-1]) if presets else {})

    def bot_ahead(self, state: S, side: str) -> tuple[str, ...]:
        """Guarded lines for its further opportunities in this step, where the sides alternate;
        `state` is veiled for `side`."""
        return ()

    def odds(self) -> Mapping[str, Odds]:
        """What `pbem odds` can tell of this game, by name; may be empty."""
        return {}

    def asks(self, state: S, side: str, decision: Decision) -> Question | None:
        """Which of these a decision of a side raises, a battle most of all; None for most. `state` is veiled for
        it. Cheap: it is asked of each choice that is shown."""
        return None


def _drawn(request: Request, what: str) -> str:
    return hashlib.sha256(f"{request.id} {what}".encode()).hexdigest()


def _any_stack(request: Request) -> list[str]:
    """Cards within their limits that go together, the first such in an order by hashes."""
    stack = request.stack
    if stack is None:
        raise Impossible("no stack is asked for")
    copies = [
        (name, n)
        for name, limit in stack.limits.items()
        for n in range(limit if limit >= 0 else stack.size)
    ]
    for shuffle in range(MOST_SHUFFLES):
        mixed = sorted(copies, key=lambda copy: _drawn(request, f"{shuffle} {copy}"))
        cards = [name for name, _ in mixed[: stack.size]]
        if stack.trouble is None or not stack.trouble(tuple(cards)):
            return cards
    raise Impossible(f"no {stack.verb} was found that the rules allow")
