"""3.1 Arts of War: each side shuffles its unused cards and draws two, as Capabilities or Events."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Cards, Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s3_4_6_levy_capability as capability
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("{card}: to {lord}", rule="3.1.2")
class Deploy(Decision):
    """3.1.2 A Capability that has been drawn goes to this Lord."""

    card: Card
    lord: Piece


POLICY = "If the text of the card says any moment, your policy `event` can also play the card while the enemy acts. Without this policy you are not asked while the enemy acts (C127)."


def public_cards(state: State, side: str) -> list[str]:
    """1.9.1 A side's cards that lie open: Capabilities at mats and Events in force."""
    at_mats = [card for lord in state.lords.values() for card in lord.capabilities]
    return [card for card in state.cards[side] if card in at_mats or card in state.in_force]


def unused(state: State, side: str) -> int:
    """3.1.1 How many cards are neither Held nor in play; everybody may count them (C85)."""
    return len(state.cards[side]) - len(public_cards(state, side)) - len(state.held[side])


def unused_cards(state: State, side: str, known: Cards) -> list[str]:
    """3.1.1 Those cards; `known` tells what the Held slots hide."""
    away = [*public_cards(state, side), *(known[slot] for slot in state.held[side])]
    return [card for card in state.cards[side] if card not in away]


async def arts_of_war(table: Table[State]) -> None:
    """3.1 Shuffle; then Rebel and King's side draw two cards each, the first resolved before the
    second is drawn (C16) and not shuffled back in between (C17)."""
    state = table.state
    for side in state.order():
        await shuffle(table, side)
    draw = draw_capability if scenario.first_turn(state) else draw_event
    for side in state.order():
        for _ in range(facts().limits["arts_of_war_draw"]):
            await held.moment(table)
            if state.deck[side]:
                await draw(table, side, state.deck[side].pop(0))
    for side in state.order():
        state.deck[side] = []


def deck_name(state: State, side: str) -> str:
    """A name that no other shuffle of the game has, in no other War either."""
    war = f"_{state.scenario.lower()}" if scenario.is_war(state) else ""
    return f"{side}{war}_{state.box}"


async def shuffle(table: Table[State], side: str) -> None:
    """3.1.1 Collect and shuffle all cards of a side but Held Events and cards in play (C16)."""
    state = table.state
    state.deck[side] = await table.shuffle(
        deck_name(state, side), unused(state, side), partial(unused_cards, state, side)
    )
    cards = len(state.deck[side])
    table.say("3.1.1", f"The {lords.side_name(side)} shuffle {cards} Arts of War cards.")


def takers(menu: Menu, state: State, side: str, card: str) -> None:
    for lord in menu.pick("lord", capability.deployable(state, side, card)):
        menu.offer(Deploy(card, lord), facts().cards[card].capability)


async def draw_capability(table: Table[State], side: str, slot: str) -> None:
    """3.1.2 First Levy: the card goes to an eligible Mustered Lord, in an Exile box too, or else back
    to the deck (C17)."""
    state = table.state
    hidden = state.hidden_mats
    card = await (table.peek(slot, side) if hidden else table.open(slot))
    title = f"{facts().cards[card].capability} ({card})"
    draw = f"The {lords.side_name(side)} draw"
    if not capability.deployable(state, side, card):
        back = "none of their Lords can take it, so it returns to the deck."
        tell(
            table,
            "3.1.2",
            side,
            f"{draw} the Capability {title}; {back}",
            f"{draw} a Capability; {back}",
        )
        return
    tell(table, "3.1.2", side, f"{draw} the Capability {title}.", f"{draw} a Capability.")
    answer = await table.ask(
        Request[Deploy](
            side,
            "capability",
            f"Who takes {'the Capability' if hidden else title}?",
            "3.1.2",
            partial(takers, state=state, side=side, card=card),
            forced=not hidden,
        )
    )
    capability.deploy(table, answer.lord, card, "3.1.2")


async def draw_event(table: Table[State], side: str, slot: str) -> None:
    """3.1.3 Later Levies: a Hold Event stays hidden with its owner, any other is shown at once."""
    state = table.state
    card = await table.deal(
        slot, side, openly=lambda event_id: facts().cards[event_id].event_kind != "hold"
    )
    if card is None:
        state.held[side].append(slot)
        table.say("3.1.3", f"The {lords.side_name(side)} draw a Hold Event and keep it hidden.")
        table.say("3.1.3", "Drawn", to=side, cards=[slot])
        table.say("3.1.3", POLICY, to=side)
        await held.window(table, side, "levy", question="Play a Hold Event at once?")
        return
    await resolve_event(table, side, card)


async def resolve_event(table: Table[State], side: str, card: str) -> None:
    """3.1.3 A shown Event: an immediate one returns to the deck, the others lie open until the Levy
    or the Campaign ends, and keep their Capability from being Levied."""
    event = facts().cards[card]
    sentence = f"The {lords.side_name(side)} draw the Event {event.event} ({card})"
    if event.event_kind == "immediate":
        table.say("3.1.3", f"{sentence}; the card returns to the deck.")
        await hooks.RESOLVE.events[card](table, side)
        return
    table.state.in_force.append(card)
    period = {"this_levy": "Levy", "this_campaign": "Campaign"}[event.event_kind]
    table.say("3.1.3", f"{sentence}: it is in force until the end of this {period}.")


def discard_this_levy(state: State) -> None:
    """3.4, 3.1.3 After Muster the "This Levy" Events return to their decks, and Hold Events that were
    played for this Levy (C84)."""
    cards = facts().cards
    heir = scenario.rule(state, "y28_set_aside").get("card", "")
    if heir in state.in_force:
        set_aside(state, heir)
    state.in_force = [card for card in state.in_force if cards[card].event_kind == "this_campaign"]
    for lord in state.lords.values():
        lord.extra = {}


def set_aside(state: State, card: str) -> None:
    """6.3 IIY, IIL An Event that decides who is heir in the third War; its Capability is gone too."""
    state.set_aside.append(card)
    state.cards = {side: [c for c in state.cards[side] if c != card] for side in state.cards}
