"""4.3.5 Approach: Enemy Lords at the destination choose Exile or Battle."""

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
from pbem.games.plantagenet import s3_2_4_disband as disbanding
from pbem.games.plantagenet import s6_0_i_special_rules as special
from pbem.games.plantagenet import s6_0_ii_warwicks_rebellion as allies
from pbem.games.plantagenet.s4_2_1_actions import spend_card
from pbem.games.plantagenet.s4_3_1_group_march import Move, arrive, no_entry, take_back
from pbem.games.plantagenet.s4_3_4_intercept import Interception
from pbem.games.plantagenet.s4_4_3_spoils import give_spoils
from pbem.games.plantagenet.s4_4_battle import battle
from pbem.games.plantagenet.state import State


@decision("{lord}: battle", rule="4.3.5")
class GiveBattle(Decision):
    """4.3.5 He stands."""

    lord: Piece


@decision("{lord}: exile", rule="4.3.5")
class GoIntoExile(Decision):
    """4.3.5 He does not."""

    lord: Piece


@decision("all battle", rule="4.3.5")
class AllGiveBattle(Decision):
    """4.3.5 So do all who have not chosen yet."""


@decision("all exile", rule="4.3.5")
class AllGoIntoExile(Decision):
    """4.3.5 So do all who have not chosen yet."""


Stance = GiveBattle | GoIntoExile | AllGiveBattle | AllGoIntoExile


def stands(menu: Menu, state: State, undecided: list[str]) -> None:
    for lord in menu.pick("lord", undecided):
        menu.offer(GiveBattle(lord))
        menu.offer(GoIntoExile(lord), f"loses {_points(exile_loss(state, lord))}, Disbands")
    if len(undecided) > 1:
        cost = sum(exile_loss(state, lord) for lord in undecided)
        menu.offer(AllGiveBattle(), lords.names(undecided))
        menu.offer(AllGoIntoExile(), f"{lords.names(undecided)}: lose {_points(cost)}")


async def approach(
    table: Table[State],
    march: Move,
    place: str,
    side: str,
    interception: Interception | None = None,
) -> bool:
    """4.3.5 Each Enemy Lord there chooses Exile or Battle, in the order of C56.

    First come cards that cancel the Approach, then those that forbid Exile, then the choice.

    Args:
        march: of the Approaching Lords, who get the Spoils.
        side: whose Lords Approach; they Attack, unless they walked into a Flank Attack (C53).

    Returns: False if a card cancelled the Approach and the Command card goes on.
    """
    state = table.state
    lords_there = board.enemies_at(state, place, side)
    comes = f"{lords.names(march.group)} Approach{'es' if len(march.group) == 1 else ''}"
    table.say("4.3.5", f"{comes} {lords.names(lords_there)} at {board.name(place)}.")
    await held.moment(table, amid=True)
    for id, answer in hooks.APPROACHED.put_to(state, lords_there):
        if await answer(table, id):
            call_off(table, march)
            if interception is not None and board.enemies_at(state, place, state.enemy(side)):
                call_off(table, interception.move)  # beside Lords who had not moved (C54)
            spend_card(state)
            return True
    question = f"{comes} {lords.names(lords_there)} at {board.name(place)}: play a Hold Event?"
    if await truce(table, march, place, side, interception, question):
        return False
    arrive(table, place)
    spend_card(state)
    cards_played = await held.window(table, side, "approach", question=question)
    if not cards_played:
        await exile(table, march.group, place, await exiles(table, lords_there, place, comes))
    if board.enemies_at(state, place, side):
        attacks = interception is not None and interception.attacks
        await battle(table, place, state.enemy(side) if attacks else side, cards_played)
    return True


async def exiles(table: Table[State], lords_there: list[str], place: str, comes: str) -> list[str]:
    """4.3.5 Ask which of the Approached Lords go into Exile; those who do."""
    state = table.state
    lords_left, exiles_so_far = list(lords_there), []
    while lords_left:
        answer = await table.ask(
            Request[Stance](
                lords.side_of(lords_left[0]),
                "approach",
                f"{comes} {board.name(place)}: who gives Battle, and who goes into Exile?",
                "4.3.5",
                partial(stands, state=state, undecided=list(lords_left)),
            )
        )
        match answer:
            case GiveBattle(lord):
                lords_left.remove(lord)
            case GoIntoExile(lord):
                lords_left.remove(lord)
                exiles_so_far.append(lord)
            case AllGiveBattle():
                lords_left = []
            case AllGoIntoExile():
                lords_left, exiles_so_far = [], exiles_so_far + lords_left
    return exiles_so_far


def exile_loss(state: State, lord: str) -> int:
    """4.3.5 What Exile costs his side: printed Influence plus one per Vassal, unless a card spares it."""
    return 0 if disbanding.spared_exile(state, lord) else lords.loss(state, lord)


def _points(loss: int) -> str:
    return f"{loss or 'no'} Influence"


async def exile(
    table: Table[State], movers: list[str], place: str, lords_leaving: list[str]
) -> None:
    """4.3.5 First the Influence, then Assets as if Spoils (C56), lastly Disband with an Exile marker."""
    state = table.state
    for id in lords_leaving:
        points = exile_loss(state, id)
        influence.lose(state, lords.side_of(id), points)
        lose = f"the {lords.side_name(lords.side_of(id))} lose {_points(points)}"
        text = f"{lords.name(id)} goes into Exile; {lose}."
        table.say("4.3.5", text, kind="exile", about=(lords.side_of(id), place, "", id))
    await give_spoils(table, place, movers, lords_leaving)
    for id in lords_leaving:
        disbanding.exile_lord(state, id)
        marker_words = ", marked as an Exile" if state.lords[id].exile else ""
        box = f"Calendar box {state.lords[id].box}"
        table.say("3.2.4", f"{lords.name(id)} Disbands to {box}{marker_words}.")
        special.tell_release(table)
    for id in lords_leaving:
        allies.foreign_haven(table, id)


async def truce(
    table: Table[State],
    march: Move,
    place: str,
    side: str,
    interception: Interception | None,
    question: str,
) -> bool:
    """C55 Let Hold Events be played that keep Lords from entering; did one cancel the move that led here?

    The Approached side is asked first, then, if an Intercept has led to it, the Approaching one. The Interceptors
    go back, and the March too if other Lords were Approached all the same.
    """
    state = table.state
    await held.window(table, state.enemy(side), "campaign", question=question)
    if interception is not None and not no_entry(state, march.group[0], place):
        await held.window(table, side, "campaign", question=question)
    if not no_entry(state, march.group[0], place):
        return False
    if interception is not None:
        call_off(table, interception.move)
    if board.enemies_at(state, place, side):
        call_off(table, march)
    return True


def call_off(table: Table[State], step: Move) -> None:
    place = table.state.lords[step.group[0]].at
    take_back(table.state, step)
    verb = "returns" if len(step.group) == 1 else "return"
    table.say(
        "4.3.5",
        f"{lords.names(step.group)} {verb} to {board.name(step.origin)}.",
        kind="retreat",
        about=(lords.side_of(step.group[0]), place, step.origin, *step.group),
    )
