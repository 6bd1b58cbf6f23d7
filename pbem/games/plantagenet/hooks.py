"""Hooks: the places in the rules where an Arts of War card (1.9.1) changes something.

A rule asks its hook which card functions apply; a card half is one function in `cards/` that is
registered with its card's id:

    @hooks.COMMAND.capability("Y5")
    def thomas_bourchier(state: State, lord: str) -> int:
        "Command +1 from a Friendly City when the card is revealed."

So no rule knows a card, and a card's text is in one place.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from msgspec import Struct

from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.errors import Impossible
from pbem.games.plantagenet.decisions import CardAction, TroopsAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State

F = TypeVar("F", bound=Callable[..., object])


class Hook(Generic[F]):
    """One kind of change. Its functions all have the same signature, `F`.

    Attributes:
        events, capabilities: card id to function, in the order of registration.
        asks: Capabilities whose function asks their owner something even if he then does nothing.
    """

    def __init__(self) -> None:
        self.events: dict[str, F] = {}
        self.capabilities: dict[str, F] = {}
        self.asks: set[str] = set()

    def event(self, *cards: str) -> Callable[[F], F]:
        """Register a function for the Event half of cards with the same text."""
        return self._register(self.events, cards)

    def capability(self, *cards: str, asks: bool = False) -> Callable[[F], F]:
        """Register a function for the Capability half of cards with the same text."""
        self.asks |= set(cards) if asks else set()
        return self._register(self.capabilities, cards)

    @staticmethod
    def _register(table: dict[str, F], cards: tuple[str, ...]) -> Callable[[F], F]:
        def register(function: F) -> F:
            for card in cards:
                if card in table:
                    raise Impossible(f"{card} is registered twice")
                table[card] = function
            return function

        return register

    def either(self, card: str) -> F | None:
        """The function of a card, whichever half of it is registered."""
        return self.events.get(card) or self.capabilities.get(card)

    def at_mat(self, state: State, lord: str) -> list[F]:
        """Functions of the Capabilities at a Lord's mat."""
        known = self.capabilities
        return [known[card] for card in state.lords[lord].capabilities if card in known]

    def put_to(self, state: State, lords: Iterable[str]) -> Iterator[tuple[str, F]]:
        """These Lords with the functions of the Capabilities at their mats. With Hidden Mats also one
        for each Capability that `asks`, if any of them could have it: whether a question is put must
        not tell who has what (C85)."""
        some = list(lords)
        for lord in some:
            for card in state.lords[lord].capabilities:
                if card in self.capabilities and not (state.hidden_mats and card in self.asks):
                    yield lord, self.capabilities[card]
        for card in self.capabilities if state.hidden_mats else ():
            able = [lord for lord in some if card in self.asks and could_have(state, lord, card)]
            has = [lord for lord in able if card in state.lords[lord].capabilities]
            for lord in (has or able)[:1]:
                yield lord, self.capabilities[card]

    def in_force(self, state: State) -> list[F]:
        """Functions of the Events that lie open, those played in the present Battle included."""
        known = self.events
        return [known[card] for card in events_in_force(state) if card in known]

    def at_mats(self, state: State, side: str) -> Iterator[tuple[str, F]]:
        """A side's Lords with such a Capability, and its function."""
        for lord, mat in state.lords.items():
            if mat.capabilities and facts().lords[lord].side == side:
                for function in self.at_mat(state, lord):
                    yield lord, function

    def of(self, state: State, lord: str) -> list[F]:
        """All that applies to a Lord: his Capabilities, then the Events in force."""
        return self.at_mat(state, lord) + self.in_force(state)


def could_lie(state: State, lord: str, card: str) -> bool:
    """1.5.3 Can nobody but its owner rule out that the Capability is at this Lord's hidden mat? Only
    his badge and cards that lie open tell."""
    if not state.hidden_mats:
        return False
    at = state.lords[lord].at
    return (
        (at in facts().locales or at in facts().seas)
        and card in state.cards[facts().lords[lord].side]
        and card not in events_in_force(state)
        and card in facts().badges[lord]
    )


def could_have(state: State, lord: str, card: str) -> bool:
    """Could a Lord who is on the map have a Capability that his side holds hidden?"""
    return could_lie(state, lord, card) and state.lords[lord].at in facts().locales


def events_in_force(state: State) -> Sequence[str]:
    """The "This Levy" and "This Campaign" Events, and Hold Events played in the present Battle."""
    return state.in_force if state.battle is None else [*state.in_force, *state.battle.events]


