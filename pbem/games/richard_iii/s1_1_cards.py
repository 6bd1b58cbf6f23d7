"""1.1, 5.1 Cards: the deal and the mulligan, the secret choice, and who is Player 1; the event cards for reading."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Annotated

from pbem.engine.card_text import CardText, Half
from pbem.engine.decision import Decision, Kind, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Cards, Table
from pbem.games.richard_iii import s3_blocks as blocks
from pbem.games.richard_iii.facts import SIDES, Card, facts
from pbem.games.richard_iii.state import State


@decision("keep", rule="5.1", passes=True)
class Keep(Decision):
    """5.1 No redeal of one's own hand."""


@decision("redeal", rule="5.1")
class Redeal(Decision):
    """5.1 Seven other cards; one who asks for it first shows his hand."""


@decision("play {card}", rule="1.1")
class PlayCard(Decision):
    """1.1 The card of this Game Turn."""

    card: Annotated[str, Kind("card")]


def card(id: str) -> Card:
    return facts().cards[id]


def priority(state: State, side: str) -> tuple[bool, int, bool]:
    """1.1, C3 An event, then more Action Points, then the Pretender."""
    played = card(state.played[side])
    return (played.event, played.ap, side == state.pretender_side)


def all_cards() -> tuple[str, ...]:
    """1.1 The 25 cards."""
    return tuple(id for id, kind in facts().cards.items() for _ in range(kind.count))


def deck_name(campaign: int, again: bool = False) -> str:
    """A name that no other shuffle of the game has; `again`: that of a redeal (5.1)."""
    return f"campaign_{campaign}" + ("_redeal" if again else "")


def deck(state: State, keeps: tuple[str, ...], known: Cards) -> list[str]:
    """5.1 All 25 cards but those in hands that are kept."""
    cards = [*all_cards()]
    for side in keeps:
        for slot in state.hands[side]:
            cards.remove(known[slot])
    return cards


async def deal(table: Table[State]) -> None:
    """1.0 A campaign begins: seven cards to each player; the other eleven are not used (C1)."""
    state = table.state
    table.say("1.0", f"Campaign {state.campaign} begins.", kind="heading")
    state.redealt, state.turn = False, 1
    await deal_to(table, deck_name(state.campaign), ())
    await mulligan(table)


async def deal_to(table: Table[State], name: str, keeps: tuple[str, ...]) -> None:
    state = table.state
    dealt = [side for side in (state.pretender_side, state.king_side) if side not in keeps]
    held = sum(len(state.hands[side]) for side in keeps)
    total = len(all_cards()) - held
    slots = await table.shuffle(name, total, partial(deck, state, keeps))
    for side in dealt:
        state.hands[side] = slots[: facts().hand_size]
        slots = slots[facts().hand_size :]
        for slot in state.hands[side]:
            await table.deal(slot, side, openly=lambda _: False)
        table.say("1.0", f"{blocks.side_name(side)} is dealt {facts().hand_size} cards.")
        table.say("1.0", "Dealt", to=side, cards=state.hands[side])


def offer_mulligan(menu: Menu) -> None:
    menu.offer(Keep())
    menu.offer(
        Redeal(),
        f"only for a hand worth {facts().mulligan} AP or less, which is then shown to all",
        fits=is_mulligan,
    )


def is_mulligan(hand: Iterable[str]) -> bool:
    """5.1 Worth 13 AP or less, events included."""
    return sum(card(id).ap for id in hand) <= facts().mulligan


async def mulligan(table: Table[State]) -> None:
    """5.1, C5 A hand worth 13 AP or less may be shown for a redeal, once in a campaign.

    Both are asked at once, whatever they hold; if both want a redeal, the Pretender's hand is shown
    first, and then the King need only say whether he keeps his.
    """
    state = table.state
    answers = await table.ask_both(
        *(
            Request[Keep | Redeal](
                side,
                "mulligan",
                "Do you keep your hand, or show it for a redeal?",
                "5.1",
                offer_mulligan,
                forced=False,
                slots=tuple(state.hands[side]),
                secret_menu=True,
            )
            for side in SIDES
        )
    )
    for side in (state.pretender_side, state.king_side):
        match answers[side]:
            case Redeal():
                if not state.redealt:
                    await show_hand(table, side)
            case Keep():
                pass


async def show_hand(table: Table[State], side: str) -> None:
    """5.1 The hand is laid open, and the enemy may keep his own or not."""
    state = table.state
    hand = [await table.open(slot) for slot in state.hands[side]]
    total = sum(card(id).ap for id in hand)
    card_names = ", ".join(card(id).name for id in hand)
    table.say(
        "5.1", f"{blocks.side_name(side)} shows a mulligan worth {total} AP ({card_names}).", "card"
    )
    state.redealt = True
    enemy = state.enemy(side)
    answer = await table.ask(
        Request[Keep | Redeal](
            enemy,
            "keep_hand",
            f"{blocks.side_name(side)} is dealt a new hand: do you keep yours?",
            "5.1",
            offer_keep,
            forced=False,
            slots=tuple(state.hands[enemy]),
        )
    )
    match answer:
        case Keep():
            keeps: tuple[str, ...] = (enemy,)
        case Redeal():
            keeps = ()
    state.hands[side] = []
    table.say("5.1", f"{blocks.side_name(enemy)} {'keeps' if keeps else 'discards'} its hand.")
    await deal_to(table, deck_name(state.campaign, again=True), keeps)


def offer_keep(menu: Menu) -> None:
    menu.offer(Keep())
    menu.offer(Redeal(), "your cards are shuffled in, and you are dealt seven others")


def offer_cards(menu: Menu) -> None:
    for id in menu.pick("card", facts().cards):
        menu.offer(PlayCard(id), card(id).effect or f"{card(id).ap} AP", shows=id)


async def choose(table: Table[State]) -> None:
    """1.1 Each plays one card face down; both are revealed; the higher one is Player 1."""
    state = table.state
    table.say(
        "1.0", f"Game Turn {state.turn} of {state.turns}, campaign {state.campaign}", "heading"
    )
    state.treason, state.contests, state.played = "", {}, {}
    await lay_down(table)
    for side in SIDES:
        played = card(state.played[side])
        worth = f"the event {played.name}" if played.event else "a plain card"
        table.say("1.1", f"{blocks.side_name(side)} plays {worth} for {played.ap} AP.", "card")
    state.first = max(SIDES, key=lambda side: priority(state, side))
    table.say("1.1", f"{blocks.side_name(state.first)} is Player 1.")


async def lay_down(table: Table[State]) -> None:
    """1.1, C2 Secret and simultaneous; the last card of a campaign is no choice."""
    state = table.state
    if len(state.hands["york"]) == 1:
        for side in SIDES:
            state.played[side] = await table.open(state.hands[side].pop())
        return
    answers = await table.ask_both(
        *(
            Request[PlayCard](
                side,
                "card",
                f"Which card do you play for Game Turn {state.turn}?",
                "1.1",
                offer_cards,
                forced=False,
                slots=tuple(state.hands[side]),
                secret_menu=True,
            )
            for side in SIDES
        )
    )
    for side in SIDES:
        state.played[side] = answers[side].card
        slot = await table.show(tuple(state.hands[side]), state.played[side])
        state.hands[side].remove(slot)


def card_texts() -> tuple[CardText, ...]:
    return tuple(card_text(card) for card in facts().cards.values() if card.event)


def card_text(card: Card) -> CardText:
    points = (("Action Points", str(card.ap)),)
    return CardText(card.id, (Half("Event", card.name, points, card.effect),))
