"""4.8 End Campaign: 4.8.4 Grow, 4.8.5 Waste, 4.8.6 Reset.

4.8.1 and 4.8.2 have their own files; 4.8.3 Victory Check is `s5_victory`.
"""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s1_6_forces as forces
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import SIDES, TROOPS, facts
from pbem.games.plantagenet.s3_1_3_held_events import moment
from pbem.games.plantagenet.s3_1_arts_of_war import public_cards
from pbem.games.plantagenet.s4_8_1_tides_of_war import tides_of_war
from pbem.games.plantagenet.s4_8_2_disembark import disembark
from pbem.games.plantagenet.state import State

__all__ = ["disembark", "grow", "reset", "tides_of_war", "waste"]


@decision("discard {card}", rule="4.8.6")
class DiscardHeld(Decision):
    """4.8.6 A Held card goes back into its deck."""

    card: Card


@decision("keep", rule="4.8.6", passes=True)
class KeepHeld(Decision):
    """4.8.6 All that are left stay."""


HeldChoice = DiscardHeld | KeepHeld
"""4.8.6 What answers the question about a Held card."""


async def grow(table: Table[State]) -> None:
    """4.8.4 In marked Turns remove all Depleted markers, then flip Exhausted to Depleted (C82)."""
    state = table.state
    if not facts().calendar[state.box].grow or scenario.has_rule(state, "skip_grow"):
        return
    state.wear = {
        place: "depleted" for place in sorted(state.wear) if board.exhausted(state, place)
    }
    depleted = listing([board.name(place) for place in state.wear])
    table.say(
        "4.8.4", "Grow: the land recovers. " + (f"Still Depleted: {depleted}." if depleted else "")
    )


async def waste(table: Table[State]) -> None:
    """4.8.5 In marked Turns all on-map Lords, Exile boxes too, Rebel then King's (C83).

    All Lords give up their surplus before any is filled up, as the pool is common.
    """
    state = table.state
    if not facts().calendar[state.box].waste or scenario.has_rule(state, "skip_waste"):
        return
    lords_on_map = [id for side in state.order() for id in lords.on_map_lords(state, side)]
    for id in lords_on_map:
        shrink(state, id)
    for id in lords_on_map:
        card, troops = lords.card(id), state.lords[id].troops
        short = {kind: card.troops.get(kind, 0) - getattr(troops, kind) for kind in reset_kinds()}
        forces.muster(state, id, {kind: n for kind, n in short.items() if n > 0})
    table.say(
        "4.8.5",
        f"Waste halves the Provender and Transport of {lords.names(lords_on_map)}. "
        "Their Coin and Troops go back to what the cards say.",
    )


def reset_kinds() -> list[str]:
    """4.8.5 Mercenaries and Handgunners are left alone."""
    return [kind for kind in TROOPS if not facts().units[kind].waste_immune]


def shrink(state: State, lord: str) -> None:
    """4.8.5 Provender, Carts and Ships to one half, rounded up; Coin and Troops to the card's."""
    piece, card = state.lords[lord], lords.card(lord)
    piece.provender, piece.carts, piece.ships = (
        -(-n // 2) for n in (piece.provender, piece.carts, piece.ships)
    )
    piece.coin = card.assets["coin"]
    for kind in reset_kinds():
        count = min(getattr(piece.troops, kind), card.troops.get(kind, 0))
        setattr(piece.troops, kind, count)


async def reset(table: Table[State]) -> None:
    """4.8.6 This Campaign Events leave, and Hold Events played for the Campaign; not those for the next
    Levy (C84). Held cards may go (Rebels first), the marker advances."""
    state = table.state
    cards = facts().cards
    state.in_force = [id for id in state.in_force if cards[id].event_play == "any"]
    for side in state.order():
        await moment(table, amid=True)
        await discard_held(table, side)
    for side in SIDES:
        state.flipped[side] = []
        state.planned[side] = []
    state.box += 1
    turn = facts().calendar[state.box]
    table.say("4.8.6", f"The next Turn begins: {listing(turn.months)}.", kind="heading")


def holdable(state: State, side: str) -> list[str]:
    """3.1.3 Cards that might be Held, as far as all can see."""
    open_cards = public_cards(state, side)
    return [
        id
        for id in state.cards[side]
        if facts().cards[id].event_kind == "hold" and id not in open_cards
    ]


def held(menu: Menu, state: State, side: str) -> None:
    if menu.wants(DiscardHeld):
        for card in menu.pick("card", holdable(state, side)):
            menu.offer(DiscardHeld(card), facts().cards[card].event, shows=card)
    menu.offer(KeepHeld(), "keep all that are left")


async def discard_held(table: Table[State], side: str) -> None:
    """4.8.6 A side may discard Held cards back into its deck; not Capabilities (3.1.4).

    The menu is the same whatever is Held, so that it tells nothing.
    """
    state = table.state
    while state.held[side]:
        count = len(state.held[side])
        answer = await table.ask(
            Request[HeldChoice](
                side,
                "held",
                f"Discard a Held card, or keep {f'all {count}' if count > 1 else 'it'}?",
                "4.8.6",
                partial(held, state=state, side=side),
                forced=False,
                slots=tuple(state.held[side]),
            )
        )
        match answer:
            case KeepHeld():
                return
            case DiscardHeld(card):
                slot = await table.show(tuple(state.held[side]), card)
                state.held[side].remove(slot)
                title = f"{facts().cards[card].event} ({card})"
                table.say("4.8.6", f"The {lords.side_name(side)} discard {title}.")
