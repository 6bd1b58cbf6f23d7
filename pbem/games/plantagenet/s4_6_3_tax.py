"""4.6.3 Tax."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast, hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.hooks import Terms
from pbem.games.plantagenet.s1_3_1_blockade import blockade, caution, closed_seas, feared_seas
from pbem.games.plantagenet.s4_2_1_actions import spend_action
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell

PURPOSE = "tax"
FREE = Terms(0, sure=True)
"""4.6.3 At his own Seat."""


@decision("{lord}: tax [{place}] [+{bonus}]", rule="4.6.3")
class Tax(Decision):
    """4.6.3 Coin from a Stronghold; from none only to say why he cannot Tax at all."""

    lord: Piece
    place: Place = ""
    bonus: Amount = 0


def taxable(state: State, lord: str) -> list[str]:
    """4.6.3 His own Seat, a Seat of one of his own regular Vassals (C49), and Special Strongholds."""
    own = [state.seats[lord]] if lord in state.seats else []
    vassals = [
        lords.vassal(id).seat for id in state.lords[lord].vassals if not lords.is_special(id)
    ]
    places = [*own, *vassals, *facts().strongholds_by_kind["special"]]
    return list(dict.fromkeys(places))


def tax_routes(state: State, lord: str, closed: Sequence[str] = ()) -> dict[str, int]:
    """4.6.3 Friendly Strongholds on an unbroken Route of Friendly Locales free of Enemy Lords.

    With a Ship, own or Shared (C35), it may link Ports and his Exile box on one Sea.

    Args:
        closed: Seas whose Ports he does without.
    """
    side, reached = lords.side_of(lord), lords.routes(state, lord, closed)
    return {place: n for place, n in reached.items() if board.friendly(state, place, side)}


def tax_coin(state: State, lord: str, place: str, times: int = 1) -> int:
    """4.6.3 What the Strongholds table shows, and what cards make of it.

    Args:
        times: an Event multiplies it.
    """
    printed = facts().strongholds[facts().locales[place].type].tax_coin
    more = sum(change(state, lord, "tax", place) for change in hooks.YIELD.of(state, lord))
    return raised(state, lord, (printed + more) * times)


def raised(state: State, lord: str, coin: int) -> int:
    """What cards make of the Coin that a Tax brings, none if it fails."""
    for gain in hooks.PROCEEDS.of(state, lord):
        coin = gain(state, lord, "tax", coin)
    return coin


def tax_terms(state: State, lord: str, place: str) -> Terms | None:
    """4.6.3 Of the check, with no cost for distance (C49); None at the Lord's own Seat, where it is free and
    certain."""
    own = place == state.seats.get(lord)
    return None if own else influence.terms(state, lord, PURPOSE)


def fill_tax(menu: Menu, state: State, lord: str, times: int = 1) -> None:
    """4.6.3 A Lord at a Friendly Locale may use an action to add Coin."""
    if not menu.wants(Tax):
        return
    origin, side = state.lords[lord].at, lords.side_of(lord)
    if not lords.on_map(state, lord) or not board.friendly(state, origin, side):
        menu.bar(Tax(lord), f"{board.name(origin)} is not Friendly (4.6.3)")
        return
    route_places = tax_routes(state, lord)
    for place in menu.pick("place", taxable(state, lord)):
        if place not in route_places:
            menu.bar(Tax(lord, place), f"no Friendly Route leads to {board.name(place)} (4.6.3)")
        elif board.exhausted(state, place):
            menu.bar(Tax(lord, place), f"{board.name(place)} is Exhausted (4.6.3)")
        else:
            terms = tax_terms(state, lord, place) or FREE
            for bonus in menu.pick("bonus", influence.bonuses(state, lord, terms, PURPOSE)):
                note = partial(tax_note, state, lord, place, times, bonus)
                menu.offer(Tax(lord, place, bonus), note)


def tax_note(state: State, lord: str, place: str, times: int, bonus: int) -> str:
    worn = "Exhausts" if place in state.wear else "Depletes"
    freely = place in tax_routes(state, lord, feared_seas(state, lord))
    coin = (
        f"{tax_coin(state, lord, place, times)} Coin, {worn} it{'' if freely else caution(state)}"
    )
    gain = "; ".join(filter(None, [coin, forecast.waste_note(state, "coin")]))
    terms = tax_terms(state, lord, place)
    if terms is None:
        return f"{gain}; own Seat, free and certain"
    return f"{gain}; {influence.price(state, lord, PURPOSE, terms, bonus)}"


async def tax(table: Table[State], answer: Tax) -> None:
    """4.6.3 One action."""
    spend_action(table.state)
    await collect(table, answer)


async def collect(table: Table[State], answer: Tax, times: int = 1) -> None:
    """4.6.3 Check Influence, except at the Lord's own Seat; if Coin is added, Deplete or Exhaust."""
    state = table.state
    lord, place, bonus = answer.lord, answer.place, answer.bonus
    name = lords.name(lord)
    freely = tax_routes(state, lord, closed_seas(state, lord))
    if place not in freely and not await blockade(table, lord, f"tax {place}", "4.6.3"):
        return
    cost = "at no cost (the Lord's own Seat)"
    terms = tax_terms(state, lord, place)
    if terms is not None:
        cost = f"for {terms.cost + bonus} Influence"
        label_words = f"tax {place}"
        if not await influence.check(
            table, lord, label_words, "4.6.3", bonus, purpose=PURPOSE, terms=terms
        ):
            coin = raised(state, lord, 0)
            state.lords[lord].coin += coin
            some = f", but still gains {coin} Coin" if coin else ""
            tries = influence.attempt_text(f"Tax {board.name(place)}", terms.cost + bonus)
            failure = f"{name} {tries} and fails"
            tell(table, "4.6.3", lords.side_of(lord), f"{failure}{some}.", f"{failure}.")
            return
    coin = tax_coin(state, lord, place, times)
    state.lords[lord].coin += coin
    worn = board.deplete(state, place).title()
    sentence = f"{name} Taxes {board.name(place)}"
    tell(
        table,
        "4.6.3",
        lords.side_of(lord),
        f"{sentence} {cost} and gains {coin} Coin; {board.name(place)} is now {worn}.",
        f"{sentence} {cost}; {board.name(place)} is now {worn}.",
        about=(place, lord),
    )
