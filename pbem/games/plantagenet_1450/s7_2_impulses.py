"""7.2 Impulses: in each both sides play a card, Lancaster first (C18), or take the One Intrigue option."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Card, Decision, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_2_2_must_play as must_play
from pbem.games.plantagenet_1450 import s6_2_5_effects as effects
from pbem.games.plantagenet_1450 import s6_2_events as events
from pbem.games.plantagenet_1450 import s6_3_nobles as nobles
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450 import s7_1_7_plot as plot
from pbem.games.plantagenet_1450 import s8_9_wits as s8_9
from pbem.games.plantagenet_1450 import s15_5_mercenaries as mercenaries
from pbem.games.plantagenet_1450.condition_words import conditions_sentence
from pbem.games.plantagenet_1450.facts import CardFacts, facts
from pbem.games.plantagenet_1450.s6_2_2_must_play import Duty
from pbem.games.plantagenet_1450.s8_points import points_text
from pbem.games.plantagenet_1450.state import Points, State


@decision("points {card}", rule="6.1")
class PlayForPoints(Decision):
    card: Card


@decision("event {card}", rule="6.2")
class PlayEvent(Decision):
    """6.2.2.2 The points of an opponent's Must Play card come after it."""

    card: Card


@decision("points {card} then event", rule="6.2.2.2")
class PointsThenEvent(Decision):
    card: Card


@decision("points {card} then noble", rule="6.3.1")
class PointsThenNoble(Decision):
    """C193 He is placed when they are spent."""

    card: Card


@decision("one intrigue", rule="7.2.3")
class OneIntrigue(Decision):
    """7.2.3 A single point, and the hand is kept."""


Play = (
    PlayForPoints
    | PlayEvent
    | PointsThenEvent
    | nobles.PlaceNoble
    | nobles.JoinRoyal
    | PointsThenNoble
    | mercenaries.Hire
    | OneIntrigue
)


async def begin(table: Table[State]) -> None:
    """7.1.8 The Impulse marker lies in the first box."""
    state = table.state
    state.impulse, state.plays, state.campaigned = 1, facts().first, False


async def play(table: Table[State]) -> None:
    """7.2 Ask the side whose impulse it is what it plays, and carry that out."""
    state = table.state
    side = state.plays
    match await table.ask(
        Request[Play](
            side,
            "impulse",
            f"Impulse {state.impulse} of {facts().impulses}: what do you play?{plot.warning(state, side)}",
            "7.2",
            partial(fill_plays, state=state, side=side),
            forced=False,
            slots=must_play.hand(state, side),
        )
    ):
        case PlayForPoints(card):
            await cards.lay_down(table, side, card)
            gain_points(table, side, card)
        case PlayEvent(card):
            await cards.lay_down(table, side, card)
            if must_play.owner(facts().cards[card], side) != side:
                gain_points(table, side, card)
            await events.happen(table, side, card)
        case PointsThenEvent(card) | PointsThenNoble(card):
            await cards.lay_down(table, side, card)
            gain_points(table, side, card, first=True)
        case nobles.PlaceNoble(card) | nobles.JoinRoyal(card) as way:
            await cards.leave(table, side, card)
            gain_points(table, side, card)
            nobles.place(table, side, way)
        case mercenaries.Hire(card, leader):
            await mercenaries.hire(table, card, leader)
        case OneIntrigue():
            table.say(
                "7.2.3", f"{board.side_name(side)} plays One Intrigue for 1 point of Intrigue."
            )
            state.points.append(Points(side, "", 1, 1))


def gain_points(table: Table[State], side: str, card: str, first: bool = False) -> None:
    """Spent after those that an event gives (C139); `first`: before what the card brings."""
    card_facts = facts().cards[card]
    text = f"{board.side_name(side)} plays the card {card_facts.title} for {points_text(card_facts.points)} of Intrigue."
    table.say("6.1", text, about=(card,))
    table.state.points.append(Points(side, card, card_facts.points, card_facts.points, event=first))


def fill_plays(menu: Menu, state: State, side: str) -> None:
    """Offer every play of a card that the side could hold, so that the lines do not betray its hand; `fits` holds what that obliges it to (C128)."""
    duty = must_play.duty(state, side)
    for card in menu.pick("card", [card.id for card in cards.could_hold(state, side)]):
        fill_card(menu, state, side, facts().cards[card], duty)
    if menu.wants(mercenaries.Hire):
        for offer in mercenaries.hiring(state, side):
            offer_note = partial(mercenaries.note, state, offer)
            menu.offer(offer, offer_note, shows=offer.card, fits=duty.fits(offer.card))
    if not must_play.plot_is_due(state, side):
        note = f"you keep your cards{duty.warning(len(cards.slots(state, side)) + 1)}"
        menu.offer(OneIntrigue(), note, fits=duty.fits())
    else:
        menu.bar(OneIntrigue(), "it is your last impulse: your Plot card is due (6.2.3, C131)")


def fill_card(menu: Menu, state: State, side: str, card: CardFacts, duty: Duty) -> None:
    """Offer all ways to play one card: for points, for its event or noble, or for both; bar the others."""
    fits = duty.fits(card.id)
    warning = duty.warning(len(must_play.hand(state, side)))
    worth = f"{points_text(card.points)} for {card.title}"
    if card.id in duty.cards:
        duty_words = "place him" if card.noble else "play its event"
        menu.bar(PlayForPoints(card.id), f"{card.title} must be played: {duty_words} (6.2.2, C192)")
    else:
        menu.offer(PlayForPoints(card.id), worth + warning, shows=card.id, fits=fits)
    if card.noble:
        if nobles.can_come(state, card.noble, side):
            nobles.fill_placings(menu, state, side, card.id, card.id, fits)
            menu.offer(PointsThenNoble(card.id), worth, shows=card.id, fits=fits)
    elif card.kind == "event":
        own = must_play.owner(card, side) == side
        if why := bar(state, side, card, own):
            menu.bar(PlayEvent(card.id), why)
            return
        card_note = partial(event_note, state, card, side, "" if card.id in duty.cards else warning)
        menu.offer(PlayEvent(card.id), card_note, shows=card.id, fits=fits)
        if not own:
            menu.offer(PointsThenEvent(card.id), worth, shows=card.id, fits=fits)
        else:
            menu.bar(PointsThenEvent(card.id), "an event of your own gives no points (6.2.2.2)")


def event_note(state: State, card: CardFacts, player: str, warning: str) -> str:
    """What its text says, and what of it would come to nothing as things are."""
    idle = effects.idle(state, card.id, must_play.owner(card, player))
    now = f" At the moment, {' and '.join(idle)}." if idle else ""
    return f"{card.title}: {card.text}{now}{warning}"


def bar(state: State, side: str, card: CardFacts, own: bool) -> str:
    """Why it cannot be played as an event now, or ""."""
    if not own and not card.must_play:
        return f"{card.title} is an event of the other side (6.2.1)"
    if card.id in state.spent:
        return f"{card.title} can be played only once, and has been (6.2.4)"
    if not must_play.can_happen(state, side, card):
        return f"{card.title} can be played only if {conditions_sentence(card.prerequisites)} (6.2)"
    return ""


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
