"""3.4.2 Levy Lord: a Mustered Lord calls a Ready one onto the map."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet.decisions import LevyAction
from pbem.games.plantagenet.s3_2_4_disband import disband_without_troops
from pbem.games.plantagenet.s3_4_2_mustering import muster_lord
from pbem.games.plantagenet.state import State

PURPOSE = "lord"


@decision("{lord}: lord {called} [+{bonus}]", rule="3.4.2")
class LevyLord(LevyAction):
    """3.4.2 Call a Ready Lord."""

    called: Piece
    bonus: Amount = 0


@decision("{lord}: at {seat}", rule="3.4.2")
class MusterAt(Decision):
    """3.4.2 The Seat where a Lord who was called Musters."""

    lord: Piece
    seat: Place


def ready(state: State, lord: str) -> bool:
    """Is his cylinder, unmarked, in this or an earlier box (C7)?"""
    piece = state.lords[lord]
    return piece.at == "calendar" and not piece.exile and piece.box <= state.box


def hindrance(state: State, lord: str) -> str:
    """Why a Lord is not Ready, or ""."""
    piece, who = state.lords[lord], lords.name(lord)
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
    secure = board.secure(state, side)
    return [seat for seat in seats if seat in secure and not allies.apart(state, lord, seat)]


def fill_levy_lord(menu: Menu, state: State, lord: str) -> None:
    if not menu.wants(LevyLord):
        return
    terms = influence.terms(state, lord, PURPOSE)
    for other in menu.pick("called", lords.lords_of(state, lords.side_of(lord))):
        if not ready(state, other) or not (places := places_for(state, other)):
            continue
        where = f", Musters at {' or '.join(board.name(place) for place in places)}"
        for bonus in menu.pick("bonus", influence.bonuses(state, lord, terms, PURPOSE)):
            price = partial(influence.price, state, lord, PURPOSE, terms, bonus, suffix=where)
            menu.offer(LevyLord(lord, other, bonus), price)
    menu.bar_more(partial(bar_levy_lord, state=state, lord=lord))


def bar_levy_lord(menu: Menu, state: State, lord: str) -> None:
    """Why a Lord cannot be called."""
    no_seat = "Enemy Lords hold the Seat, and no Friendly Seat is free of them (3.4.2)"
    for other in lords.lords_of(state, lords.side_of(lord)):
        if other != lord and (not ready(state, other) or not places_for(state, other)):
            menu.bar(LevyLord(lord, other), hindrance(state, other) or no_seat)


def fill_seats(menu: Menu, lord: str, places: list[str]) -> None:
    for place in menu.pick("seat", places):
        menu.offer(MusterAt(lord, place), "Favour there stays as it is")


async def levy_lord(table: Table[State], action: LevyLord) -> None:
    """3.4.2 Check Influence, at no cost for distance; success Musters the Ready Lord."""
    state, lord, lord_called = table.state, action.lord, action.called
    name = lords.name(lord_called)
    terms = influence.terms(state, lord, PURPOSE)
    cost = terms.cost + action.bonus
    table.say("3.4.2", f"{lords.name(lord)} calls {name} to arms, spending {cost} Influence.")
    if not await influence.check(
        table, lord, f"lord {lord_called}", "3.4.2", action.bonus, purpose=PURPOSE, terms=terms
    ):
        table.say("3.4.2", f"{name} does not answer the call of {lords.name(lord)}.")
        return
    answer = await table.ask(
        Request[MusterAt](
            lords.side_of(lord),
            "seat",
            f"At which Friendly Seat does {name} Muster?",
            "3.4.2",
            partial(fill_seats, lord=lord_called, places=places_for(state, lord_called)),
        )
    )
    place = answer.seat
    muster_lord(state, lord_called, place)
    table.say("3.4.2", f"{name} Musters at {board.name(place)}.", about=(place,))
    disband_without_troops(table)
