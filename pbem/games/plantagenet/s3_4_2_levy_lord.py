"""3.4.2 Levy Lord: a Mustered Lord calls a Ready one onto the map."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet.s3_2_4_disband import disband_without_troops
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.state import State

PURPOSE = "lord"


def hindrance(state: State, lord: str) -> str:
    """Why a Lord is not Ready, or "": his unmarked cylinder must be in this or an earlier box (C7)."""
    piece = state.lords[lord]
    who = lords.name(lord)
    if piece.at == "out":
        return f"{who} is out of the game (1.5.1)"
    if piece.at == "captive":
        return f"{who} is a captive (6.0)"
    if piece.at != "calendar":
        return f"{who} is Mustered already (3.4.2)"
    if piece.exile:
        return f"{who} is an Exile and returns only in the Muster Exiles step (3.3.1)"
    if piece.box > state.box:
        return f"{who} is not Ready before Turn {piece.box} (3.4.2)"
    return ""


def places_for(state: State, lord: str) -> list[str]:
    """3.4.2 His own Seat if free of Enemy Lords, else Friendly Seats of his side free of them (C24).

    Shaky Allies do not Muster where the other is (C91).
    """
    side = lords.side_of(lord)
    own = state.seats.get(lord)
    if own and not board.enemies_at(state, own, side) and not allies.apart(state, lord, own):
        return [own]
    seats = dict.fromkeys(seat for id, seat in state.seats.items() if lords.side_of(id) == side)
    return [
        seat
        for seat in seats
        if board.friendly(state, seat, side)
        and not board.enemies_at(state, seat, side)
        and not allies.apart(state, lord, seat)
    ]


def fill_levy_lord(menu: Menu, state: State, lord: str) -> None:
    terms = influence.terms(state, lord, PURPOSE)
    for target in lords.lords_of(state, lords.side_of(lord)):
        if target == lord:
            continue
        line = f"{lord}: lord {target}"
        places = places_for(state, target)
        reason = hindrance(state, target)
        if not reason and not places:
            reason = "Enemy Lords hold his Seat, and no Friendly Seat is free of them (3.4.2)"
        if reason:
            menu.bar_line(line, reason)
            continue
        where = " or ".join(board.name(place) for place in places)
        for bonus, price in influence.offers(state, lord, PURPOSE, terms):
            menu.offer_line(f"{line}{bonus}", rule="3.4.2", note=f"{price}, Musters at {where}")


def seats(menu: Menu, lord: str, places: tuple[str, ...]) -> None:
    for place in places:
        menu.offer_line(f"{lord}: at {place}", rule="3.4.2", note="Favour there stays as it is")


async def levy_lord(table: Table[State], lord: str, target: str, bonus: int) -> None:
    """3.4.2 Check Influence, at no cost for distance; success Musters the Ready Lord."""
    state, name = table.state, lords.name(target)
    terms = influence.terms(state, lord, PURPOSE)
    cost = terms.cost + bonus
    table.say("3.4.2", f"{lords.name(lord)} calls {name} to arms, spending {cost} Influence.")
    what = f"lord {target}"
    if not await influence.check(table, lord, what, "3.4.2", bonus, purpose=PURPOSE, terms=terms):
        table.say("3.4.2", f"{lords.name(target)} does not come.")
        return
    order = await table.ask(
        Request[Any](
            lords.side_of(lord),
            "seat",
            f"At which Friendly Seat does {lords.name(target)} Muster?",
            "3.4.2",
            partial(seats, lord=target, places=tuple(places_for(state, target))),
        )
    )
    place = order.args[-1]
    muster_lord(state, target, place)
    table.say("3.4.2", f"{lords.name(target)} Musters at {board.name(place)}.", about=(place,))
    disband_without_troops(table)
