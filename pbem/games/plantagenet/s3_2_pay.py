"""3.2 Pay: Troops, then Lords, then Vassals, each Rebel first (C11); not on a scenario's first Turn."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.s3_2_1_pay_troops import PAY, settle
from pbem.games.plantagenet.s3_2_4_disband import (
    disband_lord,
    disband_vassal,
    whereabouts,
)
from pbem.games.plantagenet.state import State
from pbem.games.plantagenet.veil import tell


@decision("pay", rule="3.2.2")
class PayLords(Decision):
    """3.2.2 For all Lords on the map."""


@decision("{lord}: disband", rule="3.2.2")
class DisbandLord(Decision):
    """3.2.2 By choice."""

    lord: Piece


@decision("{vassal}: pay", rule="3.2.3")
class PayVassal(Decision):
    vassal: Piece


@decision("{vassal}: disband", rule="3.2.3")
class DisbandVassal(Decision):
    vassal: Piece


@decision("pay all", rule="3.2.3")
class PayAll(Decision):
    """3.2.3 All Vassals who are due."""


@decision("disband all", rule="3.2.3")
class DisbandAll(Decision):
    """3.2.3 All Vassals who are due."""


async def pay_troops(table: Table[State]) -> None:
    """3.2.1 Every Mustered Lord Pays one Coin per six Troops."""
    state = table.state
    if scenario.first_turn(state):
        return
    for side in state.order():
        begin_for(table, side, "pay")
    for side in state.order():
        await held.moment(table)
        payers = [
            id
            for id in lords.lords_of(state, side)
            if lords.mustered(state, id) and not spared(state, id)
        ]
        await settle(table, side, PAY, payers)


def begin_for(table: Table[State], side: str, phase: str) -> None:
    """What cards give to Lords who are there when a phase begins."""
    for lord, gives in list(hooks.BEGINS.at_mats(table.state, side)):
        gives(table, lord, phase)


def spared(state: State, lord: str) -> bool:
    """Does a card spare a Lord and his Vassals all Pay?"""
    side = lords.side_of(lord)
    return any(card(state, holder, lord) for holder, card in hooks.SPARED.at_mats(state, side))


async def pay_lords(table: Table[State]) -> None:
    """3.2.2 A side may Disband any of its Lords on the map, then must pay Influence for the rest."""
    state = table.state
    if scenario.first_turn(state):
        return
    for side in state.order():
        await held.moment(table)
        await disband_by_choice(table, side)
        if cost := bill(state, side):
            influence.lose(state, side, cost)
            table.say("3.2.2", f"The {lords.side_name(side)} pay {cost} Influence for their Lords.")


def price(state: State, lord: str) -> int:
    """3.2.2 Influence for one Lord on the map: one at a Stronghold, two in an Exile box."""
    if spared(state, lord):
        return 0
    spend = facts().influence["spend"]
    in_box = board.is_box(state.lords[lord].at)
    return int(spend["pay_lord_in_exile_box" if in_box else "pay_lord_at_stronghold"])


def bill(state: State, side: str) -> int:
    """3.2.2 Influence for all Lords of a side on the map."""
    return sum(price(state, lord) for lord in lords.on_map_lords(state, side))


def lords_to_pay(menu: Menu, state: State, side: str) -> None:
    payers = lords.on_map_lords(state, side)
    menu.offer(PayLords(), partial(bill_note, state, side))
    for lord in menu.pick("lord", payers):
        menu.offer(DisbandLord(lord), partial(saving_note, state, lord))


def bill_note(state: State, side: str) -> str:
    payers = lords.on_map_lords(state, side)
    return f"costs {bill(state, side)} Influence for {lords.names(payers)}"


def saving_note(state: State, lord: str) -> str:
    return f"saves {price(state, lord)} Influence, no other loss"


async def disband_by_choice(table: Table[State], side: str) -> None:
    """3.2.2 Without loss (C21); he goes to the Calendar, from an Exile box marked Exile (3.2.4)."""
    state = table.state
    while lords.on_map_lords(state, side):
        answer = await table.ask(
            Request[PayLords | DisbandLord](
                side,
                "pay_lords",
                "Pay Influence for all your Lords on the map, or Disband some first?",
                "3.2.2",
                partial(lords_to_pay, state=state, side=side),
            )
        )
        match answer:
            case PayLords():
                return
            case DisbandLord(lord):
                place = board.at_place(state.lords[lord].at)
                disband_lord(state, lord)
                place_words = whereabouts(state, lord)
                table.say(
                    "3.2.2", f"{lords.name(lord)} Disbands {place} by choice and is {place_words}."
                )
                special.tell_release(table)


def vassals_due(state: State, side: str) -> list[str]:
    """3.2.3 A side's Mustered Vassals whose face-up marker is in the current box."""
    return [
        id
        for id, marker in state.vassals.items()
        if marker.status == "mustered"
        and marker.box == state.box
        and lords.side_of(marker.lord) == side
    ]


