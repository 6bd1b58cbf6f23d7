"""4.3 March, with 4.3.3 March Speed; the steps on the way are 4.3.1 to 4.3.5."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.engine.order import Order
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.plantagenet import hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_2_1_actions import NOT_WHOLE, card_is_whole, spend_action, spend_card
from pbem.games.plantagenet.s4_3_1_group_march import arrive, followers, move, no_entry
from pbem.games.plantagenet.s4_3_2_haul import haul, haul_note
from pbem.games.plantagenet.s4_3_4_intercept import intercept, intercept_note
from pbem.games.plantagenet.s4_3_5_approach import approach
from pbem.games.plantagenet.state import State

SPEED = {
    "highway": "Highway, one action for two",
    "road": "Road, one action",
    "path": "Path, the whole card",
}


def fill_march(menu: Menu, state: State, lord: str, paths: bool = True) -> None:
    """4.3 One action between Strongholds or from Scotland, to an adjacent Locale by Way."""
    fast = lords.may(state, lord, "roads")
    here = state.lords[lord].at
    adjacent = board.ways(here)
    for there, way in adjacent.items():
        line = f"{lord}: march {there}"
        group = tuple(id for id in followers(state, lord) if not no_entry(state, id, there))
        if why := no_entry(state, lord, there):
            menu.bar_line(line, why)
            continue
        if way == "path" and not paths:
            continue
        if way == "path" and not card_is_whole(state):
            menu.bar_line(line, f"a March by Path {NOT_WHOLE}")
            continue
        speed = SPEED[way] + (", alone for two" if way == "road" and fast else "")
        menu.offer_line(line, "4.3", step_note(state, lord, there, speed), group)
    menu.bar_more(partial(bar_march, here=here, lord=lord))


def bar_march(menu: Menu, here: str, lord: str) -> None:
    """Why a Locale cannot be reached in one step."""
    adjacent = board.ways(here)
    for there in facts().locales:
        if board.is_box(there):
            menu.bar_line(f"{lord}: march {there}", "nobody moves into an Exile box (1.3.1)")
        elif there != here and there not in adjacent:
            menu.bar_line(
                f"{lord}: march {there}",
                f"no Way leads from {board.name(here)} to {board.name(there)} (4.3.3)",
            )


def step_note(state: State, lord: str, there: str, way: str) -> str:
    """What a March step brings, as far as all can see it."""
    side = lords.side_of(lord)
    enemies = board.enemies_at(state, there, side)
    parts = [
        way,
        f"Approaches {lords.names(enemies)}, ends the card" if enemies else "",
        intercept_note(state, side, there),
        haul_note(state, [lord]),
    ]
    return "; ".join(filter(None, parts))


def highways(menu: Menu, state: State, lord: str, by_road: bool) -> None:
    """4.3.3 The second Highway; the group is chosen again. Where Roads are Highways to a Lord alone, he
    must be alone on the step by Road, not on the other (C52).

    Args:
        by_road: the first step was by such a Road.
    """
    here = state.lords[lord].at
    roads = lords.may(state, lord, "roads")
    for there, way in board.ways(here).items() if roads or not by_road else ():
        line = f"{lord}: march on {there}"
        group = tuple(id for id in followers(state, lord) if not no_entry(state, id, there))
        if why := no_entry(state, lord, there):
            menu.bar_line(line, why)
        elif way == "highway":
            note = step_note(state, lord, there, "second Highway, no action")
            menu.offer_line(line, "4.3.3", note, group)
        elif way == "road" and roads:
            menu.offer_line(line, "4.3.3", step_note(state, lord, there, "Road, alone, no action"))
        else:
            menu.bar_line(line, f"the Way there is a {way.title()}, not a Highway (4.3.3)")
    menu.offer_line(f"{lord}: stop", "4.3.3")


async def march(table: Table[State], lord: str, order: Order) -> None:
    """4.3.3 Highway: one action, then maybe at once a second. Road: one action. Path: the card."""
    state = table.state
    if board.ways(state.lords[lord].at)[order.args[0]] == "path":
        spend_card(state)
    else:
        spend_action(state)
    await march_along(table, lord, order)


def may_be_fast(state: State, lord: str) -> bool:
    """Are Roads Highways to him alone? With Hidden Mats: as far as the Enemy can tell."""
    return lords.may(state, lord, "roads") or any(
        card_allows(state, lord, "roads", "")
        for card, card_allows in hooks.MAY.capabilities.items()
        if hooks.could_have(state, lord, card)
    )


async def march_along(table: Table[State], lord: str, order: Order) -> None:
    """4.3.3 One step or two; then cards that follow a March may be played."""
    state = table.state
    state.movers = []
    there, alone = order.args[0], not order.group
    way = board.ways(state.lords[lord].at)[there]
    fast = way == "highway" or (way == "road" and alone and may_be_fast(state, lord))
    approached = await march_step(table, [lord, *order.group], there, way)
    if fast and not approached and state.lords[lord].at == there:  # neither stopped nor taken back
        more = await table.ask(
            Request[Any](
                lords.side_of(lord),
                "march_on",
                f"{lords.name(lord)} is at {board.name(there)}: on by a second Highway?",
                "4.3.3",
                partial(highways, state=state, lord=lord, by_road=way == "road"),
                forced=not state.hidden_mats,
            )
        )
        if more.verb == "march":
            there = more.args[1]
            way = board.ways(state.lords[lord].at)[there]
            await march_step(table, [lord, *more.group], there, way)
    await held.window(table, lords.side_of(lord), "after_move")


async def march_step(table: Table[State], group: list[str], there: str, way: str) -> bool:
    """4.3 One step: Haul, move, Intercept, Approach. True if Enemy Lords were Approached and no card
    has cancelled that. A second step that is called off leaves the first as what was Marched (C126).

    "Whether Enemy Lords choose Exile or Battle, Approach blocks any further March" (4.3.5).
    """
    state = table.state
    side = lords.side_of(group[0])
    verb, here = "marches" if len(group) == 1 else "march", state.lords[group[0]].at
    table.say(
        "4.3",
        f"{lords.names(group)} {verb} from {board.name(here)} to {board.name(there)} by {way.title()}.",
        kind="move",
        about=(side, here, there, *group),
    )
    await haul(table, group)
    done = move(state, group, there)
    before, state.movers = state.movers, list(group)
    await held.moment(table)
    interception = await intercept(table, group, there)
    approached = False
    if board.enemies_at(state, there, side):
        approached = await approach(table, done, there, side, interception)
    if state.lords[group[0]].at == there:
        arrive(table, there)
    elif not approached:
        state.movers = before
    return approached
