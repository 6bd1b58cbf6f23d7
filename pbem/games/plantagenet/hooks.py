"""Hooks: the places in the rules where an Arts of War card (1.9.1) changes something.

A rule asks its hook which card functions apply; a card half is one function in `cards/` that is
registered with its card's id:

    @hooks.COMMAND.capability("Y5")
    def thomas_bourchier(state: State, lord: str) -> int:
        "Command +1 from a Friendly City when the card is revealed."

So no rule knows a card, and a card's text is in one place.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

from pbem.games.plantagenet.state import State

F = TypeVar("F", bound=Callable[..., object])


class Hook(Generic[F]):
    """One kind of change. Its functions all have the same signature, `F`.

    Attributes:
        events, capabilities: card id to function, in the order of registration.
    """

    def __init__(self) -> None:
        self.events: dict[str, F] = {}
        self.capabilities: dict[str, F] = {}

    def event(self, *cards: str) -> Callable[[F], F]:
        """Register a function for the Event half of cards with the same text."""
        return self._register(self.events, cards)

    def capability(self, *cards: str) -> Callable[[F], F]:
        """Register a function for the Capability half of cards with the same text."""
        return self._register(self.capabilities, cards)

    @staticmethod
    def _register(table: dict[str, F], cards: tuple[str, ...]) -> Callable[[F], F]:
        def register(function: F) -> F:
            for card in cards:
                assert card not in table, f"{card} is registered twice"
                table[card] = function
            return function

        return register

    def at_mat(self, state: State, lord: str) -> Iterator[F]:
        """Functions of the Capabilities at a Lord's mat."""
        for card in state.lords[lord].capabilities:
            if card in self.capabilities:
                yield self.capabilities[card]

    def in_force(self, state: State) -> Iterator[F]:
        """Functions of the Events that lie open, those played in the present Battle included."""
        for card in events_in_force(state):
            if card in self.events:
                yield self.events[card]

    def of(self, state: State, lord: str) -> Iterator[F]:
        """All that applies to a Lord: his Capabilities, then the Events in force."""
        yield from self.at_mat(state, lord)
        yield from self.in_force(state)


def events_in_force(state: State) -> list[str]:
    """The "This Levy" and "This Campaign" Events, and Hold Events played in the present Battle."""
    played = state.battle.events if state.battle is not None else []
    return [*state.in_force, *played]


Rating = Callable[[State, str], int]

INFLUENCE: Hook[Callable[[State, str, str], int]] = Hook()
"""Added to a Lord's Influence rating in a check; the third argument says for what (`parley`, `lord`,
`vassal`, `tax`, ...)."""
LORDSHIP: Hook[Rating] = Hook()
COMMAND: Hook[Rating] = Hook()
VALOUR: Hook[Rating] = Hook()
