"""4.3 March, with 4.3.3 March Speed; the steps on the way are 4.3.1 to 4.3.5."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Option, Request, Subset, subset_of
from pbem.engine.table import Table
from pbem.games.plantagenet import forecast, hooks
from pbem.games.plantagenet import s1_3_map as board
from pbem.games.plantagenet import s1_5_lords as lords
from pbem.games.plantagenet import s3_1_3_held_events as held
from pbem.games.plantagenet.facts import facts
from pbem.games.plantagenet.s4_2_1_actions import no_time, spend, takes_card
from pbem.games.plantagenet.s4_3_1_group_march import arrive, followers, move, no_entry
from pbem.games.plantagenet.s4_3_2_haul import excess_provender, haul, haul_note
from pbem.games.plantagenet.s4_3_4_intercept import intercept, intercept_note
from pbem.games.plantagenet.s4_3_5_approach import approach
from pbem.games.plantagenet.state import State


@decision("{lord}: march {to} [with {party}]", rule="4.3")
class March(Decision):
    """4.3 To an adjacent Locale, with those whom he leads."""

    lord: Piece
    to: Place
    party: tuple[Piece, ...] = ()


@decision("{lord}: march on {to} [with {party}]", rule="4.3.3")
class MarchOn(Decision):
    """4.3.3 A second step for the same action."""

    lord: Piece
    to: Place
    party: tuple[Piece, ...] = ()


@decision("{lord}: stop", rule="4.3.3", passes=True)
class Stop(Decision):
    """4.3.3 No second step."""

    lord: Piece


SecondStep = MarchOn | Stop


def by_way(way: str) -> str:
    """The Command to March by such a Way, as the table of those that take a card names it (4.2.1)."""
    return f"march_{way}"


def eligible_companions(state: State, group: Sequence[str], to: str) -> Subset:
    """4.3.1 Those of a group who may go there."""
    return subset_of([id for id in group if not no_entry(state, id, to)])


def fill_march(menu: Menu, state: State, lord: str, free: bool = False) -> None:
    """4.3 Offer Marches: one action between Strongholds or from Scotland, to an adjacent Locale by Way.

    Args:
        free: for no action, and not by Path (L33).
    """
    if not menu.wants(March):
        return
    ways = board.ways(state.lords[lord].at)
    group = followers(state, lord)

    def step(to: str) -> Option:
        note = partial(march_note, state, lord, to, ways[to], free)
        return Option(March(lord, to), note=note, subset=eligible_companions(state, group, to))

    menu.offer_each(
        step,
        [
            to
            for to in menu.pick("to", ways)
            if not (free and ways[to] == "path")
            and not no_entry(state, lord, to)
            and not no_time(state, lord, by_way(ways[to]))
        ],
    )
    menu.bar_more(partial(bar_march, state=state, lord=lord))


def bar_march(menu: Menu, state: State, lord: str) -> None:
    """Why he cannot enter a Locale, or not reach it in one step."""
    origin = state.lords[lord].at
    adjacent = board.ways(origin)
    for to, by in adjacent.items():
        late = no_time(state, lord, by_way(by), f"a March by {by.title()}")
        if why := no_entry(state, lord, to) or late:
            menu.bar(March(lord, to), why)
    for to in facts().locales:
        if board.is_box(to):
            menu.bar(March(lord, to), "nobody moves into an Exile box (1.3.1)")
        elif to != origin and to not in adjacent:
            why = f"no Way leads from {board.name(origin)} to {board.name(to)} (4.3.3)"
            menu.bar(March(lord, to), why)


def march_note(state: State, lord: str, to: str, way: str, free: bool) -> str:
    """4.3.3 What a March takes, and what it brings."""
    if free:
        return step_note(state, lord, to, f"{way.title()}, no action")
    if takes_card(state, lord, by_way(way)):
        return step_note(state, lord, to, f"{way.title()}, the whole card")
    alone = "two per action if alone" if lords.may(state, lord, "roads") else "one action"
    takes = "two per action" if way == "highway" else alone
    return step_note(state, lord, to, f"{way.title()}, {takes}")


def step_note(state: State, lord: str, destination: str, way: str) -> str:
    """What a March step brings, as far as all can see it."""
    side = lords.side_of(lord)
    enemies = board.enemies_at(state, destination, side)
    parts = [
        way,
        f"Approaches {lords.names(enemies)}, ends the card" if enemies else "",
        intercept_note(state, side, destination),
        haul_note(state, [lord]),
        "" if enemies else forecast.after_card(state, lord, destination, hauled(state, lord)),
    ]
    return "; ".join(filter(None, parts))


def fill_march_on(menu: Menu, state: State, lord: str, by_road: bool) -> None:
    """4.3.3 The second Highway; the group is chosen again. Where Roads are Highways to a Lord alone, he
    must be alone on the step by Road, not on the other (C52).

    Args:
        by_road: the first step was by such a Road.
    """
    roads = lords.may(state, lord, "roads")
    lost_his_roads = (
        by_road and not roads
    )  # what makes Roads Highways to him is gone since the first step
    ways = {} if lost_his_roads else board.ways(state.lords[lord].at)
    group = followers(state, lord)
    for to in menu.pick("to", ways):
        if why := no_entry(state, lord, to):
            menu.bar(MarchOn(lord, to), why)
        elif ways[to] == "highway":
            note = partial(step_note, state, lord, to, "costs no action (second Highway)")
            menu.offer(MarchOn(lord, to), note, party=eligible_companions(state, group, to))
        elif ways[to] == "road" and roads:
            note = partial(step_note, state, lord, to, "costs no action (Road, alone)")
            menu.offer(MarchOn(lord, to), note)
        else:
            why = f"the Way there is a {ways[to].title()}, not a Highway (4.3.3)"
            menu.bar(MarchOn(lord, to), why)
    menu.offer(Stop(lord))


def hauled(state: State, lord: str) -> int:
    """4.3.2 The Provender that he brings along if he goes alone."""
    return state.lords[lord].provender - excess_provender(state, [lord])


async def march(table: Table[State], answer: March) -> None:
    """4.3.3 Highway: one action, then maybe at once a second. Road: one action. Path: the card."""
    state, lord = table.state, answer.lord
    spend(state, lord, by_way(board.ways(state.lords[lord].at)[answer.to]))
    await march_along(table, answer)


def may_be_fast(state: State, lord: str) -> bool:
    """Are Roads Highways to him alone? With Hidden Mats: as far as the Enemy can tell."""
    return lords.may(state, lord, "roads") or any(
        card_allows(state, lord, "roads", "")
        for card, card_allows in hooks.MAY.capabilities.items()
        if hooks.could_have(state, lord, card)
    )


async def march_along(table: Table[State], answer: March) -> None:
    """4.3.3 One step or two; then cards that follow a March may be played."""
    state = table.state
    state.movers = []
    lord, destination, alone = answer.lord, answer.to, not answer.party
    way = board.ways(state.lords[lord].at)[destination]
    fast = way == "highway" or (way == "road" and alone and may_be_fast(state, lord))
    was_approach = await march_step(table, [lord, *answer.party], destination, way)
    if (
        fast and not was_approach and state.lords[lord].at == destination
    ):  # neither stopped nor taken back
        second_step = await table.ask(
            Request[SecondStep](
                lords.side_of(lord),
                "march_on",
                f"{lords.name(lord)} is at {board.name(destination)}: March on at once?",
                "4.3.3",
                partial(fill_march_on, state=state, lord=lord, by_road=way == "road"),
                forced=not state.hidden_mats,
            )
        )
        match second_step:
            case MarchOn(_, on_to, party):
                way = board.ways(destination)[on_to]
                await march_step(table, [lord, *party], on_to, way)
            case Stop():
                pass
    asking = "After this March: do you play a Hold Event?"
    await held.window(table, lords.side_of(lord), "after_move", question=asking)


async def march_step(table: Table[State], group: list[str], destination: str, way: str) -> bool:
    """4.3 One step: Haul, move, Intercept, Approach. True if Enemy Lords were Approached and no card has cancelled
    that.

    A second step that is called off leaves the first as what was Marched (C126). "Whether Enemy Lords choose Exile
    or Battle, Approach blocks any further March" (4.3.5).
    """
    state = table.state
    side = lords.side_of(group[0])
    verb, origin = "marches" if len(group) == 1 else "march", state.lords[group[0]].at
    table.say(
        "4.3",
        f"{lords.names(group)} {verb} from {board.name(origin)} to {board.name(destination)} by {way.title()}.",
        kind="move",
        about=(side, origin, destination, *group),
    )
    await haul(table, group)
    step = move(state, group, destination)
    movers_before, state.movers = state.movers, list(group)
    await held.moment(table)
    interception = await intercept(table, group, destination)
    was_approach = False
    if board.enemies_at(state, destination, side):
        was_approach = await approach(table, step, destination, side, interception)
    if state.lords[group[0]].at == destination:
        arrive(table, destination)
    elif not was_approach:
        state.movers = movers_before
    return was_approach
