"""Cards that give a Lord a Command of their own (4.2)."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Amount, Decision, Piece, Place, decision
from pbem.engine.prose import listing
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_4_influence as influence
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s6_scenarios as scenario
from pbem.games.plantagenet.decisions import CardAction
from pbem.games.plantagenet.s2_2_calendar import calendar_box
from pbem.games.plantagenet.s4_2_1_actions import (
    NOT_WHOLE,
    card_is_whole,
    spend_action,
    spend_card,
)
from pbem.games.plantagenet.state import State

HERALDS, MERCHANTS = "heralds", "merchants"
"""What these checks are for."""
REMOVES = 2
"""Markers that Merchants remove."""


@decision("{lord}: exile {box} by {card}", rule="3.1.3")
class CrossOver(CardAction):
    """He goes to an Exile box."""

    box: Place


@hooks.LINES.event("Y8")
def exile_boxes(menu: Menu, state: State, lord: str) -> None:
    """Exile boxes open to an active Yorkist."""
    if lords.side_of(lord) != "york" or state.active != lord:
        return
    for box in menu.pick("box", scenario.exile_boxes_of(state, lord)):
        if box != state.lords[lord].at:
            menu.offer(CrossOver(lord, "Y8", box), "one action, alone, nothing is lost")


@hooks.ACT.event("Y8")
async def exile_pact(table: Table[State], action: CrossOver) -> None:
    """He goes there with his whole mat, and is not marked Moved (C57)."""
    lord, box = action.lord, action.box
    spend_action(table.state)
    origin = table.state.lords[lord].at
    table.state.lords[lord].at = box
    text = f"Under the Exile Pact, {lords.name(lord)} crosses to {board.name(box)}."
    table.say("3.1.3", text, kind="move", about=(lords.side_of(lord), origin, box, lord))


@decision("{lord}: agitate {place} by {card}", rule="3.4.6")
class Agitate(CardAction):
    """A Stronghold is worn."""

    place: Place


@hooks.LINES.capability("Y10")
def discontented(menu: Menu, state: State, lord: str) -> None:
    """Adjacent Neutral or Enemy Strongholds that are not Exhausted."""
    if state.active != lord or not lords.on_map(state, lord):
        return
    for place in menu.pick("place", board.ways(state.lords[lord].at)):
        agitate = Agitate(lord, "Y10", place)
        if board.friendly(state, place, "york"):
            menu.bar(agitate, f"{board.name(place)} is Friendly (Y10)")
        elif board.exhausted(state, place):
            menu.bar(agitate, f"{board.name(place)} is Exhausted (Y10)")
        else:
            menu.offer(agitate, "Exhausts it" if place in state.wear else "Depletes it")


@hooks.ACT.capability("Y10")
async def agitators(table: Table[State], action: Agitate) -> None:
    """One action Depletes or Exhausts it."""
    lord, place = action.lord, action.place
    spend_action(table.state)
    mark = board.deplete(table.state, place).title()
    text = f"{lords.name(lord)}'s Agitators leave {board.name(place)} {mark}."
    table.say("3.4.6", text, about=(lord, place))


@decision("{lord}: call {target} [+{bonus}] by {card}", rule="3.4.6")
class CallLord(CardAction):
    """A Lord on the Calendar is to come next Turn."""

    target: Piece
    bonus: Amount = 0


@hooks.LINES.capability("L4")
def awaited(menu: Menu, state: State, lord: str) -> None:
    """Cylinders on the Calendar, for a Lord at a Port with a whole card."""
    if state.active != lord or not board.is_port(state.lords[lord].at):
        return
    waiting = [id for id, piece in state.lords.items() if piece.at == "calendar"]
    terms = influence.terms(state, lord, HERALDS)
    for target in menu.pick("target", waiting):
        if not card_is_whole(state):
            menu.bar(CallLord(lord, "L4", target), f"Heralds {NOT_WHOLE}")
            continue
        for bonus in influence.bonuses(state, lord, terms, HERALDS):
            price = influence.price(state, lord, HERALDS, terms, bonus)
            boxes = f"from box {state.lords[target].box} to {calendar_box(state.box + 1)}"
            menu.offer(CallLord(lord, "L4", target, bonus), f"whole card, {price}; {boxes}")


@hooks.ACT.capability("L4")
async def heralds(table: Table[State], action: CallLord) -> None:
    """A check puts a cylinder, Exile marker and all, into the next Turn's box."""
    state, lord, target, bonus = table.state, action.lord, action.target, action.bonus
    spend_card(state)
    who = lords.name(target)
    terms = influence.terms(state, lord, HERALDS)
    if not await influence.check(
        table, lord, f"heralds {target}", "3.4.6", bonus, purpose=HERALDS, terms=terms
    ):
        table.say("3.4.6", f"{lords.name(lord)}'s Heralds do not reach {who}.")
        return
    box = state.lords[target].box = calendar_box(state.box + 1)
    table.say("3.4.6", f"{lords.name(lord)}'s Heralds call {who}, now in Calendar box {box}.")


def worn_nearby(state: State, lord: str) -> list[str]:
    """Depleted or Exhausted: his own location and adjacent Strongholds."""
    place = state.lords[lord].at
    places = [place, *board.ways(place)]
    return [place for place in places if place in state.wear]


@decision("{lord}: merchants [+{bonus}] by {card}", rule="3.4.6")
class SendMerchants(CardAction):
    """Two markers are to go."""

    bonus: Amount = 0


@decision("{lord}: restore {place}", rule="3.4.6")
class Restore(Decision):
    """This Stronghold's marker goes."""

    lord: Piece
    place: Place


@hooks.LINES.capability("L30")
def worn_places(menu: Menu, state: State, lord: str) -> None:
    """If there is anything to remove."""
    if state.active != lord or not lords.on_map(state, lord):
        return
    worn = worn_nearby(state, lord)
    if not worn:
        menu.bar(SendMerchants(lord, "L30"), "nothing is Depleted or Exhausted here (L30)")
        return
    terms = influence.terms(state, lord, MERCHANTS)
    names = listing([board.name(place) for place in worn])
    for bonus in influence.bonuses(state, lord, terms, MERCHANTS):
        price = influence.price(state, lord, MERCHANTS, terms, bonus)
        menu.offer(SendMerchants(lord, "L30", bonus), f"{price}; {names}")


def fill_restore(menu: Menu, state: State, lord: str) -> None:
    for place in menu.pick("place", worn_nearby(state, lord)):
        menu.offer(Restore(lord, place), f"it is {state.wear[place].title()}")


@hooks.ACT.capability("L30")
async def merchants(table: Table[State], action: SendMerchants) -> None:
    """A check removes two Depleted or Exhausted markers."""
    state, lord, bonus = table.state, action.lord, action.bonus
    spend_action(state)
    terms = influence.terms(state, lord, MERCHANTS)
    if not await influence.check(
        table, lord, "merchants", "3.4.6", bonus, purpose=MERCHANTS, terms=terms
    ):
        table.say("3.4.6", f"{lords.name(lord)}'s Merchants find no goods.")
        return
    question, side = "Merchants: which Stronghold recovers?", lords.side_of(lord)
    for count in range(REMOVES, 0, -1):
        worn = worn_nearby(state, lord)
        if not worn:
            return
        place = worn[0]
        if len(worn) > count:  # else all recover
            fill = partial(fill_restore, state=state, lord=lord)
            request = Request[Restore](side, "restore", question, "3.4.6", fill)
            place = (await table.ask(request)).place
        del state.wear[place]
        table.say("3.4.6", f"Merchants restore {board.name(place)}.", about=(place,))
