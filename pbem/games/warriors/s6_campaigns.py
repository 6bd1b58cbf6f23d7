"""6.0 Campaigns: the sides take turns moving up to two nobles from one region to the next."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from msgspec import Struct

from pbem.engine.decision import Decision, Piece, Place, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Option, Request, subset_of
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.passing import Pass, PassAll
from pbem.games.warriors.s5_initiative import begin_impulses, take_impulse
from pbem.games.warriors.s6_3_aggressor import becomes_aggressor, enter, settle
from pbem.games.warriors.s8_control import can_hold, london_falls
from pbem.games.warriors.state import State


@decision("{noble}: march {to} [with {others}]", rule="6.1")
class March(Decision):
    """6.1 Up to two nobles go from one region to the next."""

    noble: Piece
    to: Place
    others: tuple[Piece, ...] = ()


Campaign = March | Pass | PassAll
"""6.1 What answers an impulse."""


async def campaigns(table: Table[State]) -> None:
    """6.1 The Initiative player takes the first campaign; see `campaign`."""
    begin_impulses(table.state)
    table.say("6.0", "Campaigns", kind="heading")


async def campaign(table: Table[State]) -> None:
    """6.1 One opportunity of the side whose turn it is: a campaign or a pass (C2, C3)."""
    state = table.state
    side = state.next
    take_impulse(state, side)
    if side in state.stood_down:
        return
    match await table.ask(asks_campaign(state, side)):
        case March(noble, to, others):
            march(table, side, [noble, *others], to)
        case Pass():
            table.say("6.1", f"{nobles.side_name(side)} passes.")
        case PassAll():
            state.stood_down.append(side)
            table.say("6.1", f"{nobles.side_name(side)} passes all campaigns that are left.")


def asks_campaign(state: State, side: str) -> Request[Campaign]:
    return Request[Campaign](
        side,
        "campaign",
        f"Your campaign: which nobles march where? {impulses_left(state, side)}",
        "6.1",
        partial(campaigns_of, state=state, side=side),
    )


def is_over(state: State) -> bool:
    """C3 Both markers stand at 0, or both sides have declared to pass all they have left."""
    sides = [
        side for side in state.order() if state.impulses[side] and side not in state.stood_down
    ]
    return not sides


def impulses_left(state: State, side: str) -> str:
    impulses = state.impulses[side]
    return f"You have {impulses} more after it." if impulses else "It is your last."


def campaigns_of(menu: Menu, state: State, side: str) -> None:
    """6.1 Every march of a side, and the pass."""
    starts = departures(state, side) if menu.wants(March, PassAll) else {}
    if menu.wants(March):
        for place, leaving in starts.items():
            offer_marches(menu, state, side, place, leaving)
    if menu.wants(Pass):
        menu.offer(Pass(), partial(pass_note, state, side), "6.1")
    if menu.wants(PassAll):
        if state.impulses[side] and starts:
            more = count_text(state.impulses[side], "more campaign")
            menu.offer(PassAll(), "for this turn", "6.1", gives_up=f"leaves this and {more} unused")
        else:
            menu.bar(PassAll(), "this is your last campaign, and `pass` passes it (6.1)")
    menu.bar_more(partial(bar_marches, state=state, side=side))


class Leaving(Struct, frozen=True):
    """The nobles at a place who may march, and how many of them in one campaign or another."""

    able: list[str]
    free: int


def departures(state: State, side: str) -> dict[str, Leaving]:
    """Where somebody can march, as the map lists the places."""
    armies = nobles.armies(state)
    enemies = armies[state.enemy(side)]
    starts = {}
    for place, army in armies[side].items():
        free = may_leave(army, enemies.get(place, []))
        able = [id for id in army if not nobles.infirm(state, id)]
        if free > 0 and able and board.open_ways(side, place):
            starts[place] = Leaving(able, free)
    return starts


def offer_marches(menu: Menu, state: State, side: str, place: str, leaving: Leaving) -> None:
    """The marches from one place: each noble alone, or with others who may leave."""
    ways = board.open_ways(side, place)
    for noble in menu.pick("noble", leaving.able):
        goes = partial(marching, state, side, place, leaving, noble)
        menu.offer_each(goes, menu.pick("to", ways))


def marching(state: State, side: str, place: str, leaving: Leaving, noble: str, to: str) -> Option:
    """One noble's march to an adjacent place."""
    most = min(board.open_ways(side, place)[to], leaving.free) - 1
    friends = [other for other in leaving.able if other != noble] if most else []
    note = partial(march_note, state, side, place, noble, to)
    return Option(March(noble, to), note=note, subset=subset_of(friends, most))


def pass_note(state: State, side: str) -> str:
    return "uses the impulse" if departures(state, side) else "nobody can march"


