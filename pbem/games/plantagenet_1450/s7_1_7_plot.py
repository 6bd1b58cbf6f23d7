"""7.1.7, 6.2.3 The Plot card: a card that is kept for the next turn, face down, and must be played in it."""

from __future__ import annotations

from collections.abc import Collection
from functools import partial

from pbem.engine.decision import Amount, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import NAMED, Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_maintenance import ORDER
from pbem.games.plantagenet_1450.state import State


@decision("plot {place}", rule="7.1.7")
class KeepCard(Decision):
    """By its place in the hand: which card it is, only its owner knows (C132)."""

    place: Amount


@decision("plot none", rule="7.1.7", passes=True)
class KeepNoCard(Decision):
    pass


MUST = " If you hold a Must Play event or an enemy noble that had to be played, keep that."
"""6.2.2.1 Said to both, whatever they hold."""


async def retain(table: Table[State]) -> None:
    """C24 Each side may keep one card of its hand as its Plot card: Lancaster first, then York.

    Nothing is discarded before both have said. What had to be played was judged at the end of the turn in which the
    cards were drawn (6.2.2.1).
    """
    state = table.state
    for side in ORDER:
        state.plot.pop(side, None)
        cards_due = tuple(state.due.pop(side, ()))
        hand = cards.slots(state, side)
        if not hand:
            continue
        match await table.ask(
            Request[KeepCard | KeepNoCard](
                side,
                "plot",
                f"Which card of your hand do you keep as your Plot card? It must be played in this turn.{MUST if cards_due else ''}",
                "7.1.7",
                partial(fill_plots, hand=hand, due=cards_due),
                forced=False,
                slots=hand,
            )
        ):
            case KeepCard(place):
                state.plot[side] = hand[place - 1]
                table.say(
                    "7.1.7",
                    f"{board.side_name(side)} keeps card {place} of its hand as a Plot card.",
                )
            case KeepNoCard():
                pass


def fill_plots(menu: Menu, hand: tuple[str, ...], due: tuple[str, ...]) -> None:
    """Offer to keep a card or none, with the same lines for every hand of a size: only its owner sees which must be kept (C25)."""
    menu.offer(KeepNoCard(), fits=partial(may_keep, due, 0))
    for place in menu.pick("place", range(1, len(hand) + 1)):
        slot = hand[place - 1]
        menu.offer(KeepCard(place), card_name(slot), fits=partial(may_keep, due, place), slot=slot)


def card_name(slot: str) -> str:
    """The name of a card that was dealt openly; "" for another, which its owner's desk names (`Option.slot`)."""
    is_open = slot.startswith(NAMED)
    return facts().cards[slot.removeprefix(NAMED)].title if is_open else ""


def may_keep(due: tuple[str, ...], place: int, held: Collection[str]) -> bool:
    """6.2.2.1, C25 What must be played is not discarded: it is kept, one of several if there are more (C129).

    Args:
        due: what obliges whoever holds it.
        place: of the card that is kept, 0 for none.
        held: the cards of the hand, in the order of its slots.
    """
    hand = list(held)
    obliged = [card for card in hand if card in due]
    plot = hand[place - 1 : place] if place else []
    return not obliged or any(card in obliged for card in plot)


def warning(state: State, side: str) -> str:
    """C24, C131 What is said before a play while the Plot card lies face down; all can see that it does."""
    if side not in state.plot:
        return ""
    later = facts().impulses - state.impulse
    if not later:
        return " Your Plot card is due: nothing else may be played; if you stay silent it is played for you."
    return " Your Plot card must be played, now or in your next impulse." if later == 1 else ""
