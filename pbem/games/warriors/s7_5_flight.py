"""7.5 The Flight Table: what becomes of a noble who takes a hit or is left behind."""

from __future__ import annotations

from functools import partial

from pbem.engine.decision import Decision, Place, decision
from pbem.engine.request import Menu, Request
from pbem.engine.table import Table
from pbem.games.warriors import s2_1_map as board
from pbem.games.warriors import s2_2_1_nobles as nobles
from pbem.games.warriors.facts import facts
from pbem.games.warriors.s7_1_commanders import current
from pbem.games.warriors.s10_tower import imprison
from pbem.games.warriors.state import State

FATES = {"covert": "Covert Box", "tower": "Tower"}


@decision("exile {to}", rule="7.5")
class Exile(Decision):
    to: Place


def outcome(state: State, die: int, side: str) -> str:
    """7.5 killed, covert, exile or tower; the Tower only if the opponent holds London (C15, C38)."""
    row = facts().flight[die]
    lost = current(state).london == state.enemy(side)
    return "tower" if row["tower_if_enemy_holds_london"] and lost else str(row["result"])


async def flight(table: Table[State], id: str, side: str) -> None:
    """7.5.4 A noble flees: the side that controls him rolls on the Flight Table what becomes of him."""
    state = table.state
    battle = current(state)
    name = nobles.name(state, id)
    die = await table.roll(f"{id} flight", rule="7.5")
    result = outcome(state, die, side)
    if id in battle.leaving:
        battle.leaving.remove(id)
    if result == "killed":
        fate = nobles.die(state, id, neutral_to=side)
        table.say("7.5", f"{name} is killed; {fate}.", "battle_death", about=(id,))
    elif result == "covert":
        nobles.leave(state, id, "covert", side)
        side_name = nobles.side_name(side)
        table.say(
            "7.5", f"{name} escapes into {side_name}'s Covert Box.", "battle_flight", about=(id,)
        )
    elif result == "tower":
        imprison(state, id, side)
        table.say("7.5", f"{name} is taken to the Tower of London.", "battle_flight", about=(id,))
    else:
        place = await choose_exile(table, side, id)
        nobles.leave(state, id, place, side)
        table.say(
            "7.5",
            f"{name} goes into exile in {board.the(place)}.",
            "exile",
            about=(side, battle.at, place, id),
        )


def table_note(state: State, side: str) -> str:
    """The Flight Table now: `Flight Table: 1-2 killed, 3 Covert Box, 4-6 Tower`."""
    runs: list[tuple[int, int, str]] = []
    for die in sorted(facts().flight):
        result = outcome(state, die, side)
        if runs and runs[-1][2] == result:
            runs[-1] = (runs[-1][0], die, result)
        else:
            runs.append((die, die, result))
    rows = (f"{a}{f'-{b}' if b > a else ''} {FATES.get(fate, fate)}" for a, b, fate in runs)
    return f"Flight Table: {', '.join(rows)}"


async def choose_exile(table: Table[State], side: str, id: str) -> str:
    """C31 Lancaster chooses between France and Scotland."""
    state = table.state
    answer = await table.ask(
        Request[Exile](
            side,
            "exile",
            f"Where does {nobles.name(state, id)} go into exile?",
            "7.5",
            partial(exiles, state=state, side=side),
        )
    )
    return answer.to


def exiles(menu: Menu, state: State, side: str) -> None:
    for place in menu.pick("to", facts().foreign[side]):
        neighbours = ", ".join(board.name(to) for to in board.ways(place))
        menu.offer(Exile(place), f"next to {neighbours}")
    for place in facts().exile_penalty:
        menu.bar(Exile(place), f"{board.the(place)} is not friendly to you (7.5)")
