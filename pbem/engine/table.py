"""The table: all that a rule may do. Rules await decisions and chance; they never roll or do I/O.

    move = await table.ask(Request[March | Pass](...))   one side decides
    answers = await table.ask_both(a, b)                 both sides decide, secretly, at once
    slots = await table.ask_stacks(a, b)           both stack cards, secretly, at once
    die = await table.roll("intercept warwick")    1 to 6
    slots = await table.shuffle("arts york 1", n)  face-down cards, named by slot
    card = await table.open(slot)                  turn a card up for all to see; stacks and decks go from the top
    card = await table.deal(slot, side, openly)    give it to one side; None if it stays hidden
    card = await table.peek(slot, side)            give it to one side, in a veiled game
    slot = await table.show(slots, card)           lay down a held card
    told = await table.prove(slots, holds)         is this true of a hidden hand?
    move = await table.moment(write)               a side may act unasked; None if it lets it pass
    moves = await table.moment_of_all(a, b)        both may, secretly, at once

A card that a rule puts into a hand by name is no secret: its slot is `table.named(card)`.

What is hidden lives in slots, never in the state: the state is public, so it can be hashed,
replayed and checked by anybody. A secret's value is known to the runner that may know it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Generator, Mapping, Sequence
from types import coroutine
from typing import Annotated, Any, Generic, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import replace

from pbem.engine.codec import LARGEST
from pbem.engine.decision import Decision
from pbem.engine.request import Request
from pbem.patterns import Pattern

S = TypeVar("S")
D = TypeVar("D", bound=Decision)
Cards = Mapping[str, str]
"""Slots to the cards in them, as far as somebody knows them."""
Holds = Callable[[Collection[str]], bool]
"""Something that is true of the cards of a hand, or not. Others may look it up much later, when the cards lie
open: it looks at nothing that moves on with the game."""
SUCCEEDS = Pattern(r"(\d+)(?:-(\d+))?\Z")
"""What a die needs: `1-3`, or `6` alone."""
OUT_OF_REACH = ("more than 6", "less than 1")
"""The same where no die succeeds."""
READING = "reading"
"""Kind of the event of a clock entry that only reads the time."""
NAMED = "card:"
"""A slot that begins so holds the card whose name follows, and all know it."""


def cards_in(slots: Sequence[str], known: Mapping[str, str]) -> list[str]:
    """The cards of a hand, "" for those that are not known here."""
    return [
        slot.removeprefix(NAMED) if slot.startswith(NAMED) else known.get(slot, "")
        for slot in slots
    ]


class Ask(Struct, frozen=True):
    requests: tuple[Request, ...]


class Roll(Struct, frozen=True):
    """A die: what it is for, and how often each label has been used when it falls at last."""

    name: str
    sides: int
    uses: Mapping[str, int]

    @property
    def label(self) -> str:
        """Its name, `#`, and how often it will have been used with this: a die may wait for a new link,
        with which all uses are counted from the start."""
        return f"{self.name}#{self.uses.get(self.name, 0) + 1}"


class Shuffle(Struct, frozen=True):
    deck: str
    count: int
    contents: Callable[[Cards], list[str]]


class Open(Struct, frozen=True):
    slot: str
    owner: str


class Deal(Struct, frozen=True):
    slot: str
    side: str
    openly: Callable[[str], bool]


class Peek(Struct, frozen=True):
    slot: str
    side: str


class Show(Struct, frozen=True):
    slots: tuple[str, ...]
    card: str


class Prove(Struct, frozen=True):
    slots: tuple[str, ...]
    holds: Holds


class Moment(Struct, frozen=True):
    requests: tuple[Request, ...]


Effect = Ask | Roll | Shuffle | Open | Deal | Peek | Show | Prove


@coroutine
def awaited(effect: Effect | Moment) -> Generator[Effect | Moment, Any, Any]:
    """Hands one effect to the driver and returns what the driver sends back."""
    return (yield effect)


class Event(Struct, frozen=True):
    """One thing that happened, for reports. A die has `kind` "die" and its label in `text`.

    Attributes:
        rule: rulebook section.
        text: a sentence for all to read.
        kind: "" for plain prose, "die", "heading", "move", "retreat", "exile", "joins" (the ledger's own, about
            a side and who plays it), or one of a battle: it begins with "battle" and ends with "battle_end";
            see `reports.battles`.
        needed: for a die, what would succeed, such as "1-3".
        value: for a die, what was rolled.
        about: names that templates may use, such as the locale and the Lords; of a "move", "retreat" or
            "exile" the side, the place it left and the place it went to ("": off the map) come first.
        via: of a "move" or "retreat", the places between, in their order.
        to: the only side that may read it; "" for everybody.
        cards: slots of hidden cards, whose names belong behind the text; see `naming`.
    """

    rule: str
    text: str
    kind: str = ""
    needed: str = ""
    value: Annotated[int, Meta(ge=-LARGEST, le=LARGEST)] = 0
    about: tuple[str, ...] = ()
    to: str = ""
    via: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()

    def naming(self, known: Cards, card_name: Callable[[str], str]) -> Event:
        """This event with its cards in words: those that are known by name, the others counted."""
        if not self.cards:
            return self
        names = [card_name(card) for card in cards_in(self.cards, known) if card]
        hidden = len(self.cards) - len(names)
        if hidden:
            names.append("1 hidden card" if hidden == 1 else f"{hidden} hidden cards")
        return replace(self, text=f"{self.text}: {', '.join(names)}.", cards=())


def spoken(label: str) -> str:
    """A die's label for people: `militia 2` for `militia#2`, as its event has it."""
    name, _, nth = label.rpartition("#")
    return name if nth == "1" else f"{name} {nth}"


