"""The facet `rules.secrets`: what is hidden, and from whom. Here nothing is."""

from __future__ import annotations

from typing import Generic, TypeVar

from pbem.engine.state import GameState

S = TypeVar("S", bound=GameState)


class Secrets(Generic[S]):
    """A game with hidden cards says whose they are; one with hidden pieces veils its state besides.

    Attributes:
        dice: how many sides the dice of a game with hidden pieces have: whoever does not play its rules knows no more.
    """

    dice: tuple[int, ...] = (6,)

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

    def card_shown(self, kind: str, line: str) -> str:
        """The hidden card that an answer to a request of this kind turns up at once; "" for none that is known."""
        return ""