class Ratings(Struct, frozen=True):
    """What a card adds to a Lord's ratings (1.5.2).

    Attributes:
        influence: in all Influence checks (1.4.2). `levy_parley`, `parley`: only in those of 3.4.1, 4.6.4.
        command: as long as it lasts, even if that ends in the middle of a Command card.
        revealed: to Command for a whole card, by how things stand when it is revealed.
    """

    influence: int = 0
    levy_parley: int = 0
    parley: int = 0
    lordship: int = 0
    command: int = 0
    revealed: int = 0
    valour: int = 0


class Terms(Struct, frozen=True):
    """What an Influence check costs, added points apart, and whether it succeeds without a roll."""

    cost: int
    sure: bool = False


class Grant(Struct, frozen=True):
    """Levy actions that a card helps, `count` times in a Muster; their lines end in `by <card>`.

    Attributes:
        action: "parley" or "troops".
        extra: it takes no Lordship. Other grants help an action that does.
        discount: Influence off its cost. `free`: no cost at all. `sure`: it succeeds without a roll.
        london: Parley may break double Yorkist Favour there (C37).
        must: it has to be taken as far as there are targets.
    """

    count: int
    action: str = "parley"
    extra: bool = False
    discount: int = 0
    free: bool = False
    sure: bool = False
    london: bool = False
    must: bool = False


class TroopLevy(Struct, frozen=True):
    """One way to take a Levy Troops action (3.4.4).

    Attributes:
        action: the decision for it.
        place: the Locale that must not be Exhausted, and is Depleted if `wears`.
        coin: own or Shared Coin that it takes.
    """

    action: TroopsAction
    place: str
    troops: dict[str, int]
    wears: bool = True
    coin: int = 0


RATINGS: Hook[Callable[[State, str], Ratings]] = Hook()

# Levy and Command actions (3.4, 4.2)

CHECK: Hook[Callable[[State, str, str, Terms], Terms]] = Hook()
"""Changes the terms of a Lord's check or Parley; the purpose is `levy_parley`, `parley` (on
Campaign), `lord`, `vassal`, `tax` or a word of a card's own."""
GRANT: Hook[Callable[[State, str], Grant]] = Hook()
"""Levy actions that a card gives or helps; asked when Muster begins and when he gains the card."""
TROOPS: Hook[Callable[[State, str], list[TroopLevy]]] = Hook()
"""More ways for a Lord to Levy Troops."""
TROOPS_WITH: Hook[Callable[[State, str, TroopLevy], list[TroopLevy]]] = Hook()
"""What becomes of one way to Levy Troops: one or several."""
SERVICE: Hook[Callable[[State, str], int]] = Hook()
"""Boxes that a Vassal serves longer when this Lord Levies him."""
MAY: Hook[Callable[[State, str, str, str], bool]] = Hook()
"""Does the card lift a limit for this Lord? The third argument says which:

    `return`  he comes back from Exile before his box
    `vassal`  he Levies any Ready Vassal, wherever he and the Seat are
    `spare troops`, `spare supply`  the place given is not Depleted by that action
    `roads`   Roads are Highways when he Marches alone
    `land`    he Sails to a Port where Enemy Lords are
"""
BAR: Hook[Callable[[State, str, str], str]] = Hook()
"""Why the card forbids this Lord something, or "". The third argument says what: `vassal` (3.4.3),
`special_vassal` (a card that brings one) or `sail`."""
WHOLE_CARD: Hook[Callable[[State, str, str], bool | None]] = Hook()
"""Does this Command (`sail`, `parley`) take the whole card? None: this card does not change it."""
LINES: Hook[Callable[[Menu, State, str], None]] = Hook()
"""Own actions of a card, in the Muster (`state.active` is "") or the Command menu of a Lord: each is a
`decisions.CardAction`."""
ACT: Hook[Callable[[Table[State], Any], Awaitable[None]]] = Hook()
"""Carries out such a decision, of the kind that the card's own LINES offer."""
LEVIED: Hook[Callable[[Table[State], str, str, State], Awaitable[None]]] = Hook()
"""After a Lord's successful Levy action; the last arguments are its name and the state before it."""
WORTH: Hook[Callable[[State, str, str, str], int]] = Hook()
"""As how many each Ship or Cart at this Lord's mat counts; the third argument is `ships` or `carts`, the
fourth `haul`, `sail` or `supply`. Great Ships too link all Seas (`lords.sea_lanes`)."""
YIELD: Hook[Callable[[State, str, str, str], int]] = Hook()
"""Added to the Strongholds table's number when a Lord takes `supply` or `tax` from a place."""
PROCEEDS: Hook[Callable[[State, str, str, int], int]] = Hook()
"""What a Lord's `supply`, `tax` or `forage` brings instead of this amount (0 if it failed)."""
ARRIVED: Hook[Callable[[Table[State], str], None]] = Hook()
"""A Lord came to the Locale where he is, or gained the card there."""
CARD_GAINED: Hook[Callable[[Table[State], str], None]] = Hook()
"""A Lord gained the Capability."""

