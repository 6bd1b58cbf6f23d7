"""7.1.7 Discard and deal; 6.0 the Intrigue deck."""

from __future__ import annotations

from functools import partial

from pbem.engine.prose import listing
from pbem.engine.table import Cards, Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s7_1_7_plot as plot
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.s7_1_maintenance import ORDER
from pbem.games.plantagenet_1450.s20_scenarios import scenario_row
from pbem.games.plantagenet_1450.state import State


async def discard_and_deal(table: Table[State]) -> None:
    """7.1.7 All that is left in the hands is laid open; then new hands, one card at a time, Lancaster first (C126)."""
    state = table.state
    if state.shuffles:
        await plot.retain(table)
        for side in ORDER:
            await discard(table, side)
    if not state.shuffles:
        await make_deck(table, partial(fresh, undealt(state)), len(undealt(state)))
    before = {side: len(state.hands[side]) for side in ORDER}
    await fill_hands(table)
    for side in ORDER:
        if new_cards := state.hands[side][before[side] :]:
            table.say("7.1.7", "Drawn", to=side, cards=new_cards)


async def fill_hands(table: Table[State]) -> None:
    state = table.state
    sizes = {side: size(state, side) for side in ORDER}
    while any(len(state.hands[side]) < sizes[side] for side in ORDER):
        for side in ORDER:
            if len(state.hands[side]) < sizes[side] and not await draw(table, side):
                return


async def discard(table: Table[State], side: str) -> None:
    """All but the Plot card, laid open: so everybody can check the plays of the turn before (C130)."""
    state = table.state
    old = [slot for slot in cards.slots(state, side) if slot != state.plot.get(side)]
    opened = [await table.open(slot, side) for slot in old]
    for slot, card in zip(old, opened, strict=True):
        state.hands[side].remove(slot)
        cards.discard(state, card)
    if opened:
        titles = listing(facts().cards[card].title for card in opened)
        text = f"{board.side_name(side)} discards {titles}."
        table.say("7.1.7", text, about=tuple(opened))


async def lay_open(table: Table[State]) -> None:
    """C130 When the game is over both hands lie open, so that every play can be checked by all."""
    state = table.state
    for side in ORDER:
        hand = [await table.open(slot, side) for slot in cards.slots(state, side)]
        if hand:
            titles = listing(facts().cards[card].title for card in hand)
            table.say("7.1.7", f"{board.side_name(side)} held {titles}.", about=tuple(hand))


def size(state: State, side: str) -> int:
    """7.1.7 Five cards, or four and a fixed one or a Plot card."""
    if state.turn == scenario_row(state)["first_turn"]:
        known = scenario_row(state)["hands"][side]
        return int(known["deal"]) + len(known.get("fixed", ()))
    return int(facts().tables["sequence"]["hand_size"])


async def draw(table: Table[State], side: str) -> bool:
    """The next card of the deck; with the last one the discards become a new deck at once (C31). False where none
    is left (C127)."""
    state = table.state
    if not state.deck:
        return False
    slot = state.deck.pop(0)
    await table.deal(slot, side, openly=lambda _: False)
    state.hands[side].append(slot)
    if not state.deck and state.discards:
        table.say("6.0", "The last card is drawn, so the discards are shuffled into a new deck.")
        again, state.discards = state.discards, []
        await make_deck(table, partial(fresh, again), len(again))
    return True


async def make_deck(table: Table[State], contents: partial[list[str]], count: int) -> None:
    state = table.state
    state.shuffles += 1
    state.deck = await table.shuffle(f"intrigue_{state.shuffles}", count, contents)


async def join(table: Table[State], deck: str) -> None:
    """18.4 Another deck is shuffled together with what is undrawn; discards wait for the next reshuffle (C31)."""
    state = table.state
    more = [card.id for card in facts().cards.values() if card.deck == deck]
    undrawn = list(state.deck)
    state.cards += more
    text = (
        f"The {deck.capitalize()} deck is shuffled together with the {len(undrawn)} undrawn cards."
    )
    table.say("18.4", text)
    await make_deck(table, partial(joined_cards, undrawn, more), len(undrawn) + len(more))


def joined_cards(undrawn: list[str], more: list[str], known: Cards) -> list[str]:
    return [*(known[slot] for slot in undrawn), *more]


def fresh(some: list[str], known: Cards) -> list[str]:
    return list(some)


def undealt(state: State) -> list[str]:
    """What is shuffled at the beginning: all but what is known to be elsewhere (C126)."""
    return [card for card in state.cards if card not in cards.elsewhere(state)]
