"""7.2 Impulses: in each both sides play a card, Lancaster first (C18), or take the One Intrigue option."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s8_9_wits as s8_9
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import Points, State


@decision("points {card}", rule="6.1")
class PlayForPoints(Decision):
    card: Card


@decision("one intrigue", rule="7.2.3")
class OneIntrigue(Decision):
    """7.2.3 A single point, and the hand is kept."""


Play = PlayForPoints | OneIntrigue


async def begin(table: Table[State]) -> None:
    """7.1.8 The Impulse marker lies in the first box."""
    state = table.state
    state.impulse, state.plays, state.campaigned = 1, facts().first, False


async def play(table: Table[State]) -> None:
    state = table.state
    side = state.plays
    match await table.ask(
        Request[Play](
            side,
            "impulse",
            f"Impulse {state.impulse} of {facts().impulses}: what do you play?",
            "7.2",
            partial(fill_plays, state=state, side=side),
            forced=False,
            slots=cards.slots(state, side),
        )
    ):
        case PlayForPoints(card):
            await cards.lay_down(table, side, card)
            known = facts().cards[card]
            told = (
                f"{board.side_name(side)} plays {known.title} for {known.points} Intrigue points."
            )
            table.say("6.1", told, about=(card,))
            state.points.append(Points(side, card, known.points, known.points))
        case OneIntrigue():
            table.say("7.2.3", f"{board.side_name(side)} plays One Intrigue.")
            state.points.append(Points(side, "", 1, 1))


def fill_plays(menu: Menu, state: State, side: str) -> None:
    for card in menu.pick("card", [card.id for card in cards.could_hold(state, side)]):
        known = facts().cards[card]
        menu.offer(PlayForPoints(card), f"{known.points} for {known.title}", shows=card)
    menu.offer(OneIntrigue(), "the card in your hand is kept")


async def end_of_play(table: Table[State]) -> None:
    """7.2 The other side's play, or the next impulse."""
    state = table.state
    state.plays = state.enemy(state.plays)
    if state.plays == facts().first:
        state.impulse += 1
        s8_9.count_impulse(state)


def is_impulse(state: State) -> bool:
    """7.2 There are five in a turn."""
    return state.impulse <= facts().impulses
