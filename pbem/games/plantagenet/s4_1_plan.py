"""4.1 Plan: each side stacks its Command cards, secretly and at once."""

from __future__ import annotations

from pbem.engine.decision import Piece, Stacked, decision
from pbem.engine.request import Request
from pbem.engine.stack import Stack
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import SIDES, facts
from pbem.games.plantagenet.s3_2_pay import begin_for
from pbem.games.plantagenet.state import State

PASS = "pass"


def size(state: State) -> int:
    """4.1 The number of cards that the current Calendar box specifies."""
    return facts().calendar[state.box].plan


def limits(state: State, side: str) -> dict[str, int]:
    """4.1.1 Three cards of each Lord on the map, and four Pass (1.9.2).

    Passes without limit for a side that could not fill the stack otherwise (C42).
    """
    cards = {id: int(facts().limits["command_cards_per_lord"]) for id in state.planned[side]}
    passes = int(facts().limits["pass_cards_per_side"])
    too_few = sum(cards.values()) + passes < size(state)
    return {**cards, PASS: -1 if too_few else passes}


@decision("plan {cards}", rule="4.1")
class Plan(Stacked):
    """4.1.2 Command cards, the first to be flipped first: Lords, and Pass."""

    cards: tuple[Piece, ...]


async def plan(table: Table[State]) -> None:
    """4.1.2 Each side stacks its cards in any order, face down; nobody may rearrange them.

    The Campaign begins, so that cards may act before.
    """
    state = table.state
    for side in state.order():
        begin_for(table, side, "campaign")
    for side in SIDES:
        state.planned[side] = lords.on_map_lords(state, side)
        state.flipped[side] = []
    answers = await table.ask_stacks(
        *(
            Request[Plan](
                side,
                "plan",
                f"Stack {size(state)} Command cards, top card first.",
                "4.1",
                stack=Stack.of(Plan, size(state), limits(state, side)),
            )
            for side in SIDES
        )
    )
    for side in SIDES:
        state.plan[side] = list(answers[side])
    table.say("4.1", f"Each side has stacked {size(state)} Command cards.")


def next_side(state: State) -> str:
    """4.2 One Rebel card, then one King's side card; a side without cards left is passed over."""
    rebel, king = state.order()
    first_side = rebel if len(state.flipped[rebel]) <= len(state.flipped[king]) else king
    return first_side if state.plan[first_side] else state.enemy(first_side)


async def top_card(table: Table[State], side: str) -> str:
    """4.2 Turn up the first card of a Plan. The quickstart's first Plans are printed, so they lie open."""
    top_card = table.state.plan[side][0]
    return top_card if is_printed(top_card) else await table.open(top_card, owner=side)


def is_printed(slot: str) -> bool:
    """Is this the name of an open Command card, and no slot?"""
    return slot == PASS or slot in facts().lords


def stacked(state: State, side: str, card: str) -> bool:
    """4.1.1 Could the Plan hold this card, after those already flipped?

    Only here can all check what a secret stack held.
    """
    limit = limits(state, side).get(card, 0)
    return limit < 0 or state.flipped[side].count(card) < limit
