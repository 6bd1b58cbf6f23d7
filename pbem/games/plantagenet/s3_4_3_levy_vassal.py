"""3.4.3 Levy Vassal: a noble family joins a Lord for a term of service."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Piece, decision
from pbem.engine.request import Menu
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet.decisions import LevyAction
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.state import State, VassalState

PURPOSE = "vassal"


@decision("{lord}: vassal {vassal} [+{bonus}]", rule="3.4.3")
class LevyVassal(LevyAction):
    """3.4.3 Call on a Vassal."""

    vassal: Piece
    bonus: Amount = 0


def ready(state: State, side: str, anywhere: bool = False) -> list[str]:
    """Vassals whom a side can Levy: their markers at the Seat, which is Friendly and free of Enemy
    Lords. No Route to it is needed (C3).

    Args:
        anywhere: a card makes his Seat's Favour and Lords of no matter.
    """
    secure, counters = board.secure(state, side), facts().vassals
    return [
        id
        for id, marker in state.vassals.items()
        if marker.status == "ready" and (anywhere or counters[id].seat in secure)
    ]


def hindrance(state: State, side: str, vassal: str) -> str:
    """Why a side cannot Levy a Vassal who is not `ready`."""
    counter, marker = lords.vassal(vassal), state.vassals[vassal]
    seat = board.name(counter.seat)
    if marker.status == "out":
        return f"{counter.name} is not in this scenario (6.0)"
    if marker.status == "mustered":
        screened = state.hidden_mats and lords.side_of(marker.lord) != side
        master = "an Enemy Lord" if screened else lords.name(marker.lord)
        return f"{counter.name} serves {master} (3.4.3)"
    if marker.status == "disbanded":
        return f"{counter.name} is Disbanded until Turn {marker.box} (3.3.2)"
    if not board.friendly(state, counter.seat, side):
        return f"{seat}, the Seat of {counter.name}, is not Friendly (3.4.3)"
    return f"an Enemy Lord is at {seat}, the Seat of {counter.name} (3.4.3)"


def fill_levy_vassal(menu: Menu, state: State, lord: str) -> None:
    if not menu.wants(LevyVassal):
        return
    menu.bar_more(partial(bar_levy_vassal, state=state, lord=lord))
    if lords.barred(state, lord, "vassal"):
        return
    terms = influence.terms(state, lord, PURPOSE)
    for vassal in menu.pick("vassal", callable_by(state, lord)):
        useful = influence.bonuses(state, lord, terms, PURPOSE, vassal)
        for bonus in menu.pick("bonus", useful):
            price = partial(influence.price, state, lord, PURPOSE, terms, bonus, vassal)
            menu.offer(LevyVassal(lord, vassal, bonus), price)


def callable_by(state: State, lord: str) -> list[str]:
    """3.4.3 Vassals on whom a Lord can call, unless a card bars all."""
    return ready(state, lords.side_of(lord), lords.may(state, lord, "vassal"))


def bar_levy_vassal(menu: Menu, state: State, lord: str) -> None:
    """Why a Vassal cannot be called on."""
    barred, possible = lords.barred(state, lord, "vassal"), callable_by(state, lord)
    for vassal in state.vassals:
        if barred or vassal not in possible:
            reason = barred or hindrance(state, lords.side_of(lord), vassal)
            menu.bar(LevyVassal(lord, vassal), reason)


async def levy_vassal(table: Table[State], action: LevyVassal) -> None:
    """3.4.3 Check Influence, modified by the Vassal's Loyalty (1.4.2); no cost for Ways."""
    state, lord, vassal, bonus = table.state, action.lord, action.vassal, action.bonus
    name = lords.vassal(vassal).name
    terms = influence.terms(state, lord, PURPOSE)
    cost = terms.cost + bonus
    table.say("3.4.3", f"{lords.name(lord)} calls on the Vassal {name}, spending {cost} Influence.")
    label_words = f"vassal {vassal}"
    if not await influence.check(
        table, lord, label_words, "3.4.3", bonus, vassal=vassal, purpose=PURPOSE, terms=terms
    ):
        table.say("3.4.3", f"The Vassal {name} does not join {lords.name(lord)}.")
        return
    muster_vassal(state, lord, vassal)
    until = state.vassals[vassal].box
    table.say(
        "3.4.3", f"The Vassal {name} joins {lords.name(lord)}; his service is due in Turn {until}."
    )


def muster_vassal(state: State, lord: str, vassal: str) -> None:
    """3.4.3 One marker to the mat, the other face up on the Calendar, Service boxes to the right."""
    longer = sum(boxes(state, lord) for boxes in hooks.SERVICE.at_mat(state, lord))
    box = calendar_box(state.box + lords.vassal(vassal).service + longer)
    state.lords[lord].vassals.append(vassal)
    state.vassals[vassal] = VassalState("mustered", lord, box)
