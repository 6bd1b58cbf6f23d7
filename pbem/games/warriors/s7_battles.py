"""7.0 Battles: one in every region with nobles of both sides, in the order the Initiative player likes."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import SIDES, facts
from pbem.games.warriors.s6_3_aggressor import contested_regions, settle
from pbem.games.warriors.s7_1_commanders import choose_commanders
from pbem.games.warriors.s7_2_intrigue import intrigue
from pbem.games.warriors.s7_3_attack import attacks
from pbem.games.warriors.s7_5_hits import apply_hits
from pbem.games.warriors.s7_6_withdrawal import withdraw
from pbem.games.warriors.s7_7_end_of_battle import end_of_round
from pbem.games.warriors.state import Battle, State


@decision("fight {at}", rule="7.0")
class FightBattle(Decision):
    at: Place


async def battles(table: Table[State]) -> None:
    """7.0 Fight one battle, in the region that the Initiative player names, knowing the earlier results (C39)."""
    state = table.state
    places = contested_regions(state)
    if not places:
        return
    answer = await table.ask(
        Request[FightBattle](
            state.initiative,
            "battle",
            "Where is the next battle fought?",
            "7.0",
            partial(battlefields, state=state, places=places),
        )
    )
    await battle(table, answer.at)


def battlefields(menu: Menu, state: State, places: list[str]) -> None:
    for place in menu.pick("at", places):
        menu.offer(FightBattle(place), partial(armies_told, state, place))
    menu.bar_more(bar_peaceful)


def armies_told(state: State, place: str) -> str:
    """`York: Warwick, strength 5; Lancaster: Somerset and Percy, strength 8`."""
    armies = {side: nobles.at(state, place, side) for side in SIDES}
    return "; ".join(
        f"{nobles.side_name(side)}: {nobles.names(state, ids)}, strength {nobles.strength(state, ids)}"
        for side, ids in armies.items()
    )


def bar_peaceful(menu: Menu) -> None:
    for place in facts().places:
        reason = f"no nobles of both sides are in {board.the(place)} (7.0)"
        menu.bar(FightBattle(place), reason)


async def battle(table: Table[State], place: str) -> None:
    """7.0 The whole battle of a region: commanders, intrigue, rounds of attacks."""
    state = table.state
    aggressor = state.aggressor[place]
    state.battle = battle = Battle(place, aggressor)
    table.say(
        "7.0",
        f"Battle of {board.the(place)}: {nobles.side_name(aggressor)} is the aggressor.",
        "battle",
        about=(place,),
    )
    await choose_commanders(table)
    await intrigue(table)
    while nobles.contested(state, place):
        battle.round += 1
        table.say("7.3", f"Round {battle.round}", "battle_round")
        await attacks(table)
        await apply_hits(table)
        if not nobles.contested(state, place):
            break
        leaver = await end_of_round(table)
        if leaver:
            await withdraw(table, leaver)
            break
    close(table, place)


def close(table: Table[State], place: str) -> None:
    """7.7 The battle is over when a side is eliminated or has withdrawn."""
    state = table.state
    state.battle = None
    settle(state, place)
    sides = [side for side in SIDES if nobles.at(state, place, side)]
    state.beaten += [side for side in SIDES if side not in sides]
    if sides:
        army = nobles.at(state, place, sides[0])
        table.say(
            "7.7",
            f"{nobles.side_name(sides[0])} keeps the field in {board.the(place)} with "
            f"{nobles.names(state, army)} (strength {nobles.strength(state, army)}).",
            "battle_end",
        )
    else:
        table.say("7.7", f"Nobody is left in {board.the(place)}.", "battle_end")
