"""11.2 Placing nobles: from the Covert Boxes to the map, in turn."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import CROWN, facts
from pbem.games.warriors.passing import Pass, PassAll
from pbem.games.warriors.s2_2_1_nobles import Armies
from pbem.games.warriors.s5_initiative import begin_impulses, take_impulse
from pbem.games.warriors.s6_3_aggressor import becomes_aggressor, enter
from pbem.games.warriors.s11_1_reinforcements import merit
from pbem.games.warriors.state import NobleState, State


@decision("{noble}: place {to}", rule="11.2")
class PlaceNoble(Decision):
    """3.0, 11.2 He comes to the map."""

    noble: Piece
    to: Place


Placing = PlaceNoble | Pass | PassAll
"""11.2 What answers an opportunity to place a noble."""


async def placing(table: Table[State]) -> None:
    """11.2 As many opportunities as the Original Initiative gives (C24); see `place_noble`."""
    begin_impulses(table.state)


def is_over(state: State) -> bool:
    """No side that has an opportunity left has a noble to place."""
    boxed = nobles.sides_at(state, "covert")
    return not any(state.impulses[side] for side in boxed if side not in state.stood_down)


async def place_noble(table: Table[State]) -> None:
    """11.2 Give the next side one opportunity to place a noble; not used, it is lost (C24)."""
    state = table.state
    side = state.next
    take_impulse(state, side)
    if side in state.stood_down or not nobles.covert(state, side):
        return
    match await table.ask(asks_placing(state, side)):
        case PlaceNoble(noble, to):
            aggressor = put(state, noble, side, to, troops_along())
            table.say(
                "11.2",
                f"{nobles.side_name(side)} places {nobles.name(state, noble)} in {board.the(to)}"
                + (" and is the aggressor there." if aggressor else "."),
                about=(to, noble),
            )
        case Pass():
            table.say("11.2", f"{nobles.side_name(side)} places nobody.")
        case PassAll():
            state.stood_down.append(side)
            table.say("11.2", f"{nobles.side_name(side)} places no more nobles this turn.")


def asks_placing(state: State, side: str) -> Request[Placing]:
    return Request[Placing](
        side,
        "place",
        "Which noble comes from your Covert Box to the map?",
        "11.2",
        partial(placings, state=state, side=side),
    )


def destinations(state: State, id: str, side: str, armies: Armies) -> list[str]:
    """11.2 His home; a crown goes to friends or to a friendly foreign area (C41)."""
    if not nobles.is_crown(state, id):
        return [nobles.face(state, id).home]
    friends = [place for place in armies[side] if board.is_region(place)]
    return [*friends, *facts().foreign[side]]


def troops_along() -> int:
    """11.2 With how many Troops a noble comes to the map."""
    return int(facts().tables["placing"]["troops_with_placed_noble"])


def put(state: State, id: str, side: str, place: str, troops: int) -> bool:
    """11.2 Onto the map, even among enemies; did his side become the aggressor by that (C23)?"""
    aggressor = enter(state, side, place)
    state.nobles[id] = NobleState(place, side, state.nobles[id].back, troops)
    return aggressor


def placings(menu: Menu, state: State, side: str) -> None:
    """11.2 Offer the places for each noble not yet in play, the least rash first, and to pass."""
    if menu.wants(PlaceNoble):
        armies = nobles.armies(state)
        choices = [
            PlaceNoble(noble, to)
            for noble in menu.pick("noble", nobles.covert(state, side))
            for to in menu.pick("to", destinations(state, noble, side, armies))
        ]
        for choice in sorted(
            choices, key=lambda choice: rashness(state, armies[state.enemy(side)], choice)
        ):
            menu.offer(choice, partial(place_note, state, side, choice.noble, choice.to))
    if menu.wants(Pass):
        menu.offer(Pass(), "the opportunity is lost", "11.2")
    if menu.wants(PassAll):
        if state.impulses[side]:
            menu.offer(
                PassAll(),
                "place no more nobles this turn",
                "11.2",
                gives_up=f"leaves this opportunity and {state.impulses[side]} more unused",
            )
        else:
            menu.bar(PassAll(), "this is your last opportunity, and `pass` passes it (11.2)")
    menu.bar_more(partial(bar_others, state=state, side=side))


def bar_others(menu: Menu, state: State, side: str) -> None:
    for id, noble in state.nobles.items():
        if id in nobles.covert(state, side):
            bar_placings(menu, state, id)
            continue
        where = "he is on the map already" if noble.at in facts().places else "he is not there"
        for place in facts().places:
            reason = f"nobles come from your Covert Box; {where} (11.2)"
            menu.bar(PlaceNoble(id, place), reason)


def bar_placings(menu: Menu, state: State, id: str) -> None:
    """Why a noble may not be placed anywhere else."""
    home = nobles.face(state, id).home
    for place in facts().places:
        reason = f"he is placed in his home region, {board.name(home)}" if home != CROWN else ""
        crown = "a noble with a crown is placed with a friendly noble or in a friendly foreign area"
        menu.bar(PlaceNoble(id, place), f"{reason or crown} (11.2)")


def rashness(
    state: State, enemies: Mapping[str, list[str]], choice: PlaceNoble
) -> tuple[object, ...]:
    """For menus: away from enemies, where it costs no VP, the highest rank first (C46)."""
    return (choice.to in enemies, board.is_foreign(choice.to), *merit(state, choice.noble))


def place_note(state: State, side: str, id: str, place: str) -> str:
    parts = [nobles.ratings(state, id)]
    enemies = nobles.at(state, place, state.enemy(side))
    if enemies:
        strength = nobles.strength(state, enemies)
        parts.append(f"enemy: {nobles.names(state, enemies)}, strength {strength}")
        if place not in state.aggressor and becomes_aggressor(state, side, place):
            parts.append("you become the aggressor")
    if board.is_foreign(place):
        parts.append(f"costs {facts().exile_penalty[place]} VP per turn")
    return "; ".join(parts)