def may_leave(army: Sequence[str], enemies: Sequence[str]) -> int:
    """6.2 Those who stay must be at least as many as the enemy nobles there (C5)."""
    return len(army) - len(enemies)


def why_not(state: State, side: str, id: str, to: str, free: int) -> str:
    """The rule that forbids a noble to march to an adjacent place, or ""; `free` may leave."""
    if nobles.infirm(state, id):
        return "Henry VI cannot move while he is infirm (14.0)"
    if not board.may_enter(side, to):
        return f"{board.the(to)} is not friendly to you (6.2)"
    if free < 1:
        return "as many of your nobles as there are enemies must stay behind (6.2)"
    return ""


def bar_marches(menu: Menu, state: State, side: str) -> None:
    """Why nobody of that name marches, why a place is too far, why two cannot go together."""
    for id in state.nobles:
        at, elsewhere = state.nobles[id].at, nobles.why_not_led(state, side, id)
        ways = {} if elsewhere else board.ways(at)
        for to in facts().places:
            if to in ways:
                bar_companions(menu, state, side, id, to)
            else:
                far = "" if elsewhere else f"{board.the(at)} has no boundary with {board.the(to)}"
                menu.bar(March(id, to), elsewhere or f"{far} (6.1)")


def bar_companions(menu: Menu, state: State, side: str, id: str, to: str) -> None:
    """Why a noble cannot march to an adjacent place, or not take another one along."""
    at = state.nobles[id].at
    free = may_leave(nobles.at(state, at, side), nobles.at(state, at, state.enemy(side)))
    if reason := why_not(state, side, id, to, free):
        menu.bar(March(id, to), reason)
        return
    alone = why_alone(at, to, free)
    for other in state.nobles:
        reason = why_not_along(state, side, other, at) or alone
        if reason and other != id:
            menu.bar(March(id, to, (other,)), reason)
    if alone:
        menu.bar(March(id, to, ("all",)), alone)  # as it may be typed


def why_not_along(state: State, side: str, id: str, at: str) -> str:
    """The rule that forbids a noble to be the second of a march from `at`, or ""."""
    if elsewhere := nobles.why_not_led(state, side, id):
        return elsewhere
    if state.nobles[id].at != at:
        elsewhere = f"{nobles.name(state, id)} is in {board.the(state.nobles[id].at)}"
        return f"{elsewhere}: both start from one region (6.1)"
    if nobles.infirm(state, id):
        return "Henry VI cannot move while he is infirm (14.0)"
    return ""


def why_alone(at: str, to: str, free: int) -> str:
    """The rule that lets only one noble march, or ""; `free` may leave."""
    kind = board.ways(at)[to]
    if board.crossing_limit(kind) < 2:
        between = f"{board.the(at)} and {board.the(to)}"
        return f"only one noble per campaign crosses between {between}: {board.WAY[kind]} (6.1)"
    if free < 2:
        staying = "as many of your nobles as there are enemies must stay behind"
        return f"only one may leave: {staying} (6.2)"
    return ""


def march_note(state: State, side: str, place: str, noble: str, to: str) -> str:
    enemies = nobles.at(state, to, state.enemy(side))
    parts = [board.WAY[board.ways(place)[to]]]
    if enemies:
        strength = nobles.strength(state, enemies)
        parts.append(f"enemy: {nobles.names(state, enemies)}, strength {strength}")
        if to not in state.aggressor and becomes_aggressor(state, side, to):
            parts.append("you become the aggressor")
    if loses_london(state, side, place, noble):
        parts.append("you lose London (8.8)")
    if board.is_foreign(to):
        parts.append(f"costs {facts().exile_penalty[to]} VP per turn for each noble there")
    return "; ".join(parts)


def loses_london(state: State, side: str, place: str, noble: str) -> bool:
    """8.8 Is he the last there who can hold it?"""
    if place != facts().capital or board.london(state) != side:
        return False
    stay = [id for id in nobles.at(state, place, side) if id != noble]
    return not can_hold(state, stay)


def march(table: Table[State], side: str, group: list[str], to: str) -> None:
    """6.1 One origin, one destination, one step; their Troops go along (C4)."""
    state = table.state
    place = state.nobles[group[0]].at
    aggressor = enter(state, side, to)
    for id in group:
        state.nobles[id].at = to
    settle(state, place)
    verb = "marches" if len(group) == 1 else "march"
    table.say(
        "6.1",
        f"{nobles.names(state, group)} {verb} from {board.the(place)} to {board.the(to)}"
        + (f"; {nobles.side_name(side)} is the aggressor there." if aggressor else "."),
        "move",
        about=(side, place, to, *group),
    )
    london_falls(table)