def last_die_succeeded(events: Sequence[Event], before: bool = True) -> bool:
    """Did the last die that something depended on succeed? `before` where nothing had to be rolled."""
    for event in reversed(events):
        if event.kind == "die" and event.needed in OUT_OF_REACH:
            return False
        if event.kind == "die" and (match := SUCCEEDS.compiled.match(event.needed)):
            return int(match[1]) <= event.value <= int(match[2] or match[1])
    return before


class Table(Generic[S]):
    """What the rules see: the public state and the ways to ask and to roll.

    Attributes:
        labels: how often each label of a die was used since the links changed on which dice hang.
        listened: do standing orders speak? If not, a moment passes without a word, and is counted in `silent`.
        told: how many events the rules have told on this table; `events` is emptied at each entry, even within a step.
    """

    def __init__(self, state: S, listened: bool = True) -> None:
        self.state = state
        self.events: list[Event] = []
        self.labels: dict[str, int] = {}
        self.listened = listened
        self.silent = 0
        self.told = 0

    async def ask(self, request: Request[D]) -> D:
        """What one side decides."""
        decision: D = (await awaited(Ask((request,))))[request.side]
        return decision

    async def ask_both(self, *requests: Request[D]) -> dict[str, D]:
        """What each side decides."""
        answers: dict[str, D] = await awaited(Ask(requests))
        return answers

    async def ask_stacks(self, *requests: Request) -> dict[str, tuple[str, ...]]:
        """The slots of each side's secret stack (`Request.stack`), to be turned up in this order."""
        slots: dict[str, tuple[str, ...]] = await awaited(Ask(requests))
        return slots

    async def moment(self, write: Callable[[], Request[D]]) -> D | None:
        """A side may act of its own accord: as its standing orders say; else nobody asks it, and
        None comes back. The request that `write` makes must offer a line that means nothing."""
        if not self.listened:
            self.silent += 1
            return None
        return await self._spoken(write())

    async def _spoken(self, request: Request[D]) -> D | None:
        request.moment = request.moment or "speaks"
        answers: dict[str, D] | None = await awaited(Moment((request,)))
        return answers[request.side] if answers else None

    async def moment_of_all(self, *requests: Request[D]) -> dict[str, D | None]:
        """A moment at which several may act at once: None for a side that lets it pass.

        Who wants to be asked answers first, secretly and together with the others who do; then speak the
        policies of the rest, which cannot ask any more. What is shown is laid down by the rules.
        """
        for request in requests:
            request.moment, request.secret_menu = "asks", True
        answers: dict[str, D | None] = await awaited(Moment(requests)) or {}
        for request in requests:
            if request.side not in answers:
                request.moment = "says"
                answers[request.side] = await self._spoken(request)
        return answers

    async def roll(self, label: str, needed: str = "", rule: str = "", sides: int = 6) -> int:
        """A die, 1 to `sides`. The label says in small letters and single blanks what it is for; `#` sets its count apart.

        Raises ValueError for a label that holds a `#`.
        """
        if "#" in label:
            raise ValueError(f"the label {label!r} holds a #")
        value: int = await awaited(Roll(label, sides, self.labels))
        nth = self.labels[label] = self.labels.get(label, 0) + 1
        unique = label if nth == 1 else f"{label} {nth}"
        self._tell(Event(rule, unique, "die", needed, value))
        return value

    async def shuffle(
        self, deck: str, count: int, contents: Callable[[Cards], list[str]]
    ) -> list[str]:
        """Slots `deck:<deck>:0` ... of a fresh face-down deck; `contents` tells the cards to those
        who know all secrets. Each shuffle of a game has a name of its own: slots are known by it. They are dealt and
        turned up from the first on, and none is passed over (PROTOCOL.md, section 8)."""
        slots: list[str] = await awaited(Shuffle(deck, count, contents))
        return slots

    @staticmethod
    def named(card: str) -> str:
        """The slot of a card that a rule puts into a hand by its name, for all to see."""
        return NAMED + card

    async def open(self, slot: str, owner: str = "") -> str:
        if slot.startswith(NAMED):
            return slot.removeprefix(NAMED)
        card: str = await awaited(Open(slot, owner))
        return card

    async def deal(self, slot: str, side: str, openly: Callable[[str], bool]) -> str | None:
        """Give a card to `side`: turned up for all if `openly(card)`, else hidden (None)."""
        card: str | None = await awaited(Deal(slot, side, openly))
        return card

    async def peek(self, slot: str, side: str) -> str:
        """A card that only `side` sees, and the rules too: for games whose state is veiled,
        since what becomes of it stands in the state."""
        card: str = await awaited(Peek(slot, side))
        return card

    async def show(self, slots: tuple[str, ...], card: str) -> str:
        """The slot that held `card`, now open to all."""
        if NAMED + card in slots:
            return NAMED + card
        slot: str = await awaited(Show(slots, card))
        return slot

    async def prove(self, slots: tuple[str, ...], holds: Holds) -> bool:
        """Is something true of the cards in these slots, of which not all are open?

        The holder of the secrets answers, and all learn the answer, nothing else. It is proven when
        the last of the slots is opened, at the latest by the audit. Only for slots dealt by the GM.
        """
        if all(slot.startswith(NAMED) for slot in slots):
            return holds(cards_in(slots, {}))
        holds_true: bool = await awaited(Prove(slots, holds))
        return holds_true

    def say(
        self,
        rule: str,
        text: str,
        kind: str = "",
        about: tuple[str, ...] = (),
        to: str = "",
        via: tuple[str, ...] = (),
        cards: Sequence[str] = (),
    ) -> None:
        """Tell everybody, or only the side `to`, what happened; `cards`: slots, named to who knows them."""
        self._tell(Event(rule, text, kind, about=about, to=to, via=via, cards=tuple(cards)))

    def _tell(self, event: Event) -> None:
        self.events.append(event)
        self.told += 1
