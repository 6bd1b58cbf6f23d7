"""4.6.3 Tax."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_2_1_actions import spend_action
from pbem.games.plantagenet.state import State


def taxable(state: State, lord: str) -> list[str]:
    """4.6.3 His own Seat, a Seat of one of his own regular Vassals (C49), and Special Strongholds."""
    own = [state.seats[lord]] if lord in state.seats else []
    vassals = [
        lords.vassal(id).seat for id in state.lords[lord].vassals if not lords.is_special(id)
    ]
    places = [*own, *vassals, *facts().strongholds_by_kind["special"]]
    return list(dict.fromkeys(places))


def tax_routes(state: State, lord: str) -> dict[str, int]:
    """4.6.3 Friendly Strongholds on an unbroken Route of Friendly Locales free of Enemy Lords.

    With a Ship, own or Shared (C35), it may link Ports and his Exile box on one Sea.
    """
    side, here = lords.side_of(lord), state.lords[lord].at
    if not board.friendly(state, here, side):
        return {}
    reached = board.routes(state, side, here, ships=lords.shared(state, lord, "ships") > 0)
    return {place: n for place, n in reached.items() if board.friendly(state, place, side)}


def tax_coin(place: str) -> int:
    """4.6.3 What the Strongholds table shows."""
    return facts().strongholds[facts().locales[place].type].tax_coin


def fill_tax(menu: Menu, state: State, lord: str) -> None:
    """4.6.3 A Lord at a Friendly Locale may use an action to add Coin. No cost for distance (C49)."""
    here, side = state.lords[lord].at, lords.side_of(lord)
    if not lords.on_map(state, lord) or not board.friendly(state, here, side):
        menu.bar(f"{lord}: tax", f"{board.name(here)} is not Friendly (4.6.3)")
        return
    connected = tax_routes(state, lord)
    for place in taxable(state, lord):
        line = f"{lord}: tax {place}"
        gain = f"{tax_coin(place)} Coin, {'Exhausts' if place in state.wear else 'Depletes'} it"
        if place not in connected:
            menu.bar(line, f"no Friendly Route leads to {board.name(place)} (4.6.3)")
        elif board.exhausted(state, place):
            menu.bar(line, f"{board.name(place)} is Exhausted (4.6.3)")
        elif place == state.seats.get(lord):
            menu.offer(line, "4.6.3", f"{gain}; his own Seat, free and certain")
        else:
            for bonus in influence.bonuses(state, lord):
                extra = f" +{bonus}" if bonus else ""
                price = influence.price(state, lord, bonus)
                menu.offer(line + extra, "4.6.3", f"{gain}; {price}")


async def tax(table: Table[State], lord: str, order: Order) -> None:
    """4.6.3 Check Influence, except at the Lord's own Seat; if Coin is added, Deplete or Exhaust."""
    state = table.state
    spend_action(state)
    place = order.args[0]
    who = lords.name(lord)
    if place != state.seats.get(lord):
        bonus = int(order.args[1]) if len(order.args) > 1 else 0
        cost = f"for {1 + bonus} Influence"
        if not await influence.check(table, lord, f"tax {place}", "4.6.3", bonus):
            table.say("4.6.3", f"{who} fails to Tax {board.name(place)} {cost}.")
            return
    else:
        cost = "at no cost, as it is his Seat"
    state.lords[lord].coin += tax_coin(place)
    worn = board.deplete(state, place).title()
    table.say(
        "4.6.3",
        f"{who} Taxes {board.name(place)} for {tax_coin(place)} Coin {cost}; it is now {worn}.",
        about=(place, lord),
    )
