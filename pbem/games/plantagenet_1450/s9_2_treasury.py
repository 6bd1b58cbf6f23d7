"""9.2.2 Treasury points change a die: the roller opens, the other side counters, the roller raises (C38)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Card, Decision, decision
from pbem.engine.request import Menu, Option, Request
from pbem.engine.table import Table
from pbem.games.plantagenet_1450 import s3_3_tracks as tracks
from pbem.games.plantagenet_1450 import s3_map as board
from pbem.games.plantagenet_1450 import s6_cards as cards
from pbem.games.plantagenet_1450.facts import facts
from pbem.games.plantagenet_1450.state import State

RESPONSE = "own_die_roll"
ROLLS = (
    "siege",
    "coronation",
    "diplomacy",
    "escape",
    "recruitment",
    "interception",
    "expulsion",
    "mercenaries",
    "knights",
    "muster",
    "card",
)
"""The kinds of rolls that a condition of standing orders tells apart (`bid on siege`)."""


@decision("bid {opening} [+{more}] [playing {card}]", rule="9.2.2")
class Bid(Decision):
    """So much at once, and up to `more` to answer a counter; a Response is named in the same order (C140)."""

    opening: Amount
    more: Amount = 0
    card: Card = ""


@decision("bid none", rule="9.2.2", passes=True)
class NoBid(Decision):
    pass


@decision("counter {amount}", rule="9.2.2")
class Counter(Decision):
    amount: Amount


@decision("match [up to {most}]", rule="9.2.2")
class Match(Decision):
    """As much as was opened with, as far as there is Treasury; with `most`, no more than that."""

    most: Amount = 0


@decision("no", passes=True)
class LetStand(Decision):
    pass


async def bid(
    table: Table[State],
    side: str,
    what: str,
    *,
    about: str = "",
    contested: bool = True,
    defended: bool = False,
) -> int:
    """By how much Treasury changes a die in favour of the side that rolls it; all that is bid is paid.

    Args:
        what: what is rolled for, as in `Treasury for WHAT`. `about`: what kind of roll, one of `ROLLS`, for
            conditions of standing orders.
        contested: may the other side counter? Not in a muster or an expulsion (C142, C143).
        defended: may it do so against an opening of 0, as in a siege (C189)?
    """
    state = table.state
    if side not in state.treasury:
        return 0
    state.bidding = about
    rivals = purse(state, state.enemy(side)) if contested else 0
    opening_bid, raise_limit, free = await open_bidding(table, side, what, rivals, defended)
    counter = 0
    if rivals and (opening_bid or defended):
        counter = await countered(table, side, what, opening_bid)
    raise_by = min(raise_limit, counter, purse(state, side) + free - opening_bid)
    total = opening_bid + raise_by
    state.bidding = ""
    if not total and not counter:
        return 0
    text = f"{board.side_name(side)} spends {total} Treasury on {what}"
    if counter:
        text += f", and {board.side_name(state.enemy(side))} spends {counter} against it"
    table.say("9.2.2", f"{text}, for a modifier of {total - counter:+}.")
    tracks.change_treasury(table, side, -max(0, total - free), "9.2.2")
    tracks.change_treasury(table, state.enemy(side), -counter, "9.2.2")
    return total - counter


def purse(state: State, side: str) -> int:
    return state.treasury.get(side, 0)


async def open_bidding(
    table: Table[State], side: str, what: str, rivals: int, defended: bool
) -> tuple[int, int, int]:
    """What the roller opens with, by how much he may raise it, and how many of these points a card pays."""
    state = table.state
    responses = [card.id for card in cards.playable(state, side, RESPONSE)]
    if not purse(state, side) and not responses:
        return 0, 0, 0
    match await table.ask(
        Request[Bid | NoBid](
            side,
            "bid",
            f"Do you spend Treasury on {what}? You have {purse(state, side)}, "
            f"{board.side_name(state.enemy(side))} has {purse(state, state.enemy(side))}.",
            "9.2.2",
            partial(fill_bids, state=state, side=side, rivals=rivals, defended=defended),
            slots=cards.slots(state, side),
        )
    ):
        case Bid(opening, more, card):
            if not card:
                return opening, more, 0
            await cards.lay_down(table, side, card)
            free = gift(card)
            title = facts().cards[card].title
            text = f"{board.side_name(side)} plays the card {title}: {free} Treasury points cost nothing."
            table.say("6.4", text, about=(card,))
            return opening, more, free
        case NoBid():
            return 0, 0, 0


def gift(card: str) -> int:
    """How many Treasury points a card gives for one roll (Y46)."""
    return cards.effect(card, "modify", "treasury_free")


def fill_bids(menu: Menu, state: State, side: str, rivals: int, defended: bool) -> None:
    """C196 No raise answers more than the other side can counter with."""
    own = purse(state, side)
    menu.offer_each(Option, bids(own, rivals, "", defended))
    if menu.wants(Bid):
        for card in menu.pick("card", [c.id for c in cards.playable(state, side, RESPONSE)]):
            for offer in bids(own + gift(card), rivals, card, defended):
                menu.offer(offer, partial("{} of them free".format, gift(card)), shows=card)
    menu.offer(NoBid())


def bids(own: int, rivals: int, card: str, defended: bool) -> list[Bid]:
    """Every opening and raise that a purse allows. Against an opening of 0 there is a counter in a siege only."""
    return [
        Bid(opening, more, card)
        for opening in range(own + 1)
        for more in range(min(own - opening, rivals) + 1)
        if opening or (more and defended)
    ]


async def countered(table: Table[State], side: str, what: str, opening: int) -> int:
    """C140 With how many points the other side counters, by its standing order; 0 without one."""
    state = table.state
    rival = state.enemy(side)
    answer = await table.moment(
        lambda: Request[Counter | Match | LetStand](
            rival,
            "on_bid",
            f"{board.side_name(side)} spends {opening} Treasury on {what}. Do you counter it? "
            f"You have {purse(state, rival)}. Match spends as much as {board.side_name(side)} does "
            "first, and no more than a number that you name; Counter spends just what you name.",
            "9.2.2",
            partial(fill_counters, own=purse(state, rival)),
        )
    )
    match answer:
        case Counter(amount):
            return amount
        case Match(most):
            return min(opening, most or opening, purse(state, rival))
        case LetStand() | None:
            return 0


def fill_counters(menu: Menu, own: int) -> None:
    """A formula may name more than there is, so that it stands for later rolls too."""
    menu.offer_each(Option, [Counter(amount) for amount in range(1, own + 1)])
    menu.offer(Match(), "as much as the other side spends first")
    formulas = range(1, facts().tables["treasury"]["max"] + 1)
    menu.offer_each(Option, [Match(most) for most in formulas])
    menu.offer(LetStand())
