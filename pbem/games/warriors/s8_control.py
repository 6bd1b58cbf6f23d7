"""8.0 Control: nobles try to bring the regions they stand in under their side's control; London (8.7, 8.8)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.die import FACES, at_most
from pbem.games.warriors.facts import facts
from pbem.games.warriors.passing import NoMore
from pbem.games.warriors.state import State


@decision("attempt {at}", rule="8.4")
class Attempt(Decision):
    at: Place


@decision("attempt all", rule="8.0")
class AttemptAll(Decision):
    """8.0 Every region that is left, in the order of the map."""


async def control(table: Table[State]) -> None:
    """8.0 Attempts are voluntary, one a region and turn, in any order (C17)."""
    state = table.state
    state.aggressor.clear()
    table.say("8.0", "Control", kind="heading")
    for side in state.order():
        await attempts(table, side)
    for noble in state.nobles.values():
        noble.disgraced = False


async def attempts(table: Table[State], side: str) -> None:
    """8.0 A side's attempts to gain control: what is certain at once, then the regions that it chooses."""
    state = table.state
    chances = in_question(state, side)
    for place, most in chances.items():
        if most == FACES:  # 8.3, 8.7 nobody would decline
            gain(table, side, place)
    open_ = [place for place, most in chances.items() if most < FACES]
    while open_:
        match await table.ask(
            Request[Attempt | AttemptAll | NoMore](
                side,
                "control",
                "Which regions do you try to bring under your control?",
                "8.0",
                partial(regions, state=state, side=side, open_=list(open_)),
            )
        ):
            case Attempt(at):
                places = [at]
            case AttemptAll():
                places = list(open_)
            case NoMore():
                return
        for place in places:
            await attempt(table, side, place)
            open_.remove(place)


def fit(state: State, side: str, place: str) -> list[str]:
    """8.2 Nobles there who are not disgraced (C10)."""
    return [id for id in nobles.at(state, place, side) if not state.nobles[id].disgraced]


def native(state: State, ids: Iterable[str], place: str) -> bool:
    """8.3 One of them is at home, whoever is his master (C18)."""
    return any(nobles.face(state, id).home == place for id in ids)


def needed(state: State, side: str, place: str) -> int:
    """8.4 The highest die that succeeds; 6 where it is automatic, 0 where there is no chance."""
    able = fit(state, side, place)
    if nobles.at(state, place, state.enemy(side)):
        return 0
    if place == facts().capital:
        rules = facts().tables["control"]
        return FACES if nobles.highest(state, able) >= rules["london_needs_stars"] else 0
    return FACES if native(state, able, place) else nobles.highest(state, able)


def in_question(state: State, side: str) -> dict[str, int]:
    """Regions that a side may gain, each with the highest die that succeeds; who controls one
    already needs no attempt (C17)."""
    return {
        place: most
        for place in nobles.armies(state)[side]
        if board.controller(state, place) != side and (most := needed(state, side, place))
    }


def regions(menu: Menu, state: State, side: str, open_: list[str]) -> None:
    if len(open_) > 1:
        menu.offer(AttemptAll())
    for place in menu.pick("at", open_):
        menu.offer(Attempt(place), partial(attempt_note, state, side, place))
    menu.offer(NoMore(), "leave them as they are", "8.0")
    menu.bar_more(partial(bar_others, state=state, side=side))


def attempt_note(state: State, side: str, place: str) -> str:
    holder = board.controller(state, place)
    now = f"{nobles.side_name(holder)} controls it" if holder else "uncontrolled"
    return f"needs {at_most(needed(state, side, place))}; {now}"


def bar_others(menu: Menu, state: State, side: str) -> None:
    menu.bar(AttemptAll(), "one region is left; name it (8.0)")
    for place in facts().places:
        menu.bar(Attempt(place), why_not(state, side, place))


def why_not(state: State, side: str, place: str) -> str:
    """The rule that forbids an attempt, or another one."""
    if board.is_foreign(place):
        return f"{board.the(place)} is never in question (8.9)"
    if board.controller(state, place) == side:
        return "you control it already (8.6)"
    if not nobles.at(state, place, side):
        return "none of your nobles is there (8.2)"
    if not fit(state, side, place):
        return "your nobles there are disgraced (8.2)"
    if place == facts().capital:
        return "only a 3-star noble gains London (8.7)"
    if needed(state, side, place):
        return "you tried and failed there, and may do so once a turn (8.5)"
    return "an infirm Henry VI gains no control (14.0)"


async def attempt(table: Table[State], side: str, place: str) -> None:
    """8.4, 8.5 A failure leaves the region uncontrolled."""
    state = table.state
    most = needed(state, side, place)
    die = await table.roll(f"{side} control {place}", needed=at_most(most), rule="8.4")
    if die <= most:
        gain(table, side, place)
        return
    holder = state.control.pop(place, "")
    loses = f", but {nobles.side_name(holder)} loses it" if holder else ""
    table.say(
        "8.5", f"{nobles.side_name(side)} fails to gain control of {board.the(place)}{loses}."
    )


def gain(table: Table[State], side: str, place: str) -> None:
    table.state.control[place] = side
    table.say(
        "8.0", f"{nobles.side_name(side)} gains control of {board.the(place)}.", about=(place,)
    )


def holds(state: State, side: str) -> bool:
    """8.8 A 3-star noble in London, disgraced or not (C10), but not the infirm Henry (14.0)."""
    return can_hold(state, nobles.at(state, facts().capital, side))


def can_hold(state: State, ids: list[str]) -> bool:
    """8.8 Is one of these nobles enough for it?"""
    needed: int = facts().tables["control"]["london_needs_stars"]
    return nobles.highest(state, ids) >= needed


def london_falls(table: Table[State]) -> None:
    """8.8 Whenever its holder has no valid 3-star noble there, nobody controls London."""
    state = table.state
    side = board.london(state)
    if side and not holds(state, side):
        del state.control[facts().capital]
        table.say("8.8", f"{nobles.side_name(side)} loses London, where it has no 3-star noble.")
