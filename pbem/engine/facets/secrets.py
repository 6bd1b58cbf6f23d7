"""The facet `rules.secrets`: what is hidden, and from whom. Here nothing is."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Generic, TypeVar

from pbem.engine.state import GameState

S = TypeVar("S", bound=GameState)


class Secrets(Generic[S]):
    """A game with hidden cards says whose they are; one with hidden pieces veils its state besides.

    Attributes:
        dice: how many sides the dice of a game with hidden pieces have: whoever does not play its rules knows no more.
    """

    dice: tuple[int, ...] = (6,)

    def needs_gm(self, scenario: str, options: Mapping[str, object]) -> str:
        """Why two players cannot play this without a GM, as a whole sentence; "" if they can.

        Args:
            scenario: its id. options: those that were chosen, by name.
        """
        hides = type(self) is not Secrets
        return (
            "This game has hidden cards or pieces, and somebody has to know them." if hides else ""
        )

    def veiled(self, state: S) -> bool:
        """Does the state itself hold secrets (hidden blocks, hidden mats)?

        Then it is never published: orders and checkpoints are sealed, `report` is the only view,
        and only an audit after the game can replay it.
        """
        return False

    def veil(self, state: S, side: str) -> S:
        """What `side` (or "public") may know of a veiled state; the state itself if it is not."""
        return state

    def unsure(self, state: S, side: str) -> tuple[str, ...]:
        """The pieces of a state as `side` (or "public") sees it that only stand for hidden ones: what the state says
        of them need not be true."""
        return ()

    def hand(self, state: S, side: str) -> tuple[str, ...]:
        """The secret slots that `side` may look at."""
        return ()

    def looked_at(self, state: S, side: str) -> tuple[str, ...]:
        """What of `hand` lies in the enemy's, where a card has shown it to `side`."""
        return ()

    def misplaced(self, state: S, known: Mapping[str, str]) -> str:
        """What is wrong with the hidden cards of a position for somebody who knows all of them, as no invariant of
        what everybody may know can tell; "" if nothing.

        Args:
            known: the card in each slot that was sealed.
        """
        return ""

    def deck_cards(self, deck: str) -> tuple[str, ...] | None:
        """All cards that can be in a deck of this name, each as often as it exists; None in a game that does not
        say. Whoever cannot play the rules compares with it what becomes known of the deck."""
        return None

    def deck_sizes(self, before: S, after: S, deck: str) -> Collection[int] | None:
        """How many cards a deck of this name can have that is shuffled between two positions, as anybody may know
        them; empty if none can be shuffled there, None in a game that does not say."""
        return None

    def undealt(self, state: S) -> Collection[str] | None:
        """The slots of decks from which the step of a position, as anybody may know it, can still deal; None in a game
        that does not say. What a deck holds besides stays covered until the deck is shuffled again."""
        return None

    def stage(self, state: S) -> str:
        """A name of the step of the sequence of play that no other step of a game has, of a position as everybody
        may know it in which something is asked, but at a moment; "" where that cannot be told."""
        return ""

    def place(self, state: S) -> str:
        """Where a game stands in its sequence of play, of a position as everybody may know it: all by which `stage`,
        `asked_in_step` and `deck_sizes` tell. Where pieces are hidden no correction changes it."""
        return self.stage(state)

    def asked_in_step(self, state: S, requests: Sequence[tuple[str, str]]) -> int:
        """How many of these questions can have been asked before the step of the sequence of play ended: never fewer
        than were.

        Args:
            state: a position as anybody may know it. asked: side and kind of what was answered from there on, in order.
        """
        return len(requests)

    def asked_later(
        self, before: S, after: S, requests: Sequence[tuple[str, str]], place: int
    ) -> bool:
        """Can a question that `asked_in_step` counts all the same be one of a later step?

        Args:
            before, after: two positions as anybody may know them. asked: side and kind of all that was answered
                between them, in order. place: of the question among them, from 0.
        """
        return True

    def card_shown(self, kind: str, line: str) -> str:
        """The hidden card that an answer to a request of this kind turns up at once; "" for none that is known."""
        return ""