def vassal_price() -> int:
    """3.2.3 Influence for each Vassal."""
    return int(facts().influence["spend"]["pay_vassal"])


def vassals_to_pay(menu: Menu, state: State, vassals: tuple[str, ...]) -> None:
    cost = vassal_price()
    if len(vassals) > 1:
        menu.offer(PayAll(), f"costs {cost * len(vassals)} Influence")
        menu.offer(DisbandAll())
    for id in menu.pick("vassal", vassals):
        lord = lords.name(state.vassals[id].lord)
        menu.offer(PayVassal(id), f"costs {cost} Influence; he serves {lord}")
        menu.offer(DisbandVassal(id), f"he leaves {lord}")


async def pay_vassals(table: Table[State]) -> None:
    """3.2.3 For each of its Vassals that is due a side pays one Influence or Disbands him."""
    state = table.state
    if scenario.first_turn(state):
        return
    for side in state.order():
        await held.moment(table)
        vassals_left = vassals_due(state, side)
        for id in [id for id in vassals_left if spared(state, state.vassals[id].lord)]:
            stay_for_free(table, id)
            vassals_left.remove(id)
        while vassals_left:
            answer = await table.ask(
                Request[PayAll | DisbandAll | PayVassal | DisbandVassal](
                    side,
                    "pay_vassals",
                    "Some Vassals are due. Which do you Pay, and which do you Disband?",
                    "3.2.3",
                    partial(vassals_to_pay, state=state, vassals=tuple(vassals_left)),
                )
            )
            match answer:
                case PayVassal(id):
                    vassals, paid = [id], True
                case DisbandVassal(id):
                    vassals, paid = [id], False
                case PayAll():
                    vassals, paid = list(vassals_left), True
                case DisbandAll():
                    vassals, paid = list(vassals_left), False
            for id in vassals:
                settle_vassal(table, side, id, paid)
                vassals_left.remove(id)


def stay_for_free(table: Table[State], id: str) -> None:
    """A card spares the Pay of his Lord's Vassals: his marker shifts one box right all the same."""
    marker = table.state.vassals[id]
    marker.box = calendar_box(marker.box + 1)
    side, keeper = lords.side_of(marker.lord), lords.name(marker.lord)
    stays = f"{lords.vassal(id).name} stays"
    tell(table, "3.2.3", side, f"{stays} with {keeper} without Pay.", f"{stays} without Pay.")


def settle_vassal(table: Table[State], side: str, id: str, paid: bool) -> None:
    """3.2.3 Paid: his marker shifts one box right. Not Paid: he Disbands (3.2.4)."""
    state = table.state
    marker, vassal = state.vassals[id], lords.vassal(id).name
    if not paid:
        lord = marker.lord
        disband_vassal(state, lord, id)
        leaves = f"{vassal} is not Paid and leaves"
        tell(table, "3.2.3", side, f"{leaves} {lords.name(lord)}.", f"{leaves}.")
        return
    cost = vassal_price()
    influence.lose(state, side, cost)
    marker.box = calendar_box(marker.box + 1)
    stays = f"The {lords.side_name(side)} pay {cost} Influence: {vassal} stays"
    tell(table, "3.2.3", side, f"{stays} with {lords.name(marker.lord)}.", f"{stays}.")
