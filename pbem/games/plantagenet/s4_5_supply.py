"""4.5 Supply: Provender from a Friendly Stronghold or, with Ships, from a Friendly Port."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast, hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s1_3_1_blockade import blockade, uses_closed_port, warning
from pbem.games.plantagenet.s4_2_1_actions import spend_action
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("{lord}: supply [{source}]", rule="4.5")
class Supply(Decision):
    """4.5 Provender from a Stronghold; from none only to say why he cannot Supply at all."""

    lord: Piece
    source: Place = ""


@decision("{lord}: supply port {source}", rule="4.5")
class SupplyByShip(Decision):
    """4.5 Provender through a Port."""

    lord: Piece
    source: Place


def supply_routes(state: State, lord: str, within: int | None = None) -> dict[str, int]:
    """4.5.1 Friendly Strongholds at the end of a land Route, with the Ways that Carts must cross.

    All Locales are Friendly and free of Enemy Lords, his own and the Source included; never over Sea.

    Args:
        within: no farther than so many Ways.
    """
    side, origin = lords.side_of(lord), state.lords[lord].at
    reached = board.routes(state, side, origin, ships=False, within=within)
    return {place: n for place, n in reached.items() if board.friendly(state, place, side)}


def port_sources(state: State, lord: str, within: int | None = None) -> dict[str, int]:
    """4.5.1 Ports that Ships may draw from, with the Ways to them by land.

    From an Exile box: a Friendly Port on the same Sea, free of Enemy Lords, without Carts.
    """
    side, origin = lords.side_of(lord), state.lords[lord].at
    if not board.is_box(origin):
        reached = supply_routes(state, lord, within)
        return {port: ways for port, ways in reached.items() if board.is_port(port)}
    ports, secure = (
        board.sea_links(origin, lords.great_ships(state, lord)),
        board.secure(state, side),
    )
    return {port: 0 for port in ports if port in secure}


def carts(state: State, lord: str) -> int:
    """4.5.1 Own and Shared, and so the Ways from which they bring anything at all."""
    return lords.transport_of_group(state, lords.sharers(state, lord), "carts", "supply")


def carried(state: State, lord: str, amount: int, ways: int) -> int:
    """4.5.1 One Cart per Provender for each Way crossed; none at his own place."""
    return min(amount, carts(state, lord) // ways) if ways else amount


def doubled(state: State, lord: str, amount: int) -> int:
    """What cards make of the Provender that he would add."""
    for gain in hooks.PROCEEDS.of(state, lord):
        amount = gain(state, lord, "supply", amount)
    return amount


def stronghold_yield(state: State, lord: str, source: str, ways: int) -> int:
    """4.5.2 What the Strongholds table shows, within the Transport limit."""
    amount = facts().strongholds[facts().locales[source].type].supply_provender
    amount += sum(more(state, lord, "supply", source) for more in hooks.YIELD.of(state, lord))
    return doubled(state, lord, carried(state, lord, amount, ways))


def port_yield(state: State, lord: str, ways: int) -> int:
    """4.5.2 One Provender per Ship, own or Shared, within the Transport limit."""
    ships = lords.transport_of_group(state, lords.sharers(state, lord), "ships", "supply")
    return doubled(state, lord, carried(state, lord, ships, ways))


def over(ways: int) -> str:
    return f" over {ways} Way{'s' * (ways > 1)}" if ways else ""


def short_of_carts(ways: int) -> str:
    return f"{count_text(ways, 'Way')} away: at least {count_text(ways, 'Cart')} needed (4.5.1)"


def fill_supply(menu: Menu, state: State, lord: str) -> None:
    """4.5 One action: a single Source, either a Stronghold or a Port, not both."""
    if not menu.wants(Supply, SupplyByShip):
        return
    place, side = state.lords[lord].at, lords.side_of(lord)
    if not lords.on_map(state, lord) or not board.friendly(state, place, side):
        menu.bar(Supply(lord), f"{board.name(place)} is not Friendly (4.5)")
        return
    near = carts(state, lord)
    if menu.wants(Supply):
        routes = supply_routes(state, lord, within=near)
        for source in menu.pick("source", routes):
            if not board.exhausted(state, source):
                note = partial(supply_note, state, lord, source, routes[source])
                menu.offer(Supply(lord, source), note)
    if menu.wants(SupplyByShip) and lords.has_ship(state, lord):
        by_ship = port_sources(state, lord, within=near)
        for source in menu.pick("source", by_ship):
            note = partial(by_ship_note, state, lord, source, by_ship[source])
            menu.offer(SupplyByShip(lord, source), note)
    menu.bar_more(partial(bar_supply, state=state, lord=lord))


def bar_supply(menu: Menu, state: State, lord: str) -> None:
    """Why a Friendly Stronghold on a land Route is no Source."""
    for source, ways in supply_routes(state, lord).items():
        worn = board.exhausted(state, source)
        why = f"{board.name(source)} is Exhausted (4.5.1)" if worn else short_of_carts(ways)
        menu.bar(Supply(lord, source), why)
    for source, ways in port_sources(state, lord).items():
        without = "" if lords.has_ship(state, lord) else "a Port Source takes Ships (4.5.2)"
        menu.bar(SupplyByShip(lord, source), without or short_of_carts(ways))


def supply_note(state: State, lord: str, source: str, ways: int) -> str:
    amount = stronghold_yield(state, lord, source, ways)
    worn = "Exhausts" if source in state.wear else "Depletes"
    worn = "does not wear" if lords.may(state, lord, "spare supply", source) else worn
    gain = f"{amount} Provender{over(ways)}, {worn} it"
    return "; ".join(filter(None, [gain, forecast.waste_note(state, "provender")]))


def by_ship_note(state: State, lord: str, source: str, ways: int) -> str:
    pass_it = warning(state, lord, source)
    return f"{port_yield(state, lord, ways)} Provender by Ship{over(ways)}{pass_it}"


async def supply(table: Table[State], lord: str, source: str) -> None:
    """4.5.2 Add Provender; the Stronghold is Depleted or Exhausted."""
    state = table.state
    spend_action(state)
    amount = stronghold_yield(state, lord, source, supply_routes(state, lord)[source])
    how = f"from {board.name(source)}"
    if not lords.may(state, lord, "spare supply", source):
        how += f", which is now {board.deplete(state, source).title()}"
    _add(table, lord, source, amount, how)


async def supply_by_ship(table: Table[State], lord: str, source: str) -> None:
    """4.5.2 Add Provender; the Port is not worn."""
    state = table.state
    spend_action(state)
    if uses_closed_port(state, lord, source) and not await blockade(
        table, lord, f"supply {source}", "4.5"
    ):
        return
    amount = port_yield(state, lord, port_sources(state, lord)[source])
    _add(table, lord, source, amount, f"by Ship through {board.name(source)}")


def _add(table: Table[State], lord: str, source: str, amount: int, how: str) -> None:
    table.state.lords[lord].provender += amount
    who = lords.name(lord)
    tell(
        table,
        "4.5",
        lords.side_of(lord),
        f"{who} Supplies {amount} Provender {how}.",
        f"{who} Supplies {how}.",
        about=(source, lord),
    )
