"""6.2.2, 6.3.2 What a hand is obliged to: Must Play events, the enemy's nobles, the Plot card (C128, C131, C192).

What obliges is told by what all can see; which of it a hand holds only its owner knows, so a menu is the same for
every hand, and `fits` says what the hand must be like.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import partial

from msgspec import Struct

from pbem.games.plantagenet_1450 import s6_3_nobles as nobles
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.conditions import Around, all_hold
from pbem.games.plantagenet_1450.facts import SIDES, CardFacts, facts
from pbem.games.plantagenet_1450.state import State


class Duty(Struct, frozen=True):
    """What a hand is obliged to as a side plays; nothing of it moves on with the game.

    Attributes:
        cards: what would oblige whoever holds it.
        later: the side's later impulses of this turn.
        plot: the place of last turn's Plot card in the hand, -1 if it is played or there is none.
    """

    cards: tuple[str, ...]
    later: int
    plot: int

    def warning(self, size: int) -> str:
        """What a note says where a hand of this size may hold too much that is obliged; the same for any hand."""
        many = self.later + 1 - (self.plot >= 0)
        if size - 1 <= many or not self.cards:
            return ""
        may = f"you may keep at most {many}" if many else "you may keep none"
        return f"; {may} of the Must Play cards and enemy nobles that can be played (6.2.2, C128)"

    def fits(self, played: str = "") -> Callable[[Collection[str]], bool]:
        """What a hand must be like in which this card is played, or none is."""
        return partial(allows, self, played)


def allows(duty: Duty, played: str, held: Collection[str]) -> bool:
    """C128 The obliged cards left must be no more than the later impulses, of which an old Plot card takes one, and
    the one that may be kept. If they are more already, one of them is played (C129).

    Args:
        held: the cards of the hand, in the order of its slots.
    """
    hand = list(held)
    plot = hand[duty.plot] if 0 <= duty.plot < len(hand) else ""
    waits = bool(plot) and plot != played
    due = [card for card in hand if card in duty.cards and card not in (played, plot)]
    return len(due) <= duty.later + 1 - waits or bool(played and played in (*duty.cards, plot))


def plot_is_due(state: State, side: str) -> bool:
    """C131 Does last turn's Plot card still lie face down at its owner's last impulse?"""
    return side in state.plot and state.impulse >= facts().impulses


def duty(state: State, side: str) -> Duty:
    """C131 At the last impulse the Plot card is all that may be played, so nothing else obliges."""
    hand = cards.slots(state, side)
    plot = state.plot.get(side)
    later = facts().impulses - state.impulse
    if plot_is_due(state, side):
        return Duty(obliging(state, side), later, 0)
    return Duty(obliging(state, side), later, hand.index(plot) if plot in hand else -1)


def hand(state: State, side: str) -> tuple[str, ...]:
    """The slots that a side may play from: all, or that of the Plot card at the last impulse (C131)."""
    if plot_is_due(state, side):
        return (state.plot[side],)
    return cards.slots(state, side)


def obliging(state: State, side: str) -> tuple[str, ...]:
    """C128 The cards that oblige whoever plays for a side, in the order of `cards.toml`."""
    return tuple(card for card in state.cards if obliges(state, side, facts().cards[card]))


def obliges(state: State, side: str, card: CardFacts) -> bool:
    """A Must Play event that can happen now, of either side's; or an enemy noble who can be placed. A neutral one
    never does (C129)."""
    if card.noble:
        enemy = nobles.faction(state, card.noble) == state.enemy(side)
        return enemy and nobles.can_come(state, card.noble, side)
    return card.must_play and can_happen(state, side, card)


def can_happen(state: State, side: str, card: CardFacts) -> bool:
    """6.2.2, 6.2.4 Its prerequisites hold, for the side whose event it is when `side` plays it, and it is not
    spent."""
    around = Around(owner(card, side))
    return card.id not in state.spent and all_hold(state, card.prerequisites, around)


def owner(card: CardFacts, player: str) -> str:
    """6.2.1, C27 Whose event it is: by its colour; the player's if either may play it (C129)."""
    return next((side for side in SIDES if cards.COLOURS[side] == card.colour), player)