# The other phases

RESOLVE: Hook[Callable[[Table[State], str], Awaitable[None]]] = Hook()
"""3.1.3 An immediate Event, for the side that drew it."""
BEGINS: Hook[Callable[[Table[State], str, str], None]] = Hook()
"""`pay` or `campaign` begins, for the Lord with the card."""
SPARED: Hook[Callable[[State, str, str], bool]] = Hook()
"""Does the card at the first Lord's mat spare the second all Pay (3.2)?"""
TIDES: Hook[Callable[[Table[State], str], Awaitable[tuple[int, str]]]] = Hook()
"""Influence that a Lord's card brings in Tides of War (4.8.1), and what for."""
DOMINATES: Hook[Callable[[State, str, str], bool]] = Hook()
"""Does the card at this Lord's mat make his side Dominate an Area (1.3.1)?"""
BLOCKADE: Hook[Callable[[State, str], str]] = Hook()
"""The Sea whose Ports this Lord closes to the Enemy except on a 1-2, or ""."""


# Moves, Intercept and Approach (4.3)

RANK: Hook[Callable[[State, str], str]] = Hook()
"""The rank that a Capability gives a Lord now (`marshal`), or "" (4.3.1)."""
ENTRY: Hook[Callable[[State, str, str], str]] = Hook()
"""Why an Event in force keeps a Lord from moving into a Locale, or "". It also cancels a move that
brings about an Approach, if it is played when that happens."""
APPROACHED: Hook[Callable[[Table[State], str], Awaitable[bool]]] = Hook()
"""What a Lord with the Capability may do when he is Approached (4.3.5); True cancels the Approach
and ends the card."""
EXILE: Hook[Callable[[State, str], bool]] = Hook()
"""Does a Lord who would go into Exile Disband to the next Turn's box, unmarked and at no loss?"""

# Battle (4.4)


class Change(Struct, frozen=True):
    """What a card does to a unit.

    Attributes:
        safe: its Protection instead of the table's; the best of several counts. 0: unchanged.
        worse: by how much its Protection is lower after that.
        half_hits: what it inflicts more, in half Hits.
    """

    safe: int = 0
    worse: int = 0
    half_hits: int = 0


REINFORCEMENTS: Hook[Callable[[State, str], dict[str, int]]] = Hook()
"""4.4.1 Troops that a Lord adds for the Battle about to be Arrayed; gone in its Aftermath (C68)."""
BEFORE_ROUNDS: Hook[Callable[[Table[State], str], Awaitable[None]]] = Hook()
"""4.4.1 What a Front Lord may do between the Events step and Round 1."""
ENGAGEMENTS: Hook[Callable[[Table[State], str, list[list[str]]], Awaitable[list[list[str]]]]] = (
    Hook()
)
"""4.4.2 Engage: the Engagements of the Round that are fought, as a Lord in one of them may have it."""
PAUSE: Hook[Callable[[Table[State], str], Awaitable[bool]]] = Hook()
"""4.4.2 What an Event that lies open may do before each Strike (`strike`), each Lord Rout (`rout`), Losses
(`losses`) and at any other moment (`moment`), which costs no mail; True if it does."""
EXTRA_HITS: Hook[Callable[[Table[State], str, str], Awaitable[int]]] = Hook()
"""4.4.2 Hits that a side adds in an Engagement to its Strike of a kind (`missile`, `melee`). The second
argument is the Lord in it who has the Capability; for an Event the side that Strikes."""
TOTAL: Hook[Callable[[State, str, str, int], int]] = Hook()
"""4.4.2 Changes the total of a Strike, in half Hits: the side that takes them, the kind, the total."""
UNIT: Hook[Callable[[State, str, str, str], Change]] = Hook()
"""4.4.2 Changes a unit of the Lord: Lord, unit, kind of Strike. Not for Losses (C69)."""
ROUTS: Hook[Callable[[Table[State], str, str], Awaitable[str]]] = Hook()
"""4.4.2 Which unit of the Lord Routs, where this one failed its Protection."""
HAS_ROUTED: Hook[Callable[[Table[State], str, str], Awaitable[None]]] = Hook()
"""4.4.2 What an Event that lies open may do when a unit of a Lord has just Routed."""
DOOM: Hook[Callable[[State], str]] = Hook()
"""4.4.3 The side whose Routed Lords all Die without a check, those of the other side safe; or ""."""


async def carry_out(table: Table[State], action: CardAction) -> None:
    """1.9.1 What the card says. Raises Impossible for one that has no action."""
    act = ACT.either(action.card)
    if act is None:
        raise Impossible(f"{action.card} has no action of its own")
    await act(table, action)
