"""7.2 Intrigue: before battle each side may try to win one enemy noble over."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Piece, decision
from pbem.engine.prose import count_text
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.die import at_most
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s7_1_commanders import choose_commander, current
from pbem.games.warriors.state import State


@decision("intrigue {noble}", rule="7.2")
class Intrigue(Decision):
    noble: Piece


@decision("no", rule="7.2", passes=True)
class NoIntrigue(Decision):
    """7.2 Nobody is tried."""


IntrigueChoice = Intrigue | NoIntrigue
"""7.2 What answers an opportunity for Intrigue."""


async def intrigue(table: Table[State]) -> None:
    """7.2 One attempt a side, the non-aggressor first (C8)."""
    state = table.state
    battle = current(state)
    battle.step = "intrigue"
    for side in (state.enemy(battle.aggressor), battle.aggressor):
        if nobles.contested(state, battle.at):
            await attempt(table, side)


def chance(state: State, side: str, target: str) -> int:
    """7.2 The highest die that wins him over; below 1 it cannot succeed.

    The difference in stars, one less for a noble of the opponent's own colour (C8). The stars of
    an infirm Henry in command count nothing (C9).
    """
    commander = current(state).commanders[side]
    if nobles.infirm(state, commander):
        return 0
    difference = nobles.rank(state, commander) - nobles.stars(state, target)
    rules = facts().tables["intrigue"]
    enemy_colour = nobles.colour(state, target) == state.enemy(side)
    return difference - int(rules["enemy_colour_modifier"] if enemy_colour else 0)


async def attempt(table: Table[State], side: str) -> None:
    """7.2 Ask a side whether it tries to win over one enemy noble before the battle, and do that."""
    state = table.state
    match await table.ask(
        Request[IntrigueChoice](
            side,
            "intrigue",
            "Before the battle: whom do you try to win over?",
            "7.2",
            partial(targets, state=state, side=side),
        )
    ):
        case Intrigue(noble):
            await tempt(table, side, noble)
        case NoIntrigue():
            return


async def tempt(table: Table[State], side: str, target: str) -> None:
    """7.2 A success brings the noble over with all his Troops."""
    state = table.state
    highest = chance(state, side, target)
    die = await table.roll(f"{side} intrigue {target}", needed=at_most(highest), rule="7.2")
    if die > highest:
        table.say(
            "7.2", f"{nobles.name(state, target)} stays with {nobles.side_name(state.enemy(side))}."
        )
        return
    state.nobles[target].side = side
    table.say(
        "7.2",
        f"{nobles.name(state, target)} changes sides with "
        f"{count_text(state.nobles[target].troops, 'Troop')} "
        f"and now fights for {nobles.side_name(side)}.",
        about=(target,),
    )
    await replace_commander(table, state.enemy(side), target)


async def replace_commander(table: Table[State], side: str, lost: str) -> None:
    """7.2 A commander who switched sides is replaced from those who are left."""
    state = table.state
    battle = current(state)
    if battle.commanders[side] == lost and nobles.at(state, battle.at, side):
        await choose_commander(table, side)


def targets(menu: Menu, state: State, side: str) -> None:
    """The best chance first, then the highest rank (C46)."""
    menu.offer(NoIntrigue())
    enemies = nobles.at(state, current(state).at, state.enemy(side))
    chances = {id: chance(state, side, id) for id in enemies}
    best = sorted(enemies, key=lambda id: (-chances[id], -nobles.stars(state, id)))
    for noble in menu.pick("noble", best):
        needed = chances[noble]
        if needed > 0:
            menu.offer(Intrigue(noble), partial(target_note, state, noble, needed))
        else:
            reason = "your commander has too few stars for him: no roll succeeds (7.2)"
            menu.bar(Intrigue(noble), reason)
    menu.bar_more(bar_absent)


def target_note(state: State, noble: str, needed: int) -> str:
    stars = count_text(nobles.stars(state, noble), "star")
    troops = count_text(state.nobles[noble].troops, "Troop")
    return f"needs {at_most(needed)}; {stars}, {troops}"


def bar_absent(menu: Menu) -> None:
    for noble in facts().nobles:
        menu.bar(Intrigue(noble), "he is no enemy in this battle (7.2)")
