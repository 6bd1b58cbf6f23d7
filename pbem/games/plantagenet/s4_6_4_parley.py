"""4.6.4 Parley on Campaign."""

from __future__ import annotations

from pbem.engine.order import Order
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.s4_2_1_actions import spend_action
from pbem.games.plantagenet.state import State


def parley_places(state: State, lord: str) -> dict[str, int]:
    """4.6.4 Strongholds in reach with their distance: his own, or an adjacent one.

    Or, with a Ship (own or Shared, C35), from a Port or Exile box a Port on the same Sea. Beyond his
    own location he must be at a Friendly Locale, and the target must be free of Enemy Lords.
    """
    here, side = state.lords[lord].at, lords.side_of(lord)
    if not lords.on_map(state, lord):
        return {}
    if not board.friendly(state, here, side):
        return {here: 0}
    near = list(board.ways(here))
    if lords.shared(state, lord, "ships"):
        near += [port for port in board.sea_links(here) if port not in near]
    return {place: 1 for place in near if not board.enemies_at(state, place, side)}


def blocked(state: State, place: str, side: str) -> bool:
    """1.3.1 Double Favour at London keeps Lancastrian Parley off (C37)."""
    return place == "london" and state.london_twice and side == "lancaster"


def fill_parley(menu: Menu, state: State, lord: str) -> None:
    """4.6.4 Towards own Favour, one level for one action."""
    side = lords.side_of(lord)
    for place, ways in parley_places(state, lord).items():
        line = f"{lord}: parley {place}"
        then = "Neutral" if board.favour(state, place) else "Friendly"
        if board.favour(state, place) == side:
            menu.bar(line, f"{board.name(place)} is Friendly already (3.4.1)")
        elif blocked(state, place, side):
            menu.bar(line, "two Yorkist Favour markers at London bar Parley (1.3.1)")
        elif not ways:
            menu.offer(line, "4.6.4", f"becomes {then}; own location, free and certain")
        else:
            for bonus in influence.bonuses(state, lord):
                extra = f" +{bonus}" if bonus else ""
                price = influence.price(state, lord, bonus, ways)
                menu.offer(line + extra, "4.6.4", f"becomes {then}; {price}")
    here = state.lords[lord].at
    if lords.on_map(state, lord) and not board.friendly(state, here, side):
        for place in board.ways(here):
            menu.bar(
                f"{lord}: parley {place}",
                f"{board.name(here)} is not Friendly, so Parley is possible only there (3.4.1)",
            )


async def parley(table: Table[State], lord: str, order: Order) -> None:
    """4.6.4 The own location needs no check and costs nothing; else check, a point for the distance."""
    state = table.state
    spend_action(state)
    side, who = lords.side_of(lord), lords.name(lord)
    place = order.args[0]
    cost = "at no cost"
    if place != state.lords[lord].at:
        ways = parley_places(state, lord)[place]
        bonus = int(order.args[1]) if len(order.args) > 1 else 0
        cost = f"for {1 + bonus + ways} Influence"
        if not await influence.check(table, lord, f"parley {place}", "4.6.4", bonus, ways):
            table.say("4.6.4", f"{who} fails to Parley {board.name(place)} {cost}.")
            return
    board.shift_favour(state, place, side)
    now = "Friendly" if board.favour(state, place) else "Neutral"
    table.say(
        "4.6.4", f"{who} Parleys {board.name(place)} {cost}: it is now {now}.", about=(place, lord)
    )
